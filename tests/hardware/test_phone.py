"""A phone as the camera: what becomes of each frame, and when it is lost and back."""

import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.errors import CameraError, PictureError
from companion.vision.frame import Pixels
from companion.vision.phone_frames import RoundTrip, Stamp
from hardware.cameras.options import CameraOptions
from hardware.cameras.phone import OPENING_S, RESTING, SILENT_S, THERE_S, PhoneCamera, PhoneEye
from hardware.cameras.reconnection import SteadyCamera, steady_camera
from hardware.checks import phone_checks
from hardware.watcher import Watcher
from tests.hardware.test_lost_cameras import NoDice
from tests.support.ticks import Ticks
from tests.support.told import Told
from tests.support.untagged import NoTags

OPTIONS = CameraOptions()


def jpeg(level: int = 90, size: tuple[int, int] = (160, 90)) -> bytes:
    noise = np.random.default_rng(level).integers(0, 30, (size[1], size[0], 3))
    return cv2.imencode(".jpg", (noise + level).astype(np.uint8))[1].tobytes()


def bomb() -> bytes:
    """Return a small JPEG whose head tells of 60000 x 60000 pixels."""
    coded = bytearray(jpeg())
    at = coded.index(b"\xff\xc0") + 5
    coded[at : at + 4] = struct.pack(">HH", 60000, 60000)
    return bytes(coded)


class Sender:
    """A phone's page, on a clock of its own that is 1000 s behind."""

    def __init__(self, eye: PhoneEye, ticks: Ticks) -> None:
        self.eye, self.ticks, self.number = eye, ticks, 0
        self.run = eye.begin()

    def stamp(self, *, age: float = 0.0, trip: RoundTrip | None = None) -> Stamp:
        self.number += 1
        sent = self.ticks.now - 1000
        return Stamp(self.run, self.number, sent - age, sent, trip)

    def send(self, coded: bytes | None = None, *, age: float = 0.0) -> str:
        return self.eye.take(coded or jpeg(), self.stamp(age=age))


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def eye(ticks: Ticks) -> PhoneEye:
    return PhoneEye(ticks)


@pytest.fixture
def camera(eye: PhoneEye) -> PhoneCamera:
    return eye.camera(OPTIONS)


@pytest.fixture
def sender(eye: PhoneEye, ticks: Ticks, camera: PhoneCamera) -> Sender:
    assert camera.name == "phone"
    return Sender(eye, ticks)


def level(pixels: Pixels) -> int:
    return round(float(pixels.mean()) - 14.5)


def test_the_newest_frame_wins_and_each_is_given_once(
    camera: PhoneCamera, sender: Sender, ticks: Ticks
) -> None:
    for shade in (40, 80, 120):
        assert sender.send(jpeg(shade)) == "taken"
    frame = camera.read()
    assert level(frame.pixels) == pytest.approx(120, abs=2)
    assert frame.number == 2
    ticks.now += SILENT_S
    with pytest.raises(CameraError) as raised:
        camera.read()
    assert raised.value.code == "eye-silent"


