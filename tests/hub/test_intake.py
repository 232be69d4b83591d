"""A hub takes in what a table would open, and says of which record it would not."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.hub.hub import Hub
from companion.journal.codec import VERSION
from companion.shipping.wire import HubHead, Parcel, Refused
from tests.support.changed_records import rechained
from tests.support.club_rooms import played
from tests.support.clubs import batch, joined, leased

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Parcel, ...]:
    return played(tmp_path_factory.mktemp("home"), 12)


@pytest.fixture
def table(hub: Hub) -> int:
    return joined(hub)[0]


def with_change(game: tuple[Parcel, ...], seq: int, change: Change) -> tuple[Parcel, ...]:
    """Return a game in which one record is another, with right digests."""
    bodies = [one.body for one in game]
    told = json.loads(bodies[seq - 1])
    change(told)
    bodies[seq - 1] = json.dumps(told).encode()
    return rechained(bodies)


CHANGES: dict[str, tuple[int, Change]] = {
    "another number": (4, lambda told: told.update(seq=5)),
    "a number below one": (4, lambda told: told.update(seq=-4)),
    "a clock beyond all years": (1, lambda told: told["cause"].update(wall=1e18)),
    "a clock before 1970": (3, lambda told: told["cause"].update(wall=-1.0)),
    "a clock that is a word": (3, lambda told: told["cause"].update(wall="noon")),
    "a machine that ran for ever": (3, lambda told: told["cause"].update(mono=1e18)),
    "a phone of nobody's seat": (3, lambda told: told["cause"].update(seat=3)),
    "an event of nobody's seat": (3, lambda told: told["events"][0].update(seat=7)),
    "an event that nobody knows": (3, lambda told: told["events"][0].update({"is": "wished"})),
    "no event that begins": (1, lambda told: told.update(events=told["events"][1:])),
    "no version": (2, lambda told: told.pop("version")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_no_table_would_open_is_refused_and_nothing_of_the_batch_is_kept(
    hub: Hub, table: int, game: tuple[Parcel, ...], name: str
) -> None:
    seq, change = CHANGES[name]
    other = with_change(game, seq, change)
    key = leased(hub, other, table)
    if seq > 1:
        assert isinstance(hub.records.keep(key, table, batch(other, 0, seq - 1)), HubHead)
    refused = hub.records.keep(key, table, batch(other, seq - 1))
    assert refused == Refused("record-damaged", {"seq": seq})
    assert hub.records.keep(key, table, batch(other)) == refused
    assert hub.records.after(key, 0) == other[: seq - 1]


def test_what_was_kept_before_it_was_looked_at_so_may_come_again(
    hub: Hub, table: int, game: tuple[Parcel, ...]
) -> None:
    """An older hub took it; a table whose answer was lost sends it once more."""
    other = with_change(game, 3, CHANGES["a clock before 1970"][1])
    key = leased(hub, other, table)
    hub.records.keep(key, table, batch(other, 0, 2))
    with hub.database.transaction() as cursor:
        cursor.execute(
            "insert into record values (%s, 3, 1, %s, %s, %s)",
            (
                bytes.fromhex(key),
                bytes.fromhex(other[1].digest),
                bytes.fromhex(other[2].digest),
                other[2].body,
            ),
        )
    head = hub.records.keep(key, table, batch(other, 2, 3))
    assert isinstance(head, HubHead)
    assert head.seq == 3
    assert isinstance(hub.records.keep(key, table, batch(other, 3)), HubHead)


def test_what_a_newer_companion_has_written_is_kept(
    hub: Hub, table: int, game: tuple[Parcel, ...]
) -> None:
    newer = with_change(game, 1, lambda told: told.update(version=VERSION + 1, seq="one"))
    key = leased(hub, newer, table)
    assert isinstance(hub.records.keep(key, table, batch(newer)), HubHead)


def test_another_games_first_record_says_nothing_of_who_plays(
    hub: Hub, table: int, game: tuple[Parcel, ...]
) -> None:
    """Whoever sends a wrong one under a game's digest changes nothing for who sends the right."""
    key = leased(hub, game, table)
    lie = with_change(game, 1, lambda told: told["events"][0].update(players=["Ann"]))
    wrong = batch((Parcel(game[0].digest, lie[0].body), *game[1:]))
    assert isinstance(hub.records.keep(key, table, wrong), Refused)
    assert isinstance(hub.records.keep(key, table, batch(game)), HubHead)
