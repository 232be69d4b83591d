"""Seats on real phones: two on one, one that goes to another, and somebody who looks on."""

import re
import time

from flask import Response, request
from playwright.sync_api import Page, expect

from companion.game.commands import Buy, Decline, End, Hammer, Roll
from companion.words import Seat
from tests.end_to_end.appliance import wait_for
from tests.support.house import SMALL, House

ANN, KID, CY = Seat(0), Seat(1), Seat(2)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_parent_plays_for_both_and_is_told_whose_turn_it_is(house: House) -> None:
    room = house.room
    tokens = room.begin("Ann", "Kid", "Cy")
    room.context.phones.release(KID)
    cookie = room.context.phones.claim(KID, tokens[ANN])
    assert cookie is not None
    phone = house.open("/seat", cookie, SMALL)
    expect(phone).to_have_url(f"{house.url}/seats/0")
    own = phone.get_by_role("navigation", name="The seats of this phone")
    expect(own.get_by_role("link")).to_have_count(2)
    expect(phone.locator("header .who")).to_contain_text("Ann")
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), End(by=ANN))
    expect(own.get_by_role("link", name="Kid")).to_contain_text("is asked")  # by itself
    own.get_by_role("link", name="Kid").click()
    expect(phone.locator("header .who")).to_contain_text("Kid")
    assert fits(phone)
    room.play(Roll(by=KID, dice=(2, 4)))
    phone.get_by_role("button", name="Buy for $100").click()
    expect(phone.locator("#cash")).to_have_attribute("data-amount", "1400")
    record = room.table.history()[-1]
    assert (record.command["by"], record.cause.seat) == (KID, KID)
    phone.get_by_role("link", name="Deeds").click()
    expect(phone).to_have_url(f"{house.url}/seats/1/deeds")
    assert not house.complaints


def slow_answers(house: House, seconds: float = 0.6) -> None:
    """Let what forms are answered take its time on the way, as between a Pi and a busy phone."""

    def held(response: Response) -> Response:
        if request.method == "POST":
            time.sleep(seconds)
        return response

    house.room.app.after_request(held)


def test_the_banker_who_joins_stays_the_banker_and_is_led_to_the_seat(house: House) -> None:
    """The cookie is renewed with the answer: a page loaded anew before it would lose both."""
    slow_answers(house)
    phone = house.open("/join", house.room.context.phones.make_banker(None), SMALL)
    wait_for("the page to listen", lambda: len(house.room.context.streams))
    phone.get_by_label("Your name").fill("Ann")
    phone.get_by_text("Seat 1").click()
    phone.get_by_role("button", name="Join").click()
    expect(phone).to_have_url(f"{house.url}/seat")
    phone.goto(f"{house.url}/banker")
    expect(phone.get_by_role("link", name="Set up a game")).to_be_visible()
    assert not house.complaints


def test_one_joins_by_tapping_ones_chair_on_the_smallest_phone(house: House) -> None:
    house.room.seated("Ann", "W" * 40, *"CDEF")
    page = house.open("/join", size=SMALL)
    chairs = page.locator(".around .pick")
    expect(chairs).to_have_count(8)
    assert fits(page)
    boxes = [one.bounding_box() for one in chairs.all()]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    # Clockwise, seen from above: from the chair before us to the left, up, right and down again.
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    (x0, y0), (x2, y2), (x4, y4), (x6, y6) = middles[::2]
    assert x2 < x0 < x6
    assert y4 < y2 < y0
    assert (round(x4), round(y6)) == (round(x0), round(y2))
    page.get_by_label("Your name").fill("Gus")
    page.get_by_label("The next free chair").focus()
    page.keyboard.press("ArrowUp")  # as radio buttons do: the one before
    expect(page.get_by_label("Seat 8")).to_be_checked()
    page.get_by_text("Seat 7").click()
    page.get_by_role("button", name="Join").click()
    expect(page).to_have_url(f"{house.url}/seat")
    assert house.room.context.phones.sitters[Seat(6)].name == "Gus"
    assert not house.complaints


