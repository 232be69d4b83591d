"""What a phone as the camera costs, and how late it reads: a browser before a filmed table."""

import os
import re
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cv2
from playwright.sync_api import Browser, Page, expect

from companion.vision.dice import NetReader
from companion.vision.frame import Camera
from companion.vision.readings import DiceReading
from hardware.cameras import steady_camera
from hardware.cameras.phone import PhoneEye
from hardware.watcher import Watcher
from tests.benchmarks.bench_footprint import TICKS, cpu_s, resident_mb
from tests.benchmarks.figure import Figure
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.phone import Phone
from tests.support.chromium import chromium
from tests.support.eye_clips import RATE, camera_of, film, throws_in_a_clip
from tests.support.pages import living_room, served
from tests.support.told import Told
from tests.support.untagged import NoTags
from web.shared.context import COOKIE

WATCHED_S = 20.0
SETTLED_S = 6.0
THROWS: Sequence[tuple[int, int]] = ((3, 5), (2, 6), (1, 4), (6, 3), (2, 5))


class Timed(Told):
    """A witness that notes how long after the first motion each reading was told."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def dice(self, reading: DiceReading, picture: bytes, began: float, at: float) -> None:
        self.waits.append(1000 * (time.monotonic() - began))
        super().dice(reading, picture, began, at)


def measure() -> Iterator[Figure]:
    """Yield the rates at rest and in motion with what they cost, then how late dice are read."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, lasts in (("at rest", 60.0), ("in motion", 0.8)):
            thrown = THROWS if lasts < 1 else THROWS[:1]
            clip = throws_in_a_clip(folder / "clip.mjpeg", *thrown, lasts_s=lasts, empty_s=0)
            yield from _costs(clip, folder / what, what)
        clip, avi = throws_in_a_clip(folder / "clip.mjpeg", *THROWS), _avi(folder)
        yield from _costs_by_file(avi, folder / "by file")
        yield from _by_phone(clip, folder)
        by_file = _by_file(avi)
        yield Figure("from first motion to reading, file:", statistics.median(by_file), "ms")
        yield Figure("the longest of these", max(by_file), "ms")


def _costs(clip: Path, home: Path, what: str) -> Iterator[Figure]:
    companion = Appliance(home, "--camera", "phone", "--buttons", "mock")
    try:
        banker = Phone(companion.port)
        banker.post("/banker/pin", {"pin": companion.pin})
        pid, before = companion.process.pid, resident_mb(companion.process.pid)
        with chromium(*camera_of(clip)) as browser:
            page = _opened(browser, f"http://127.0.0.1:{companion.port}", banker.cookie)
            page.wait_for_timeout(1000 * SETTLED_S)
            ours, theirs, began = cpu_s(pid), _browsers_cpu_s(pid), time.monotonic()
            page.wait_for_timeout(1000 * WATCHED_S)
            passed = time.monotonic() - began
            eye = page.evaluate("fetch('/eye/state').then((answer) => answer.json())")["eye"]
            yield Figure(f"frames a second {what}", eye["rate"], "")
            yield Figure(f"sent {what}", 60 * eye["bytes_a_second"] / 1e6, "MB/min")
            yield Figure(f"bound of the times {what}", 1000 * eye["bound_s"], "ms")
            yield Figure(f"slowest of 20 frames {what}", 1000 * eye["lag_s"], "ms")
            yield Figure(f"companion's processor {what}", 100 * (cpu_s(pid) - ours) / passed, "%")
            used = _browsers_cpu_s(pid) - theirs
            yield Figure(f"browser's processor {what}", 100 * used / passed, "%")
            yield Figure(f"companion's memory, more {what}", resident_mb(pid) - before, "MB")
    finally:
        companion.kill()


def _opened(browser: Browser, url: str, cookie: str) -> Page:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    context.set_default_timeout(30_000)
    value = cookie.partition("=")[2].partition(";")[0]
    context.add_cookies([{"name": COOKIE, "value": value, "url": url}])
    page = context.new_page()
    page.goto(f"{url}/eye")
    page.click("#eye-start")
    expect(page.locator("#eye-figures")).not_to_be_empty(timeout=30_000)
    return page


