"""A statement fits a phone and follows the game."""

import pytest
from playwright.sync_api import expect

from companion.game.commands import Buy, Roll
from companion.words import Seat
from tests.support.house import PHONE, SMALL, House

ANN = Seat(0)


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("path", ["/seat/statement", "/story"])
def test_it_fits_a_phone(house: House, path: str, size: tuple[int, int]) -> None:
    tokens = house.room.begin("Ann with a long name", "Ben")
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    page = house.open(path, tokens[ANN], size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not house.complaints


def test_it_follows_the_game_and_leads_to_why(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/seat/statement", tokens[ANN])
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    expect(page.locator(".postings")).to_contain_text("You bought Baltic Avenue")
    page.get_by_role("link", name="Why? You bought Baltic Avenue").click()
    expect(page.get_by_role("heading", name="Why?")).to_be_visible()
    assert not house.complaints
