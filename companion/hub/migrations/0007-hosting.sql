-- Tables without a box: programs that host them, who holds which, and what lies in a box's folder.

create table worker (
  id integer generated always as identity primary key,
  address text not null,  -- where its pages are asked for: HOST:PORT
  seen timestamptz not null default clock_timestamp()  -- when it last said that it is alive
);

create table hosted_table (
  table_id integer primary key references club_table,
  key text not null unique check (length(key) = 10),  -- whoever has it is at the table
  worker integer references worker on delete set null,  -- that holds it; none: nobody asks for it
  taken timestamptz,
  last_number integer not null default 0  -- of its games: none is ever given again
);

create index tables_of_a_worker on hosted_table (worker);

create table hosted_game (
  table_id integer not null references hosted_table on delete cascade,
  name text not null,
  game bytea not null references game,
  aside boolean not null default false,
  primary key (table_id, name),
  unique (table_id, game)
);

create table document (
  table_id integer not null references hosted_table on delete cascade,
  name text not null,
  content bytea not null,
  primary key (table_id, name)
);

-- Which tables have kept a picture; one that was pruned stays here, and is known for it.
create table hosted_picture (
  table_id integer not null references hosted_table on delete cascade,
  digest bytea not null,
  size integer not null,
  kept timestamptz not null default clock_timestamp(),
  pruned boolean not null default false,
  primary key (table_id, digest)
);

create index tables_of_a_picture on hosted_picture (digest) where not pruned;

alter table picture add column hosted boolean not null default false;  -- true: no box has sent it
