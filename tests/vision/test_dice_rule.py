"""When a reading is sure: one die more, one doubt more, one size more."""

import numpy as np
import pytest

from companion.vision.finds import Find
from companion.vision.readings import DiceReading
from companion.vision.rule import TOLD_APART, Face, Limits, judged, scored

LIMITS = Limits(good=0.85, nothing=0.6, speck=0.15, seen=0.4)


def face(pips: int, score: float, *, x: float = 0.0, edge: float = 30.0) -> Face:
    faces = [0.01] * 6
    faces[pips - 1] = 0.95
    return Face(Find(x, 0.0, edge, 1.0, pips), tuple(faces), score)


def views(*rows: dict[int, float]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    out = np.zeros((len(rows), 8), np.float32)
    for row, probabilities in zip(out, rows, strict=True):
        for kind, probability in probabilities.items():
            row[kind] = probability
    return out


def read(*faces: Face, dice: int | None) -> tuple[str, tuple[int, ...]]:
    reading = judged(faces, dice, LIMITS)
    return reading.verdict, reading.values


@pytest.mark.parametrize("dice", [2, None])
def test_good_faces_of_one_size_are_sure(dice: int | None) -> None:
    assert read(face(5, 0.95), face(3, 0.9), dice=dice) == ("sure", (3, 5))


@pytest.mark.parametrize("dice", [1, 2, 3, None])
def test_where_nothing_is_found_there_are_no_dice(dice: int | None) -> None:
    assert judged([], dice, LIMITS) == DiceReading("none", (), 0.0)


def test_a_missing_die_is_a_question_with_a_guess() -> None:
    assert read(face(5, 0.95), dice=2) == ("unsure", (5,))


def test_a_die_too_many_is_a_question() -> None:
    assert read(face(5, 0.97), face(3, 0.96), face(1, 0.9), dice=2) == ("unsure", (3, 5))


def test_a_doubtful_die_is_a_question() -> None:
    assert read(face(5, 0.95), face(3, 0.84), dice=2) == ("unsure", (3, 5))


def test_something_clearly_worse_does_not_disturb_where_the_number_is_known() -> None:
    faces = (face(5, 0.95), face(3, 0.9), face(1, 0.5))
    assert read(*faces, dice=2) == ("sure", (3, 5))
    assert read(*faces, dice=None) == ("unsure", (1, 3, 5))


def test_a_small_speck_beside_them_is_a_question_only_where_the_number_is_unknown() -> None:
    faces = (face(5, 0.95), face(3, 0.9), face(1, 0.9, x=100, edge=10))
    assert read(*faces, dice=2) == ("sure", (3, 5))
    assert read(*faces, dice=None)[0] == "unsure"


@pytest.mark.parametrize("dice", [1, None])
def test_a_pip_that_looks_like_a_die_is_none(dice: int | None) -> None:
    assert read(face(5, 0.95), face(1, 0.9, x=8, edge=8), dice=dice) == ("sure", (5,))


def test_dice_that_may_be_pips_of_a_larger_one_are_a_question() -> None:
    pips = (face(4, 0.95, x=10), face(4, 0.95, x=60))
    assert read(*pips, face(2, 0.92, x=35, edge=150), dice=2)[0] == "unsure"


def test_a_one_must_be_surer_than_other_values() -> None:
    """Anything round looks like a one."""
    assert read(face(6, 0.9), dice=1) == ("sure", (6,))
    assert read(face(1, 0.9), dice=1) == ("unsure", (1,))


def test_a_find_that_hardly_stands_out_is_not_good() -> None:
    seen = views({4: 0.98}, {4: 0.98})
    assert scored(Find(0, 0, 30, 0.99, 4), seen).score > LIMITS.good
    assert scored(Find(0, 0, 30, 0.8, 4), seen).score < LIMITS.nothing


def test_two_throws_of_different_size_are_a_question() -> None:
    large = (face(5, 0.95), face(3, 0.9))
    small = (face(6, 0.95, x=100, edge=10), face(2, 0.9, x=130, edge=10))
    assert read(*large, *small, dice=2)[0] == "unsure"


def test_sizes_of_one_throw_are_alike() -> None:
    assert read(face(5, 0.95, edge=30), face(3, 0.95, edge=50), dice=2)[0] == "unsure"


def test_dice_stand_from_left_to_right_and_values_ascend() -> None:
    reading = judged([face(2, 0.9, x=80), face(6, 0.95, x=10)], 2, LIMITS)
    assert [die.pips for die in reading.dice] == [6, 2]
    assert reading.values == (2, 6)


def test_confidence_falls_with_every_doubt() -> None:
    plain = judged([face(5, 0.95), face(3, 0.95)], 2, LIMITS).confidence
    third = judged([face(5, 0.95), face(3, 0.95), face(1, 0.5)], 2, LIMITS).confidence
    assert 0.0 < third < plain < 0.95


def test_views_that_agree_keep_their_probability() -> None:
    find = Find(0, 0, 30, 1.0, 4)
    seen = scored(find, views({4: 0.98, 5: 0.02}, {4: 0.96, 5: 0.04}))
    assert (seen.pips, round(seen.score, 2)) == (4, 0.97)


def test_a_view_that_disagrees_lowers_the_score() -> None:
    find = Find(0, 0, 30, 1.0, 4)
    agreed = scored(find, views({4: 0.9}, {4: 0.9}, {4: 0.9}))
    one = scored(find, views({4: 0.9}, {4: 0.9}, {5: 0.9}))
    assert one.score < 0.8 * agreed.score


def test_a_finder_of_another_opinion_lowers_the_score() -> None:
    seen = views({6: 0.98}, {6: 0.98})
    assert scored(Find(0, 0, 30, 1.0, 5), seen).score < LIMITS.good


def test_a_die_without_a_value_is_never_a_value() -> None:
    seen = scored(Find(0, 0, 30, 1.0, 7), views({7: 0.9, 1: 0.1}, {7: 0.9, 1: 0.1}))
    assert judged([seen], 1, LIMITS).verdict == "none"


def test_a_sure_reading_is_as_confident_as_its_dice() -> None:
    reading = judged([face(4, 0.97), face(2, 0.96), face(5, 0.3)], 2, Limits())
    assert reading.verdict == "sure"
    assert reading.confidence == pytest.approx(0.97 * 0.96 * (1 - 0.3 * TOLD_APART), abs=1e-3)
