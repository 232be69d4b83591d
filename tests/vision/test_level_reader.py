"""Which pictures are read as from straight above, and which as they are."""

import numpy as np
import pytest

from companion.vision.camera_pose import CameraPose, pose_by_gravity
from companion.vision.frame import Pixels
from companion.vision.level_reader import LevelReader
from companion.vision.readings import DiceReading, DieReading, Foot

SIZE = (480, 640)
CORNERS = ((-100.0, 100.0), (100.0, 100.0), (100.0, -100.0), (-100.0, -100.0))
PICTURE = np.zeros((*SIZE, 3), np.uint8)
APART, NEAR = 80.0, 40.0


def stand_at(degrees: float) -> CameraPose:
    """Return a camera that sees the middle of the tray at an angle from straight above."""
    angle = np.radians(degrees)
    down = (0.0, float(np.sin(angle)), float(np.cos(angle)))
    stand = pose_by_gravity(down, 700.0, ((319.5, 239.5), 30.0), SIZE)
    x, y = stand.at_height((319.5, 239.5), 0.0)
    shift = stand.shift + stand.turn @ (x, y, 0.0)
    return CameraPose(stand.turn, shift, stand.focal, stand.centre, stand.corner)


class Answers:
    """Gives readings of two dice in turn; notes what it was asked."""

    def __init__(self, gap: float, *pips: tuple[int, int]) -> None:
        self.gap, self.left, self.asked = gap, list(pips), []  # type: ignore[var-annotated]
        self.above: list[bool] = []

    def read(
        self,
        pixels: Pixels,
        *,
        dice: int | None = None,
        edge: float | None = None,
        foot: Foot | None = None,
        above: bool = False,
    ) -> DiceReading:
        self.asked.append((pixels.shape[:2], dice, edge, foot))
        self.above.append(above)
        at = 200.0
        dice_there = tuple(
            DieReading(value, (at + n * self.gap, at), 30.0, 0.97, (1 / 6,) * 6)
            for n, value in enumerate(self.left.pop(0))
        )
        return DiceReading("sure", dice_there, 0.98)

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:
        self.asked.append((pixels.shape[:2], None, edge, None))
        return ()


def reader_at(degrees: float, answers: Answers) -> LevelReader:
    reader = LevelReader(answers)
    reader.look_from(stand_at(degrees), CORNERS, PICTURE.shape, 16.0)
    return reader


@pytest.mark.parametrize("degrees", [0.0, 20.0])
def test_a_camera_above_reads_its_own_picture(degrees: float) -> None:
    answers = Answers(APART, (3, 5))
    reader_at(degrees, answers).read(PICTURE, dice=2, edge=31.0)
    assert answers.asked == [(SIZE, 2, 31.0, None)]


def test_without_a_pose_a_picture_is_read_as_it_is() -> None:
    answers = Answers(APART, (3, 5))
    reader = reader_at(45.0, answers)
    reader.look_plainly()
    reader.read(PICTURE, dice=2, edge=31.0)
    assert answers.asked == [(SIZE, 2, 31.0, None)]


def test_so_is_a_picture_that_shows_more_than_the_tray() -> None:
    answers = Answers(APART, (3, 5))
    reader_at(45.0, answers).read(np.zeros((500, 700, 3), np.uint8), edge=31.0)
    assert answers.asked == [((500, 700), None, 31.0, None)]


def test_aslant_it_is_read_with_the_size_and_the_foot_that_dice_have_there() -> None:
    answers = Answers(APART, (3, 5))
    reading = reader_at(45.0, answers).read(PICTURE, dice=2, edge=1.0)
    ((_, dice, edge, foot),) = answers.asked
    assert dice == 2
    assert edge == pytest.approx(30.0, rel=0.1)
    assert foot is not None
    assert foot((110.0, 110.0))[1] > 0.8  # towards the camera, by about an edge
    assert [die.pips for die in reading.dice] == [3, 5]


@pytest.mark.parametrize(
    ("others", "verdict"),
    [(((3, 5), (5, 3)), "sure"), (((3, 6),), "unsure"), (((3, 5), (3, 4)), "unsure")],
)
def test_near_dice_are_sure_if_every_look_is(
    others: tuple[tuple[int, int], ...], verdict: str
) -> None:
    answers = Answers(NEAR, (3, 5), *others)
    reader = reader_at(45.0, answers)
    reading = reader.read(PICTURE, dice=2)
    assert (reading.verdict, reading.values) == (verdict, (3, 5))
    assert reader.looked_again(PICTURE, reading, None) is reading
    assert answers.left == []


def test_a_face_that_the_border_cuts_is_asked_about() -> None:
    answers = Answers(1000.0, (3, 5))
    reading = reader_at(45.0, answers).read(PICTURE, dice=2)
    assert (reading.verdict, reading.remark) == ("unsure", "cut")
