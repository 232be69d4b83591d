"""A game of a tournament's round ends by the hub's clock, whatever this machine's says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game.commands import TimeUp
from companion.shipping.order_taker import heard
from companion.shipping.wire import TableRound
from companion.table.answers import Accepted
from companion.table.clocks.commands import GoOn, Pause
from companion.table.clocks.heard_round import HeardRound
from tests.support.table import Hands, hands, plugged_in_again

ROUND = TableRound(
    tournament="Cup",
    number=2,
    players=("Cy", " bob", "Ann"),
    edition="ru-2004",
    minutes=90,
    left_s=5400.0,
)


class Hub:
    """A hub with a clock of its own, whose answers take their time both ways."""

    def __init__(self, at: Hands) -> None:
        self._at, self.ends = at, at.clock.now + 5400.0  # by a clock that never jumps

    def told(self, there_s: float = 0.0, back_s: float = 0.0, **changes: Any) -> HeardRound:
        """Ask; return what the table hears."""
        asked = self._at.clock.now
        self._at.clock.now += there_s
        round_ = replace(ROUND, left_s=self.ends - self._at.clock.now, **changes)
        self._at.clock.now += back_s
        told = heard(round_, asked, self._at.clock.now)
        assert told is not None
        self._at.desk.hear_round(told)
        return told


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        assert isinstance(at_table.ask_to_begin("ru-2004", ends="90 min"), Accepted)
        yield at_table


def left(at: Hands) -> tuple[int | None, int | None]:
    at.pipeline.tick()
    return at.view.time_left, at.view.round_left


def test_the_hubs_clock_counts_though_this_one_is_hours_off_and_jumps(at: Hands) -> None:
    hub = Hub(at)
    hub.told()
    at.clock.wall_now += 7 * 3600  # the agreed 90 minutes would be long over
    assert left(at) == (None, 90)
    at.clock.now = hub.ends - 600
    at.clock.wall_now -= 30 * 3600
    assert left(at) == (10, 10)
    at.clock.now = hub.ends - 299
    assert left(at) == (5, 5)
    at.clock.now = hub.ends - 0.5
    assert left(at) == (5, 1)
    at.clock.now = hub.ends
    assert left(at) == (0, 0)
    at.clock.now += 3600
    assert left(at) == (0, 0)


def test_the_table_wakes_when_the_time_is_up(at: Hands) -> None:
    hub = Hub(at)
    hub.told()
    for minutes in (10, 5, 0):
        assert at.desk.due == hub.ends - 60 * minutes
        at.clock.now = at.desk.due
        assert left(at)[0] == minutes
    assert at.desk.due > at.clock.now
    assert at.desk.is_timed


@pytest.mark.parametrize(("there", "back"), [(0.0, 0.0), (0.4, 0.4), (0.9, 0.0), (0.0, 0.9)])
def test_the_end_is_reckoned_from_the_middle_of_the_way(
    at: Hands, there: float, back: float
) -> None:
    hub = Hub(at)
    ends = hub.told(there, back).ends
    assert ends is not None
    assert abs(ends - hub.ends) <= abs(there - back) / 2 + 1e-6


def test_while_the_hub_is_away_it_goes_on_from_the_last_answer(at: Hands) -> None:
    hub = Hub(at)
    hub.told(0.2, 0.2)
    told = at.view.revision
    at.clock.now = hub.ends - 30 * 60
    assert left(at) == (None, 30)
    assert at.view.revision == told + 1
    at.clock.now = hub.ends + 1
    assert left(at) == (0, 0)


def test_an_answer_that_came_a_little_slower_changes_no_page(at: Hands) -> None:
    hub = Hub(at)
    hub.told()
    told = at.view.revision
    at.clock.now += 3
    hub.told(0.0, 0.3)
    assert at.view.revision == told
    at.clock.now = hub.ends + 0.15
    assert left(at) == (0, 0)
    told = at.view.revision
    hub.told(0.0, 0.0)
    hub.ends += 0.4
    hub.told(0.0, 0.0)
    assert at.view.revision == told
    assert left(at) == (0, 0)


def test_a_pause_here_stops_no_clock_of_a_tournament(at: Hands) -> None:
    hub = Hub(at)
    hub.told()
    assert isinstance(at.answer(Pause(), at.cause("banker", "phone")), Accepted)
    at.clock.now = hub.ends - 240
    assert left(at) == (5, 4)
    assert isinstance(at.answer(GoOn(), at.cause("banker", "phone")), Accepted)
    at.clock.now = hub.ends
    assert left(at) == (0, 0)


def test_the_banker_calls_the_end_and_then_nothing_is_left_to_tell(at: Hands) -> None:
    hub = Hub(at)
    hub.told()
    at.clock.now = hub.ends
    assert left(at) == (0, 0)
    assert at.view.state is not None
    assert not at.view.state.time_called
    assert isinstance(at.answer(TimeUp(), at.cause("banker", "phone")), Accepted)
    assert left(at) == (None, None)
    hub.told()
    assert left(at) == (None, None)


def test_before_the_round_begins_no_clock_runs(at: Hands) -> None:
    waits = heard(replace(ROUND, left_s=None), at.clock.now, at.clock.now)
    at.desk.hear_round(waits)
    at.clock.wall_now += 3 * 3600
    assert left(at) == (None, None)
    assert at.view.round == waits
    hub = Hub(at)
    hub.told()
    assert left(at) == (None, 90)


@pytest.mark.parametrize(
    "other",
    [{"edition": "disney"}, {"players": ("Ann", "Bob")}, {"players": ("Ann", "Bob", "Di")}],
)
def test_another_game_keeps_its_own_agreed_end(at: Hands, other: dict[str, Any]) -> None:
    Hub(at).told(**other)
    at.clock.wall_now += 90 * 60
    assert left(at) == (0, None)


def test_a_round_without_a_clock_leaves_the_agreed_end_as_it_is(at: Hands) -> None:
    at.desk.hear_round(heard(replace(ROUND, minutes=None, left_s=None), 1.0, 1.0))
    at.clock.wall_now += 85 * 60
    assert left(at) == (5, None)


def test_where_no_round_sits_any_more_the_table_has_its_own_clock_again(at: Hands) -> None:
    hub = Hub(at)
    hub.told()
    at.clock.now = hub.ends
    assert left(at) == (0, 0)
    at.desk.hear_round(None)
    assert left(at) == (None, None)
    assert at.view.round is None


def test_nothing_of_a_round_is_kept_at_the_table(at: Hands) -> None:
    Hub(at).told()
    with plugged_in_again(at) as again:
        again.pipeline.tick()
        assert (again.view.round, again.view.round_left) == (None, None)


@pytest.mark.parametrize("left_s", [float("nan"), float("inf"), -float("inf"), 1e300])
def test_a_hub_that_tells_no_time_tells_of_no_round(left_s: float) -> None:
    assert heard(replace(ROUND, left_s=left_s), 1.0, 1.0) is None
