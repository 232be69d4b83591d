"""Throws of play that a person has named teach the dice, where every die is known."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from companion.table.dice.answered_throws import answered, dice_said
from companion.table.dice.readings import KeptReading
from companion.teaching.batches import Lesson
from companion.teaching.course import alike
from companion.teaching.lessons import Lessons
from companion.vision.readings import ShownDie
from tests.support.doubtful import tray
from tests.support.table import reading


def kept(*pips: int, **more: Any) -> KeptReading:
    told: dict[str, Any] = {"evidence": "e", "fate": "answered", "said": (1, 2), **more}
    return KeptReading(
        id="r",
        wall=0.0,
        boot="",
        began=0.0,
        verdict="unsure",
        confidence=0.5,
        dice=reading(*(pips or (1, 2))).dice,
        **told,
    )


def faces(one: KeptReading) -> list[int]:
    return [die.pips for die in dice_said(one)]


def test_what_was_said_is_put_where_the_dice_lie() -> None:
    assert dice_said(kept(4, 2, said=(5, 2))) == (
        ShownDie(50.0, 40.0, 30.0, 5),
        ShownDie(100.0, 40.0, 30.0, 2),
    )


def test_the_same_dice_said_in_another_order_are_where_they_were_read() -> None:
    assert faces(kept(4, 2, said=(2, 4))) == [4, 2]


@pytest.mark.parametrize(
    ("more", "known"),
    [
        ({}, [1, 2]),
        ({"fate": "booked", "said": (1, 3), "ruling": "wrong", "back": True}, [1, 3]),
        ({"fate": "booked", "said": (), "ruling": "right"}, [1, 2]),
        ({"fate": "booked", "said": (), "ruling": "open"}, []),
        ({"fate": "booked", "said": ()}, []),
        ({"fate": "typed"}, []),  # it may have been another throw
        ({"fate": "no-roll", "said": ()}, []),
        ({"back": True}, []),  # the answer itself may have been wrong
        ({"speed": True}, []),  # a third die lies there
        ({"emblems": True}, []),  # there are no pips to learn
        ({"remark": "covered"}, []),  # or may lie under a hand
        ({"remark": "beside"}, []),
        ({"remark": "pictured"}, []),  # no die lies there
        ({"remark": "cut"}, []),  # what is left of it is not its face
        ({"remark": "cocked"}, []),  # two faces of it are seen
        ({"remark": "moved"}, [1, 2]),
        ({"said": (1, 2, 3)}, []),
    ],
)
def test_only_what_somebody_knows_teaches(more: dict[str, Any], known: list[int]) -> None:
    assert faces(kept(**more)) == known


@pytest.mark.parametrize("pips", [(1,), (1, 2, 6)])
def test_a_picture_with_a_die_that_nobody_named_teaches_nothing(pips: tuple[int, ...]) -> None:
    assert dice_said(kept(*pips)) == ()


def test_pictures_that_are_gone_or_known_are_left_out() -> None:
    there = {"a": b"A", "b": b"B"}
    readings = [kept(evidence=name) for name in ("a", "b", "gone", None)]
    assert [throw.picture for throw in answered(readings, there.get)] == [b"A", b"B"]
    assert [throw.source for throw in answered(readings, there.get, {"a"})] == ["b"]


def test_throws_of_play_stay_so_after_a_test_and_come_first(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    die = ShownDie(1.0, 2.0, 3.0, 4)
    lessons.keep(tray(), [die], "test")
    lessons.keep(tray(), [replace(die, pips=5)], "show", source="s")
    lessons.make_all_shown()
    again = Lessons(tmp_path)
    assert again.sources == {"s"}
    assert (again.count("show"), again.count("test")) == (2, 0)
    assert [lesson.values for lesson in again.read("show")] == [(5,), (4,)]


def test_lessons_of_another_cameras_size_are_left_out() -> None:
    def lesson(width: int, height: int) -> Lesson:
        return Lesson(np.zeros((height, width, 3), np.uint8), ())

    last, nearly, other = lesson(400, 300), lesson(410, 290), lesson(1280, 720)
    assert alike([other, nearly, last]) == [nearly, last]
    assert alike([]) == []
