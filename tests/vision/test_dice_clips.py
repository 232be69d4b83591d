"""A clip is read where its throw comes to rest, and only if two frames agree."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.clips import read_clip, rests
from companion.vision.frame import Frame, Pixels
from companion.vision.readings import DiceReading, DieReading

GREY = np.full((90, 120, 3), 100, np.uint8)


def disc(x: int) -> Pixels:
    """A white disc at *x*: stands for a die."""
    picture = GREY.copy()
    cv2.circle(picture, (x, 45), 12, (255, 255, 255), -1)
    return picture


ROLLING = [disc(x) for x in range(10, 100, 6)]


def frames(pictures: Sequence[Pixels], rate: float = 20.0) -> Sequence[Frame]:
    return [Frame(p, n / rate, n) for n, p in enumerate(pictures)]


def written(path: Path, pictures: Sequence[Pixels]) -> Path:
    code = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), code, 20.0, (120, 90))
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return path


class WhereTheDiscLies:
    """Reads the disc's place instead of pips: 1 at the left to 6 at the right."""

    def __init__(self, *, sure: bool = True) -> None:
        self.sure = sure
        self.seen: list[int] = []

    def read(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> DiceReading:
        assert edge is None
        assert dice in (None, 1)
        bright = np.nonzero(pixels[..., 0].mean(0) > 110)[0]
        if not bright.size:
            return DiceReading("none", (), 0.0)
        pips = 1 + int(bright.mean()) // 20
        self.seen.append(pips)
        die = DieReading(pips, (float(bright.mean()), 45.0), 24.0, 0.9, (0.0,) * 6)
        return DiceReading("sure" if self.sure else "unsure", (die,), 0.9)


def test_rest_is_where_nothing_moves() -> None:
    pictures = [disc(10)] * 8 + ROLLING + [disc(100)] * 8
    (first, _), (second, last) = rests(iter(frames(pictures)))
    assert first <= 2
    assert 8 + len(ROLLING) <= second <= 8 + len(ROLLING) + 3
    assert last == len(pictures) - 1


def test_repeated_frames_are_no_rest() -> None:
    """A compressed clip may give each frame twice while things move."""
    pictures = [picture for picture in ROLLING for _ in range(2)]
    assert rests(iter(frames(pictures))) == []


def test_the_last_rest_with_dice_is_read(tmp_path: Path) -> None:
    pictures = [disc(10)] * 8 + ROLLING + [disc(100)] * 8 + ROLLING[::-1] + [GREY] * 8
    reading = read_clip(WhereTheDiscLies(), written(tmp_path / "throw.avi", pictures), dice=1)
    assert (reading.verdict, reading.values) == ("sure", (6,))


def test_two_frames_of_the_rest_are_read(tmp_path: Path) -> None:
    reader = WhereTheDiscLies()
    read_clip(reader, written(tmp_path / "throw.avi", ROLLING + [disc(100)] * 12))
    assert reader.seen == [6, 6]


def test_an_unsure_frame_makes_the_clip_unsure(tmp_path: Path) -> None:
    path = written(tmp_path / "throw.avi", [disc(50)] * 12)
    assert read_clip(WhereTheDiscLies(sure=False), path).verdict == "unsure"


def test_a_clip_without_dice_has_none(tmp_path: Path) -> None:
    path = written(tmp_path / "throw.avi", [GREY] * 12)
    assert read_clip(WhereTheDiscLies(), path) == DiceReading("none", (), 0.0)


def test_a_clip_that_never_rests_ends_in_a_guess(tmp_path: Path) -> None:
    reading = read_clip(WhereTheDiscLies(), written(tmp_path / "throw.avi", ROLLING))
    assert (reading.verdict, reading.values) == ("unsure", (5,))


def test_a_camera_held_in_a_hand_drifts() -> None:
    """The whole picture moves a little; nothing in it does."""
    table = np.random.default_rng(3).integers(60, 140, (12, 16, 3), np.uint8)
    wide = np.asarray(cv2.resize(table, (160, 120), interpolation=cv2.INTER_CUBIC), np.uint8)
    pictures = [np.ascontiguousarray(wide[10:100, x // 2 : x // 2 + 120]) for x in range(16)]
    assert rests(iter(frames(pictures))) != []
