"""A draw is searched outside any transaction, and kept only if what it rests on still stands."""

import threading
from collections.abc import Callable
from itertools import chain

import psycopg
import pytest

from companion.hub.hub import Hub
from companion.hub.tournaments import Tournament
from companion.shipping.wire import Refused
from companion.tournament import seating

_STANDING_IDLE = (
    "select count(*) from pg_stat_activity"
    " where datname = current_database() and state like 'idle in transaction%'"
)


def cup_of(hub: Hub, players: int) -> Tournament:
    cup = hub.tournaments.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    hub.tournaments.enter(cup.id, [f"Player {number:02}" for number in range(players)])
    return cup


def during_search(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Have something done within every search."""
    before = seating._Search.best

    def best(self: seating._Search, steps: int, least: int) -> tuple[seating.Round, ...]:
        do()
        return before(self, steps, least)

    monkeypatch.setattr(seating._Search, "best", best)


@pytest.mark.parametrize(("players", "tables"), [(16, 3), (30, 6), (40, 8)])
def test_no_transaction_waits_for_a_search(
    hub: Hub, address: str, monkeypatch: pytest.MonkeyPatch, players: int, tables: int
) -> None:
    """These draws have taken longer than PostgreSQL leaves a transaction idle."""
    cup, idle = cup_of(hub, players), list[int]()

    def look() -> None:
        with psycopg.connect(address) as connection:
            idle.extend(connection.execute(_STANDING_IDLE).fetchall()[0])

    during_search(monkeypatch, look)
    assert hub.tournaments.seat(cup.id, 5, tables=tables) is None
    assert idle
    assert not any(idle)
    rounds = hub.tournaments.rounds(cup.id)
    assert [len(round_.tables) for round_ in rounds] == [tables] * 5
    for round_ in rounds:
        assert len(set(chain.from_iterable(table.players for table in round_.tables))) == players


def test_what_changes_during_a_search_has_it_searched_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, done = cup_of(hub, 8), list[int]()

    def enter_once() -> None:
        if not done:
            done.append(1)
            assert hub.tournaments.enter(cup.id, ["Late", "Later"]) is None

    during_search(monkeypatch, enter_once)
    assert hub.tournaments.seat(cup.id, 1) is None
    (round_,) = hub.tournaments.rounds(cup.id)
    assert sum(len(table.players) for table in round_.tables) == 10


def test_a_draw_whose_ground_never_stands_still_ends_with_an_answer(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = cup_of(hub, 8)
    hub.tournaments.seat(cup.id, 1)
    before = hub.tournaments.rounds(cup.id)
    newcomers = iter(range(100))
    during_search(monkeypatch, lambda: hub.tournaments.enter(cup.id, [f"New {next(newcomers)}"]))
    assert hub.tournaments.seat(cup.id, 1, seed=1) == Refused("seats-other")
    assert hub.tournaments.rounds(cup.id) == before


def test_a_tournament_that_is_closed_during_a_search_stays_as_it_was(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = cup_of(hub, 8)
    during_search(monkeypatch, lambda: hub.tournaments.close(cup.id))
    assert hub.tournaments.seat(cup.id, 1) == Refused("tournament-closed")
    assert hub.tournaments.rounds(cup.id) == ()


def test_two_who_press_at_once_have_it_drawn_once(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, searches = cup_of(hub, 12), list[int]()
    second: list[Refused | None] = []

    def press() -> None:
        second.append(hub.tournaments.seat(cup.id, 3, seed=2, seen=cup.stand))

    again = threading.Thread(target=press)

    def start_second() -> None:
        searches.append(1)
        if len(searches) == 1:
            again.start()

    during_search(monkeypatch, start_second)
    assert hub.tournaments.seat(cup.id, 3, seed=1, seen=cup.stand) is None
    drawn = hub.tournaments.rounds(cup.id)
    again.join(30)
    assert second == [Refused("seats-other")]
    searched = len(searches)
    assert hub.tournaments.seat(cup.id, 3, seed=3, seen=cup.stand) == Refused("seats-other")
    assert hub.tournaments.rounds(cup.id) == drawn
    assert len(searches) == searched


def test_nobody_cannot_be_seated(hub: Hub) -> None:
    cup = cup_of(hub, 0)
    told = hub.tournaments.seat(cup.id, 1)
    assert told == Refused("seats-wrong", {"players": 0, "tables": 1})
