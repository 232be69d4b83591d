"""A game moves to another table: offered by the organiser, taken by the table."""

import secrets

from companion.hub.database import Database
from companion.hub.records import head_for
from companion.shipping.wire import HubHead, MovingGame, Refused

MOST = 50
"""Games that a table is told of, those of which a record came last."""

_OPEN_TO = """
    select game.game, game.name, game.edition, club_table.name, lease.table_id = %(table)s,
      coalesce(head.seq, 0)
    from game
    cross join lateral (
      select table_id, made from lease where game = game.game order by epoch desc limit 1
    ) lease
    join club_table on club_table.id = lease.table_id
    left join move on move.game = game.game
    left join lateral (
      select seq, kept from record where game = game.game order by seq desc limit 1
    ) head on true
    where move.table_id = %(table)s or lease.table_id = %(table)s
    order by coalesce(head.kept, lease.made) desc
    limit %(most)s
"""
_HOLDER = "select epoch, table_id from lease where game = %s order by epoch desc limit 1"


class Moves:
    """Which games may move where. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def offer(self, game: str, table: int | None) -> Refused | None:
        """Let a table go on with a game of another; None: no table any more.

        Until that table takes it, the other goes on as it did.
        """
        key = bytes.fromhex(game)
        with self._database.transaction() as cursor:
            held = cursor.execute(_HOLDER, (key,)).fetchone()
            if held is None:
                return Refused("game-unknown")
            cursor.execute("delete from move where game = %s", (key,))
            if table not in (None, held[1]):
                cursor.execute("insert into move (game, table_id) values (%s, %s)", (key, table))
        self._database.ring(game)
        return None

    def offered(self) -> dict[str, int]:
        """Return by game which table may go on with it."""
        with self._database.transaction() as cursor:
            rows = cursor.execute("select game, table_id from move").fetchall()
        return {game.hex(): table for game, table in rows}

    def open_to(self, table: int) -> tuple[MovingGame, ...]:
        """Return the games that a table may go on with: its own, and those offered to it."""
        with self._database.transaction() as cursor:
            cursor.execute(_OPEN_TO, {"table": table, "most": MOST})
            return tuple(
                MovingGame(
                    game=game.hex(), name=name, edition=edition, table=holder, yours=yours, seq=seq
                )
                for game, name, edition, holder, yours, seq in cursor
            )

    def take(self, game: str, table: int) -> HubHead | Refused:
        """Give a table the lease of a game that it may go on with; what others send is refused.

        Whoever has it already has it: a lost answer is asked for again.
        """
        key = bytes.fromhex(game)
        with self._database.transaction() as cursor:
            cursor.execute("select from game where game = %s for update", (key,))
            held = cursor.execute(_HOLDER, (key,)).fetchone()
            if held is None:
                return Refused("game-unknown")
            epoch, holder = held
            if holder != table:
                taken = cursor.execute(
                    "delete from move where game = %s and table_id = %s", (key, table)
                )
                if not taken.rowcount:
                    return Refused("not-offered")
                cursor.execute(
                    "insert into lease (game, epoch, table_id, arrival) values (%s, %s, %s, %s)",
                    (key, epoch + 1, table, secrets.token_bytes(32)),
                )
            head = head_for(cursor, key, table)
        self._database.ring(game)
        return head
