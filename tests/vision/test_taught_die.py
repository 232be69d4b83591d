"""A die with prints of its own is told by the looks that were taken at its sides."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from companion.vision.frame import Pixels
from companion.vision.taught_die import SideLook, TaughtDie, cut_out, plainest
from companion.words import SpeedFace

Colour = tuple[int, int, int]

RED: Colour = (50, 40, 200)
PRINTS: Mapping[SpeedFace, str] = {1: "1", 2: "2", 3: "3", "bus": "B", "mr": "M"}
EDGE = 60.0


def tray(
    print_: str,
    turn: float = 0.0,
    *,
    body: Colour = RED,
    light: float = 1.0,
    edge: float = EDGE,
    squeezed: float = 1.0,
) -> Pixels:
    """Return 240 x 240 pixels with a die in the middle, turned (degrees), its print white."""
    face = np.full((120, 120, 3), body, np.uint8)
    cv2.putText(face, print_, (30, 90), cv2.FONT_HERSHEY_SIMPLEX, 2.8, (245, 245, 245), 9)
    matrix = cv2.getRotationMatrix2D((60, 60), turn, edge / 120)
    matrix[:, 2] += 60
    matrix[1] = (matrix[1] - (0, 0, 120)) * squeezed + (0, 0, 120)
    picture = np.full((240, 240, 3), (60, 90, 50), np.uint8)
    cv2.warpAffine(face, matrix, (240, 240), picture, borderMode=cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(abs(int(turn))).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * light + noise, 0, 255), np.uint8)


def seen(print_: str, turn: float = 0.0) -> Pixels:
    return cut_out(tray(print_, turn), (120.0, 120.0), EDGE)


@pytest.fixture(scope="module")
def die() -> TaughtDie[SpeedFace]:
    """Each side was shown three times, a little turned between."""
    looks = [
        SideLook[SpeedFace](f, seen(text, turn))
        for f, text in PRINTS.items()
        for turn in (0, 35, 80)
    ]
    return TaughtDie(looks)


@pytest.mark.parametrize("face", PRINTS)
@pytest.mark.parametrize("turn", [13, 137, 200, 291])
def test_a_side_is_told_however_it_is_turned(
    die: TaughtDie[SpeedFace], face: SpeedFace, turn: int
) -> None:
    assert die.face(tray(PRINTS[face], turn), (120.0, 120.0), EDGE) == face


@pytest.mark.parametrize("face", PRINTS)
def test_a_place_and_a_size_that_are_a_little_off_do_not_matter(
    die: TaughtDie[SpeedFace], face: SpeedFace
) -> None:
    assert die.face(tray(PRINTS[face], 50), (124.0, 117.0), EDGE * 1.06) == face


@pytest.mark.parametrize("face", PRINTS)
@pytest.mark.parametrize("light", [0.75, 1.15])
def test_a_little_other_light_does_not_matter(
    die: TaughtDie[SpeedFace], face: SpeedFace, light: float
) -> None:
    assert die.face(tray(PRINTS[face], 50, light=light), (120.0, 120.0), EDGE) == face


@pytest.mark.parametrize("print_", ["7", "S", "X", "?", ""])
@pytest.mark.parametrize("turn", [0, 70, 222])
def test_a_side_that_was_never_shown_is_none(
    die: TaughtDie[SpeedFace], print_: str, turn: int
) -> None:
    assert die.face(tray(print_, turn), (120.0, 120.0), EDGE) is None


@pytest.mark.parametrize("face", PRINTS)
def test_the_same_prints_on_a_die_of_another_colour_are_none(
    die: TaughtDie[SpeedFace], face: SpeedFace
) -> None:
    blue = tray(PRINTS[face], 20, body=(190, 80, 30))
    assert die.face(blue, (120.0, 120.0), EDGE) is None


@pytest.mark.parametrize("face", PRINTS)
def test_another_light_altogether_is_a_question(die: TaughtDie[SpeedFace], face: SpeedFace) -> None:
    dark = tray(PRINTS[face], 20, light=0.3)
    assert die.face(dark, (120.0, 120.0), EDGE) in (None, face)
    lamp = np.clip(tray(PRINTS[face], 20) * (1.6, 1.0, 0.4), 0, 255).astype(np.uint8)
    assert die.face(lamp, (120.0, 120.0), EDGE) in (None, face)


@pytest.mark.parametrize("face", PRINTS)
def test_a_side_seen_far_aslant_is_never_another(
    die: TaughtDie[SpeedFace], face: SpeedFace
) -> None:
    told = [
        die.face(tray(PRINTS[face], turn, squeezed=part), (120.0, 120.0), EDGE)
        for turn in range(0, 360, 45)
        for part in (0.85, 0.7, 0.55)
    ]
    assert set(told) <= {face, None}


def test_a_place_without_a_die_shows_nothing(die: TaughtDie[SpeedFace]) -> None:
    bare = np.full((240, 240, 3), (60, 90, 50), np.uint8)
    assert die.face(bare, (120.0, 120.0), EDGE) is None
    assert die.face(bare, (2.0, 239.0), EDGE) is None


def test_two_sides_that_look_the_same_are_never_told_apart() -> None:
    die = TaughtDie([SideLook(1, seen("A", 0)), SideLook(2, seen("A", 40)), SideLook(3, seen("B"))])
    assert die.face(tray("A", 90), (120.0, 120.0), EDGE) is None
    assert die.face(tray("B", 90), (120.0, 120.0), EDGE) == 3


def test_the_likest_face_is_plain_only_far_before_the_next() -> None:
    assert plainest({1: 0.97, 2: 0.6}, 0.82) == 1
    assert plainest({1: 0.97, 2: 0.965}, 0.82) is None
    assert plainest({1: 0.8, 2: 0.1}, 0.82) is None
    assert plainest({"mr": 0.9}, 0.8) == "mr"
