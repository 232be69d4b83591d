"""The club's disk takes no more while tables without a box play; then there is room again."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from companion.errors import HubError
from companion.shipping.wire import MOST, HubHead
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.hosted_club import Hosting, Presser, commands_of, missing, presses_on
from tests.support.clubs import batch, cluster, joined, leased
from tests.support.little_room import LOG_FULL, TABLES_FULL, little_room, random_records
from tests.support.pages import told
from tests.support.workers import hosted_table
from web.shared.broken import HOSTED

TABLES = 2
FULL = HOSTED["hub-full"]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


@pytest.fixture
def hosting(stack: ExitStack) -> Hosting:
    made = Hosting(stack.enter_context(cluster()), stack)
    for _ in range(TABLES):
        made.worker()
    return made


def pressing(hosting: Hosting, stack: ExitStack) -> Sequence[Presser]:
    """Let bankers press at some tables."""
    made = []
    for number in range(TABLES):
        table = hosted_table(hosting.database, f"Window {number + 1}")
        made.append(Presser(hosting, table, hosting.party(table)))
        made[-1].start()
        stack.callback(made[-1].end)
    return made


def fill(hosting: Hosting, count: int, size: int, at_once: int) -> bool:
    """Have a table with a box send so much; return whether all of it was kept."""
    records, (table, _token) = random_records(count, size), joined(hosting.hub, "Box")
    game = leased(hosting.hub, records, table)
    for after in range(0, count, at_once):
        try:
            sent = batch(records, after, after + at_once)
            assert isinstance(hosting.hub.records.keep(game, table, sent), HubHead)
        except HubError:
            return False
    return True


def refused_at_all(pressers: Sequence[Presser]) -> None:
    """Wait until each of them was refused something, several times more."""
    goals = [len(one.refused) + 3 for one in pressers]
    wait_for(
        "refusals",
        lambda: all(len(one.refused) >= goal for one, goal in zip(pressers, goals, strict=True)),
    )


def test_where_the_tables_of_the_database_are_full_it_is_said_and_then_they_go_on(
    hosting: Hosting, stack: ExitStack
) -> None:
    assert fill(hosting, 9_600, 1_500, MOST)  # small enough to lie where other records lie
    pressers = pressing(hosting, stack)
    presses_on(pressers)
    with little_room(hosting.server, TABLES_FULL):
        refused_at_all(pressers)
        page = pressers[0].phones[1].get("/seat")
        assert (page.status, FULL in told(page.body.decode())) == (200, True)
        refused = [dict(one.refused) for one in pressers]
    presses_on(pressers)
    for one, before in zip(pressers, refused, strict=True):
        one.end()
        assert {*before.values()} == {(503, FULL)}
        assert missing(one) == {}
        booked = [command.get("cash") for command in commands_of(one)]
        assert [amount for amount in before if {"0": amount} in booked] == []


def test_where_its_log_is_full_all_that_was_acknowledged_is_there_after(
    hosting: Hosting, stack: ExitStack
) -> None:
    pressers = pressing(hosting, stack)
    presses_on(pressers)
    with little_room(hosting.server, LOG_FULL):
        assert not fill(hosting, 400, 100_000, 1)
        refused_at_all(pressers)
    hosting.server.start()  # as its service does
    presses_on(pressers)
    for one in pressers:
        one.end()
    assert [missing(one) for one in pressers] == [{}] * TABLES
