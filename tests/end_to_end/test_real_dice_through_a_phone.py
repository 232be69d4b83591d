"""Photos and clips of real dice, filmed by a phone's browser: read, and never wrong."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import expect

from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import clip
from hardware.cameras import CameraOptions, steady_camera
from hardware.cameras.folder import open_folder
from hardware.cameras.phone import PhoneEye
from hardware.watcher import Watcher
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.photos import OWN
from tests.support.chromium import chromium
from tests.support.eye_clips import RATE, camera_of, in_a_clip
from tests.support.pages import living_room, served
from tests.support.ticks import Ticks
from tests.support.told import Told
from tests.support.untagged import NoTags
from web.shared.context import COOKIE

SIZE = (760, 480)  # Chromium films nothing of an odd size
PHOTO, ITS_VALUES = "nell_18.jpg", (3, 6)
CLIPS = {"ciecha_1": (1, 3, 5), "ciecha_2": (3, 4, 5), "ciecha_3": (2, 5, 6), "ciecha_4": (2, 3, 6)}
"""Clips of one size: they follow each other in one film."""


@contextmanager
def filmed(film: Path, home: Path, dice: int) -> Iterator[Told]:
    """Let a watcher look through a phone whose camera sees a film, again and again."""
    told = Told()
    with ExitStack() as after:
        room = after.enter_context(living_room(home))
        url = after.enter_context(served(room))
        eye, token = room.context.parts.phone_eye, room.context.phones.make_banker(None)
        assert isinstance(eye, PhoneEye)
        camera = steady_camera("phone", phone=eye)
        after.callback(camera.close)
        watcher = Watcher(
            camera, witness=told, dice=NetReader(), tags=NoTags(), dice_expected=lambda: dice
        )
        eye.busy = lambda: watcher.busy
        watcher.start()
        after.callback(watcher.stop)
        browser = after.enter_context(chromium(*camera_of(film)))
        context = browser.new_context(locale="en-US")
        context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
        page = context.new_page()
        page.goto(f"{url}/eye")
        page.click("#eye-start")
        expect(page.locator("#eye-said")).to_contain_text("sees through this phone", timeout=30_000)
        yield told


def of_a_photo(folder: Path) -> Iterator[Pixels]:
    """Yield frames of a camera above an empty table, and then above a photo of dice."""
    folder.mkdir()
    (folder / PHOTO).symlink_to(OWN / PHOTO)
    options = CameraOptions(rate=RATE, lead=2.0, hold=6.0)
    camera = open_folder(str(folder), options, Ticks().pace(RATE))
    noise = np.random.default_rng(1)
    for _ in range(6 * RATE):
        pixels = cv2.resize(camera.read().pixels, SIZE, interpolation=cv2.INTER_CUBIC)
        yield np.clip(pixels + noise.normal(0, 1.5, pixels.shape), 0, 255).astype(np.uint8)


def sure(told: Told) -> list[tuple[int, ...]]:
    return [reading.values for reading in told.readings if reading.verdict == "sure"]


def test_dice_of_a_photo_are_read(tmp_path: Path) -> None:
    film = in_a_clip(tmp_path / "film.mjpeg", of_a_photo(tmp_path / "photos"))
    with filmed(film, tmp_path / "home", 2) as told:
        wait_for("a reading", lambda: sure(told))
    assert set(sure(told)) == {ITS_VALUES}


def test_dice_that_truly_roll_are_read_and_never_wrong(tmp_path: Path) -> None:
    folder = os.environ.get("COMPANION_PICTURES")
    if not folder:  # there is nothing to film
        return
    frames = (f.pixels for name in CLIPS for f in clip(Path(folder) / "dice" / f"{name}.mp4"))
    with filmed(in_a_clip(tmp_path / "film.mjpeg", frames), tmp_path / "home", 3) as told:
        wait_for("a sure reading", lambda: sure(told))
    assert set(sure(told)) <= set(CLIPS.values())
