"""Over https a browser gives its camera, once its warning has been passed by."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Error, Page, expect

from tests.support.chromium import chromium
from tests.support.devices import PATIENCE_MS
from tests.support.pages import HOST, Living, Secured, living_room
from tests.support.trusting import certified
from web.server.serve import Server, bound
from web.shared.context import COOKIE

CAMERA = """() => Promise.race([
  navigator.mediaDevices.getUserMedia({ video: true }).then((it) => it.getVideoTracks().length),
  new Promise((_, late) => setTimeout(() => late(new Error("no answer")), 20000)),
])"""
LAN = "192.168.77.1"
"""To a browser an address of its own machine is secure without TLS; this one stands for it."""


class Ports(NamedTuple):
    """A room's two addresses, as a phone would type them."""

    room: Living
    plain: str
    secure: str


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    drawn = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    with chromium(*drawn, f"--host-resolver-rules=MAP {LAN} {HOST}") as browser:
        yield browser


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[Ports]:
    certificates = certified(tmp_path, LAN)
    with living_room(tmp_path) as room:
        server = Server(room.app, bound(HOST))
        server.start()
        try:
            port = server.start_second(0, lambda: certificates.now.context)
            secure = f"https://{LAN}:{port}"
            told = Secured((secure,), certificates.now.authority)
            room.context.parts = replace(room.context.parts, secure=told)
            yield Ports(room, f"http://{LAN}:{server.port}", secure)
        finally:
            server.stop()


def opened(browser: Browser) -> Page:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(PATIENCE_MS)
    return page


def pass_the_warning(page: Page, url: str) -> None:
    """Tap what the page `/certificate` says."""
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(url)
    page.locator("#details-button").click()
    page.locator("#proceed-link").click()
    page.wait_for_url(url)


def test_plain_http_gives_no_camera(browser: Browser, ports: Ports) -> None:
    page = opened(browser)
    page.goto(f"{ports.plain}/join")
    assert page.evaluate("[isSecureContext, typeof navigator.mediaDevices]") == [False, "undefined"]
    page.close()


def test_past_the_warning_the_camera_is_given(browser: Browser, ports: Ports) -> None:
    page = opened(browser)
    pass_the_warning(page, f"{ports.secure}/join")
    assert page.evaluate("isSecureContext")
    assert page.evaluate(CAMERA) == 1
    page.close()


def test_a_phone_that_is_known_is_known_there_too_and_follows_the_game(
    browser: Browser, ports: Ports
) -> None:
    page = opened(browser)
    token = ports.room.begin()[0]
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": ports.plain}])
    page.goto(f"{ports.plain}/seat")
    pass_the_warning(page, f"{ports.secure}/seat")
    tag = page.locator("body").get_attribute("data-tag")
    ports.room.context.streams.nudge()
    expect(page.locator("body")).not_to_have_attribute("data-tag", tag or "")
    page.close()


def test_the_page_leads_there_and_says_so(browser: Browser, ports: Ports) -> None:
    page = opened(browser)
    page.goto(f"{ports.plain}/certificate")
    link = page.get_by_role("link", name="Open over https")
    target = link.get_attribute("href")
    assert target == f"{ports.secure}/certificate"
    pass_the_warning(page, target)
    expect(page.get_by_text("This page is open over https.")).to_be_visible()
    page.close()


def test_a_form_is_sent_over_https(browser: Browser, ports: Ports) -> None:
    page = opened(browser)
    pass_the_warning(page, f"{ports.secure}/join")
    page.get_by_label("Name").first.fill("Ann")
    page.get_by_role("button", name="Join").first.click()
    page.wait_for_url(lambda url: not url.endswith("/join"))
    assert page.url.startswith(ports.secure)
    page.close()
