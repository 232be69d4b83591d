-- The records of a club's games, and who may send and see them.

create table club_table (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 40),
  box text not null default '',  -- what the machine called itself when it joined
  token bytea unique check (length(token) = 32),  -- its SHA-256; none: it has not joined, or is void
  seen timestamptz,
  removed timestamptz
);

create unique index one_table_of_a_name on club_table (name) where removed is null;

create table join_code (
  code bytea primary key check (length(code) = 32),  -- its SHA-256
  table_id integer not null references club_table on delete cascade,
  made timestamptz not null default clock_timestamp(),
  used timestamptz
);

create table game (
  game bytea primary key check (length(game) = 32),  -- digest of its first record
  name text not null,
  edition text not null
);

-- Who may write a game: whoever holds its newest lease.
create table lease (
  game bytea not null references game,
  epoch integer not null check (epoch >= 1),
  table_id integer not null references club_table,
  made timestamptz not null default clock_timestamp(),
  primary key (game, epoch)
);

-- A record stands here once under its number, rests on the one before it, and is what its digest
-- says: no fork, no gap and no other content can be written, by whatever program.
create table record (
  game bytea not null,
  seq integer not null check (seq >= 1),
  epoch integer not null,
  before bytea not null,
  digest bytea not null check (digest = sha256(before || body)),
  body bytea not null,
  kept timestamptz not null default clock_timestamp(),
  prior integer generated always as (nullif(seq - 1, 0)) stored,
  primary key (game, seq),
  unique (game, seq, digest),
  foreign key (game, prior, before) references record (game, seq, digest),
  foreign key (game, epoch) references lease (game, epoch),
  check (seq > 1 or before = decode(repeat('00', 32), 'hex')),
  check (seq > 1 or digest = game)
);

create table picture (
  digest bytea primary key check (digest = sha256(content)),
  content bytea not null check (length(content) <= 2097152),
  kept timestamptz not null default clock_timestamp()
);

create table member (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 40),
  role text not null check (role in ('organiser', 'arbiter', 'screen')),
  password text not null  -- its digest, as werkzeug.security writes it
);

create table session (
  secret bytea primary key check (length(secret) = 32),  -- its SHA-256
  member_id integer not null references member on delete cascade,
  made timestamptz not null default clock_timestamp()
);

-- Wrong tries in a row, by what was tried: the join codes, or the password of a name.
create table wrong_try (
  what text primary key,
  failures integer not null default 0,
  last timestamptz not null default clock_timestamp()
);
