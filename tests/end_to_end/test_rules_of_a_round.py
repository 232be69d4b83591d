"""A tournament's rules come to its tables, one with a box and one without, by one tap each."""

import html
import re
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.phone import Phone
from tests.end_to_end.test_rulings_from_the_hub import OPTIONS, Browser
from tests.support.club_house import ClubHouse, club_house
from tests.support.club_rooms import PASSWORD
from tests.support.pages import told
from tests.support.workers import RunningWorker, hosted_table, phone_at, pin_of

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


@pytest.fixture
def house(tmp_path: Path, stack: ExitStack) -> ClubHouse:
    house = stack.enter_context(club_house(tmp_path / "hub"))
    house.club.hub.members.add("Olga", "organiser", PASSWORD)
    return house


def box(house: ClubHouse, home: Path, stack: ExitStack) -> Phone:
    """Return the banker's phone at a table with a box, which joined."""
    companion = Appliance(home, *OPTIONS)
    stack.callback(companion.kill)
    phone = Phone(companion.port)
    assert phone.post("/banker/pin", {"pin": companion.pin}).status == 303
    form = {"address": house.address, "code": house.new_code("Table 7")}
    assert phone.post("/banker/club", form).status == 303
    return phone


def hosted(house: ClubHouse, stack: ExitStack) -> Phone:
    """Return the banker's phone at a table without a box."""
    worker = RunningWorker(house.database_address)
    stack.callback(worker.kill)
    database = house.club.hub.database
    table = hosted_table(database, "Garden")
    phone = phone_at(worker, table)
    assert phone.get("/").status == 302
    assert phone.post("/banker/pin", {"pin": pin_of(database, table)}).status == 303
    return phone


def set_up(phone: Phone) -> None:
    """Tap once, and begin the game as it is set up."""
    offer = "Set up this round"
    wait_for("the round", lambda: offer in told(phone.get("/banker/game/edition").body.decode()))
    answer = phone.post("/banker/game/round", {})
    assert answer.status == 303
    leads = re.search(r'href="([^"]+)"', answer.body.decode())
    assert leads is not None
    chosen = parse_qs(urlsplit(html.unescape(leads[1])).query)
    form = [(name, value) for name, values in chosen.items() for value in values]
    begun = phone.post("/banker/game", [*form, ("banker", "0"), ("first", "no")])
    assert begun.status == 303, begun


def test_both_tables_of_a_round_play_by_the_tournaments_rules(
    tmp_path: Path, house: ClubHouse, stack: ExitStack
) -> None:
    phones = (box(house, tmp_path / "seven", stack), hosted(house, stack))
    olga, hub = Browser(house, "Olga"), house.club.hub
    olga.post("/tournaments/add", name="Cup", edition="us-classic", minutes="90", points="10 5 1")
    (cup,) = hub.tournaments.all()
    base = f"/tournaments/{cup.id}"
    olga.post(f"{base}/players", names="\n".join(NAMES))
    olga.post(f"{base}/seat", rounds="1", tables="2")
    shown = olga.post(
        f"{base}/rules",
        variant="before-2008",
        starting_cash="1800",
        parking_jackpot="yes",
        mortgage_interest="20 %",
    )
    assert "Taxes, repairs and fines go into a pot on Free Parking. yes" in told(shown)
    for phone in phones:
        set_up(phone)
    keeper = house.club.context.keeper
    lines = wait_for("both games", lambda: (there := keeper.lobby.lines)[1:] and there)
    assert [line.table for line in lines] == ["Garden", "Table 7"]
    for line in lines:
        assert line.edition is not None
        assert line.edition.variants == ("before-2008",)
        assert line.edition.house == {
            "starting_cash": 1800,
            "parking_jackpot": True,
            "mortgage_interest": Decimal("0.2"),
        }
        assert [seat.cash for seat in line.seats] == [1800] * 3
        told_at_the_hub = told(olga.get(f"/arbiter/{line.game}/1"))
        assert (
            "Taxes, repairs and fines go into a pot on Free Parking. Here: yes" in told_at_the_hub
        )
    assert lines[0].edition == lines[1].edition
    assert sorted(seat.name for line in lines for seat in line.seats) == sorted(NAMES)
