"""A statement fits a phone and follows the game."""

import pytest
from playwright.sync_api import expect

from companion.game.commands import Buy, Correct, Roll
from companion.words import Seat, Space
from tests.support.house import PHONE, SMALL, House
from tests.support.messages import LANGUAGES

ANN = Seat(0)


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("path", ["/seat/statement", "/story"])
def test_it_fits_a_phone(house: House, path: str, size: tuple[int, int]) -> None:
    tokens = house.room.begin("Ann with a long name", "Ben")
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    page = house.open(path, tokens[ANN], size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not house.complaints


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_a_player_is_wider_than_a_small_phone(house: House, language: str) -> None:
    tokens = house.room.begin("Großmutter Maximiliane", "Дмитрий", edition="ru-2004")
    owned: dict[Space, Seat | None] = {
        Space(lot): Seat(lot % 2) for lot in (1, 3, 5, 6, 8, 9, 12, 15)
    }
    house.room.play(Correct(why="weil es so war", owner=owned), Roll(by=ANN, dice=(1, 3)))
    page = house.open("/seat", tokens[ANN], SMALL, locale=language)
    wide = {}
    for path in ("/seat", "/seat/deeds", "/seat/trade", "/seat/story", "/seat/statement", "/why/2"):
        page.goto(house.url + path)
        wide[path] = page.evaluate("document.documentElement.scrollWidth") > SMALL[0]
    assert not any(wide.values()), wide


def test_it_follows_the_game_and_leads_to_why(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/seat/statement", tokens[ANN])
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    expect(page.locator(".postings")).to_contain_text("You bought Baltic Avenue")
    page.get_by_role("link", name="Why? You bought Baltic Avenue").click()
    expect(page.get_by_role("heading", name="Why?")).to_be_visible()
    assert not house.complaints
