"""Banknotes on phones: one tap says that they were handed over."""

import pytest
from playwright.sync_api import expect

from companion.game.commands import Buy, Claim, Roll
from companion.table.cash.commands import SetBanknotes
from companion.words import Seat
from tests.support.house import PHONE, SMALL, House

ANN, BEN = Seat(0), Seat(1)


def begun(house: House) -> list[str]:
    tokens = house.room.begin()
    table = house.room.table
    cause = table.cause("banker", "banker")
    table.submit(SetBanknotes(banknotes="on"), cause)
    house.room.play(
        Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN)
    )
    return tokens


def test_one_tap_and_both_phones_know(house: House) -> None:
    tokens = begun(house)
    ann, ben = house.open("/seat", tokens[ANN]), house.open("/seat", tokens[BEN])
    expect(ben.get_by_text("Give Ann $4")).to_be_visible()
    ann.get_by_role("button", name="I have it").click()
    expect(ann.get_by_text("Ben gives you $4")).to_have_count(0)
    expect(ben.get_by_text("Give Ann $4")).to_have_count(0)
    assert not house.complaints


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("path", ["/seat", "/seat/notes?note-500=1", "/me"])
def test_it_fits_a_phone(house: House, path: str, size: tuple[int, int]) -> None:
    page = house.open(path, begun(house)[ANN], size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not house.complaints


def test_a_count_is_compared(house: House) -> None:
    page = house.open("/seat/notes", begun(house)[ANN])
    page.get_by_label("500 ×").fill("3")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#counted")).to_contain_text("It fits.")
