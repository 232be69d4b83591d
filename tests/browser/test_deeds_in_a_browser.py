"""Deeds under the camera in a real browser: phones are led to them, never from under a finger."""

import re

from playwright.sync_api import Page, expect

from companion.game.commands import Correct
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.house import SCREEN, SMALL, House
from tests.support.table import Tag

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)
BALTIC, READING = Space(3), Space(5)
FRONT, BACK, STATION = Tag("deed", 2), Tag("deed", 2, side="back"), Tag("deed", 3)


def seated(house: House) -> list[str]:
    """Let Ann own Baltic Avenue and Ben Reading Railroad; return the cookies of all three."""
    tokens = house.room.begin("Ann", "Ben", "Cy")
    answer = house.room.ask(Correct(why="a test", owner={BALTIC: ANN, READING: BEN}), banker=True)
    assert isinstance(answer, Accepted), answer
    return tokens


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_the_owners_phone_opens_the_deed_and_finds_back(house: House) -> None:
    tokens = seated(house)
    ann, ben = (house.open("/seat/story", token, SMALL) for token in tokens[:2])
    house.room.lay(FRONT)
    expect(ann).to_have_url(re.compile("/seat/deed/3"))
    expect(ann.get_by_role("button", name="Mortgage for $30")).to_be_visible()
    assert fits(ann)
    ann.get_by_role("link", name="Back").click()
    expect(ann).to_have_url(f"{house.url}/seat/story")
    expect(ann.locator("#led")).to_contain_text("Under the camera: Baltic Avenue.")
    house.room.lay(FRONT, Tag("foreign", None))
    house.room.table.refresh()
    expect(ben).to_have_url(f"{house.url}/seat/story")
    expect(ann).to_have_url(f"{house.url}/seat/story")  # once it was led there is enough
    house.room.lay()
    expect(ann.locator("#led")).to_have_count(0)
    assert not house.complaints


def test_nobody_who_types_is_led_away(house: House) -> None:
    tokens = seated(house)
    ann = house.open("/seat/trade?with=1", tokens[ANN])
    ann.locator('[name="give-cash"]').fill("100")
    house.room.lay(FRONT)
    expect(ann.locator("#led")).to_contain_text("Under the camera: Baltic Avenue.")
    expect(ann).to_have_url(f"{house.url}/seat/trade?with=1")
    expect(ann.locator('[name="give-cash"]')).to_have_value("100")
    assert not house.complaints


def test_nobody_who_picks_dice_is_led_away(house: House) -> None:
    tokens = seated(house)
    ann = house.open("/seat", tokens[ANN])
    ann.get_by_text("Type or photograph the dice").click()
    ann.locator('[name="dice-0"][value="4"]').check()
    house.room.lay(FRONT)
    expect(ann.locator("#led")).to_be_visible()
    expect(ann).to_have_url(f"{house.url}/seat")
    expect(ann.locator('[name="dice-0"][value="4"]')).to_be_checked()
    assert not house.complaints


def test_a_deed_turned_over_is_mortgaged_by_one_tap_and_turned_back_redeemed(house: House) -> None:
    tokens = seated(house)
    ann = house.open("/seat", tokens[ANN], SMALL)
    screen = house.open("/table", size=SCREEN)
    house.room.lay(BACK)
    expect(ann.locator("#turned-3")).to_contain_text("You turned over Baltic Avenue.")
    expect(screen.locator(".now")).to_contain_text("Ann is asked on the phone.")
    assert fits(ann)
    ann.get_by_role("button", name="Mortgage for $30").click()
    expect(ann.locator("#cash")).to_have_text("$1,530")
    expect(ann.locator("#turned-3")).to_have_count(0)
    house.room.lay(FRONT)
    expect(ann.locator("#turned-3")).to_contain_text("Redeem it?")
    ann.get_by_role("button", name="No, I turn it back").click()
    expect(ann.locator("#turned-3")).to_have_count(0)
    house.room.lay(FRONT, Tag("foreign", None))
    house.room.table.refresh()
    expect(ann.locator("#turned-3")).to_have_count(0)
    expect(ann.locator("#cash")).to_have_text("$1,530")
    assert not house.complaints


def test_two_deeds_side_by_side_open_one_trade_on_both_phones(house: House) -> None:
    tokens = seated(house)
    ann, ben, cy = (house.open("/seat", token) for token in tokens)
    house.room.lay(FRONT, STATION)
    for page, give, take in ((ann, BALTIC, READING), (ben, READING, BALTIC)):
        expect(page).to_have_url(re.compile("/seat/trade"))
        expect(page.locator(f'[name="give-lots"][value="{give}"]')).to_be_checked()
        expect(page.locator(f'[name="take-lots"][value="{take}"]')).to_be_checked()
        assert fits(page)
    expect(cy).to_have_url(f"{house.url}/seat")
    assert house.room.state.lots[BALTIC].owner == ANN
    ann.locator('[name="take-cash"]').fill("50")
    ann.get_by_role("button", name="Offer it to Ben").click()
    expect(ben.locator("#offered")).to_contain_text("Ann offers you a trade")
    assert house.room.state.lots[BALTIC].owner == ANN
    ben.get_by_role("button", name="Accept").click()
    expect(ben.locator("#cash")).to_have_text("$1,450")
    assert (house.room.state.lots[BALTIC].owner, house.room.state.lots[READING].owner) == (BEN, ANN)
    assert not house.complaints
