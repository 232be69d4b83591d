"""Which dice a table has shown, and with which of them it plays; both outlive a pulled plug."""

from pathlib import Path

import pytest

from companion.teaching.shown_dice import ShownDice
from companion.teaching.shown_faces import LOOKS, FaceTeacher
from companion.vision.emblem_reader import VALUES, Value
from tests.teaching.test_shown_faces import PLACE, show
from tests.vision.test_taught_die import EDGE, tray

LETTERS = "ABCDEF"


def lay_picture(
    teacher: FaceTeacher[Value], value: Value, turn: float = 0.0, letters: str = LETTERS
) -> None:
    """Lay one die with letters into the tray."""
    show(teacher, tray(letters[value - 1], turn))


def show_pictures(teacher: FaceTeacher[Value], letters: str = LETTERS) -> None:
    """Show what is missing."""
    for turn in range(0, 40 * LOOKS * len(VALUES), 40):
        side = teacher.shown.side
        if side is not None:
            lay_picture(teacher, VALUES[side], turn, letters)


def shown(folder: Path) -> ShownDice:
    """Return the dice of a table that has shown one with letters."""
    dice = ShownDice(folder, lambda: None)
    dice.first.begin()
    show_pictures(dice.first)
    return dice


def test_dice_are_in_use_from_the_last_look_on_and_after_a_start(tmp_path: Path) -> None:
    dice = ShownDice(tmp_path, lambda: None)
    dice.first.begin()
    assert (dice.watches, dice.emblems) == (True, [])
    show_pictures(dice.first)
    assert not dice.watches
    for one in (dice, ShownDice(tmp_path, lambda: None)):
        (die,) = one.emblems
        assert die.face(tray("E", 77), PLACE, EDGE) == 5


def test_a_plug_pulled_in_the_middle_loses_no_look(tmp_path: Path) -> None:
    dice = ShownDice(tmp_path, lambda: None)
    dice.first.begin()
    for turn in (0, 30, 60):
        lay_picture(dice.first, 1, turn)
    lay_picture(dice.first, 2)
    again = ShownDice(tmp_path, lambda: None)
    assert again.first.shown.looks == (0, 0, 0, 1)
    assert (again.watches, again.emblems) == (False, [])
    again.first.begin()
    show_pictures(again.first)
    assert len(again.emblems) == 1


def test_what_the_table_plays_with_outlives_a_pulled_plug(tmp_path: Path) -> None:
    dice = shown(tmp_path)
    dice.play(pips=True)
    again = ShownDice(tmp_path, lambda: None)
    assert (again.plays_with_pips, again.emblems) == (True, ())
    again.play(pips=False)
    assert len(ShownDice(tmp_path, lambda: None).emblems) == 1


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"yes"])
def test_a_damaged_choice_is_as_none_and_the_pictures_are_played(
    tmp_path: Path, content: bytes
) -> None:
    shown(tmp_path)
    (tmp_path / "pips.json").write_bytes(content)
    again = ShownDice(tmp_path, lambda: None)
    assert len(again.emblems) == 1
    again.play(pips=True)
    assert ShownDice(tmp_path, lambda: None).plays_with_pips


def test_each_change_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    ShownDice(tmp_path, lambda: told.append(1)).play(pips=True)
    assert told


def test_a_look_goes_to_the_die_that_is_shown(tmp_path: Path) -> None:
    dice = shown(tmp_path)
    dice.other.begin()
    dice.speed.begin()
    dice.only(dice.other)
    assert (dice.speed.watches, dice.other.watches) == (False, True)
    show_pictures(dice.other, "HKRTXZ")
    assert (len(dice.emblems), dice.die, dice.speed.shown.looks) == (2, None, ())
