-- Games that another table may go on with, once it wants to.

create table move (
  game bytea primary key references game,
  table_id integer not null references club_table,
  made timestamptz not null default clock_timestamp()
);
