"""A phone's own camera is held over what was printed: the address in the code opens its page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cards_qr.keyring import save_keyring
from cards_qr.keyrings import Keyrings
from cards_qr.printing.formats import paper_named
from cards_qr.printing.order import PrintOrder, Tagged, tagged_sheets
from companion.editions.load import load_edition
from companion.game.commands import Buy, Roll
from companion.words import Seat
from tests.support.chromium import chromium
from tests.support.devices import PATIENCE_MS, Devices
from tests.support.house import House
from tests.support.keyrings import known_keyring
from tests.support.pages import HOST, living_room
from tests.support.ports import reserved
from tests.support.printed import Printed, codes_on

EDITION = "us-classic"
BOX = "http://m.local"
ANN = Seat(0)


@pytest.fixture(scope="module")
def port() -> int:
    return reserved()


@pytest.fixture(scope="module")
def devices(port: int) -> Iterator[Devices]:
    """Phones in a network that knows the companion as m.local, at the port that browsers take."""
    expect.set_options(timeout=PATIENCE_MS)
    with chromium(f"--host-resolver-rules=MAP m.local:80 {HOST}:{port}") as browser:
        yield Devices(browser)


@pytest.fixture
def house(tmp_path: Path, devices: Devices, port: int) -> Iterator[House]:
    keyrings = Keyrings(tmp_path)
    save_keyring(known_keyring(1, edition=EDITION), keyrings.path(EDITION))
    with living_room(tmp_path, names=("m.local",)) as room:
        built = House(room, devices, port)
        built.url = BOX
        try:
            yield built
        finally:
            built.close()


def scanned(house: House, what: Tagged, number: int, token: str = "") -> Page:
    """Print one thing, read its code as any phone does, and open what it says."""
    edition, home = load_edition(EDITION), house.room.home
    order = PrintOrder(what=what, paper=paper_named("a4"), only=(number,))
    content, _pages = tagged_sheets(order, edition, Keyrings(home).of(EDITION))
    code, *_back = codes_on(Printed(content).grey(150))
    page = house.open("/watch", token)
    page.goto(code.text)
    return page


def test_a_seats_card_leads_to_that_seat(house: House) -> None:
    page = scanned(house, "seats", 3)
    expect(page).to_have_url(f"{BOX}/join?seat=2")
    expect(page.get_by_role("radio", name="Seat 3")).to_be_checked()


def test_a_deed_opens_its_page_whoever_holds_the_phone(house: House) -> None:
    ann, _ben = house.room.begin("Ann", "Ben")
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    page = scanned(house, "deeds", 2)
    expect(page.get_by_role("heading", name="Baltic Avenue", level=1)).to_be_visible()
    expect(page.get_by_text("It belongs to Ann.")).to_be_visible()
    own = scanned(house, "deeds", 2, ann)
    own.get_by_role("link", name="My deeds").click()
    expect(own).to_have_url(f"{BOX}/seat/deeds")
    assert house.complaints == []
