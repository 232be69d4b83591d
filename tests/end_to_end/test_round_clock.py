"""The clock of PostgreSQL's machine jumps while a round is played, with a box and without one."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.appliance import wait_for
from tests.end_to_end.hosted_club import correct
from tests.end_to_end.phone import Phone
from tests.end_to_end.test_rules_of_a_round import NAMES, box, hosted, set_up
from tests.end_to_end.test_rulings_from_the_hub import Browser
from tests.support.club_house import ClubHouse, club_house
from tests.support.club_rooms import PASSWORD
from tests.support.pages import told
from tests.support.stepped_clocks import HOUR_S, SteppedClock, stepped_clock

IN_ROUND = re.compile(r"with round 1 of “Cup”, in (\d+) min")
ON_CARD = re.compile(r'data-ends="(-?\d+)"')
TIME_IS_UP = "Time is up: round 1 of “Cup” is over."


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


@pytest.fixture
def clock(stack: ExitStack) -> SteppedClock:
    return stack.enter_context(stepped_clock())


@pytest.fixture
def house(tmp_path: Path, stack: ExitStack, clock: SteppedClock) -> ClubHouse:
    """A club whose database goes by that clock, and nothing else does."""
    with clock.around(threads=False):
        house = stack.enter_context(club_house(tmp_path / "hub"))
    house.club.hub.members.add("Olga", "organiser", PASSWORD)
    return house


@pytest.fixture
def phones(tmp_path: Path, house: ClubHouse, stack: ExitStack) -> Sequence[Phone]:
    """The bankers' at two tables that play the round, which runs for 90 minutes."""
    made = (box(house, tmp_path / "seven", stack), hosted(house, stack))
    tournaments = house.club.hub.tournaments
    tournaments.add("Cup", "us-classic", minutes=90)
    (cup,) = tournaments.all()
    tournaments.enter(cup.id, NAMES)
    assert tournaments.seat(cup.id, 1, tables=2) is None
    for phone in made:
        set_up(phone)
    assert tournaments.begin(cup.id, 1) is None
    return made


def left_at(phone: Phone) -> int | None:
    """Return how many minutes a table says are left."""
    found = IN_ROUND.search(told(phone.get("/table").body.decode()))
    return int(found[1]) if found else None


def is_over_at(phone: Phone) -> bool:
    """Return whether a table says that the time is up."""
    return TIME_IS_UP in told(phone.get("/banker").body.decode())


def left_on_cards(olga: Browser) -> Sequence[float]:
    """Return how many minutes the lobby says are left at each table."""
    return [int(ends) / 60_000 for ends in ON_CARD.findall(olga.get("/"))]


def all_say(olga: Browser, phones: Sequence[Phone], minutes: int) -> None:
    """Wait until both tables and the lobby have so much left, which no longer is a whole one."""
    wait_for(
        f"{minutes} min at both tables",
        lambda: [left_at(phone) for phone in phones] == [minutes] * 2,
    )
    wait_for(
        f"{minutes} min in the lobby",
        lambda: [minutes - 1 < left <= minutes for left in left_on_cards(olga)] == [True] * 2,
    )


def test_a_round_follows_the_databases_clock_at_all_tables_and_the_organiser_puts_it_right(
    house: ClubHouse, clock: SteppedClock, phones: Sequence[Phone]
) -> None:
    olga = Browser(house, "Olga")
    end = "/tournaments/1/rounds/1/end"
    all_say(olga, phones, 90)
    clock.step(HOUR_S)
    all_say(olga, phones, 30)
    olga.post(end, minutes="70")
    all_say(olga, phones, 70)
    clock.step(-HOUR_S)
    all_say(olga, phones, 130)
    clock.step(3 * HOUR_S)
    wait_for("the end", lambda: all(map(is_over_at, phones)))
    olga.post(end, minutes="20")
    all_say(olga, phones, 20)
    for number, phone in enumerate(phones):
        correct(phone, 1234 + number)  # both play on
        assert phone.game()["cash"][0] == 1234 + number