def test_a_chair_that_goes_while_one_types_is_not_exchanged_unasked(house: House) -> None:
    page = house.open("/join", size=SMALL)
    page.get_by_label("Your name").fill("Ben")
    page.get_by_text("Seat 1").click()
    wait_for("the page to listen", lambda: len(house.room.context.streams))
    house.room.seated("Ann")
    expect(page.locator(".at-0")).to_contain_text("Ann")  # by itself
    expect(page.locator("[name=seat]:checked")).to_have_count(0)
    expect(page.get_by_label("Your name")).to_have_value("Ben")
    page.get_by_text("Seat 2").click()
    page.get_by_label("Red").click()  # Ann's is blue
    page.get_by_role("button", name="Join").click()
    expect(page).to_have_url(f"{house.url}/seat")
    assert house.room.context.phones.sitters[KID].name == "Ben"
    assert not house.complaints


def test_a_seat_goes_to_another_phone_by_a_code(house: House) -> None:
    tokens = house.room.begin("Ann", "Ben")
    ann, other = house.open("/seat", tokens[ANN]), house.open("/join", size=SMALL)
    ann.locator("header .who").click()
    ann.get_by_role("button", name="Hand the seat over").click()
    code = ann.locator(".onecode").inner_text()
    assert fits(ann)
    other.get_by_role("link", name="I have a code").click()
    other.get_by_label("The code").fill(code.lower())
    assert fits(other)
    other.get_by_role("button", name="Take the seat").click()
    expect(other.locator("header .who")).to_contain_text("Ann")
    expect(ann.get_by_role("heading", name="Join the game")).to_be_visible()  # by itself
    assert not house.complaints


def test_who_looks_on_follows_the_game(house: House) -> None:
    page = house.open("/join", size=SMALL)
    page.get_by_role("button", name="I only look on").click()
    expect(page).to_have_url(f"{house.url}/watch")
    expect(page.get_by_text("Waiting for the banker to begin the game")).to_be_visible()
    house.room.begin("Ann", "Ben")
    expect(page.get_by_text("$1,500").first).to_be_visible()
    house.room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    expect(page.locator(".price")).to_be_visible()
    assert fits(page)
    house.room.ask(Hammer())
    expect(page.locator(".price")).to_have_count(0)
    page.get_by_role("link", name="The board").click()
    expect(page).to_have_url(re.compile("/table$"))
    assert not house.complaints


def test_a_phone_s_own_page_tells_of_a_record_that_was_lost(house: House) -> None:
    page = house.open("/seat", house.room.begin("Ann", "Ben")[ANN], SMALL)
    after = f"{house.room.table.view.game}:999"
    kind = page.evaluate(
        """after => new Promise((heard) => {
          const source = new EventSource("/events?page=seat&tab=two&after=" + after);
          for (const kind of ["hello", "lost"])
            source.addEventListener(kind, () => { source.close(); heard(kind); });
        })""",
        after,
    )
    assert kind == "lost"
    # The writer tells it, which the page's stream does not wait for.
    (notice,) = wait_for("the notice", lambda: house.room.table.view.notices)
    assert notice.code == "lost-records"
    assert not house.complaints


def test_the_banker_sends_away_who_looks_on(house: House) -> None:
    house.room.begin("Ann", "Ben")
    page = house.open("/join", size=SMALL)
    page.get_by_role("button", name="I only look on").click()
    expect(page).to_have_url(f"{house.url}/watch")
    token = house.room.context.phones.make_banker(None)
    banker = house.open("/banker", token, SMALL)
    banker.get_by_role("button", name="Send them away").click()
    expect(page.get_by_role("heading", name="Join the game")).to_be_visible()  # by itself
    assert fits(banker)
    expect(banker.get_by_role("button", name="Send them away")).to_have_count(0)
