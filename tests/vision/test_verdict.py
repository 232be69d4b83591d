"""When a reading is sure: one die more, one doubt more, one size more."""

import numpy as np
import pytest
from msgspec.structs import replace

from companion.vision.detection import Find
from companion.vision.pips import Views
from companion.vision.readings import DiceReading
from companion.vision.scoring import (
    FEATURES,
    Face,
    Weighing,
    features_of,
    log_odds,
    logistic,
    weighed,
)
from companion.vision.verdict import ReadingLimits, judged

LIMITS = ReadingLimits(told=0.85, untold=0.85, sized=0.8)
TOLD, UNTOLD = (-4.1, -0.8, -0.8, 0.0, -0.1, -0.2), (-7.8, -0.8, -0.8, 0.0, -0.1, -1.0)
"""Every doubt counts; other finds count for more where the number of dice is not known."""
AS_IT_IS = Weighing(
    (0.0, 0.0, 0.0, 1.0, *[0.0] * (FEATURES - 4)),
    (0.0, 1.0, *[0.0] * (FEATURES - 2)),
    told=TOLD,
    untold=UNTOLD,
    sized=TOLD,
)
"""The views' own probabilities."""


def face(
    pips: int, score: float, *, there: float = 0.99, x: float = 0.0, edge: float = 30.0
) -> Face:
    faces = [0.01] * 6
    faces[pips - 1] = 0.95
    return Face(Find(x, 0.0, edge, 1.0, 1.0), tuple(faces), there, min(score, there))


def views(*rows: dict[int, float], ways: float = 0.0) -> Views:
    out = np.zeros((len(rows), 8), np.float32)
    for row, probabilities in zip(out, rows, strict=True):
        for kind, probability in probabilities.items():
            row[kind] = probability
    return Views(out, np.linspace(0, ways, 3 * len(rows), dtype=np.float32).reshape(-1, 3))


def judge(*faces: Face, dice: int | None, limits: ReadingLimits = LIMITS) -> DiceReading:
    return judged(faces, dice, limits, AS_IT_IS)


def read(*faces: Face, dice: int | None) -> tuple[str, tuple[int, ...]]:
    reading = judge(*faces, dice=dice)
    return reading.verdict, reading.values


@pytest.mark.parametrize("dice", [2, None])
def test_good_faces_of_one_size_are_sure(dice: int | None) -> None:
    assert read(face(5, 0.98), face(3, 0.97, x=50), dice=dice) == ("sure", (3, 5))


def test_where_the_size_is_known_a_reading_is_weighed_by_odds_of_its_own() -> None:
    faces, surer = [face(5, 0.9), face(3, 0.9, x=50)], replace(AS_IT_IS, sized=(0.0, *TOLD[1:]))
    limits = ReadingLimits(told=0.9, sized=0.9)
    told = judged(faces, 2, limits, surer)
    sized = judged(faces, 2, limits, surer, sized=True)
    assert (told.verdict, sized.verdict) == ("unsure", "sure")
    assert sized.confidence > told.confidence


@pytest.mark.parametrize("dice", [1, 2, 3, None])
def test_where_nothing_is_found_there_are_no_dice(dice: int | None) -> None:
    assert judge(dice=dice) == DiceReading("none", (), 0.0)


def test_a_missing_die_is_a_question_with_a_guess() -> None:
    assert read(face(5, 0.98), dice=2) == ("unsure", (5,))


def test_a_die_too_many_is_a_question() -> None:
    faces = (face(5, 0.98), face(3, 0.97, x=50), face(1, 0.97, there=0.98, x=100))
    assert read(*faces, dice=2) == ("unsure", (3, 5))


def test_three_plain_dice_are_not_the_two_likeliest_of_them() -> None:
    """However sure of each: which two were thrown nobody knows."""
    faces = tuple(face(3, 0.9999, there=0.9999, x=50 * k) for k in range(3))
    assert read(*faces, dice=3)[0] == "sure"
    assert read(*faces, dice=2)[0] == "unsure"


def test_a_die_too_many_that_cannot_be_read_is_a_question_too() -> None:
    """Which of them belong to the throw is as open as with one that can."""
    faces = (face(5, 0.98), face(3, 0.97, x=50), face(1, 0.3, there=0.98, x=100))
    assert read(*faces, dice=2) == ("unsure", (3, 5))


