"""A phone in a stand is the camera: a browser before a filmed table, and the rolls booked.

It comes over https from an address of the home, as a phone does: on http there it has no camera.
"""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.chromium import chromium
from tests.support.eye_clips import camera_of, throws_in_a_clip
from tests.support.ports import reserved

LAN = "192.168.77.1"
"""To a browser an address of its own machine is secure without TLS; this one stands for it."""
SHOWN = (3, 5)
ASKS = re.compile(r'name="phone" value="(\w+)"')
BLIND = "The camera sees no dice now."
SEES = "The companion sees through this phone."
TAKEN = """(() => {
    const [track] = document.getElementById("eye-video").srcObject.getVideoTracks();
    track.stop();
    track.dispatchEvent(new Event("ended"));
    return document.getElementById("eye-said").textContent;
})()"""
NETWORK = "Network.emulateNetworkConditions"
SLOW = {"offline": False, "latency": 80, "uploadThroughput": 250_000, "downloadThroughput": 250_000}
QUICK = {"offline": False, "latency": 0, "uploadThroughput": -1, "downloadThroughput": -1}


class Stand:
    """A companion, its players' phones, and phones in stands before a filmed table."""

    def __init__(self, appliance: Appliance, browser: Browser, secure_port: int) -> None:
        appliance.port  # noqa: B018  # it serves once it has said so
        self.url = f"https://{LAN}:{secure_port}/eye"
        self.phones = joined(appliance)
        begin(self.phones)
        self._browser = browser
        self.complaints: list[str] = []

    @property
    def banker(self) -> Phone:
        return self.phones[0]

    def new_phone(self) -> BrowserContext:
        size = {"width": 390, "height": 800}
        context = self._browser.new_context(viewport=size, ignore_https_errors=True)  # type: ignore[arg-type]  # as it is
        context.set_default_timeout(30_000)
        return context

    def page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.url)
        if page.locator("#eye-start").is_visible():  # not on the phone that was let in
            page.click("#eye-start")
        return page

    def let_in(self) -> None:
        asks = wait_for("the question", lambda: ASKS.search(self._bankers_page()))
        assert self.banker.post("/eye/answer", {"phone": asks[1], "yes": 1}).status == 303

    def sees(self, page: Page) -> None:
        expect(page.locator("#eye-said")).to_have_text(SEES, timeout=30_000)
        wait_for("the camera", lambda: not self.is_blind)

    @property
    def is_blind(self) -> bool:
        return not self.banker.game()["camera"]["ok"]

    def roll(self) -> dict[str, Any]:
        """Wait for the next roll that is booked, and let its player go on; return the game."""
        before = self.banker.game()["seq"]
        self._go_on()
        return wait_for("a roll", partial(self._rolled, max(before, self.banker.game()["seq"])))

    def _rolled(self, before: int) -> dict[str, Any] | None:
        game = self.banker.game()
        return game if game["seq"] > before else None

    def _go_on(self) -> None:
        purchase = self.banker.game()["state"]["purchase"]
        if purchase:
            assert self.phones[purchase["seat"]].command("buy").status == 200

    def _bankers_page(self) -> str:
        return self.banker.get("/banker").body.decode()


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return throws_in_a_clip(tmp_path_factory.mktemp("clip") / "throw.mjpeg", SHOWN)


