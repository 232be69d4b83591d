"""The page of a phone that is the camera, where it cannot be one; and how it stays awake."""

import numpy as np
import pytest
from numpy.typing import NDArray
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
    with page.expect_navigation():
        page.get_by_role("button", name="Use it").click()
    page.goto(f"{house.url}/table")
    page.wait_for_function("window.asked >= 1")
    # A browser that begins no clip without a tap gets one in the first, synchronously.
    before = page.evaluate("window.played")
    assert page.evaluate("document.body.click(), window.played") - before == int(refuses)
    devices.put_back(page)


TURNED = """
Object.defineProperty(screen, "orientation", { value: { angle: %d } });
window.DeviceOrientationEvent.requestPermission = async () => (window.asked = true, "%s");
"""
FELT = """async ([beta, gamma]) => {
  const { Gravity } = await import("/static/eye_gravity.js");
  const gravity = new Gravity();
  await gravity.listen();
  window.dispatchEvent(new DeviceOrientationEvent("deviceorientation", { alpha: 40, beta, gamma }));
  return gravity.down;
}"""
HELD = [(0.0, 0.0), (35.0, 0.0), (0.0, 35.0), (-20.0, 10.0), (70.0, -60.0)]


def down_in_a_picture(beta: float, gamma: float, angle: int) -> NDArray[np.float64]:
    """Return down in a picture's axes: the phone is turned about its own, as W3C says, Z-X'-Y''."""
    b, c, a = np.radians([beta, gamma, angle])
    about_x = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    about_y = np.array([[np.cos(c), 0, np.sin(c)], [0, 1, 0], [-np.sin(c), 0, np.cos(c)]])
    felt = (about_x @ about_y).T @ (0.0, 0.0, -1.0)  # to the phone's right, its top, its face
    right, up = np.array([np.cos(a), -np.sin(a), 0.0]), np.array([np.sin(a), np.cos(a), 0.0])
    return np.array([felt @ right, -felt @ up, -felt[2]])


@pytest.mark.parametrize("angle", [0, 90, 270])
@pytest.mark.parametrize(("beta", "gamma"), HELD)
def test_a_phone_says_which_way_is_down_in_its_picture(
    house: House, devices: Devices, beta: float, gamma: float, angle: int
) -> None:
    page = opened(house, devices, TURNED % (angle, "granted"))
    said = page.evaluate(FELT, [beta, gamma])
    down = [said["right"], said["bottom"], said["into"]]
    assert down == pytest.approx(down_in_a_picture(beta, gamma, angle), abs=1e-9)
    devices.put_back(page)


def test_who_may_not_feel_it_says_nothing(house: House, devices: Devices) -> None:
    page = opened(house, devices, TURNED % (0, "denied"))
    assert page.evaluate(FELT, [10.0, 10.0]) == {}
    assert page.evaluate("window.asked")
    devices.put_back(page)
