-- A game's phones are led over to the table where it goes on.

alter table club_table add column addresses text[] not null default '{}';  -- where its pages are

alter table lease add column arrival bytea;  -- with it the table before vouches for a seat's phone