@pytest.fixture(scope="module")
def stand(filmed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    home = tmp_path_factory.mktemp("home")
    port, told = reserved(), ("--camera", "phone", "--buttons", "mock")
    appliance = Appliance(home, *told, "--tls-port", str(port))
    try:
        lan = f"--host-resolver-rules=MAP {LAN} 127.0.0.1"
        with chromium(*camera_of(filmed), lan) as browser:
            stand = Stand(appliance, browser, port)
            assert stand.is_blind  # no phone is there yet
            yield stand
    finally:
        appliance.kill()


@pytest.fixture(scope="module")
def context(stand: Stand) -> Iterator[BrowserContext]:
    context = stand.new_phone()
    stand.page(context)
    stand.let_in()
    yield context
    context.close()


@pytest.fixture
def page(stand: Stand, context: BrowserContext) -> Iterator[Page]:
    (page,) = context.pages
    stand.sees(page)
    yield page
    assert stand.complaints == []


def test_a_throw_before_the_phone_is_booked_and_shown(stand: Stand, page: Page) -> None:
    stand.roll()
    page.click("#eye-dim")
    expect(page.locator("#eye-dark")).to_be_visible()
    page.click("#eye-dark")
    expect(page.locator("#eye-dark")).to_be_hidden()
    assert stand.banker.game()["state"]["players"][0]["at"] == sum(SHOWN)
    assert "Vermont Avenue" in stand.banker.get("/seat").body.decode()  # which it offers to buy


def test_a_slow_network_sends_fewer_pictures_and_the_throw_is_read(
    stand: Stand, page: Page, context: BrowserContext
) -> None:
    session = context.new_cdp_session(page)
    session.send(NETWORK, SLOW)
    try:
        stand.roll()
        assert not stand.is_blind
    finally:
        session.send(NETWORK, QUICK)


def test_without_a_connection_in_mid_throw_everybody_is_told_and_it_goes_on_by_itself(
    stand: Stand, page: Page, context: BrowserContext
) -> None:
    wait_for("a motion", lambda: stand.banker.game()["motion"])
    context.set_offline(True)
    wait_for("the loss", lambda: stand.is_blind)
    expect(page.locator("#eye-said")).to_have_text("No connection. It goes on by itself.")
    assert not stand.banker.game()["motion"]
    context.set_offline(False)
    stand.sees(page)
    stand.roll()


def test_a_page_that_is_left_says_so_and_goes_on_without_a_tap(stand: Stand, page: Page) -> None:
    page.goto("about:blank")
    wait_for("its word", lambda: "page is hidden" in stand.banker.game()["camera"]["status"])
    page.goto(stand.url)
    stand.sees(page)


def test_a_camera_that_something_else_takes_is_opened_again(stand: Stand, page: Page) -> None:
    assert "Something else has the camera" in page.evaluate(TAKEN)
    stand.sees(page)
    assert page.evaluate("document.getElementById('eye-video').srcObject.active")


def test_another_eye_and_then_the_phone_again_in_mid_game(stand: Stand, page: Page) -> None:
    assert stand.banker.post("/banker/eye", {"eye": "none"}).status == 303
    wait_for("no eye", lambda: stand.banker.game()["camera"] is None)
    said = page.locator("#eye-said")
    expect(said).to_contain_text("looks through another camera now", timeout=30_000)
    assert stand.banker.post("/banker/eye", {"eye": "phone"}).status == 303
    wait_for("the phone", lambda: stand.banker.game()["camera"] is not None)
    stand.sees(page)
    stand.roll()


def test_the_phone_over_the_deeds_and_over_the_dice_again(stand: Stand, page: Page) -> None:
    banker, deeds = stand.banker, "/banker/eye/deeds"
    assert banker.post("/banker/eye", {"eye": "none"}).status == 303
    wait_for("no eye", lambda: banker.game()["camera"] is None)
    assert 'value="phone"' in banker.get(deeds).body.decode()
    assert banker.post(deeds, {"eye": "phone"}).status == 303
    wait_for("its picture", lambda: banker.get(f"{deeds}/picture.jpg").status == 200)
    expect(page.locator("#eye-said")).to_have_text(SEES, timeout=30_000)
    assert 'value="phone"' not in banker.get("/banker/eye").body.decode()
    wait_for("the try to end", lambda: b"is being tried" not in banker.get(deeds).body)
    assert banker.post(deeds, {"eye": "none"}).status == 303
    wait_for("it to be free", lambda: 'value="phone"' in banker.get("/banker/eye").body.decode())
    assert banker.post("/banker/eye", {"eye": "phone"}).status == 303
    wait_for("the phone", lambda: banker.game()["camera"] is not None)
    stand.sees(page)
    stand.roll()


def test_a_second_window_of_the_phone_takes_over(
    stand: Stand, page: Page, context: BrowserContext
) -> None:
    second = stand.page(context)
    stand.sees(second)
    expect(page.locator("#eye-said")).to_contain_text("open in another window")
    second.close()
    wait_for("the loss", lambda: stand.is_blind)
    page.click("#eye-start")
    stand.sees(page)


def test_another_phone_that_is_let_in_replaces_this_one(stand: Stand, page: Page) -> None:
    other = stand.new_phone()
    try:
        newer = stand.page(other)
        expect(newer.locator("#eye-said")).to_contain_text("Ask the banker")
        stand.sees(page)  # nobody has let the other one in
        expect(newer.locator("#eye-other")).to_be_visible()
        stand.let_in()
        stand.sees(newer)
        expect(newer.locator("#eye-other")).to_have_count(0)
        expect(page.locator("#eye-said")).to_contain_text("another phone is the camera now")
        expect(page.locator("#eye-video")).to_be_hidden()
    finally:
        other.close()
    page.click("#eye-start")
    stand.let_in()
    stand.sees(page)


def test_a_phone_that_is_sent_away_stops(stand: Stand, page: Page) -> None:
    assert stand.banker.post("/eye/send-away", {}).status == 303
    expect(page.locator("#eye-said")).to_contain_text("sent this phone away")
    wait_for("the loss", lambda: stand.is_blind)
    page.click("#eye-start")
    stand.let_in()
    stand.sees(page)
