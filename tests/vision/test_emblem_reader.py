"""Emblem dice are read by looks at their faces; what nets make of their prints has no say."""

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from companion.vision.emblem_reader import (
    DOUBTED,
    VALUES,
    EmblemReader,
    Value,
    are_distinct,
    without_side_bodies,
)
from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading, DieReading, Foot
from companion.vision.taught_die import SideLook, TaughtDie, cut_out
from tests.vision.test_taught_die import EDGE, RED, Colour, tray

LETTERS = "ABCDEF"
OTHERS = "HKRTXZ"
BLUE: Colour = (190, 80, 30)
SIDE = 240
"""Pixels along a tray."""
SIX = DieReading(6, (1.0, 1.0), EDGE, 1.0, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0))


class Finder:
    """Finds dice in the middle of each tray, and is sure that all show six pips.

    It knows the trays, and sees nothing in any part of them.
    """

    def __init__(self, places: Sequence[tuple[float, float]]) -> None:
        self._bodies = tuple(DieReading(6, place, EDGE, 0.99, (0.0,) * 6) for place in places)

    def read(
        self,
        pixels: Pixels,  # noqa: ARG002  # as the interface has it
        *,
        dice: int | None = None,
        edge: float | None = None,  # noqa: ARG002
        foot: Foot | None = None,  # noqa: ARG002
        above: bool = False,  # noqa: ARG002
    ) -> DiceReading:
        return DiceReading("sure", (SIX,) * (dice or 1), 1.0)

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:  # noqa: ARG002
        return self._bodies if len(pixels) == SIDE else ()


def die_of(letters: str, body: Colour = RED) -> TaughtDie[Value]:
    """Return a die of which each side was shown three times."""
    looks = [
        SideLook[Value](value, cut_out(tray(letter, turn, body=body), (120.0, 120.0), EDGE))
        for value, letter in zip(VALUES, letters, strict=True)
        for turn in (0, 35, 80)
    ]
    return TaughtDie(looks)


@pytest.fixture(scope="module")
def first() -> TaughtDie[Value]:
    return die_of(LETTERS)


@pytest.fixture(scope="module")
def other() -> TaughtDie[Value]:
    return die_of(OTHERS, BLUE)


def beside(*pictures: Pixels) -> tuple[Pixels, list[tuple[float, float]]]:
    """Return trays side by side, and the places of their dice."""
    return np.hstack(pictures), [(120.0 + 240.0 * n, 120.0) for n in range(len(pictures))]


def read(kinds: Sequence[TaughtDie[Value]], *pictures: Pixels, dice: int | None = 2) -> DiceReading:
    pixels, places = beside(*pictures)
    return EmblemReader(Finder(places), lambda: kinds).read(pixels, dice=dice, edge=EDGE)


def test_two_plain_faces_are_sure(first: TaughtDie[Value]) -> None:
    reading = read([first], tray("D", 140), tray("C", 250))
    assert (reading.verdict, [die.pips for die in reading.dice]) == ("sure", [4, 3])
    assert reading.emblems
    assert min(die.confidence for die in reading.dice) >= 0.9


def test_without_emblem_dice_pips_are_read() -> None:
    reading = read([], tray("D"), tray("C"))
    assert (reading.verdict, reading.values, reading.emblems) == ("sure", (6, 6), False)


def test_a_face_that_was_never_shown_is_a_question(first: TaughtDie[Value]) -> None:
    reading = read([first], tray("D", 140), tray("7", 250))
    assert (reading.verdict, len(reading.dice)) == ("unsure", 2)
    known, unknown = reading.dice
    assert known.pips == 4
    assert known.confidence >= 0.9
    assert unknown.confidence == pytest.approx(1 / 6, abs=0.001)


def test_two_faces_that_are_hard_to_tell_apart_come_first() -> None:
    alike = die_of("AADEFB")
    reading = read([alike], tray("A", 140), tray("D", 250))
    assert reading.verdict == "unsure"
    doubtful = reading.dice[0]
    assert doubtful.pips in (1, 2)
    assert 1 / 6 < doubtful.confidence <= DOUBTED
    assert doubtful.faces[0] + doubtful.faces[1] > 0.9


def test_a_die_of_another_colour_is_a_question_with_no_face_first(first: TaughtDie[Value]) -> None:
    reading = read([first], tray("D", 140), tray("C", 250, body=BLUE))
    assert reading.verdict == "unsure"
    assert max(reading.dice[1].faces) - min(reading.dice[1].faces) < 0.01


