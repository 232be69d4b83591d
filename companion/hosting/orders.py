"""What arbiters want done at hosted tables: no table asks for it, its worker does."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.hub.database import Database
from companion.hub.orders import MOST
from companion.shipping.wire import TableOrder

_OPEN = """
    select key, table_id, number, game, given_by, command from table_order
    cross join lateral (
      select table_id from lease where game = table_order.game order by epoch desc limit 1
    ) lease
    join hosted_table using (table_id)
    where accepted is null and (worker is null or worker = %s)
    order by number limit %s
"""


class HostedOrder(NamedTuple):
    """An order that a hosted table has not answered."""

    key: str  # of the table
    table: int
    order: TableOrder


def open_orders(database: Database, worker: int) -> Sequence[HostedOrder]:
    """Return the orders for tables that a worker holds, and for those that nobody holds.

    Raises:
        HubError: the database is away.
    """
    with database.transaction() as cursor:
        return [
            HostedOrder(
                key, table, TableOrder(number=number, game=game.hex(), by=by, command=command)
            )
            for key, table, number, game, by, command in cursor.execute(_OPEN, (worker, MOST))
        ]