@pytest.mark.parametrize("dice", [2, None])
def test_a_doubtful_value_is_a_question(dice: int | None) -> None:
    assert read(face(5, 0.98), face(3, 0.75, x=50), dice=dice) == ("unsure", (3, 5))


@pytest.mark.parametrize(("score", "verdict"), [(0.75, "unsure"), (0.85, "sure")])
def test_one_doubtful_die_is_a_question_however_likely_all_of_them_are(
    score: float, verdict: str
) -> None:
    """Two grey dots of a box at 0.75 and 0.82 were two ones, as two dice were expected."""
    dots = (face(1, score, there=score), face(1, 0.98, x=50))
    assert judge(*dots, dice=2, limits=ReadingLimits(told=0.0)).verdict == verdict


def test_something_clearly_worse_disturbs_less_where_the_number_is_known() -> None:
    faces = (face(5, 0.98), face(3, 0.97, x=50), face(1, 0.2, there=0.3, x=100))
    assert read(*faces, dice=2) == ("sure", (3, 5))
    assert read(*faces, dice=None) == ("unsure", (3, 5))


def test_a_small_speck_beside_them_is_a_question_only_where_the_number_is_unknown() -> None:
    faces = (face(5, 0.98), face(3, 0.97, x=50), face(1, 0.9, x=100, edge=10))
    assert read(*faces, dice=2) == ("sure", (3, 5))
    assert read(*faces, dice=None)[0] == "unsure"


@pytest.mark.parametrize("dice", [1, None])
def test_a_pip_that_looks_like_a_die_is_none(dice: int | None) -> None:
    pip = face(1, 0.9, there=0.9, x=8, edge=8)
    assert read(face(5, 0.98), pip, dice=dice) == ("sure", (5,))


@pytest.mark.parametrize("dice", [2, None])
def test_ones_that_may_be_pips_of_a_larger_die_are_a_question(dice: int | None) -> None:
    pips = (face(1, 0.98, x=10), face(1, 0.98, x=60))
    assert read(*pips, face(2, 0.92, x=35, edge=150), dice=dice)[0] == "unsure"


@pytest.mark.parametrize("dice", [2, None])
@pytest.mark.parametrize("values", [(4, 4), (1, 6)])
def test_what_encloses_two_plain_dice_is_none(dice: int | None, values: tuple[int, ...]) -> None:
    """A tray, or the dice taken for pips: no pip of a die shows several."""
    dice_seen = (face(values[0], 0.98, x=10), face(values[1], 0.98, x=60))
    huge = face(2, 0.97, there=0.98, x=35, edge=150)
    assert read(*dice_seen, huge, dice=dice) == ("sure", values)


@pytest.mark.parametrize(
    "small",
    [
        (face(4, 0.98, x=10),),
        (face(4, 0.98, x=10), face(3, 0.7, x=60)),
        (face(4, 0.98, x=10), face(3, 0.98, x=200)),
    ],
)
def test_what_encloses_but_one_plain_die_may_be_one(small: tuple[Face, ...]) -> None:
    huge = face(2, 0.92, x=35, edge=150)
    assert read(*small, huge, dice=len(small))[0] == "unsure"


def test_two_throws_of_different_size_are_a_question() -> None:
    large = (face(5, 0.98), face(3, 0.98, x=50))
    small = (face(6, 0.95, x=100, edge=10), face(2, 0.9, x=130, edge=10))
    assert read(*large, *small, dice=2)[0] == "unsure"


def test_sizes_of_one_throw_are_alike() -> None:
    assert read(face(5, 0.98, edge=30), face(3, 0.98, x=50, edge=50), dice=2)[0] == "unsure"


def test_dice_stand_from_left_to_right_and_values_ascend() -> None:
    reading = judge(face(2, 0.97, x=80), face(6, 0.98, x=10), dice=2)
    assert [die.pips for die in reading.dice] == [6, 2]
    assert reading.values == (2, 6)


@pytest.mark.parametrize("dice", [2, None])
def test_confidence_falls_with_every_doubt(dice: int | None) -> None:
    two = (face(5, 0.95), face(3, 0.95, x=50))
    plain = judge(*two, dice=dice).confidence
    third = judge(*two, face(1, 0.3, there=0.4, x=100), dice=dice).confidence
    assert 0.0 < third < plain < 0.95


