"""The pages in a real browser, on a phone's screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.game.commands import Bid, Buy, Correct, Decline, Roll
from companion.table.answers import Accepted
from companion.words import Seat
from tests.support.devices import Devices
from tests.support.house import PHONE, SCREEN, SMALL, House
from tests.support.pages import HOST, Living, NotedSimulation
from web.server.serve import Server, bound
from web.shared.context import COOKIE

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def given(room: Living, **changes: Any) -> None:
    answer = room.ask(Correct(why="a test", **changes), banker=True)
    assert isinstance(answer, Accepted), answer


EVERYWHERE = ["/join", "/table", "/banker", "/me", "/doctor", "/simulated", "/why/1"]
SEATS = ["/seat", "/seat/deeds", "/seat/trade", "/seat/trade?with=1", "/seat/story"]
BANKERS = [
    "/banker",
    "/banker/correct",
    "/banker/correct?seat=1&amount=1400&why=x",
    "/banker/back",
    "/banker/back?to=1",
    "/banker/late",
    "/banker/set-right",
    "/banker/deed",
    "/banker/deed?lot=3",
    "/banker/deed?lot=3&price=80&house_cost=60&why=x",
    "/banker/game/edition",
    "/banker/game/house?edition=us-classic&house=jail_fine:60",
    "/banker/game/bank?edition=ru-2004&variant=timed",
    "/banker/game/players?edition=us-classic",
    "/banker/game/first?edition=us-classic",
    "/banker/game/check?edition=us-classic&first=yes",
    "/seats/1",
]


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_every_page_loads_without_a_complaint_and_fits_its_screen(
    house: House, size: tuple[int, int]
) -> None:
    tokens = house.room.begin("Maximiliane von und zu Hohenstein-Lange", "Ben", "Cy", "Dee")
    given(house.room, owner=dict.fromkeys((1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 25), ANN))
    house.room.play(Roll(by=ANN, dice=(1, 3)))
    banker = house.room.context.phones.make_banker(None)
    visits = [(path, "") for path in EVERYWHERE]
    visits += [(path, tokens[ANN]) for path in SEATS] + [(path, banker) for path in BANKERS]
    page = house.open("/join", size=size)
    for path, token in visits:
        page.context.clear_cookies()
        if token:
            page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.url}])
        page.goto(house.url + path)
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, path
    assert not house.complaints


@pytest.mark.parametrize("size", [PHONE, (360, 740), SMALL], ids=["phone", "narrow", "small"])
def test_money_with_a_long_unit_fits_the_phone(house: House, size: tuple[int, int]) -> None:
    tokens = house.room.begin(edition="ru-2004")
    given(house.room, cash={ANN: 12500})
    page = house.open("/seat", tokens[ANN], size)
    expect(page.locator("#cash")).to_have_text("12\u00a0500\u00a0тыс.\u00a0руб.")
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    house.room.play(Roll(by=ANN, dice=(6, 6)), Decline(by=ANN), Bid(by=BEN, amount=1200))
    expect(page.locator(".price b")).to_have_text("1\u00a0200\u00a0тыс.\u00a0руб.")
    for what in (":root", ".deed", ".lines dt", ".lines dd"):
        for one in page.locator(what).all():
            assert one.evaluate("one => one.scrollWidth - one.clientWidth") <= 0, what


def test_a_device_of_these_tests_remembers_nothing_of_the_test_before(
    house: House, devices: Devices
) -> None:
    page = devices.take(PHONE)
    page.context.add_cookies([{"name": COOKIE, "value": "x" * 43, "url": house.url}])
    page.goto(house.url + "/join")
    page.evaluate("localStorage.known = sessionStorage.known = 'yes'")
    devices.put_back(page)
    again = house.open("/join")
    assert again is page
    assert again.evaluate("localStorage.known ?? sessionStorage.known ?? 'no'") == "no"
    assert COOKIE not in {cookie.get("name") for cookie in again.context.cookies()}


def test_the_table_screen_fits_a_television(house: House) -> None:
    house.room.begin()
    page = house.open("/table", size=SCREEN)
    expect(page.locator(".join svg")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight") <= SCREEN[1]
    sizes = page.eval_on_selector_all(
        ".board text:not(.cost)", "all => all.map(t => t.getBoundingClientRect())"
    )
    assert sizes
    assert not house.complaints


def test_a_page_follows_the_game_by_itself(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/seat", tokens[ANN])
    table = house.open("/table", size=SCREEN)
    house.room.play(Roll(by=ANN, dice=(1, 2)))
    expect(page.get_by_role("button", name="Buy for $60")).to_be_visible()
    expect(table.locator("#middle")).to_contain_text("Baltic Avenue")


def test_one_press_buys_without_leaving_the_page(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)))
    page = house.open("/seat", tokens[ANN])
    page.evaluate("window.stayed = true")
    page.get_by_role("button", name="Buy for $60").click()
    expect(page.locator("#cash")).to_have_text("$1,440")
    expect(page.locator(".mini")).to_contain_text("Baltic")
    assert page.evaluate("window.stayed")
    assert not house.complaints


def test_a_refusal_is_said_where_the_button_is(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    page = house.open("/seat", tokens[BEN])
    page.get_by_text("Other").click()
    page.get_by_label("Your bid").fill("9000")
    page.get_by_role("button", name="Bid", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("You can bid up to $1,500.")


def test_news_leave_alone_what_is_being_typed(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    page = house.open("/seat", tokens[BEN])
    page.get_by_text("Other").click()
    field = page.get_by_label("Your bid")
    field.fill("12")
    house.room.play(Bid(by=CY, amount=70))
    expect(page.locator(".price b")).to_have_text("$70")
    field.press_sequentially("5")
    expect(field).to_have_value("125")
    expect(field).to_be_focused()


def test_a_phone_that_was_away_catches_up(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/seat", tokens[BEN])
    page.context.set_offline(True)
    house.room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=CY, amount=70))
    page.context.set_offline(False)
    expect(page.locator(".price b")).to_have_text("$70")


SHOWN = """how => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => how === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_phone_that_slept_catches_up(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/seat", tokens[BEN])
    page.evaluate(SHOWN, "hidden")
    house.room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=CY, amount=70))
    assert page.locator(".price b").count() == 0
    page.evaluate(SHOWN, "visible")
    expect(page.locator(".price b")).to_have_text("$70")


