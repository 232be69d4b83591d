from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraError
from hardware.cameras.clip import ClipCamera, open_file
from hardware.cameras.options import CameraOptions
from tests.support.ticks import Ticks

FPS = 20.0


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Twenty frames, each ten levels brighter than the one before."""
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 64))
    for number in range(20):
        writer.write(np.full((64, 64, 3), 10 * number, np.uint8))
    writer.release()
    return path


def played(path: Path, ticks: Ticks, rate: float, frames: int) -> list[int]:
    camera = ClipCamera(path, name="file:x", pace=ticks.pace(rate))
    seen = [round(float(camera.read().pixels.mean()) / 10) for _ in range(frames)]
    camera.close()
    return seen


def test_a_clip_plays_in_its_own_time(clip: Path, ticks: Ticks) -> None:
    assert played(clip, ticks, FPS, 5) == [0, 1, 2, 3, 4]


def test_a_slow_reader_sees_fewer_frames_of_the_same_seconds(clip: Path, ticks: Ticks) -> None:
    assert played(clip, ticks, FPS / 4, 5) == [0, 4, 8, 12, 16]


def test_a_clip_holds_its_last_frame(clip: Path, ticks: Ticks) -> None:
    assert played(clip, ticks, FPS / 3, 12)[-4:] == [19] * 4


def test_dropped_frames_leave_a_gap_in_the_numbers(clip: Path, ticks: Ticks) -> None:
    camera = ClipCamera(clip, name="file:x", pace=ticks.pace(FPS / 4))
    assert [camera.read().number for _ in range(3)] == [0, 4, 8]
    camera.close()


def test_one_picture_is_held(folder: Path, ticks: Ticks) -> None:
    camera = open_file(str(folder / "b.png"), CameraOptions(), ticks.pace(12))
    assert [int(camera.read().pixels[0, 0, 0]) for _ in range(3)] == [80, 80, 80]
    assert camera.simulated


def test_a_file_removed_during_play_is_a_lost_camera(clip: Path, ticks: Ticks) -> None:
    camera = ClipCamera(clip, name="file:x", pace=ticks.pace(FPS))
    camera.read()
    clip.unlink()
    with pytest.raises(CameraError, match=r"not there any more. Put it back"):
        camera.read()
    camera.close()


@pytest.mark.parametrize("name", ["broken.jpg", "broken.mp4"])
def test_what_cannot_be_seen_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"not a picture")
    with pytest.raises(CameraError, match=name):
        open_file(str(tmp_path / name), CameraOptions())


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no such file"):
        open_file(str(tmp_path / "none.mp4"), CameraOptions())
