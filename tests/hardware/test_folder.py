import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraError
from hardware.cameras.folder import FolderCamera
from hardware.cameras.options import CameraOptions
from hardware.cameras.pictures import load_picture
from tests.support.ticks import Ticks

RATE, HOLD = 10.0, 0.5


def opened(folder: Path, ticks: Ticks, *, loop: bool = False) -> FolderCamera:
    options = CameraOptions(rate=RATE, hold=HOLD, lead=0.2, loop=loop)
    return FolderCamera(folder, name="dir:x", options=options, pace=ticks.pace(RATE))


def levels(camera: FolderCamera, frames: int) -> list[int]:
    """The grey level of each frame's corner."""
    return [int(camera.read().pixels[2, 2, 0]) for _ in range(frames)]


def test_pictures_come_in_the_order_of_their_names_and_the_last_stays(
    folder: Path, ticks: Ticks
) -> None:
    seen = levels(opened(folder, ticks), 60)
    still = [a for a, b in itertools.pairwise(seen) if a == b]
    assert list(dict.fromkeys(still)) == [40, 80, 120]
    assert seen[-20:] == [120] * 20


def test_a_late_reader_sees_every_picture_several_times(folder: Path, ticks: Ticks) -> None:
    camera = opened(folder, ticks)
    seen = []
    for _ in range(60):
        ticks.sleep(2.0)  # longer than a picture is held
        seen.append(int(camera.read().pixels[2, 2, 0]))
    assert all(seen.count(level) >= 6 for level in (40, 80, 120))


def test_it_begins_again_only_when_it_is_told_to(folder: Path, ticks: Ticks) -> None:
    assert 40 in levels(opened(folder, ticks, loop=True), 60)[-30:]


def test_each_picture_lies_still_for_the_time_that_was_set(folder: Path, ticks: Ticks) -> None:
    camera = opened(folder, ticks)
    shown = [camera.read() for _ in range(30)]
    whole = load_picture(folder / "a.png")
    at = [frame.at for frame in shown if np.array_equal(frame.pixels, whole)]
    assert HOLD <= max(at) - min(at) + 1 / RATE <= HOLD + 0.4


def test_a_hand_passes_between_two_equal_pictures(folder: Path, ticks: Ticks) -> None:
    (folder / "b.png").write_bytes((folder / "a.png").read_bytes())
    camera = opened(folder, ticks)
    while camera.showing == "a.png" or not camera.showing:
        last = camera.read()
    changed = [np.abs(camera.read().pixels.astype(int) - last.pixels).max() for _ in range(5)]
    assert sum(change > 40 for change in changed) >= 4


def test_the_table_is_empty_for_a_while_between_two_equal_pictures(
    folder: Path, ticks: Ticks
) -> None:
    (folder / "b.png").write_bytes((folder / "a.png").read_bytes())
    camera = opened(folder, ticks)
    seen = [camera.read().pixels for _ in range(60)]
    empty = [i for i, pixels in enumerate(seen) if (pixels == 40).all()]
    whole = [i for i, pixels in enumerate(seen) if (pixels[2, 2] == 40).all() and i not in empty]
    assert min(whole) < max(empty) < max(whole)
    assert len([i for i in empty if i > min(whole)]) >= 6


def test_a_broken_picture_is_passed_over_with_one_line(
    folder: Path, ticks: Ticks, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "b.png").write_bytes(b"no picture")
    camera = opened(folder, ticks, loop=True)
    seen = levels(camera, 80)
    assert 80 not in seen
    assert len(caplog.messages) == 1
    assert "b.png" in caplog.text


def test_a_half_copied_jpeg_is_broken(tmp_path: Path, ticks: Ticks) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    whole = cv2.imencode(".jpg", noise)[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CameraError, match="no picture that can be read"):
        opened(tmp_path, ticks)


def test_pictures_added_and_removed_while_it_runs_count(folder: Path, ticks: Ticks) -> None:
    camera = opened(folder, ticks)
    while camera.showing != "a.png":
        camera.read()
    (folder / "b.png").unlink()
    levels(camera, 40)
    assert camera.showing == "c.png"
    (folder / "d.png").write_bytes((folder / "a.png").read_bytes())
    levels(camera, 20)
    assert camera.showing == "d.png"


def test_a_folder_without_pictures_is_refused_with_a_mend(tmp_path: Path, ticks: Ticks) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(CameraError, match=r"no picture .* \(put "):
        opened(tmp_path, ticks)


def test_a_folder_that_goes_is_a_lost_camera(folder: Path, ticks: Ticks) -> None:
    camera = opened(folder, ticks)
    camera.read()
    folder.rename(folder.with_name("elsewhere"))
    with pytest.raises(CameraError, match="not there any more"):
        camera.read()
    folder.with_name("elsewhere").rename(folder)
    camera.read()


def test_pictures_of_different_sizes_follow_each_other(folder: Path, ticks: Ticks) -> None:
    cv2.imwrite(str(folder / "b.png"), np.full((200, 90, 3), 80, np.uint8))
    camera = opened(folder, ticks)
    sizes = [camera.read().pixels.shape for _ in range(60)]
    assert list(dict.fromkeys(sizes)) == [(120, 160, 3), (200, 90, 3)]


def test_frames_count_on_and_carry_the_clocks_seconds(folder: Path, ticks: Ticks) -> None:
    camera = opened(folder, ticks)
    frames = [camera.read() for _ in range(5)]
    assert [f.number for f in frames] == [0, 1, 2, 3, 4]
    assert np.allclose(np.diff([f.at for f in frames]), 1 / RATE)


def test_an_empty_table_as_a_picture_lets_the_next_one_come(tmp_path: Path, ticks: Ticks) -> None:
    for name, grey in (("a.png", 90), ("b.png", 90), ("c.png", 200)):
        cv2.imwrite(str(tmp_path / name), np.full((60, 80, 3), grey, np.uint8))
    assert levels(opened(tmp_path, ticks), 80)[-1] == 200