def test_phones_carry_on_when_the_server_comes_back(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/seat", tokens[BEN])
    port = house.server.port
    house.server.stop()
    expect(page.locator("#away")).to_be_visible()
    # Nothing that a clock would end: a busy machine's phone may take a while to come back.
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    house.server = Server(house.room.revived(), bound(HOST, port))
    house.server.start()
    expect(page.get_by_text("Ann bought Baltic Avenue")).to_be_visible()
    expect(page.locator("#away")).to_be_hidden()


def test_a_card_is_found_by_a_few_letters(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(3, 4)))
    page = house.open("/seat", tokens[ANN])
    page.get_by_placeholder("Find a card").fill("adv go")
    expect(page.locator("#cards button:visible")).to_have_text("Advance to Go")
    page.get_by_role("button", name="Advance to Go").click()
    expect(page.locator("#cash")).to_have_text("$1,700")


def test_dice_are_typed_with_two_taps_and_sent_with_a_third(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/seat", tokens[ANN])
    page.get_by_text("Type or photograph the dice").click()
    page.locator('.face:has([name="dice-0"][value="1"])').click()
    page.locator('.face:has([name="dice-1"][value="2"])').click()
    page.get_by_role("button", name="These are the dice").click()
    expect(page.get_by_role("button", name="Buy for $60")).to_be_visible()


def test_a_family_joins_and_begins(house: House) -> None:
    phones = []
    for seat, name in enumerate(("Ann", "Ёжик 🦔")):
        page = house.open("/join")
        page.get_by_label("Your name").fill(name)
        page.get_by_label(f"Seat {seat + 1}").check()
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_text("Waiting for the banker")).to_be_visible()
        phones.append(page)
    table = house.open("/table", size=SCREEN)
    pin = table.locator(".pincode b").inner_text()
    banker = house.open("/banker")
    banker.get_by_label("The banker's PIN").fill(pin)
    banker.get_by_role("button", name="I am the banker").click()
    banker.get_by_role("link", name="Set up a game").click()
    while not re.search("players", banker.url):
        before = banker.url
        banker.get_by_role("button", name="Next").click()
        expect(banker).not_to_have_url(before)  # a form asks for the line before it goes
    banker.get_by_label("Name of somebody without a phone").fill("Gran")
    banker.get_by_role("button", name="Add").click()
    banker.get_by_role("button", name="Next").click()
    banker.get_by_label("Gran").check()  # she keeps the Bank
    banker.get_by_role("button", name="Next").click()
    banker.get_by_label("The first seat begins").check()
    banker.get_by_role("button", name="Next").click()
    expect(banker.get_by_text("Gran keeps the Bank.")).to_be_visible()
    banker.get_by_role("button", name="Begin the game").click()
    expect(banker.locator(".seatline", has_text="Gran")).to_be_visible()
    for page in phones:
        expect(page.locator("#cash")).to_have_text("$1,500")
    expect(phones[0].locator(".chip")).to_have_text("Your turn")
    expect(table.locator(".pawn")).to_have_count(3)
    assert not house.complaints


