"""The page of a phone that is the camera, where it cannot be one; and how it stays awake."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.devices import Devices
from tests.support.house import House

INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false });"
LOCKS = """
window.asked = 0; window.played = 0;
HTMLMediaElement.prototype.play = function () { window.played += 1; return Promise.resolve(); };
navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
const lock = Object.assign(new EventTarget(), { release: async () => {} });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  window.asked += 1;
  if (window.refuses) throw new DOMException("no", "NotAllowedError");
  return (window.lock = lock);
} } });
"""
FAILS = """
navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "%s"); };
"""
CANNOT = [
    ("NotFoundError", "no camera that can be used"),
    ("NotAllowedError", "may not use the camera"),
]


def opened(house: House, devices: Devices, script: str) -> Page:
    page = devices.take((390, 800), locale="en-US")
    page.add_init_script(script)
    page.goto(f"{house.url}/eye")
    return page


def test_an_address_that_is_not_secure_says_so(house: House, devices: Devices) -> None:
    page = opened(house, devices, INSECURE)
    expect(page.locator("#eye-insecure")).to_contain_text("secure addresses alone")
    expect(page.locator("#eye-start")).to_be_hidden()
    devices.put_back(page)


@pytest.mark.parametrize(("error", "words"), CANNOT)
def test_a_camera_that_cannot_be_had_is_told_and_may_be_tried_again(
    house: House, devices: Devices, error: str, words: str
) -> None:
    page = opened(house, devices, FAILS % error)
    page.click("#eye-start")
    expect(page.locator("#eye-said")).to_contain_text(words)
    expect(page.locator("#eye-start")).to_be_visible()
    devices.put_back(page)


def test_a_lock_that_the_browser_took_back_is_asked_for_again(
    house: House, devices: Devices
) -> None:
    page = opened(house, devices, LOCKS)
    # In the tap itself, before anything is waited for: phones begin no clip later.
    assert page.evaluate("document.getElementById('eye-start').click(), window.played") >= 1
    page.wait_for_timeout(100)
    asked = page.evaluate("window.asked")
    assert asked >= 1
    page.evaluate("window.lock.dispatchEvent(new Event('release'))")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.asked") == asked + 1
    devices.put_back(page)


@pytest.mark.parametrize("refuses", [False, True], ids=["by a lock", "by a clip"])
def test_any_page_stays_awake_where_that_is_wanted(
    house: House, devices: Devices, *, refuses: bool
) -> None:
    page = devices.take((390, 800), locale="en-US")
    page.add_init_script(f"window.refuses = {str(refuses).lower()};{LOCKS}")
    page.goto(f"{house.url}/table")
    assert page.evaluate("window.asked") == 0
    page.goto(f"{house.url}/me")
    page.get_by_label("Keep this screen awake").check()
    page.get_by_role("button", name="Use it").click()
    page.goto(f"{house.url}/table")
    page.wait_for_function("window.asked >= 1")
    # A browser that begins no clip without a tap gets one in the first, synchronously.
    before = page.evaluate("window.played")
    assert page.evaluate("document.body.click(), window.played") - before == int(refuses)
    devices.put_back(page)
