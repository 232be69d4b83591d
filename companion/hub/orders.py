"""What arbiters want done at the tables: given at the hub, fetched and answered by the table."""

import msgspec

from companion.hub.database import Database
from companion.shipping.wire import OrderAnswer, Refused, TableOrder

MOST = 20
"""Orders that a table is told at once, and that are shown of a game."""

_OPEN = """
    select number, game, given_by, command from table_order
    cross join lateral (
      select table_id from lease where game = table_order.game order by epoch desc limit 1
    ) lease
    where accepted is null and lease.table_id = %s
    order by number limit %s
"""


class GivenOrder(msgspec.Struct, frozen=True, kw_only=True):
    """An order, as the club sees it."""

    number: int
    by: str
    command: str  # JSON
    made_at: float  # seconds since 1970
    accepted: bool | None  # None: the table has not answered
    told: str  # the code of a refusal


class Orders:
    """All that were given. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def give(self, game: str, by: str, command: str) -> int | Refused:
        """Give an order to whichever table has a game, and return its number.

        Args:
            game: which.
            by: name of the member who gives it.
            command: what the table is to do, JSON.
        """
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "insert into table_order (game, given_by, command)"
                " select game, %s, %s from game where game = %s returning number",
                (by, command, bytes.fromhex(game)),
            ).fetchall()
        self._database.ring(game)
        return int(rows[0][0]) if rows else Refused("game-unknown")

    def open_for(self, table: int) -> tuple[TableOrder, ...]:
        """Return the orders that a table has not answered, the oldest first."""
        with self._database.transaction() as cursor:
            return tuple(
                TableOrder(number=number, game=game.hex(), by=by, command=command)
                for number, game, by, command in cursor.execute(_OPEN, (table, MOST))
            )

    def answered(self, number: int, table: int, answer: OrderAnswer) -> bool:
        """Keep what came of an order; return whether it was this table's to answer, and open."""
        with self._database.transaction() as cursor:
            done = cursor.execute(
                "update table_order set accepted = %s, told = %s, answered = now()"
                " where number = %s and accepted is null and %s = ("
                "   select table_id from lease where game = table_order.game"
                "   order by epoch desc limit 1)"
                " returning game",
                (answer.accepted, answer.told[:80], number, table),
            ).fetchone()
        if done is not None:
            self._database.ring(done[0].hex())
        return done is not None

    def withdraw(self, number: int) -> bool:
        """Take an order back that no table has answered; return whether there was such a one.

        A table that has fetched it already may still do it.
        """
        with self._database.transaction() as cursor:
            done = cursor.execute(
                "delete from table_order where number = %s and accepted is null", (number,)
            )
            return done.rowcount > 0

    def of(self, game: str) -> tuple[GivenOrder, ...]:
        """Return the last orders of a game, the newest first."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select number, given_by, command, extract(epoch from made)::float8, accepted, told"
                " from table_order where game = %s order by number desc limit %s",
                (bytes.fromhex(game), MOST),
            )
            return tuple(
                GivenOrder(
                    number=number,
                    by=by,
                    command=command,
                    made_at=made_at,
                    accepted=accepted,
                    told=told,
                )
                for number, by, command, made_at, accepted, told in rows
            )