def test_a_trade_goes_from_phone_to_phone(house: House) -> None:
    tokens = house.room.begin()
    given(house.room, owner={6: ANN, 5: BEN})
    ann, ben = house.open("/seat", tokens[ANN]), house.open("/seat", tokens[BEN])
    ann.get_by_role("link", name="Trade").click()
    ann.get_by_role("link", name="Ben").click()
    ann.get_by_label("Cash, up to $1,500").first.fill("50")
    ann.get_by_label("Oriental Avenue").check()
    ann.get_by_label("Reading Railroad").check()
    expect(ann.locator("output")).to_have_text(
        ["$150", "$200"]
    )  # 50 and a lot of 100, a lot of 200
    ann.get_by_role("button", name="Offer it to Ben").click()
    expect(ann.get_by_text("You offered Ben")).to_be_visible()
    expect(ben.get_by_role("heading", name="Ann offers you a trade")).to_be_visible()
    ben.get_by_role("link", name="Change it").click()
    for nonsense in ("-5", "1e3"):
        ben.get_by_label("Cash, up to $1,500").last.fill(nonsense)
        expect(ben.locator("output").last).to_be_hidden()
    ben.get_by_label("Cash, up to $1,500").last.fill("1200")
    expect(ben.locator("output")).to_have_text(["$200", "$1,300"])
    ben.get_by_role("button", name="Offer it to Ann").click()
    expect(ann.get_by_text("Ben offers you a trade")).to_be_visible()
    ann.get_by_role("button", name="Accept").click()
    expect(ben.locator("#cash")).to_have_text("$2,700")
    expect(ann.locator("#cash")).to_have_text("$300")
    expect(ann.get_by_text("Done: ")).to_be_visible()
    assert not house.complaints


def test_the_pages_work_without_a_script(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)))
    page = house.open("/seat", tokens[ANN], java_script_enabled=False)
    page.get_by_role("button", name="Buy for $60").click()
    expect(page.locator("#cash")).to_have_text("$1,440")


def test_things_go_wrong_at_a_tap_and_dice_are_thrown_as_chosen(house: House) -> None:
    house.room.begin()
    page = house.open("/simulated", house.room.context.phones.make_banker(None))
    simulation = house.room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    dark = page.get_by_role("button", name="The lights are off")
    for pressed in ("true", "false"):
        dark.click()
        expect(dark).to_have_attribute("aria-pressed", pressed)
    page.get_by_role("button", name="The camera is unplugged").click()
    page.get_by_role("button", name="All is well again").click()
    expect(page.get_by_role("button", name="All is well again")).to_have_count(0)
    assert simulation.troubles == set()
    page.get_by_text("A throw of your choice").click()
    page.get_by_label("Die 2").select_option("6")
    page.get_by_role("button", name="Throw them so").click()
    stick = page.get_by_role("button", name="Let it stick: Ben")
    stick.click()
    expect(stick).to_have_attribute("aria-pressed", "true")
    assert simulation.done == [("throw", 2, None, 6)]
    assert not house.complaints


