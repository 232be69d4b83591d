"""The banker's page on a phone: with eight players it is not screens long."""

import pytest
from playwright.sync_api import expect

from companion.game.commands import Roll
from companion.words import Seat
from tests.support.house import PHONE, SMALL, House
from tests.web.test_banker import thrown

NAMES = ("Ann", "Großmutter Bert", "Cy", "Дмитрий", "Eve", "Fay", "Gil", "Maximiliana")


def begun(house: House) -> str:
    """Begin a game of eight, with dice thrown out of turn; return a playing banker's cookie."""
    tokens = house.room.begin(*NAMES, edition="de-dm")
    house.room.play(Roll(by=Seat(0), dice=(1, 2)))
    for _ in range(3):
        thrown(house.room)
    token = house.room.context.phones.make_banker(tokens[0])
    assert token is not None
    return token


def test_eight_players_are_found_on_the_first_screen(house: House) -> None:
    page = house.open("/banker", begun(house), PHONE)
    heading = page.get_by_role("heading", name="Players").bounding_box()
    assert heading is not None
    assert heading["y"] < PHONE[1] / 2
    height = page.evaluate("document.querySelector('#stage').scrollHeight")
    assert height < 2 * PHONE[1]
    assert not house.complaints


@pytest.mark.parametrize("language", ["en", "de", "it", "ru"])
@pytest.mark.parametrize("path", ["/banker", "/seat"])
def test_it_fits_a_small_phone(house: House, path: str, language: str) -> None:
    page = house.open(path, begun(house), SMALL, locale=language)
    for seat in page.locator("[id^='seat-'], #more").all():
        seat.evaluate("details => details.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    assert page.locator(".tabs").evaluate("tabs => tabs.scrollWidth") <= SMALL[0]
    assert not house.complaints


def test_the_banker_goes_to_the_seat_and_back(house: House) -> None:
    page = house.open("/seat", begun(house), SMALL)
    page.get_by_role("link", name="Banker").click()
    page.wait_for_url("**/banker")
    page.get_by_role("link", name="Now").click()
    page.wait_for_url("**/seat")
    assert not house.complaints


def test_the_banker_pauses_the_game_and_everybody_sees_it(house: House) -> None:
    tokens = house.room.begin("Ann", "Ben")
    banker = house.open("/banker", house.room.context.phones.make_banker(None), SMALL)
    ann, table = house.open("/seat", tokens[0], SMALL), house.open("/table")
    banker.get_by_text("More", exact=True).click()
    banker.get_by_role("button", name="Pause the game").click()
    for page in (ann, table, banker):  # by itself
        expect(page.get_by_text("The banker paused the game at").first).to_be_visible()
    assert banker.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    banker.get_by_role("button", name="Go on with the game").click()
    for page in (ann, table, banker):
        expect(page.get_by_text("The banker paused the game at")).to_have_count(0)
    assert not house.complaints


@pytest.mark.parametrize("language", ["en", "de", "it", "ru"])
def test_why_of_what_the_banker_did_fits_a_small_phone(house: House, language: str) -> None:
    tokens = house.room.begin("Ann", "Ben")
    banker = house.open("/banker/correct?seat=0", house.room.context.phones.make_banker(tokens[0]))
    banker.locator("[name=amount]").fill("1000")
    banker.locator("[name=why]").fill("a note was lost")
    banker.get_by_role("button", name="Show before and after").click()
    banker.get_by_role("button", name="Set Ann to").click()
    banker.wait_for_url("**/banker")
    page = house.open("/why/2", tokens[1], SMALL, locale=language)
    assert page.locator("p > .why").count() == 1  # since when the phone has the banker's rights
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    assert not house.complaints
