"""What waits to be confirmed, on phones: one thumb, one tap; or an amount that is typed."""

import pytest
from playwright.sync_api import expect

from companion.game.commands import Buy, Claim, Roll
from companion.game.events import Help
from companion.table.help.commands import SetHelp
from companion.words import Seat
from tests.support.house import PHONE, SMALL, House

ANN, BEN = Seat(0), Seat(1)
THUMB = 48
"""So high is what a thumb finds, in pixels."""


def waiting(house: House, helps: Help) -> list[str]:
    tokens = house.room.begin()
    table = house.room.table
    cause = table.cause("banker", "banker")
    table.submit(SetHelp(helps=helps), cause)
    house.room.play(
        Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN)
    )
    return tokens


def test_one_tap_books_it_and_both_phones_know(house: House) -> None:
    tokens = waiting(house, "propose")
    ann, ben = house.open("/seat", tokens[ANN]), house.open("/seat", tokens[BEN], PHONE)
    expect(ann.get_by_text("Ben pays you")).to_be_visible()
    button = ben.get_by_role("button", name="Pay $4")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= THUMB
    assert box["y"] + box["height"] <= PHONE[1]  # under the thumb, without scrolling
    button.click()
    expect(ann.locator("#proposal")).to_have_count(0)
    expect(ben.locator("#proposal")).to_have_count(0)
    assert house.room.state.cash(ANN) == 1444
    assert not house.complaints


def test_a_typed_amount_books_it_too(house: House) -> None:
    page = house.open("/seat", waiting(house, "announce")[BEN], PHONE)
    page.get_by_label("You pay Ann").fill("3")
    page.get_by_role("button", name="Book it").click()
    expect(page.get_by_text("The rules say $4, but $3 was typed in.")).to_be_visible()
    page.get_by_role("button", name="Book what the rules say").click()
    expect(page.locator("#proposal")).to_have_count(0)
    assert house.room.state.cash(BEN) == 1496
    assert not house.complaints


@pytest.mark.parametrize("helps", ["propose", "announce"])
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_it_fits_a_phone(house: House, helps: Help, size: tuple[int, int]) -> None:
    page = house.open("/seat", waiting(house, helps)[BEN], size)
    expect(page.locator("#proposal")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not house.complaints
