-- Seats that change after the draw: who moved, who did it and why; nothing of it is taken back.

alter table tournament
  add column stand integer not null default 0;  -- of all seats: rises whenever any of them changes

create table seat_change (
  number integer generated always as identity primary key,
  tournament integer not null references tournament on delete cascade,
  round integer,  -- none: the player was called otherwise
  player integer not null references player on delete cascade,
  from_place integer,  -- number of the table in this round; none: sat nowhere
  to_place integer,  -- likewise
  called text,  -- before, where somebody was called otherwise
  made_by text not null,  -- the member's name
  why text not null default '',
  made timestamptz not null default now(),  -- all that changed at once has the same
  check ((round is null) = (called is not null))
);

create index changes_of_a_player on seat_change (player);
