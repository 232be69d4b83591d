"""After wrong PINs one waits: the page counts down, and then the next try is taken."""

from playwright.sync_api import Page, expect

from tests.support.house import SMALL, House
from tests.support.pages import ORIGIN

WRONG = "000 000 000 1"


def tried(page: Page, pin: str) -> None:
    page.get_by_label("The banker's PIN").fill(pin)
    page.get_by_role("button", name="I am the banker").click()
    page.wait_for_load_state()


def test_the_button_comes_back_by_itself_when_the_time_is_over(house: House) -> None:
    page = house.open("/banker", size=SMALL)
    pin = house.room.context.pin.shown
    assert pin is not None
    for _try in range(3):
        tried(page, WRONG)
        expect(page.get_by_text("That is not the PIN.")).to_be_visible()
    expect(page.get_by_text("Too many wrong tries from here.")).to_be_visible()
    button = page.get_by_role("button", name="I am the banker")
    expect(button).to_be_disabled()
    expect(page.get_by_role("timer")).to_have_text("now")
    expect(button).to_be_enabled()
    tried(page, pin)
    page.wait_for_url("**/banker")
    expect(page.get_by_role("button", name="I am the banker")).to_have_count(0)


def test_without_scripts_the_button_is_there_and_a_try_that_comes_too_early_is_told(
    house: House,
) -> None:
    visitor = house.room.client()
    for _try in range(4):
        html = visitor.post("/banker/pin", data={"pin": WRONG}, headers=ORIGIN).text
    assert "Too many wrong tries from here." in html
    assert "disabled" not in html
    assert "Next try:" in html


def test_who_is_banker_first_plays_too(house: House) -> None:
    page = house.open("/banker")
    pin = house.room.context.pin.shown
    assert pin is not None
    tried(page, pin)
    page.wait_for_url("**/banker")
    page.get_by_role("link", name="Play too, on this phone").click()
    page.get_by_label("Your name").fill("Ann")
    page.locator("button[form=join-form]").click()
    page.wait_for_url("**/seat")
    expect(page.get_by_text("Ann").first).to_be_visible()
    page.goto(f"{house.url}/banker")
    expect(page.get_by_text("Ann").first).to_be_visible()
    expect(page.locator("#play-too")).to_have_count(0)
