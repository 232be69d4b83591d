"""Set-up on a phone's screen: what is first to be seen, what opens, what is found."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.words import Space
from tests.support.house import PHONE, SMALL, House
from web.setup.steps import TITLES
from web.setup.switches import FAMILIAR

HOUSE = "/banker/game/house?edition={}"


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "it-IT", "ru-RU"])
def test_every_step_has_room_for_its_title_beside_how_far_it_is(house: House, locale: str) -> None:
    house.room.seated("Ann", "Ben")
    page = house.open("/join", house.room.context.phones.make_banker(None), SMALL, locale=locale)
    for step in TITLES:
        page.goto(f"{house.url}/banker/game/{step}?edition=ru-2004")
        title = page.locator("h1")
        assert title.evaluate("one => one.scrollWidth - one.clientWidth") <= 0, step
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, step


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_house_rules_begin_with_what_families_play_and_fit_when_all_is_open(
    house: House, size: tuple[int, int]
) -> None:
    banker = house.room.context.phones.make_banker(None)
    for edition in ("it-eg", "ru-2004"):
        page = house.open(HOUSE.format(edition), banker, size, locale="de-DE")
        seen = page.locator("#step :is(input:not([type=hidden]), select):visible")
        assert {one.get_attribute("name") for one in seen.all()} == FAMILIAR
        assert seen.count() == len(FAMILIAR)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert not house.complaints


def test_a_rule_is_found_in_its_group_by_a_few_letters(house: House) -> None:
    banker = house.room.context.phones.make_banker(None)
    page = house.open(HOUSE.format("us-classic"), banker)
    fields = page.locator("#rules .rule")
    page.get_by_text("More rules").click()
    expect(fields.locator("visible=true")).to_have_count(0)
    find = page.get_by_label("Find a rule")
    find.fill("fine leav")
    expect(fields.locator("visible=true")).to_have_text("The fine for leaving jail.")
    find.press("Enter")
    expect(fields.locator("visible=true")).to_have_count(1)
    fields.locator("visible=true").locator("input").fill("70")
    find.fill("")
    expect(page.locator("#rules > details:visible")).to_have_count(11)
    expect(fields.locator("visible=true")).to_have_count(0)
    page.get_by_text("Money on Free Parking").click()
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/players?*")
    assert "jail_fine:70" in page.url
    assert "parking_jackpot:yes" in page.url
    assert not house.complaints


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_a_card_that_says_something_else_is_found_and_typed_in(
    house: House, size: tuple[int, int]
) -> None:
    house.room.seated("Ann", "Ben")
    banker = house.room.context.phones.make_banker(None)
    page = house.open("/banker/game/check?edition=ru-2004&first=no", banker, size)
    fields = page.locator("#different input[type=text]").locator("visible=true")
    expect(fields).to_have_count(0)
    page.get_by_text("My board looks different").click()
    page.get_by_label("Find a space or a card").fill("новинск")
    expect(fields).to_have_count(1)
    fields.fill("ул. Чайковского")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url("**/banker")
    assert house.room.state.edition.space(Space(27)).name == "ул. Чайковского"
    assert not house.complaints


def test_house_rules_go_from_one_table_to_another_as_a_file(house: House, tmp_path: Path) -> None:
    banker = house.room.context.phones.make_banker(None)
    page = house.open(HOUSE.format("us-classic"), banker, SMALL)
    page.get_by_text("Money on Free Parking").click()
    page.get_by_label("Cash at the beginning (").fill("2000")
    with page.expect_navigation():
        page.get_by_role("button", name="Print, keep or share").click()
    expect(page.get_by_text("whoever lands on it takes all of it")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.get_by_label("A name for these rules").fill("Sunday")
    with page.expect_download() as loading:
        page.get_by_role("button", name="Share: a small file").click()
    file = tmp_path / loading.value.suggested_filename
    loading.value.save_as(file)
    assert file.name == "Sunday.json"
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.get_by_role("link", name="As kept: Sunday")).to_be_visible()
    page.goto(house.url + HOUSE.format("uk-classic"))
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * 9000)
    page.get_by_label("A file from another table").set_input_files(huge)
    page.get_by_role("button", name="Take in the file").click()
    assert page.url == house.url + HOUSE.format("uk-classic")  # the browser says it is too large
    page.get_by_label("A file from another table").set_input_files(file)
    with page.expect_navigation():
        page.get_by_role("button", name="Take in the file").click()
    expect(page.get_by_text("Taken in: Sunday.")).to_be_visible()
    expect(page.get_by_label("Cash at the beginning (")).to_have_value("2000")
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.get_by_label("Cash at the beginning (").press("Enter")  # goes on, and prints nothing
    expect(page).to_have_url(re.compile("/banker/game/players"))
    assert not house.complaints


@pytest.mark.parametrize("locale", ["en-US", "ru-RU"])
def test_a_game_is_chosen_by_the_picture_of_its_board(house: House, locale: str) -> None:
    house.room.seated(*"ABCDEFG")
    banker = house.room.context.phones.make_banker(None)
    page = house.open("/banker/game/edition", banker, SMALL, locale=locale)
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    game = page.locator(".pick", has_text="Hasbro 2004")
    picture = game.locator(".stamp")
    picture.click()
    expect(game.get_by_role("radio")).to_be_checked()
    colours = picture.locator("[class^=g-]").evaluate_all(
        "all => new Set(all.map(one => getComputedStyle(one).fill)).size"
    )
    assert colours == 8
    page.locator(".foot .do").click()
    expect(page).to_have_url(re.compile("edition=ru-2004"))
    assert not house.complaints


def test_the_way_back_to_an_answer_that_was_refused_sends_nothing_again(house: House) -> None:
    house.room.seated("Ann", "Ben")
    page = house.open(HOUSE.format("us-classic"), house.room.context.phones.make_banker(None))
    cash = page.get_by_label("Cash at the beginning ($)")
    cash.fill("a lot")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("alert")).to_be_visible()
    cash.fill("2000")
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/players?*")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.go_back()
    expect(cash).to_have_value("1500")  # as the address has it
    assert set(sent) == {"GET"}