@pytest.mark.parametrize("faces", [(5,), (5, 3, 4)])
def test_a_reading_of_too_few_or_too_many_dice_is_not_likely(faces: tuple[int, ...]) -> None:
    reading = judge(*(face(pips, 0.99, x=50 * k) for k, pips in enumerate(faces)), dice=2)
    assert reading.verdict == "unsure"
    assert reading.confidence <= 0.5


def test_an_unsure_reading_is_less_confident_than_any_sure_one() -> None:
    large = face(2, 0.92, x=35, edge=150)
    reading = judge(face(1, 0.98, x=10), face(1, 0.98, x=60), large, dice=2)
    assert reading.verdict == "unsure"
    assert reading.confidence < LIMITS.told


def test_many_dice_are_as_sure_as_all_of_them_together() -> None:
    dice = [face(4, 0.97, x=40 * k) for k in range(15)]
    assert judge(*dice[:3], dice=3).verdict == "sure"
    assert judge(*dice, dice=15).verdict == "unsure"


def test_views_that_agree_keep_their_probability() -> None:
    first = views({4: 0.98, 5: 0.02}, {4: 0.96, 5: 0.04})
    seen = weighed([(Find(0, 0, 30, 1.0, 1.0), first, None)], AS_IT_IS)[0]
    assert seen.pips == 4
    assert seen.score == pytest.approx(0.97, abs=0.01)


def test_evidence_tells_agreeing_views_from_others() -> None:
    """The mean is the same; the worst view, and the place, are not."""
    find = Find(0, 0, 30, 1.0, 1.0)
    agreed = features_of(find, views({4: 0.8}, {4: 0.8}), None)
    differed = features_of(find, views({4: 1.0}, {4: 0.6}, ways=0.3), None)
    assert agreed[1] == pytest.approx(differed[1])
    assert agreed[2] > differed[2]
    assert agreed[8] < differed[8]
    assert len(agreed) == FEATURES - 1


@pytest.mark.parametrize(
    ("x", "edge", "die", "is_beside"),
    [
        (20, 30, 0.9, True),
        (20, 30, 0.03, False),  # hardly a die
        (10, 30, 0.9, False),  # the same die, seen twice
        (40, 30, 0.9, False),  # a die for itself
        (20, 10, 0.9, False),  # a pip
    ],
)
def test_a_find_beside_another_may_be_a_side_of_the_same_die(
    x: float, edge: float, die: float, *, is_beside: bool
) -> None:
    one = (Find(0, 0, 30, 1.0, 1.0), views({4: 0.9}), None)
    other = (Find(x, 0, edge, 1.0, 1.0), views({5: die}), None)
    (alone,), (beside, _) = weighed([one], AS_IT_IS), weighed([one, other], AS_IT_IS)
    assert (beside.features[-1] > alone.features[-1] == 0.0) == is_beside
    assert beside.features[:-1] == alone.features[:-1]


def test_the_value_is_the_one_that_both_readers_think_likeliest() -> None:
    find, first = Find(0, 0, 30, 1.0, 1.0), views({4: 0.6, 5: 0.4})
    for again, pips in ((views({5: 0.9, 4: 0.1}), 5), (views({4: 0.9, 5: 0.1}), 4)):
        assert [face.pips for face in weighed([(find, first, again)], AS_IT_IS)] == [pips]


def test_a_second_reader_that_differs_speaks_against_a_find() -> None:
    find, first = Find(0, 0, 30, 1.0, 1.0), views({4: 0.9})
    alone, agreed, differed, ground = (
        features_of(find, first, again)
        for again in (None, views({4: 0.9}), views({5: 0.6, 4: 0.3}), views({0: 1.0}))
    )
    assert agreed == pytest.approx(alone)
    assert agreed[1] > differed[1] > ground[1]
    assert agreed[2] > differed[2] > ground[2]
    assert agreed[3] == pytest.approx(differed[3])
    assert differed[3] > ground[3]
    assert agreed[5] < differed[5]


def test_a_die_without_a_value_is_never_a_value() -> None:
    seen = weighed([(Find(0, 0, 30, 1.0, 0.1), views({7: 0.95, 1: 0.05}), None)], AS_IT_IS)
    assert judge(*seen, dice=1).verdict == "none"


def test_odds_and_chance_are_inverse() -> None:
    assert logistic((log_odds(0.8),), (1.0,)) == pytest.approx(0.8)
    assert 0.0 < logistic((log_odds(0.0),), (1.0,)) < 0.001
