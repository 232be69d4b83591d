"""Dice that touch are sure only if every look at them is."""

import numpy as np
import pytest

from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading, DieReading
from companion.vision.touching_dice import looked_again, touch

PICTURE = np.zeros((60, 100, 3), np.uint8)


def two(gap: float, *, verdict: str = "sure", pips: tuple[int, int] = (3, 5)) -> DiceReading:
    dice = tuple(
        DieReading(value, (20.0 + n * gap, 30.0), 20.0, 0.97, (1 / 6,) * 6)
        for n, value in enumerate(pips)
    )
    return DiceReading(verdict, dice, 0.9)  # type: ignore[arg-type]


class Answers:
    """Gives readings in turn; notes how large the pictures were."""

    def __init__(self, *readings: DiceReading) -> None:
        self.left, self.sizes, self.edges = list(readings), [], []  # type: ignore[var-annotated]

    def read(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> DiceReading:
        assert dice == 2
        self.sizes.append(pixels.shape[:2])
        self.edges.append(edge)
        return self.left.pop(0)


@pytest.mark.parametrize(("gap", "touching"), [(20.0, True), (34.0, True), (36.0, False)])
def test_near_dice_may_touch(gap: float, *, touching: bool) -> None:
    assert touch(two(gap)) is touching


def test_dice_apart_are_not_looked_at_again() -> None:
    reader = Answers()
    assert looked_again(reader, PICTURE, two(50.0), 20.0).verdict == "sure"
    assert reader.sizes == []


def test_near_dice_stay_sure_if_both_other_looks_say_the_same() -> None:
    reader = Answers(two(25.0), two(25.0, pips=(5, 3)))
    assert looked_again(reader, PICTURE, two(25.0), 20.0).verdict == "sure"
    assert reader.sizes == [(60, 100), (48, 80)]
    assert reader.edges == [20.0, 16.0]


@pytest.mark.parametrize("other", [two(25.0, verdict="unsure"), two(25.0, pips=(3, 6))])
@pytest.mark.parametrize("first", [True, False])
def test_near_dice_are_unsure_if_one_look_differs(other: DiceReading, *, first: bool) -> None:
    reader = Answers(other) if first else Answers(two(25.0), other)
    reading = looked_again(reader, PICTURE, two(25.0), None)
    assert (reading.verdict, reading.values) == ("unsure", (3, 5))