def test_the_simulated_camera_is_looked_at_again_and_again(house: House) -> None:
    house.room.begin()
    page = house.open("/simulated", house.room.context.phones.make_banker(None))
    first = page.locator("img.camera").get_attribute("src")
    expect(page.locator("img.camera")).not_to_have_attribute("src", first or "")
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_role("button", name="Button of Ben").click()
    expect(page.locator('[data-lamp="1"]')).to_have_class("lamp on")
    simulation = house.room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    assert simulation.done == [("throw", 2)]
    assert not house.complaints


def test_the_banker_takes_a_step_back_and_all_phones_follow(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    ann = house.open("/seat", tokens[ANN])
    expect(ann.locator("#cash")).to_have_text("$1,440")
    banker = house.open("/banker", house.room.context.phones.make_banker(None))
    banker.get_by_text("Take the last step back").click()
    expect(banker.locator("#undo")).to_contain_text("Ann bought Baltic Avenue")
    banker.get_by_role("button", name="Take this back").click()
    expect(ann.locator("#cash")).to_have_text("$1,500")
    expect(ann.get_by_role("button", name="Buy for $60")).to_be_visible()
    assert not house.complaints


def test_what_the_banker_does_for_somebody_stands_one_below_the_other(house: House) -> None:
    house.room.begin("Ann", "Ben")
    banker = house.open("/banker", house.room.context.phones.make_banker(None))
    words = banker.locator(".links").first.locator(".plain")
    indents = words.evaluate_all("all => all.map(one => getComputedStyle(one).paddingLeft)")
    assert len(indents) == 6
    assert len(set(indents)) == 1


def test_a_game_is_typed_in_and_goes_on(house: House) -> None:
    tokens = house.room.begin(first_roll=True)
    banker = house.open("/banker", house.room.context.phones.make_banker(None))
    banker.get_by_role("link", name="We have played already").click()
    banker.locator('[name="cash-0"]').fill("1,234")
    banker.get_by_label("Owner of Baltic Avenue").select_option("Ann")
    banker.get_by_label("What stands on Baltic Avenue").select_option("mortgaged")
    banker.locator('[name="turn"][value="1"]').check()
    banker.get_by_role("button", name="Go on from here").click()
    expect(banker.locator(".feed")).to_contain_text("is taken over: Ben rolls next")
    ann = house.open("/seat", tokens[ANN])
    expect(ann.locator("#cash")).to_have_text("$1,234")
    expect(ann.locator(".chip")).to_have_text("Ben's turn")
    assert not house.complaints


def test_a_page_that_is_none_leads_on(house: House) -> None:
    tokens = house.room.begin()
    page = house.open("/me", tokens[ANN], SMALL)
    page.goto(house.url + "/nowhere")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    page.get_by_role("link", name="The table screen").click()
    expect(page).to_have_url(re.compile("/table$"))


def test_what_was_picked_from_a_list_stays_picked_when_news_come(house: House) -> None:
    """What nobody has touched goes along with the game: the deed on offer is proposed."""
    ann, *_ = house.room.begin("Ann", "Ben")
    page = house.open("/simulated", ann)
    deed, seat = page.locator("#deed-number"), page.get_by_label("Whose deeds?")
    seat.select_option("1")
    page.get_by_role("heading", name="Buttons").click()
    house.room.play(Roll(by=ANN, dice=(1, 2)))
    expect(deed).to_have_value("2")
    expect(seat).to_have_value("1")
    deed.select_option("7")
    page.get_by_role("heading", name="Buttons").click()
    house.room.play(Buy(by=ANN), Roll(by=BEN, dice=(1, 4)))
    expect(page.locator("body")).to_have_attribute("data-tag", house.room.context.streams.tag)
    expect(deed).to_have_value("7")
    expect(seat).to_have_value("1")
    assert not house.complaints
