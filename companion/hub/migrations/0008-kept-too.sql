-- Whether what is asked for at a table counts only once its record is here.

alter table club_table add column kept_too boolean not null default false;
