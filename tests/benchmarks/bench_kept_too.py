"""How much longer an answer takes where it counts only once the club's hub has it, too."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.shipping.shipper import Shipper
from companion.table.answers import Accepted
from companion.table.clocks.commands import GoOn, Pause
from companion.table.table import Table
from tests.benchmarks.figure import Figure
from tests.support.club_house import ClubHouse, club_house
from tests.support.player import banker, begin
from tests.support.waiting import soon

ROUNDS, PRESSES = 5, 60
"""With and without in turn: machines are shared."""


def measure() -> Iterator[Figure]:
    """Press at a table that ships over TLS to a hub on the same machine, with a real PostgreSQL."""
    with tempfile.TemporaryDirectory() as work, club_house(Path(work) / "hub") as house:
        home = Path(work) / "table"
        table = Table(home)
        table.start()
        shipper = Shipper(home, table)
        shipper.start()
        try:
            shipper.join(house.address, house.new_code("Table 7"))
            begin(table)
            yield from _in_turn(house, table, shipper)
        finally:
            shipper.stop()
            table.stop()


def _in_turn(house: ClubHouse, table: Table, shipper: Shipper) -> Iterator[Figure]:
    took: dict[bool, list[float]] = {False: [], True: []}
    (number,) = (one.id for one in house.club.hub.tables.all())
    for _ in range(ROUNDS):
        for wanted, times in took.items():
            house.club.hub.tables.keep_too(number, wanted=wanted)
            _press(table)
            assert soon(lambda wanted=wanted: shipper.kept.wanted is wanted)  # type: ignore[misc]
            times += [_press(table) for _ in range(PRESSES)]
    here, there = (1000 * statistics.median(times) for times in took.values())
    yield Figure("an answer once it is on this disk, median", here, "ms")
    yield Figure("an answer once the hub has it too, median", there, "ms")
    yield Figure("99 of 100", 1000 * statistics.quantiles(took[True], n=100)[98], "ms")
    yield Figure("as many times as without", there / here, "")


def _press(table: Table) -> float:
    """Pause the game or let it go on; return how long the answer took, in seconds."""
    paused = table.view.pauses.since is not None
    began = time.perf_counter()
    answer = table.submit(GoOn() if paused else Pause(), banker(table))
    took = time.perf_counter() - began
    assert isinstance(answer, Accepted), answer
    return took
