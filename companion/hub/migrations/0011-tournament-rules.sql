-- One set of rules for all tables of a tournament, and whether their answers wait for the club.

alter table tournament
  add column variants text[] not null default '{}',  -- printings and ways to play, by id
  add column house jsonb not null default '{}',  -- house rules: parameter -> as it is typed
  add column kept_too boolean not null default false;  -- an answer counts once its record is here

-- Each table of the club asks every three seconds who sits there, and the lobby for all of them.
create index seating_at_table on seating (tournament, round, place);
