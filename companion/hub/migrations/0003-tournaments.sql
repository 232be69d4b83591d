-- Tournaments: who sits where in which round, what came of it, and who is first.

create table tournament (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 60),
  edition text not null,
  minutes integer check (minutes between 1 and 1440),  -- of a round; none: to the last player
  points numeric(6, 2)[] not null default '{10, 7, 5, 3, 2, 1}',  -- by place at a table
  made timestamptz not null default clock_timestamp()
);

create table player (
  id integer generated always as identity primary key,
  tournament integer not null references tournament on delete cascade,
  name text not null check (length(name) between 1 and 40),
  plays boolean not null default true,  -- false: sits out from the next round on
  unique (tournament, name),
  unique (id, tournament)
);

create table round (
  tournament integer not null references tournament on delete cascade,
  number integer not null check (number >= 1),
  begun timestamptz,  -- from then on who sits where stays
  ends timestamptz,
  primary key (tournament, number)
);

create table seating (
  tournament integer not null,
  round integer not null,
  player integer not null,
  place integer not null check (place >= 1),  -- number of the table in this round, from 1
  primary key (tournament, round, player),
  foreign key (tournament, round) references round (tournament, number) on delete cascade,
  foreign key (player, tournament) references player (id, tournament) on delete cascade
);

-- What came of it; nothing is written over: of several the last one counts.
create table result (
  number integer generated always as identity primary key,
  tournament integer not null,
  round integer not null,
  player integer not null,
  worth integer not null check (worth >= 0),  -- by the edition's book; 0: bankrupt
  entered_by text not null,  -- the table's journal, or a member's name
  why text not null default '',
  made timestamptz not null default clock_timestamp(),
  foreign key (tournament, round, player) references seating
);

create view counted_result as
  select distinct on (tournament, round, player)
    result.tournament, result.round, result.player, seating.place as at_table, result.worth,
    result.entered_by, result.why, result.made
  from result join seating using (tournament, round, player)
  order by tournament, round, player, number desc;

-- Places at a table by worth; equals share a place, and the points of the places that they take.
create view place_at_table as
  select tournament, round, player, at_table, worth,
    rank() over best as place,
    count(*) over equals as sharing,
    worth / nullif(sum(worth) over (partition by tournament, round, at_table), 0)::numeric as share
  from counted_result
  window best as (partition by tournament, round, at_table order by worth desc),
    equals as (partition by tournament, round, at_table, worth);

create view points_at_table as
  select place_at_table.*, (
    select coalesce(sum(coalesce(tournament.points[nth], 0)), 0) / sharing
    from generate_series(place, place + sharing - 1) as nth
  ) as points
  from place_at_table join tournament on tournament.id = place_at_table.tournament;

-- First by points; then by tables won alone or shared; then by the shares of all worth at the
-- own tables; who is equal in all three shares a place.
create view standing as
  select player.tournament, player.id as player, player.name,
    rank() over (
      partition by player.tournament
      order by sum(coalesce(points, 0)) desc,
        count(*) filter (where place = 1) desc,
        sum(coalesce(share, 0)) desc
    ) as place,
    count(points) as rounds,
    sum(coalesce(points, 0)) as points,
    count(*) filter (where place = 1) as won,
    sum(coalesce(share, 0)) as share
  from player left join points_at_table on points_at_table.player = player.id
  group by player.tournament, player.id, player.name;
