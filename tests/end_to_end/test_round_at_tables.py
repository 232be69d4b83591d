"""A round is drawn, set up at two tables with boxes, and its time is up at both in one second."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.game.commands import TimeUp
from companion.hub.tournaments import Tournament, TournamentRound
from companion.shipping.order_taker import OrderTaker
from companion.shipping.shipper import Shipper
from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.table.table import Table
from tests.support.club_house import ClubHouse, club_house
from tests.support.player import banker
from tests.support.waiting import soon

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


class WrongClock:
    """A machine whose clock is off by hours, and jumps by more each time it is looked at."""

    def __init__(self, off_s: float) -> None:
        self._off_s, self.boot = off_s, "wrong"

    def mono(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        self._off_s *= -1.1
        return time.time() + self._off_s


class Box:
    """A table in the club."""

    def __init__(self, home: Path, house: ClubHouse, name: str, off_s: float) -> None:
        self.table = Table(home, clock=WrongClock(off_s))
        self.table.start()
        self._shipper = Shipper(home, self.table)
        self._shipper.start()
        self._taker = OrderTaker(self.table, lambda: self._shipper.membership)
        self._taker.start()
        self._shipper.join(house.address, house.new_code(name))

    def stop(self) -> None:
        """Stop all of it."""
        self._taker.stop()
        self._shipper.stop()
        self.table.stop()

    def begin(self) -> None:
        """Begin the game of the round that it has heard of."""
        assert soon(lambda: self.table.view.round is not None)
        heard = self.table.view.round
        assert heard is not None
        game = Begin(
            edition=heard.edition,
            variants=heard.variants,
            house={name: int(text) for name, text in heard.house.items()},
            players=heard.players,
            first_roll=False,
            ends=f"{heard.minutes} min",
        )
        assert isinstance(self.table.submit(game, banker(self.table)), Accepted)

    @property
    def ends(self) -> float:
        """When it will say that the time is up, monotonic seconds."""
        heard = self.table.view.round
        assert heard is not None
        assert heard.ends is not None
        return heard.ends


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ClubHouse]:
    with club_house(tmp_path / "hub") as opened:
        yield opened


@pytest.fixture
def boxes(tmp_path: Path, house: ClubHouse) -> Iterator[tuple[Box, Box]]:
    with ExitStack() as stack:
        pair = (
            Box(tmp_path / "seven", house, "Table 7", 5 * 3600.0),
            Box(tmp_path / "eight", house, "Table 8", -40 * 24 * 3600.0),
        )
        for box in pair:
            stack.callback(box.stop)
        yield pair


def round_one(house: ClubHouse, cup: Tournament) -> TournamentRound:
    return house.club.hub.tournaments.rounds(cup.id)[0]


def shift(house: ClubHouse, minutes: float) -> None:
    """Have a round be over so much earlier."""
    with house.postgres_connection() as connection:
        connection.execute(
            "update round set ends = ends - make_interval(secs => %s)", (60 * minutes,)
        )


def test_both_tables_say_by_the_hubs_clock_in_one_second_that_time_is_up(
    house: ClubHouse, boxes: tuple[Box, Box]
) -> None:
    store = house.club.hub.tournaments
    cup = store.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    assert store.play_by(cup.id, ["before-2008"], {"go_salary": "400"}) is None
    assert store.enter(cup.id, NAMES) is None
    assert store.seat(cup.id, 1, tables=2) is None
    for box, table in zip(boxes, round_one(house, cup).tables, strict=True):
        box.begin()
        assert box.table.view.state is not None
        there = {player.name for player in box.table.view.state.players}
        assert there == {player.name for player in table.players}
        played = box.table.view.state.edition
        assert (played.variants, played.house) == (("before-2008",), {"go_salary": 400})
        assert box.table.view.round_left is None
    assert store.begin(cup.id, 1) is None
    assert soon(lambda: all(box.table.view.round_left == 90 for box in boxes))
    left = round_one(house, cup).left_s
    assert left is not None
    by_the_hub = time.monotonic() + left
    assert all(abs(box.ends - by_the_hub) < 1 for box in boxes)
    assert abs(boxes[0].ends - boxes[1].ends) < 1
    shift(house, 86)
    assert soon(lambda: all(box.table.view.time_left == 5 for box in boxes))
    assert all(box.table.view.round_left in (3, 4) for box in boxes)
    shift(house, 5)
    assert soon(lambda: all(box.table.view.time_left == 0 for box in boxes))
    for box in boxes:
        assert isinstance(box.table.submit(TimeUp(), banker(box.table)), Accepted)
        assert soon(lambda box=box: box.table.view.time_left is None)  # type: ignore[misc]
