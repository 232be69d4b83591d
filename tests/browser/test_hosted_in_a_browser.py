"""Two tables of one address in a real browser: live, apart, and patient while one is taken over."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from companion.errors import HubError
from companion.game.commands import Roll
from companion.words import Seat
from tests.support.chromium import chromium
from tests.support.devices import PATIENCE_MS
from tests.support.hosted import HostedRoom, Worker, away, worker
from tests.support.house import PHONE, SCREEN
from tests.support.pages import HOST
from tests.support.waiting import soon
from web.server.serve import Server, bound
from web.shared.broken import AWAY
from web.shared.context import COOKIE

ANN = Seat(0)
TRIES = 7
"""So often a page sends a press for which nobody is there; see `send.js`."""


class Served(NamedTuple):
    """Two tables that are served, and one browser at both of them."""

    worker: Worker
    url: str
    pages: list[Page]
    asked: list[str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as browser:
        yield browser


@pytest.fixture
def there(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    with ExitStack() as after:
        made = after.enter_context(worker(tmp_path))
        server = Server(made.app, bound(HOST))
        server.start()
        after.callback(server.stop)
        width, height = PHONE
        context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
        after.callback(context.close)
        context.set_default_timeout(PATIENCE_MS)
        asked: list[str] = []
        context.on("request", lambda one: asked.append(one.url))
        for room, names in zip(made.rooms, (("Ann", "Ben"), ("Cy", "Dee")), strict=True):
            token = room.begin(*names)[ANN]
            cookie = {"name": COOKIE, "value": token, "domain": HOST, "path": room.root}
            context.add_cookies([cookie])  # type: ignore[list-item]
        url = f"http://{HOST}:{server.port}"
        pages = [context.new_page() for _room in made.rooms]
        for page, room in zip(pages, made.rooms, strict=True):
            page.goto(f"{url}{room.root}/")
        yield Served(made, url, pages, asked)


def begun(room: HostedRoom) -> None:
    """Roll at a table: something can be bought there."""
    room.play(Roll(by=ANN, dice=(1, 2)))


def test_two_tabs_of_a_browser_are_at_two_tables(there: Served) -> None:
    one, other = there.pages
    expect(one.locator(".who b")).to_have_text("Ann")
    expect(other.locator(".who b")).to_have_text("Cy")
    begun(there.worker.rooms[0])
    one.bring_to_front()
    expect(one.get_by_role("button", name="Buy for $60")).to_be_visible()
    one.get_by_role("button", name="Buy for $60").click()
    expect(one.locator("#cash")).to_contain_text("1,440")
    expect(other.locator("#cash")).to_contain_text("1,500")
    assert there.worker.rooms[1].table.view.seq == 1
    assert [url for url in there.asked if not url.startswith(f"{there.url}/t/")] == []


@pytest.mark.parametrize("size", [(1600, 1000), SCREEN])
def test_on_the_table_screen_address_and_pin_are_whole_however_long_the_link(
    there: Served, size: tuple[int, int]
) -> None:
    page = there.pages[0].context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    room = there.worker.rooms[0]
    room.context.settings = replace(
        room.context.settings, addresses=lambda: ("https://tables.chess-cafe.example:8443",)
    )
    room.context.phones.dismiss_bankers(room.context.pin.series)
    page.goto(f"{there.url}{room.root}/table")
    expect(page.locator(".pincode b")).to_have_text(room.context.pin.shown or "")
    for shown in page.locator(".join p").all():
        box = shown.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= size[0]
        assert shown.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.close()


def test_a_press_waits_while_its_table_is_taken_over(there: Served) -> None:
    room, page = there.worker.rooms[0], there.pages[0]
    begun(room)
    page.bring_to_front()
    buy = page.get_by_role("button", name="Buy for $60")
    expect(buy).to_be_visible()
    there.worker.tables.away = HubError(code="hub-database")
    buy.click()
    with page.expect_response(lambda one: one.url.endswith("/do") and one.status == 503):
        pass
    there.worker.tables.away = None
    expect(page.locator("#cash")).to_contain_text("1,440")


def test_that_nothing_can_be_booked_is_said_once_and_no_longer_than_it_is_so(
    there: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, page = there.worker.rooms[0], there.pages[0]
    begun(room)
    page.bring_to_front()
    buy = page.get_by_role("button", name="Buy for $60")
    said = page.get_by_text(AWAY).filter(visible=True)
    with monkeypatch.context() as patch:
        away(patch)
        for _press in range(2):
            with page.expect_response(lambda one: one.url.endswith("/do")):
                buy.click()
            expect(buy).not_to_have_attribute("aria-busy", "true")
            expect(page.locator("#trouble")).to_have_text(AWAY)
            expect(said).to_have_count(1)
        presses = sum(url.endswith("/do") for url in there.asked)
        assert presses == 2 * TRIES  # the news between did not free the button for a third
    expect(said).to_have_count(0)
    buy.click()
    expect(page.locator("#cash")).to_contain_text("1,440")


def test_a_page_for_which_the_worker_has_no_place_asks_by_itself(
    there: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, page = there.worker.rooms[0], there.pages[0]
    page.goto("about:blank")
    assert soon(lambda: not room.context.streams.lines)
    monkeypatch.setattr(there.worker.app.extensions["companion"].streams, "_most", 0)
    with page.expect_response(lambda one: "/events?" in one.url):
        page.goto(f"{there.url}{room.root}/")
    begun(room)
    expect(page.get_by_role("button", name="Buy for $60")).to_be_visible()
    expect(page.locator("#away")).to_be_hidden()
    assert not room.context.streams.lines
    page.get_by_role("button", name="Buy for $60").click()
    expect(page.locator("#cash")).to_contain_text("1,440")


def test_a_page_that_cannot_be_had_comes_by_itself(there: Served) -> None:
    room, page = there.worker.rooms[0], there.pages[0]
    there.worker.tables.away = HubError(code="hub-database")
    page.goto(f"{there.url}{room.root}/seat")
    expect(page.locator("h1")).to_have_text("One moment")
    there.worker.tables.away = None
    expect(page.locator(".who b")).to_have_text("Ann")


def test_a_page_whose_table_was_removed_says_so(there: Served) -> None:
    room, page = there.worker.rooms[0], there.pages[0]
    begun(room)
    page.bring_to_front()
    expect(page.get_by_role("button", name="Buy for $60")).to_be_visible()
    del there.worker.tables.contexts[room.key]
    room.context.stop()  # as a worker drops a table that is not its own any more
    expect(page.get_by_text("No table has this address").first).to_be_visible()
