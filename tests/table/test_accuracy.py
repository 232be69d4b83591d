"""How the dice were read is said in words; shares only where there are enough throws."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor import Check
from companion.table.dice.accuracy import accuracy_checks, below, percent
from companion.table.dice.readings import Fate, KeptReading, KeptReadings, Ruling
from tests.support.table import reading


def told(folder: Path, *throws: tuple[int, Fate, Ruling, tuple[int, ...]]) -> Check:
    """Return what the doctor says of so many throws of each kind, all read as 1 and 2."""
    readings = KeptReadings(folder / "readings.jsonl")
    for count, fate, ruling, said in throws:
        for _ in range(count):
            one = KeptReading(
                id=f"r{len(readings.all)}",
                wall=0.0,
                boot="",
                began=0.0,
                verdict="sure",
                confidence=0.99,
                dice=reading(1, 2).dice,
                fate=fate,
                ruling=ruling,
                said=said,
            )
            readings.keep(one)
    (check,) = accuracy_checks(readings)
    return check


def test_without_a_throw_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert told(tmp_path).words == "No throw has been read at this table yet."
    assert told(tmp_path, (9, "not-due", "", ())).words.startswith("No throw")


def test_few_throws_are_counted_without_a_share(tmp_path: Path) -> None:
    check = told(tmp_path, (12, "booked", "", ()), (1, "answered", "", (2, 1)))
    assert check.words == (
        "Of the throws lately (13) 12 were read without asking, 0 of them known to be wrong; "
        "1 were asked about: first guess right: 1."
    )
    assert (check.health, check.mend) == ("ok", "Too few to say how good that is.")


def test_none_wrong_is_said_as_a_bound(tmp_path: Path) -> None:
    check = told(
        tmp_path,
        (92, "booked", "", ()),
        (2, "booked", "right", ()),
        (4, "answered", "", (1, 2)),
        (1, "answered", "", (1, 3)),
        (1, "no-roll", "", ()),
    )
    assert check.words == (
        "Of the throws lately (100) 94 (94 %) were read without asking, 0 (< 3.2 %) of them "
        "known to be wrong; 6 were asked about: first guess right: 4."
    )


def test_rolls_taken_back_are_told_apart(tmp_path: Path) -> None:
    told(tmp_path, (40, "booked", "", ()))
    readings = KeptReadings(tmp_path / "readings.jsonl")
    readings.keep(replace(readings.all[0], back=True))
    (check,) = accuracy_checks(readings)
    assert "0 (< 7.5 %) of them known to be wrong" in check.words
    assert check.words.endswith(": taken back, right or wrong: 1.")


def test_errors_are_a_share_of_what_was_read_unasked_and_have_a_mend(tmp_path: Path) -> None:
    check = told(tmp_path, (97, "booked", "", ()), (3, "booked", "wrong", (1, 3)))
    assert "3 (3.0 %) of them known to be wrong; 0 were asked about." in check.words
    assert (check.health, check.mend) == (
        "warn",
        "Teach the dice, and look at what was read wrong.",
    )


def test_asking_often_has_a_mend(tmp_path: Path) -> None:
    check = told(tmp_path, (60, "booked", "", ()), (40, "answered", "", (1, 2)))
    assert check.health == "warn"
    assert "More light" in check.mend


def test_the_last_throws_are_told_before_all(tmp_path: Path) -> None:
    check = told(tmp_path, (100, "answered", "", (1, 2)), (200, "booked", "", ()))
    assert check.words == (
        "Of the throws lately (200) 200 (100 %) were read without asking, 0 (< 1.5 %) of them "
        "known to be wrong; 0 were asked about: "
        "of all 300: 200 (67 %), 0 (< 1.5 %) wrong, 100 asked."
    )
    assert check.health == "ok"


@pytest.mark.parametrize(
    ("count", "share"), [(30, 0.1), (194, 0.016), (3000, 0.001), (7000, 0.001)]
)
def test_the_bound_is_three_in_so_many_rounded_up(count: int, share: float) -> None:
    assert below(count) == share
    assert share >= 3 / count


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.0, "0 %"),
        (0.016, "1.6 %"),
        (0.1, "10 %"),
        (0.996, "99.6 %"),
        (0.9999, "99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_percents_are_whole_or_have_a_tenth(share: float, words: str) -> None:
    assert percent(share) == words