def test_only_what_is_read_is_decoded(
    camera: PhoneCamera, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[bytes] = []

    def noted(coded: bytes, _where: str) -> Pixels:
        decoded.append(coded)
        return np.zeros((90, 160, 3), np.uint8)

    monkeypatch.setattr("hardware.cameras.phone.decoded", noted)
    for _ in range(5):
        sender.send()
    camera.read()
    assert len(decoded) == 1


def test_every_frame_that_is_none_has_its_answer(
    eye: PhoneEye, camera: PhoneCamera, sender: Sender
) -> None:
    good = jpeg()
    assert sender.send(good[: len(good) // 2]) == "damaged"
    assert sender.send(b"GIF89a no frame") == "damaged"
    assert sender.send(b"\xff\xd8\xff") == "damaged"
    assert sender.send(jpeg(size=(20, 20))) == "damaged"
    assert sender.send(bomb()) == "large"
    assert eye.state.refused == 5
    first, second = sender.stamp(), sender.stamp()
    assert eye.take(good, second) == "taken"
    assert eye.take(good, first) == "old"  # in the wrong order
    assert eye.take(good, second) == "old"  # once more
    assert camera.read().number == 0


def test_what_cannot_be_decoded_after_all_is_passed_over(
    camera: PhoneCamera, sender: Sender, monkeypatch: pytest.MonkeyPatch, ticks: Ticks
) -> None:
    def broken(_coded: bytes, _where: str) -> Pixels:
        raise PictureError("this is no picture that can be read")

    monkeypatch.setattr("hardware.cameras.phone.decoded", broken)
    sender.send()
    ticks.now += SILENT_S
    with pytest.raises(CameraError):
        camera.read()


def test_another_page_of_the_phone_takes_over(eye: PhoneEye, sender: Sender, ticks: Ticks) -> None:
    newer = Sender(eye, ticks)
    assert newer.send() == "taken"
    assert sender.send() == "replaced"
    sender.run = "of before a restart"
    assert sender.send() == "unknown"


def test_nobody_looks_through_it_nobody_takes_frames(eye: PhoneEye, ticks: Ticks) -> None:
    assert not eye.state.there
    sender = Sender(eye, ticks)
    assert sender.send() == "unused"
    assert eye.wanted.rate == 0
    assert (eye.state.there, eye.state.sees) == (True, False)
    eye.camera(OPTIONS)
    assert sender.send() == "taken"
    ticks.now += THERE_S
    assert not eye.state.there


def test_what_is_wanted_is_always_of_one_size(
    eye: PhoneEye, camera: PhoneCamera, sender: Sender
) -> None:
    sender.send()
    at_rest = eye.wanted
    eye.busy = lambda: True
    busy = eye.wanted
    assert (at_rest.rate, busy.rate) == (RESTING, OPTIONS.rate)
    assert (at_rest.width, at_rest.quality) == (busy.width, busy.quality)
    camera.close()


def test_times_are_never_in_the_future_and_never_go_back(
    eye: PhoneEye, camera: PhoneCamera, sender: Sender, ticks: Ticks
) -> None:
    ticks.now += 5
    trip = RoundTrip(ticks.now - 1000 - 0.2, ticks.now - 0.1, ticks.now - 1000)
    eye.heard(sender.run, trip)
    told = []
    for age in (0.02, 0.5, 0.0, -3.0):  # the second was taken before the first: it cannot be
        ticks.now += 0.1
        assert sender.send(age=age) == "taken"
        frame = camera.read()
        assert frame.at <= ticks.now
        told.append(frame.at)
    assert told == sorted(told)
    assert told[0] == pytest.approx(ticks.now - 0.3 - 0.02, abs=0.11)
    bound = eye.state.bound_s
    assert bound is not None
    assert 0.1 <= bound < 0.11  # half of the round trip


def test_a_page_that_is_hidden_is_lost_at_once(
    eye: PhoneEye, camera: PhoneCamera, sender: Sender
) -> None:
    sender.send()
    camera.read()
    eye.leave(sender.run, "hidden")
    with pytest.raises(CameraError) as raised:
        camera.read()
    assert raised.value.code == "eye-away"
    assert eye.state.away == "hidden"
    assert sender.send() == "taken"  # and it goes on by itself
    assert camera.read().number == 1


def test_a_lost_phone_is_opened_again_when_frames_come(
    eye: PhoneEye, camera: PhoneCamera, sender: Sender, ticks: Ticks
) -> None:
    ticks.now += OPENING_S
    with pytest.raises(CameraError):
        camera.read()
    camera.close()
    with pytest.raises(CameraError):
        eye.camera(OPTIONS)
    sender.send()
    again = eye.camera(OPTIONS)
    ticks.now += SILENT_S
    with pytest.raises(CameraError):  # what came before is not given
        again.read()
    sender.send()
    assert again.read().number == 1


def test_a_closed_camera_ends_who_waits(eye: PhoneEye) -> None:
    eye.begin()
    camera, ended = eye.camera(OPTIONS), threading.Event()

    def wait() -> None:
        with pytest.raises(CameraError, match="closed"):
            camera.read()
        ended.set()

    thread = threading.Thread(target=wait)
    thread.start()
    camera.close()
    assert ended.wait(30)
    thread.join()


def test_the_doctor_says_how_well_the_times_are_known(eye: PhoneEye, ticks: Ticks) -> None:
    assert phone_checks(eye) == ()  # nobody looks through it
    eye.camera(OPTIONS)
    (check,) = phone_checks(eye)
    assert "No phone sends pictures" in check.words
    sender = Sender(eye, ticks)
    sender.send()
    assert [check.code for check in phone_checks(eye)] == ["phone-untimed"]
    there = ticks.now - 1000
    for quick in (0.5, 0.02):
        eye.heard(sender.run, RoundTrip(there - quick, ticks.now - quick / 2, there))
    (check,) = phone_checks(eye)
    assert (check.code, check.facts["ms"]) == ("phone-timed", 12)  # half of it, and a tick


@contextmanager
def watched(eye: PhoneEye) -> Iterator[tuple[Told, SteadyCamera]]:
    told = Told()
    camera = steady_camera(
        "phone",
        phone=eye,
        report=lambda name, why: told.camera(name, ok=why is None, trouble=why),
    )
    watcher = Watcher(camera, witness=told, dice=NoDice(), tags=NoTags(), dice_expected=lambda: 2)
    watcher.start()
    try:
        yield told, camera
    finally:
        watcher.stop()
        camera.close()


def wait_for(told: Told, code: str | None) -> None:
    with told.came:
        assert told.came.wait_for(lambda: told.troubles[-1:] == [code], 30), told.calls


def test_the_watcher_is_told_that_no_phone_is_there_and_that_one_has_come() -> None:
    eye = PhoneEye()
    with watched(eye) as (told, camera):
        wait_for(told, "eye-none")
        run, number, done = eye.begin(), 0, threading.Event()

        def send() -> None:
            nonlocal number
            while not done.wait(0.05):
                number += 1
                eye.take(jpeg(number % 60 + 60), Stamp(run, number, number / 20, number / 20))

        thread = threading.Thread(target=send)
        thread.start()
        wait_for(told, None)
        assert not camera.lost
        done.set()
        thread.join()
        wait_for(told, "eye-silent")
        eye.forget()


def test_a_frame_tells_which_way_the_phone_felt_down(
    sender: Sender, camera: PhoneCamera, eye: PhoneEye
) -> None:
    down = (0.1, 0.6, 0.8)
    stamp = replace(sender.stamp(), down=down)
    assert eye.take(jpeg(), stamp) == "taken"
    assert camera.read().down == down
    sender.send()
    assert camera.read().down is None
