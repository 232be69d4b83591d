"""The records of all games: kept batch by batch, under the lease of the table that writes them."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from companion.hub import intake
from companion.hub.database import Cursor, Database, plain
from companion.hub.tables import ASKED_BY
from companion.journal.record import FIRST_DIGEST, digest_of
from companion.shipping.wire import MOST, HubHead, Parcel, RecordBatch, Refused

MOST_SEATS = 10_000
"""Games of which it is remembered how many play them."""

_NONE = bytes(32)
"""What the first record of a game is chained to."""

_NEWEST = (
    "select lease.epoch, lease.table_id, club_table.name,"  # noqa: S608  # ours
    f" club_table.kept_too or {ASKED_BY} is not null, lease.arrival, club_table.addresses"
    " from lease join club_table on club_table.id = lease.table_id"
    " where lease.game = %s order by lease.epoch desc limit 1"
)
_LAST = "select seq, digest from record where game = %s order by seq desc limit 1"
_GAMES = """
    select game.game, lease.table_id, club_table.name, game.name, game.edition, lease.epoch,
      coalesce(head.seq, 0), extract(epoch from coalesce(head.kept, lease.made))::float8
    from game
    cross join lateral (
      select epoch, table_id, made from lease where game = game.game order by epoch desc limit 1
    ) lease
    join club_table on club_table.id = lease.table_id
    left join lateral (
      select seq, kept from record where game = game.game order by seq desc limit 1
    ) head on true
    order by 8 desc, 1
"""
_KEEP = """
    insert into record (game, seq, epoch, before, digest, body)
    select %s, %s + number, %s, before, digest, body
    from unnest(%s::bytea[], %s::bytea[], %s::bytea[])
      with ordinality as parcel (before, digest, body, number)
"""


class ShippedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the hub has it."""

    game: str
    table: int  # that holds its lease
    table_name: str
    name: str  # of its journal
    edition: str
    epoch: int
    seq: int  # of its last record; 0: none has come
    kept_at: float  # when that was kept, seconds since 1970; without one, when the lease was given


class Records:
    """What the tables have sent.

    Every method raises HubError if PostgreSQL is away. A game is the digest of its first record,
    64 hexadecimal digits.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seats: dict[str, int | None] = {}  # how many play a game, as far as it was asked

    def lease(
        self, game: str, table: int, name: str, edition: str, first: bytes = b""
    ) -> HubHead | Refused:
        """Give a table the lease of a game that nobody has, or that it has already.

        Of a game that stands in no record here its number says nothing: whoever read it somewhere
        may have asked for it. It is whose table shows the first record.

        Args:
            game: which.
            table: who asks.
            name: of its journal.
            edition: which it plays.
            first: its first record, if the table shows it.
        """
        key = bytes.fromhex(game)
        with self._database.transaction() as cursor:
            cursor.execute(
                "insert into game (game, name, edition) values (%s, %s, %s) on conflict do nothing",
                (key, plain(name, 80), plain(edition, 80)),
            )
            cursor.execute("select from game where game = %s for update", (key,))
            held = cursor.execute(_NEWEST, (key,)).fetchone()
            if held is None:
                cursor.execute(
                    "insert into lease (game, epoch, table_id) values (%s, 1, %s)", (key, table)
                )
            elif held[1] != table:
                is_proven = digest_of(FIRST_DIGEST, first) == game
                if not is_proven or cursor.execute(_LAST, (key,)).fetchone() is not None:
                    return _elsewhere(cursor, key, table, held)
                cursor.execute(
                    "update game set name = %s, edition = %s where game = %s",
                    (plain(name, 80), plain(edition, 80), key),
                )
                cursor.execute(
                    "insert into lease (game, epoch, table_id) values (%s, %s, %s)",
                    (key, held[0] + 1, table),
                )
            return head_for(cursor, key, table)

    def keep(self, game: str, table: int, batch: RecordBatch) -> HubHead | Refused:
        """Keep all records of a batch, or none; those that are there already are left.

        Args:
            game: whose.
            table: who sends them.
            batch: the records.
        """
        key, damaged = bytes.fromhex(game), intake.refused_of(batch, self._seats_of(game, batch))
        with self._database.transaction() as cursor:
            cursor.execute("select from game where game = %s for update", (key,))
            held = cursor.execute(_NEWEST, (key,)).fetchone()
            if held is None:
                return Refused("game-unknown")
            epoch, holder = held[:2]
            if (holder, epoch) != (table, batch.epoch):
                return _elsewhere(cursor, key, table, held)
            fresh = _fresh(cursor, key, batch)
            if isinstance(fresh, Refused):
                return fresh
            if fresh:
                if damaged is not None:
                    return damaged
                _insert(cursor, key, batch, fresh)
            head = head_for(cursor, key, table)
        if fresh:
            self._database.ring(game)
        return head

    def _seats_of(self, game: str, batch: RecordBatch) -> int | None:
        """Return how many play a game; what its first record says is never another."""
        if game not in self._seats:
            first = batch.parcels[:1] if batch.after == 0 else self.after(game, 0, 1)
            if not first or digest_of(FIRST_DIGEST, first[0].body) != game:
                return None
            if len(self._seats) >= MOST_SEATS:
                self._seats.clear()
            self._seats[game] = intake.seats_of(first[0])
        return self._seats[game]

    def head(self, game: str, table: int) -> HubHead | None:
        """Return how far the hub has a game, to a table; None: it knows no such game."""
        key = bytes.fromhex(game)
        with self._database.transaction() as cursor:
            known = cursor.execute("select from lease where game = %s limit 1", (key,)).fetchone()
            return None if known is None else head_for(cursor, key, table)

    def after(self, game: str, seq: int, limit: int = MOST) -> tuple[Parcel, ...]:
        """Return the records after number *seq*, so many at most."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select digest, body from record"
                " where game = %s and seq > %s order by seq limit %s",
                (bytes.fromhex(game), seq, limit),
            )
            return tuple(Parcel(digest.hex(), body) for digest, body in rows)

    def games(self) -> tuple[ShippedGame, ...]:
        """Return all games, the one that was last written first."""
        with self._database.transaction() as cursor:
            return tuple(
                ShippedGame(
                    game=game.hex(),
                    table=table,
                    table_name=table_name,
                    name=name,
                    edition=edition,
                    epoch=epoch,
                    seq=seq,
                    kept_at=kept_at,
                )
                for game, table, table_name, name, edition, epoch, seq, kept_at in cursor.execute(
                    _GAMES
                )
            )


