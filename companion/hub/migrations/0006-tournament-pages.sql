-- What the pages of a tournament need: it can be closed, looked at from outside by a key, and says
-- of each result which game it was taken from.

alter table tournament
  add column closed timestamptz,  -- from then on nothing changes
  add column public_key text unique check (length(public_key) >= 20),  -- none: nobody from outside
  add column public_names boolean not null default true;  -- false: numbers in place of names

alter table result add column game bytea;  -- digest of its first record; none: a person typed it

create index result_at_table on result (tournament, round, player);
