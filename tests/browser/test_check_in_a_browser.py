"""The table is checked, and a game taken over, on phones and the table screen in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from companion.game.commands import Correct
from companion.words import Seat, Space
from tests.support.doubtful import tray
from tests.support.house import PHONE, SCREEN, SMALL, House
from tests.support.laying import LyingTag, lay

ANN, BEN = Seat(0), Seat(1)
BALTIC, READING = Space(3), Space(5)  # deeds 2 and 3
GIVEN = Correct(why="given", owner={BALTIC: ANN, READING: BEN}, mortgaged={READING: True})


def fits(page: Page) -> bool:
    """Return whether nothing sticks out at the side."""
    wide = "document.documentElement.scrollWidth <= window.innerWidth"
    return bool(page.evaluate(wide))


def follow(page: Page, link: str, to: str) -> None:
    """Follow a link and wait until its page is there."""
    page.get_by_role("link", name=link).first.click()
    page.wait_for_url(to)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_phones_and_table_screen_lead_through_a_check(house: House) -> None:
    room = house.room
    tokens = room.begin("Ann", "Ben")
    room.play(GIVEN)
    ann, screen = house.open("/check", tokens[ANN]), house.open("/table", size=SCREEN)
    banker = house.open("/check", room.context.phones.make_banker(None))
    press(ann, "One player after the other")
    expect(screen.get_by_role("heading", name="Ann, lay out your deeds")).to_be_visible()
    lay(room, LyingTag(2), picture=tray())
    expect(ann.locator(".laid")).to_contain_text("Baltic Avenue")
    expect(screen.locator(".found")).to_have_count(1)
    press(ann, "That is all")
    expect(screen.locator("#check")).to_contain_text("First take the others away: Baltic Avenue.")
    lay(room, picture=tray(), looks=2)
    lay(room, LyingTag(3), picture=tray())
    expect(banker.locator(".laid")).to_contain_text("Reading Railroad")
    press(banker, "That is all")
    wrong = "Reading Railroad lies face up. By the books it is mortgaged."
    expect(screen.locator(".differences")).to_contain_text(wrong)
    expect(screen.locator(".found.wrong")).to_have_count(1)
    assert fits(screen)
    follow(banker, "Correct the books", "**/correct?*")
    banker.get_by_label("The reason").fill("redeemed last night")
    press(banker, "Set it right")
    expect(banker.get_by_role("heading", name="The table is as the books say")).to_be_visible()
    expect(ann.get_by_role("heading", name="The table is as the books say")).to_be_visible()
    assert not room.state.lots[READING].mortgaged
    press(ann, "End the check")
    expect(screen.locator(".board")).to_be_visible()
    assert not house.complaints


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_every_page_of_a_check_fits_a_phone(house: House, size: tuple[int, int]) -> None:
    room = house.room
    room.begin("Maximiliane von und zu Hohenstein-Lange", "Ben")
    room.play(GIVEN)
    page = house.open("/check", room.context.phones.make_banker(None), size=size)
    assert fits(page)
    press(page, "One player after the other")
    expect(page.get_by_role("button", name="That is all")).to_be_visible()
    follow(page, "Tick them by hand", "**/tick/0")
    assert fits(page)
    page.get_by_role("radiogroup", name="Baltic Avenue").get_by_text("face down").click()
    press(page, "That is all")
    page.wait_for_url("**/check")
    expect(page.get_by_role("heading", name="Ben, lay out your deeds")).to_be_visible()
    press(page, "That is all")
    follow(page, "Count buildings and banknotes", "**/count")
    page.get_by_text("We play with banknotes too").click()
    assert fits(page)
    page.locator("[name=note-1-100]").fill("14")
    press(page, "Compare")
    expect(page.get_by_text("Ben has $1,400 in notes.")).to_be_visible()
    expect(page.get_by_text("Reading Railroad is missing.")).to_be_visible()
    assert fits(page)
    follow(page, "Correct the books", "**/correct?*")
    assert fits(page)
    assert not house.complaints


def test_a_game_is_taken_over_from_the_table(house: House) -> None:
    room = house.room
    tokens = room.begin("Ann", "Ben")
    banker = house.open("/banker/take-over", room.context.phones.make_banker(None))
    ann = house.open("/check", tokens[ANN])
    press(banker, "Begin with the deeds: everybody lays them out")
    banker.wait_for_url("**/check")
    lay(room, LyingTag(2), LyingTag(3, "back"), picture=tray())
    expect(banker.locator(".laid")).to_contain_text("face down")
    press(banker, "That is all")
    press(banker, "They stay there: go on")
    press(banker, "That is all")
    follow(banker, "Type in the rest", "**/take-over")
    banker.locator("[name=cash-1]").fill("820")
    press(banker, "Show everybody")
    expect(ann.locator("#share-0")).to_contain_text("Baltic Avenue")
    expect(ann.locator("#share-1")).to_contain_text("$820")
    assert fits(ann)
    press(ann, "That is right")
    expect(banker.locator("#share-0")).to_contain_text("says: right")
    banker.get_by_text("Somebody has no phone here").click()
    press(banker, "Ben says: right")
    expect(ann.locator("#share-1")).to_contain_text("the banker says: right")
    press(banker, "Go on from here")
    banker.wait_for_url("**/banker")
    assert room.state.lots[READING].owner == ANN
    assert room.state.cash(BEN) == 820
    assert not house.complaints
