"""A hub, a worker and a table without a box in a real browser, behind the real router, over TLS."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.club import Club, ClubOptions
from companion.shipping.join_code import BEYOND
from companion.worker import Worker, WorkerOptions
from tests.support.chromium import chromium
from tests.support.clubs import cluster, fresh_address
from tests.support.devices import PATIENCE_MS
from tests.support.house import PHONE
from tests.support.pages import HOST
from tests.support.ports import reserved
from tests.support.routers import routed

PASSWORD = "correct horse"


class Routed(NamedTuple):
    """A club behind its router, and a browser."""

    club: Club
    browser: Browser
    url: str

    def open(self, path: str) -> Page:
        """Open a page, as somebody new."""
        width, height = PHONE
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, locale="en", ignore_https_errors=True
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(f"{self.url}{path}")
        return page


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Routed]:
    expect.set_options(timeout=PATIENCE_MS)
    with ExitStack() as after:
        browser = after.enter_context(chromium())
        database, port = fresh_address(after.enter_context(cluster())), reserved(BEYOND)
        options = ClubOptions(
            database=database,
            home=tmp_path,
            name="Chess & Co.",
            host=HOST,
            port=port,
            tls_port=port + BEYOND,
            tables=f"https://{HOST}",
            routers=(HOST,),
        )
        club = Club(options)
        after.callback(club.stop)
        club.hub.members.add("Olga", "organiser", PASSWORD)
        worker = Worker(WorkerOptions(database=database, routers=(HOST,)))
        after.callback(worker.stop)
        router = after.enter_context(routed(f"{HOST}:{port}", (worker.address,), tls=True))
        yield Routed(club, browser, f"https://{HOST}:{router.port}")


def test_the_organiser_makes_a_new_pin_and_another_banker_comes_in(there: Routed) -> None:
    hall = there.open("/sign-in")
    hall.get_by_label("Name").fill("Olga")
    hall.get_by_label("Password").fill(PASSWORD)
    hall.get_by_role("button", name="Sign in").click()
    hall.wait_for_url(f"{there.url}/")
    hall.goto(f"{there.url}/tables")
    hall.locator("#hosted summary").click()
    hall.locator("#hosted input[name=name]").fill("Window")
    hall.locator("#hosted button").click()
    link = hall.locator(".joincode a").inner_text()
    path = "/t/" + link.partition("/t/")[2]
    banker = there.open(f"{path}banker")
    hall.reload()
    first = typed(hall, banker)
    expect(banker).to_have_url(re.compile(f"{path}banker(/game)?"))
    hall.get_by_role("button", name="New PIN").click()
    expect(hall.locator(".onecode")).not_to_have_text(first)
    expect(banker.locator("input[name=pin]")).to_be_visible()  # by itself: it is the banker no more
    typed(hall, banker)
    expect(banker).to_have_url(re.compile(f"{path}banker(/game)?"))


def typed(hall: Page, phone: Page) -> str:
    """Type the PIN that the organiser reads, and return it."""
    pin = hall.locator(".onecode").inner_text()
    phone.locator("input[name=pin]").fill(pin)
    phone.locator("input[name=pin]").press("Enter")
    return pin