def _costs_by_file(avi: Path, home: Path) -> Iterator[Figure]:
    """Yield what the companion takes for the same table as a file, 12 frames a second."""
    companion = Appliance(home, "--camera", f"file:{avi}", "--buttons", "mock")
    try:
        pid, _port = companion.process.pid, companion.port
        before, began, spent = resident_mb(pid), time.monotonic(), cpu_s(pid)
        time.sleep(WATCHED_S)  # not longer than the film
        share = 100 * (cpu_s(pid) - spent) / (time.monotonic() - began)
        yield Figure("companion's processor, file: in play", share, "%")
        yield Figure("companion's memory, more by file:", resident_mb(pid) - before, "MB")
    finally:
        companion.kill()


def _by_phone(clip: Path, folder: Path) -> Iterator[Figure]:
    with ExitStack() as after:
        room = after.enter_context(living_room(folder / "room"))
        url = after.enter_context(served(room))
        browser = after.enter_context(chromium(*camera_of(clip)))
        eye, token = room.context.parts.phone_eye, room.context.phones.make_banker(None)
        assert isinstance(eye, PhoneEye)
        told = Timed()
        camera = steady_camera(
            "phone",
            phone=eye,
            report=lambda name, why: told.camera(name, ok=why is None, trouble=why),
        )
        watcher = after.enter_context(_watched(camera, told))
        eye.busy = lambda: watcher.busy
        page = _opened(browser, url, f"{COOKIE}={token}")
        page.wait_for_timeout(50_000)
        yield Figure("from first motion to reading, phone", statistics.median(told.waits), "ms")
        yield Figure("the longest of these", max(told.waits), "ms")
        for what, gone in (("from the cut to its being told", True), ("and back", False)):
            page.context.set_offline(gone)
            began = time.monotonic()
            wait_for(what, lambda gone=gone: bool(told.troubles[-1]) == gone)  # type: ignore[misc]
            yield Figure(what, 1000 * (time.monotonic() - began), "ms")
            page.wait_for_timeout(3000)


def _avi(folder: Path) -> Path:
    """Write the same throws as a clip for `file:`; return its path."""
    path = folder / "clip.avi"
    writer = None
    for pixels in film(*THROWS):
        if writer is None:
            size = (pixels.shape[1], pixels.shape[0])
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, size)
        writer.write(pixels)
    assert writer is not None
    writer.release()
    return path


def _by_file(avi: Path) -> list[float]:
    told = Timed()
    with _watched(steady_camera(f"file:{avi}"), told):
        wait_for("the throws", lambda: len(told.waits) >= len(THROWS) or None)
        return told.waits


@contextmanager
def _watched(camera: Camera, told: Timed) -> Iterator[Watcher]:
    watcher = Watcher(
        camera, witness=told, dice=NetReader(), tags=NoTags(), dice_expected=lambda: 2
    )
    watcher.start()
    try:
        yield watcher
    finally:
        watcher.stop()
        camera.close()


def _browsers_cpu_s(but: int) -> float:
    """Return the processor time of all our children's children, without the companion's."""
    parents: dict[int, int] = {}
    times: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            found = re.match(r"(\d+) \(.*\) \S (\d+) (.*)", stat.read_text())
        except OSError:  # it has ended
            continue
        if found:
            more = found[3].split()
            parents[int(found[1])] = int(found[2])
            times[int(found[1])] = (int(more[9]) + int(more[10])) / TICKS
    return sum(spent for pid, spent in times.items() if _is_below(pid, os.getpid(), but, parents))


def _is_below(pid: int, top: int, but: int, parents: dict[int, int]) -> bool:
    while pid not in (0, 1, but):
        pid = parents.get(pid, 0)
        if pid == top:
            return True
    return False
