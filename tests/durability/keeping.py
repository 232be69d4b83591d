"""A table that sends its game to a hub's parts in a process of its own, batch by batch."""

import random
import time
from multiprocessing.connection import Connection

from companion.errors import HubError
from companion.hub.database import Database
from companion.hub.records import Records
from companion.shipping.wire import HubHead, Parcel
from tests.support.clubs import batch, chain

RECORDS = 20_000
"""More than any of them comes to send."""

SAYS_EVERY_S = 0.005
"""So long it waits after PostgreSQL was away."""


def game_of(seed: int) -> tuple[Parcel, ...]:
    """Return all records of a game, the same each time."""
    return chain(RECORDS, told=f"game {seed}")


def keep_in_a_process(address: str, table: int, seed: int, told: Connection) -> None:
    """Go on from where the hub is, for ever; tell the number of each last record that is kept.

    What comes after a failure is the same again, as a table does. It ends with another answer.
    """
    parcels, chance = game_of(seed), random.Random()
    game = parcels[0].digest
    records = Records(Database(address))
    reached: int | None = None
    while True:
        try:
            if reached is None:
                head = records.lease(game, table, "0001-x", "x")
            else:
                until = reached + chance.randint(1, 30)
                head = records.keep(game, table, batch(parcels, reached, until))
        except HubError:
            time.sleep(SAYS_EVERY_S)
            reached = None
            continue
        assert isinstance(head, HubHead), head
        if reached is not None:
            told.send(head.seq)
        reached = head.seq
