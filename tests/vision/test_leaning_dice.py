"""When a die is said to lean, and when its outline says nothing."""

import math

import cv2
import numpy as np
import pytest

from companion.vision import leaning_dice
from companion.vision.camera_pose import CameraPose, camera_pose, pose_by_gravity
from companion.vision.frame import Pixels
from companion.vision.leaning_dice import Floats, Leaning, misfits
from companion.vision.plane import Homography
from companion.vision.readings import DiceReading, DieReading, Verdict

SIZE = (240, 320)
STAND = camera_pose(Homography(((0.5, 0.0, 0.0), (0.0, -0.5, 120.0), (0.0, 0.0, 1.0))), SIZE)
"""Straight above, two pixels a millimetre."""
GROUND = (60, 90, 70)
PLACE = (160.0, 120.0)


def reading(verdict: Verdict = "sure", at: tuple[float, float] = PLACE) -> DiceReading:
    return DiceReading(verdict, (DieReading(3, at, 32.0, 0.95, (1 / 6,) * 6),), 0.95)


def tray(*, right: int = 0, colour: tuple[int, int, int] = (230, 230, 230)) -> Pixels:
    """A die around the place, in the middle of the picture; to its right so many pixels more."""
    picture = bare().astype(np.uint8)
    picture[104:137, 144 : 177 + right] = colour
    return picture


def bare() -> Floats:
    return np.full((*SIZE, 3), GROUND, np.float32)


def test_a_flat_die_explains_one_that_lies_flat() -> None:
    (misfit,) = misfits(reading().dice, tray(), bare(), STAND)
    assert misfit is not None
    assert misfit < leaning_dice.LEANS / 2


@pytest.mark.parametrize("degrees", [10, 15, 25, 35, 45])
def test_a_side_that_is_seen_although_the_camera_is_above_leans(degrees: int) -> None:
    face, side = (33 * part(math.radians(degrees)) for part in (math.cos, math.sin))
    picture = tray(right=round(face + side) - 33)
    (misfit,) = misfits(reading(at=(144 + face / 2, 120.0)).dice, picture, bare(), STAND)
    assert misfit is not None
    assert misfit > leaning_dice.LEANS


@pytest.mark.parametrize("light", [0.3, 0.6, 0.9])
def test_a_shadow_beside_a_die_is_no_side_of_it(light: float) -> None:
    picture = tray()
    picture[104:137, 177:190] = np.array(GROUND) * light
    (misfit,) = misfits(reading().dice, picture, bare(), STAND)
    assert misfit is not None
    assert misfit < leaning_dice.LEANS


@pytest.mark.parametrize("light", [0.3, 0.6])
def test_a_shadow_that_reaches_where_a_flat_die_would_be_is_ground(light: float) -> None:
    picture = tray()
    picture[104:137, 166:190] = np.array(GROUND) * light  # what is seen of it is narrow
    (misfit,) = misfits(reading(at=(154.5, 120.0)).dice, picture, bare(), STAND)
    assert misfit is not None
    assert misfit > leaning_dice.LEANS


def test_pips_of_the_colour_of_the_tray_are_not_the_tray() -> None:
    picture = tray()
    for x, y in ((152, 112), (168, 128), (152, 128), (168, 112)):
        cv2.circle(picture, (x, y), 3, GROUND, -1)
    (misfit,) = misfits(reading().dice, picture, bare(), STAND)
    assert misfit is not None
    assert misfit < leaning_dice.LEANS / 2


def test_the_outline_of_a_die_of_the_colour_of_the_tray_says_nothing() -> None:
    assert misfits(reading().dice, tray(colour=GROUND), bare(), STAND) == [None]


def test_what_is_not_known_of_the_tray_says_nothing() -> None:
    unknown = bare()
    unknown[90:150, 130:190] = np.nan
    assert misfits(reading().dice, tray(right=10), unknown, STAND) == [None]


def aslant(degrees: float) -> CameraPose:
    """A camera that looks so at the middle of its picture."""
    down = (0.0, math.sin(math.radians(degrees)), math.cos(math.radians(degrees)))
    return pose_by_gravity(down, 600.0, (PLACE, 32.0), SIZE)


def said(
    monkeypatch: pytest.MonkeyPatch,
    *far: float,
    verdict: Verdict = "sure",
    stand: CameraPose = STAND,
) -> list[bool]:
    """Whether a die is said to lean, for each of some misfits at one table."""
    left = list(far)
    monkeypatch.setattr(leaning_dice, "misfits", lambda *_: [left.pop(0)])
    looks = Leaning()
    return [bool(looks.among(reading(verdict), tray(), bare(), stand)) for _ in far]


def test_a_die_leans_that_no_flat_one_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, 0.005, 0.2, 0.01, 0.03) == [False, True, False, True]


def test_aslant_more_may_be_left_unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, 0.025, 0.025, stand=aslant(0.0)) == [True, True]
    assert said(monkeypatch, 0.025, 0.035, stand=aslant(45.0)) == [False, True]


def test_where_flat_dice_explain_little_more_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = (0.03,) * 6
    assert said(monkeypatch, *usual, 0.11, 0.13)[5:] == [False, False, True]
    assert all(said(monkeypatch, *usual, 0.11, verdict="unsure"))


def test_what_a_shadow_always_hides_is_never_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(said(monkeypatch, *(1.0,) * 8))