@pytest.mark.parametrize("dice", [1, 3, None])
def test_more_or_fewer_than_are_told_are_a_question(
    first: TaughtDie[Value], dice: int | None
) -> None:
    reading = read([first], tray("D", 140), tray("C", 250), dice=dice)
    assert reading.verdict == "unsure"
    assert len(reading.dice) == (1 if dice == 1 else 2)


def test_an_empty_tray_is_read_as_none(first: TaughtDie[Value]) -> None:
    bare = np.full((240, 240, 3), (60, 90, 50), np.uint8)
    reading = EmblemReader(Finder(()), lambda: [first]).read(bare, dice=2)
    assert (reading.verdict, reading.dice) == ("none", ())


def test_dice_of_two_prints_are_sure_whichever_lies_left(
    first: TaughtDie[Value], other: TaughtDie[Value]
) -> None:
    for pictures in ((tray("D", 9), tray("R", 99, body=BLUE)),) * 2:
        for order in (pictures, pictures[::-1]):
            reading = read([first, other], *order)
            assert (reading.verdict, reading.values) == ("sure", (3, 4))


def test_one_of_two_dice_twice_is_a_question(
    first: TaughtDie[Value], other: TaughtDie[Value]
) -> None:
    assert read([first, other], tray("D", 9), tray("C", 99)).verdict == "unsure"
    assert read([first, other], tray("D", 9), dice=1).verdict == "sure"


def test_a_die_that_the_border_cuts_is_a_question(first: TaughtDie[Value]) -> None:
    pixels, _ = beside(tray("D", 140), tray("C", 250))
    near = pixels[:, 96:]
    reader = EmblemReader(Finder([(24.0, 120.0), (264.0, 120.0)]), lambda: [first])
    reading = reader.read(np.ascontiguousarray(near), dice=2, edge=EDGE)
    assert reading.verdict == "unsure"
    assert reading.remark == "cut"


def test_a_size_that_is_read_a_little_wrong_is_as_is_known(first: TaughtDie[Value]) -> None:
    pixels, places = beside(tray("D", 140), tray("C", 250))
    reading = EmblemReader(Finder(places), lambda: [first]).read(pixels, dice=2, edge=EDGE * 1.1)
    assert {die.edge for die in reading.dice} == {66.0}
    reading = EmblemReader(Finder(places), lambda: [first]).read(pixels, dice=2, edge=EDGE * 1.4)
    assert {die.edge for die in reading.dice} == {EDGE}


@pytest.mark.parametrize(
    ("kinds", "shown", "may_be"),
    [
        (({0}, {0}), 1, True),
        (({0}, set()), 1, False),
        (({0}, {1}), 2, True),
        (({1}, {0}), 2, True),
        (({0}, {0}), 2, False),
        (({0, 1}, {0}), 2, True),
        (({0, 1}, set()), 2, False),
        (({1},), 2, True),
        (({0}, {1}, {1}), 2, False),
    ],
)
def test_where_dice_differ_each_is_another(
    kinds: Sequence[set[int]], shown: int, *, may_be: bool
) -> None:
    assert are_distinct([frozenset(one) for one in kinds], shown) == may_be


def test_a_side_that_a_camera_sees_aslant_is_no_die() -> None:
    upper, side, far = (DieReading(1, (x, 100.0), 50.0, 0.5, (0.0,) * 6) for x in (50, 85, 200))
    foot = cast("Foot", lambda _place: (0.7, 0.0))
    assert without_side_bodies((upper, side, far), foot) == (upper, far)
    assert without_side_bodies((), foot) == ()


def test_a_picture_of_dice_on_a_screen_is_a_question(
    first: TaughtDie[Value], monkeypatch: pytest.MonkeyPatch
) -> None:
    pixels, places = beside(tray("D", 140), tray("C", 250))
    reader = EmblemReader(Finder(places), lambda: [first])
    assert reader.read(pixels, dice=2).verdict == "sure"
    monkeypatch.setattr("companion.vision.emblem_reader.is_pictured", lambda *_: True)
    assert reader.read(pixels, dice=2).remark == "pictured"
    assert reader.read(np.ascontiguousarray(pixels[::-1, ::-1]), dice=2, edge=EDGE).remark is None
