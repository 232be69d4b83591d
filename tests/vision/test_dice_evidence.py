"""What nets saw on photos is kept: the figures of the rule can be had again without them."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.vision.detection import Find
from companion.vision.scoring import FEATURES, Face, logistic, shipped
from tests.benchmarks.dice import evidence, labels
from tests.benchmarks.dice.judging import Read, crossed

KEPT = evidence.load()


@pytest.fixture(scope="module")
def reads() -> list[Read]:
    return crossed(KEPT)


def test_a_find_comes_back_as_it_was_kept() -> None:
    weighing, features = shipped(), tuple(0.25 * k for k in range(FEATURES))
    there = logistic(features, weighing.there)
    score = there * logistic(features, weighing.value)
    face = Face(Find(3.5, 4.5, 30.0, 1.0, 1.0), (0.1,) * 6, there, score, features)
    assert evidence.face_of(evidence.row_of(face), weighing) == face


def test_the_same_evidence_makes_the_same_file(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.gz", "other.gz")]
    for file in files:
        evidence.write(file, KEPT[:5])
    assert files[0].read_bytes() == files[1].read_bytes()
    assert evidence.load(files[0]) == KEPT[:5]


def test_each_photo_is_judged_by_a_fit_on_other_folds(reads: list[Read]) -> None:
    fold_of = labels.folds()
    fits = Counter((fold_of[r.seen.source], id(r.weighing)) for r in reads)
    assert len(reads) == len(KEPT)
    assert len(fits) == len({fold for fold, _ in fits}) > 1


def test_no_photo_without_dice_is_read_surely(reads: list[Read]) -> None:
    empty = [r for r in reads if not r.seen.values]
    assert len(empty) > 100
    assert [r.seen.file for r in empty if r.outcome("told") == "wrong"] == []
    assert [r.seen.file for r in empty if r.is_fooled("told", -1)] == []


def test_from_above_with_the_number_told_one_marbled_die_is_wrong(reads: list[Read]) -> None:
    above = [(r.seen.file, r.outcome("told")) for r in reads if r.seen.view == "overhead"]
    assert [file for file, outcome in above if outcome == "wrong"] == ["nell_m118.jpg"]
    assert Counter(outcome for _, outcome in above)["right"] > 500


def test_a_limit_that_is_moved_asks_more_or_less(reads: list[Read]) -> None:
    one = next(r for r in reads if r.outcome("told") == "right")
    strict = one._replace(limits=replace(one.limits, told=1.0))
    assert strict.outcome("told") == "unsure"
