"""Other looks at a doubtful picture: when they are taken, and what they come to."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from companion.vision.dice import NetReader
from companion.vision.evidence import PROOFS, Face, Weighing, shipped
from companion.vision.finds import Find
from companion.vision.frame import Pixels
from companion.vision.looks import SMALLER, mirrored, smaller
from companion.vision.nets import Looked, Nets
from companion.vision.pictures import still
from companion.vision.readings import DiceReading
from companion.vision.rule import DOUBTED, Limits, is_doubted, judged

PHOTO = still(Path(__file__).parent / "pictures" / "dice" / "damian_62.jpg")
LIMITS = Limits(told=0.9)
AS_SEEN = Weighing(
    (1.0,) * PROOFS,
    (1.0,) * PROOFS,
    told=(0.0, -1.0, 0.0, 0.0, 0.0, 0.0),
    untold=(0.0, -1.0, 0.0, 0.0, 0.0, 0.0),
    sized=(0.0, -1.0, 0.0, 0.0, 0.0, 0.0),
)
"""The odds of a reading are one to what its dice lack to be certain."""


def look(lack: float, *, pips: tuple[int, ...] = (3, 5)) -> list[Face]:
    """Return what a look sees of dice that are all but *lack* certain, together."""
    there = 1.0 - lack / len(pips)
    return [
        Face(
            Find(50.0 * n, 0.0, 30.0, 1.0, 1.0),
            tuple(0.95 if value == shown else 0.01 for value in range(1, 7)),
            there,
            there,
        )
        for n, shown in enumerate(pips)
    ]


def judge(first: list[Face], *others: list[Face]) -> DiceReading:
    return judged(first, 2, LIMITS, AS_SEEN, others=others)


@pytest.mark.parametrize(("lack", "doubted"), [(0.001, False), (0.05, True), (0.3, False)])
def test_other_looks_are_wanted_where_they_can_tell(lack: float, *, doubted: bool) -> None:
    assert is_doubted(look(lack), 2, LIMITS, AS_SEEN) is doubted


def test_no_other_look_is_wanted_where_a_die_is_missed() -> None:
    assert not is_doubted(look(0.05), 3, LIMITS, AS_SEEN)


def test_what_other_looks_doubt_is_a_question() -> None:
    first = look(0.06)
    assert judge(first).verdict == "sure"
    assert judge(first, look(0.2), look(0.3)).verdict == "unsure"


def test_what_other_looks_see_plainly_is_sure() -> None:
    first = look(0.13)
    assert judge(first).verdict == "unsure"
    surer = judge(first, look(0.02), look(0.03))
    assert (surer.verdict, surer.values) == ("sure", (3, 5))


@pytest.mark.parametrize("other", [look(0.01, pips=(3, 6)), look(0.01, pips=(3,)), []])
def test_a_look_that_sees_other_dice_makes_it_a_question(other: list[Face]) -> None:
    reading = judge(look(0.02), look(0.01), other)
    assert (reading.verdict, reading.values) == ("unsure", (3, 5))
    assert reading.confidence <= 0.5


class Counting(Nets):
    """The shipped nets; at pictures of which widths the finder has looked."""

    def __init__(self) -> None:
        super().__init__()
        self.widths: list[int] = []

    def find(self, pixels: Pixels) -> Looked:
        self.widths.append(pixels.shape[1])
        return super().find(pixels)


def looks(confidence: float, dice: int | None, edge: float | None = None) -> int:
    """Return how often the finder looks at a picture that is read with a confidence."""
    odds = float(np.log(confidence / (1 - confidence)))
    weighing = replace(shipped(), told=(odds, 0.0, 0.0, 0.0, 0.0, 0.0))
    nets = Counting()
    NetReader(nets=nets, weighing=weighing).read(PHOTO, dice=dice, edge=edge)
    return len(nets.widths)


def test_a_doubtful_picture_is_looked_at_in_two_other_ways() -> None:
    once = looks(0.999, dice=3)
    assert looks(sum(DOUBTED) / 2, dice=3) == 3 * once
    assert looks(0.5, dice=3) == once


def test_where_the_number_is_not_known_or_the_size_is_there_is_one_look() -> None:
    doubtful = sum(DOUBTED) / 2
    assert looks(doubtful, dice=None) == looks(0.999, dice=None)
    assert looks(doubtful, dice=3, edge=113.0) == looks(0.999, dice=3, edge=113.0)


def test_the_other_looks_show_the_same_picture() -> None:
    assert np.array_equal(mirrored(mirrored(PHOTO)), PHOTO)
    height, width = (round(SMALLER * n) for n in PHOTO.shape[:2])
    assert smaller(PHOTO).shape == (height, width, 3)
    assert abs(float(smaller(PHOTO).mean()) - float(PHOTO.mean())) < 1.0
