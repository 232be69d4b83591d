-- What an arbiter or the organiser wants done at a table, and what came of it.

create table table_order (
  number bigint generated always as identity primary key,
  game bytea not null references game,
  given_by text not null,  -- the member's name
  command text not null,  -- as the table reads it: JSON
  made timestamptz not null default clock_timestamp(),
  accepted boolean,  -- none: the table has not answered
  told text not null default '',  -- why it is refused, in a code
  answered timestamptz,
  check ((accepted is null) = (answered is null))
);

create index open_orders on table_order (game) where accepted is null;
