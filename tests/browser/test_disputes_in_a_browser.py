"""Disputes, votes, suppositions and late entries on the screens of phones."""

from playwright.sync_api import expect

from companion.game.commands import Buy, Claim, Roll
from companion.words import Seat, Space
from tests.support.house import SMALL, House

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def rent(house: House) -> list[str]:
    """Let Ben pay Ann a rent: records 2 to 5; return the cookies."""
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    house.room.play(Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    return tokens


def test_a_booking_is_disputed_and_the_banker_rules_before_everybodys_eyes(house: House) -> None:
    tokens = rent(house)
    cy = house.open("/seat", tokens[CY])
    banker = house.open("/banker", house.room.context.phones.make_banker(None))
    ben = house.open("/seat", tokens[BEN], SMALL)
    ben.get_by_role("link", name="Why?").first.click()
    ben.get_by_text("This is wrong").click()
    ben.get_by_label("What is wrong?").fill("I stood on Oriental")
    ben.get_by_role("button", name="Dispute it").click()
    expect(cy.get_by_text("Ben disputes: Ben paid Ann").first).to_be_visible()
    ruling = banker.locator("#ruling-5")
    expect(ruling.get_by_text("I stood on Oriental")).to_be_visible()
    ruling.get_by_label("The reason, for the story").fill("the picture shows it")
    ruling.get_by_role("button", name="It stands").click()
    expect(ruling).to_have_count(0)
    expect(cy.locator("#dispute-5")).to_have_count(0)
    cy.get_by_role("link", name="Story").click()
    expect(cy.get_by_text("number 5 stands").first).to_contain_text("the picture shows it")
    assert not house.complaints


def test_the_table_votes_on_its_phones(house: House) -> None:
    tokens = rent(house)
    banker = house.open("/banker", house.room.context.phones.make_banker(None))
    banker.get_by_text("More", exact=True).click()
    banker.get_by_text("When something is disputed").click()
    banker.get_by_label("The table may vote to go back").check()
    banker.locator("#customs").get_by_role("button", name="Save").click()
    ann, cy = house.open("/seat", tokens[ANN], SMALL), house.open("/seat", tokens[CY])
    ben = house.open("/seat/story", tokens[BEN])
    ben.get_by_role("link", name="Ask the table to go back").click()
    ben.locator(".pick", has_text="Ann bought Baltic Avenue").click()
    ben.get_by_label("The reason").fill("we forgot a card")
    ben.get_by_role("button", name="Ask everybody").click()
    for page in (ann, cy):
        expect(page.locator("#vote")).to_contain_text("we forgot a card")
    ann.get_by_role("button", name="Yes, go back").click()
    expect(cy.locator("#vote")).to_contain_text("2 for it, 0 against it; 3 are needed")
    cy.get_by_role("button", name="Yes, go back").click()
    expect(ann.locator("#vote")).to_have_count(0)
    expect(ann.locator("#cash")).to_have_text("$1,440")
    assert house.room.state.players[BEN].at == Space(0)
    assert not house.complaints


def test_the_own_last_step_is_one_tap_away(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    page = house.open("/seat", tokens[ANN], SMALL)
    page.get_by_role("button", name="Take it back: You bought Baltic Avenue").click()
    expect(page.locator("#cash")).to_have_text("$1,500")
    expect(page.get_by_role("button", name="Buy for $60")).to_be_visible()
    assert not house.complaints


def test_other_dice_are_supposed_with_a_few_taps(house: House) -> None:
    tokens = rent(house)
    page = house.open("/why/4", tokens[BEN], SMALL)
    page.get_by_role("link", name="What if it had been otherwise?").click()
    page.locator('.face:has([name="dice-1"][value="3"])').click()
    page.get_by_role("button", name="Show what would have been").first.click()
    expect(page.locator("#told")).to_contain_text("Income Tax")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= SMALL[0]
    assert house.room.table.view.seq == 5
    assert not house.complaints


def test_a_late_entry_shows_its_consequences_before_it_is_booked(house: House) -> None:
    house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    house.room.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
    page = house.open("/banker/late", house.room.context.phones.make_banker(None), SMALL)
    page.get_by_role("link", name="Ann missed the rent of Baltic Avenue").click()
    page.get_by_label("The reason").fill("all agree")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.locator(".compared").first).to_contain_text("$1,496")
    there = page.locator("section", has=page.get_by_role("heading", name="In its place"))
    there.get_by_label("Everybody at the table agrees").check()
    there.get_by_role("button", name="Book it in its place").click()
    expect(page.locator(".feed").last).to_contain_text("The banker booked late, in its place")
    expect(page.locator(".feed").last).not_to_contain_text("taken back")
    assert house.room.state.cash(ANN) == 1444
    assert not house.complaints


LATE = """
<form method="post" action="/do" data-send id="late">
<input name="do" value="claim"><input name="by" value="0"></form>
"""
"""As a page has it still that has not heard of the roll."""


def test_who_claims_too_late_is_led_to_what_came_first(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    house.room.play(Roll(by=CY, dice=(3, 4)))
    ann = house.open("/seat", tokens[ANN], SMALL)
    ann.evaluate("form => document.body.insertAdjacentHTML('beforeend', form)", LATE)
    ann.evaluate("() => document.getElementById('late').requestSubmit()")
    ann.get_by_role("link", name="Why was I too late?").click()
    expect(ann.get_by_text("Cy rolled 7 (Cy, on a phone)")).to_be_visible()
