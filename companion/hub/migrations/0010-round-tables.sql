-- Which table of the club a table of a round sits at.

create table round_table (
  tournament integer not null,
  round integer not null,
  place integer not null check (place >= 1),  -- number of the table in this round
  table_id integer not null references club_table,
  primary key (tournament, round, place),
  unique (tournament, round, table_id),
  foreign key (tournament, round) references round (tournament, number) on delete cascade
);

create index rounds_at_a_table on round_table (table_id);
