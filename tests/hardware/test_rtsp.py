"""Cameras that speak RTSP, as nearly all that hang on walls do: looked through, and refused."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CameraError
from companion.vision.frame import Pixels
from hardware.cameras.devices import open_stream
from hardware.cameras.live_camera import LiveCamera
from hardware.cameras.opening import open_camera
from hardware.cameras.options import CameraOptions
from tests.support.rtsp_server import RtspCamera, film

SECRET = "geheim99"
HIGH, WIDE, STRIPES = 96, 640, 60


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.devices.PATIENCE_S", 1.0)


@pytest.fixture
def camera() -> Iterator[RtspCamera]:
    with RtspCamera("anna", SECRET) as camera:
        yield camera


def striped(number: int) -> Pixels:
    """Return a picture whose stripe tells its number."""
    pixels = np.full((HIGH, WIDE, 3), 60, np.uint8)
    pixels[:, 10 * number : 10 * number + 10] = 255
    return pixels


def number_of(pixels: Pixels) -> int:
    return int(pixels.mean((0, 2)).reshape(-1, 10).mean(1).argmax())


def numbers_seen(looking: LiveCamera) -> Iterator[int]:
    """Yield what comes until nothing does."""
    with suppress(CameraError):
        while True:
            yield number_of(looking.read().pixels)


def test_who_knows_the_password_sees_and_it_is_neither_sent_nor_shown(
    camera: RtspCamera, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    camera.picture = striped(7)
    looking = open_camera(camera.address)
    assert number_of(looking.read().pixels) == 7
    looking.close()
    said = "".join((looking.name, *capfd.readouterr(), caplog.text, *camera.asked))
    assert "/live" in said
    assert SECRET not in said


@pytest.mark.parametrize(
    ("password", "typed"),
    [("p@ss", "p@ss"), ("p@ss", "p%40ss"), ("a:b", "a:b"), ("50%", "50%"), ("x/y#", "x%2Fy%23")],
)
def test_a_password_may_have_any_signs(password: str, typed: str) -> None:
    with RtspCamera("anna", password) as camera:
        looking = open_camera(camera.address.replace(password, typed))
        assert looking.read().pixels.shape == (96, 128, 3)
        looking.close()


@pytest.mark.parametrize("does", ["well", "hangs", "down", "babbles"])
def test_one_that_refuses_hangs_or_talks_nonsense_is_said_to_give_no_picture(
    camera: RtspCamera, does: str
) -> None:
    camera.does = does
    address = camera.address.replace("anna", "otto") if does == "well" else camera.address
    with pytest.raises(CameraError) as refused:
        open_camera(address)
    assert refused.value.code == "rtsp-silent"
    assert SECRET not in str(refused.value)


def test_the_picture_that_was_sent_last_is_seen_before_more_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pictures build on each other one is kept back until the next, and no more."""
    monkeypatch.setattr("hardware.cameras.devices.PATIENCE_S", 30.0)
    pictures = film(map(striped, range(STRIPES)), tmp_path / "film.avi")
    with RtspCamera(film=pictures) as camera:
        looking = open_stream(camera.address, CameraOptions(rate=60))
        looking._patience = 1.0
        seen = list(numbers_seen(looking))
    looking.close()
    assert seen == sorted(seen)
    assert seen[-1] == STRIPES - 2
