"""The clock of PostgreSQL's machine jumps, or that of a worker, while tables without a box play."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from companion.errors import HubError
from companion.hosting.leases import Leases
from companion.hosting.tables import HostedTable
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.hosted_club import Hosting, Presser, missing, presses_on
from tests.support.clubs import cluster
from tests.support.stepped_clocks import HOUR_S, SteppedClock, stepped_clock
from tests.support.workers import hosted_table

TABLES = 3


@pytest.fixture
def clock() -> Iterator[SteppedClock]:
    with stepped_clock() as made:
        yield made


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


@pytest.fixture
def hosting(clock: SteppedClock, stack: ExitStack) -> Hosting:
    """Return a club whose database goes by that clock."""
    with clock.around(threads=False):
        server = stack.enter_context(cluster())
    return Hosting(server, stack)


def pressing(hosting: Hosting, stack: ExitStack) -> Sequence[Presser]:
    """Let bankers press at some tables."""
    made = []
    for number in range(TABLES):
        table = hosted_table(hosting.database, f"Table {number + 1}")
        made.append(Presser(hosting, table, hosting.party(table)))
        made[-1].start()
        stack.callback(made[-1].end)
    return made


def led_on(hosting: Hosting, pressers: Sequence[Presser]) -> None:
    """Ask who holds each table, as a router asks the hub, until somebody does."""
    leases = Leases(hosting.database)

    def is_held(table: HostedTable) -> bool:
        try:
            return leases.holder(table.key) is not None
        except HubError:
            return False

    wait_for("holders", lambda: all(is_held(one.table) for one in pressers))


def test_when_the_databases_clock_jumps_all_tables_go_on_and_nothing_is_missing(
    clock: SteppedClock, hosting: Hosting, stack: ExitStack
) -> None:
    for _ in range(2):
        hosting.worker()
    pressers = pressing(hosting, stack)
    for step in (HOUR_S, -HOUR_S, -HOUR_S, 2 * HOUR_S):
        clock.step(step)
        with hosting.database.transaction() as cursor:
            cursor.execute("select extract(epoch from clock_timestamp())::float8")
            ((told,),) = cursor.fetchall()
        assert abs(told - time.time() - clock.off_s) < HOUR_S / 2  # it did jump
        led_on(hosting, pressers)
        presses_on(pressers)
    for one in pressers:
        one.end()
    assert [missing(one) for one in pressers] == [{}] * TABLES


def test_a_worker_that_dies_before_the_clock_jumps_back_keeps_no_table_for_an_hour(
    clock: SteppedClock, hosting: Hosting, stack: ExitStack
) -> None:
    for _ in range(2):
        hosting.worker()
    pressers = pressing(hosting, stack)
    presses_on(pressers)
    victim = hosting.holder(pressers[0].table)
    victim.kill()
    clock.step(-HOUR_S)
    hosting.workers.remove(victim)
    presses_on(pressers)
    for one in pressers:
        one.end()
    assert [missing(one) for one in pressers] == [{}] * TABLES


def test_a_workers_own_clock_is_nobodys_concern(clock: SteppedClock, stack: ExitStack) -> None:
    hosting = Hosting(stack.enter_context(cluster()), stack)
    with clock.around(threads=True):
        worker = hosting.worker()
    pressers = pressing(hosting, stack)
    for step in (HOUR_S, -2 * HOUR_S):
        clock.step(step)
        presses_on(pressers)
    assert all(hosting.holder(one.table) is worker for one in pressers)
    for one in pressers:
        one.end()
    assert [missing(one) for one in pressers] == [{}] * TABLES
    told = [json.loads(one.body)["cause"]["wall"] for one in pressers[0].parcels()]
    assert max(told) - min(told) > HOUR_S  # it did jump