def head_for(cursor: Cursor, game: bytes, table: int) -> HubHead:
    """Return how far a game that has a lease is, to a table."""
    ((epoch, holder, name, kept_too, arrival, _),) = cursor.execute(_NEWEST, (game,)).fetchall()
    seq, digest = cursor.execute(_LAST, (game,)).fetchone() or (0, _NONE)
    return HubHead(
        seq=seq,
        digest=digest.hex(),
        epoch=epoch,
        table=name,
        yours=holder == table,
        arrival=arrival.hex() if arrival and holder == table else "",
        kept_too=kept_too,
    )


def _elsewhere(cursor: Cursor, game: bytes, table: int, held: Sequence[Any]) -> Refused:
    """Say where a game goes on; a table that had it also hears how its phones get there."""
    _epoch, holder, name, _kept_too, arrival, addresses = held
    told: dict[str, int | str] = {"table": name}
    had = cursor.execute(
        "select from lease where game = %s and table_id = %s limit 1", (game, table)
    ).fetchone()
    if had is not None and holder != table:
        told |= {"address": addresses[0]} if addresses else {}
        told |= {"arrival": arrival.hex()} if arrival else {}
    return Refused("game-elsewhere", told)


def _fresh(cursor: Cursor, game: bytes, batch: RecordBatch) -> Sequence[Parcel] | Refused:
    """Return the records of a batch that are not there yet, or why it cannot be kept."""
    last, _ = cursor.execute(_LAST, (game,)).fetchone() or (0, _NONE)
    if batch.after > last:
        return Refused("chain-gap", {"seq": last})
    rows = cursor.execute(
        "select seq, digest from record where game = %s and seq between %s and %s",
        (game, batch.after, batch.after + len(batch.parcels)),
    )
    there: dict[int, bytes] = {0: _NONE, **dict(rows.fetchall())}
    before = bytes.fromhex(batch.before)
    if there[batch.after] != before:
        return Refused("chain-forks", {"seq": batch.after})
    for seq, parcel in enumerate(batch.parcels, batch.after + 1):
        digest = sha256(before + parcel.body).digest()
        if digest.hex() != parcel.digest:
            return Refused("digest-wrong", {"seq": seq})
        if there.get(seq, digest) != digest or (seq == 1 and digest != game):
            return Refused("chain-forks", {"seq": seq})
        before = digest
    return batch.parcels[max(last - batch.after, 0) :]


def _insert(cursor: Cursor, game: bytes, batch: RecordBatch, fresh: Sequence[Parcel]) -> None:
    """Insert the last records of a batch, which follow those that are there."""
    earlier = len(batch.parcels) - len(fresh)
    before = bytes.fromhex(batch.parcels[earlier - 1].digest if earlier else batch.before)
    digests = [bytes.fromhex(parcel.digest) for parcel in fresh]
    bodies = [parcel.body for parcel in fresh]
    chained = [before, *digests[:-1]]
    cursor.execute(_KEEP, (game, batch.after + earlier, batch.epoch, chained, digests, bodies))
