"""A die is shown side by side, three looks each; what was shown outlives a pulled plug."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.teaching.shown_faces import LOOKS, SIDES, FaceTeacher
from companion.vision.emblem_reader import Value
from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading, DieReading
from companion.words import SpeedFace
from tests.vision.test_taught_die import EDGE, PRINTS, tray

PLACE = (120.0, 120.0)


def lay(teacher: FaceTeacher[SpeedFace], print_: str, turn: float = 0.0, *, dice: int = 1) -> None:
    """Lay a die into the tray, with others like it if that is said."""
    show(teacher, tray(print_, turn), dice=dice)


def show(
    teacher: FaceTeacher[SpeedFace] | FaceTeacher[Value], pixels: Pixels, *, dice: int = 1
) -> None:
    """Lay what a picture shows into the tray."""
    die = DieReading(1, PLACE, EDGE, 0.2, (0.2,) * 6)
    coded = bytes(cv2.imencode(".jpg", pixels)[1])
    teacher.see(DiceReading("unsure", (die,) * dice, 0.0), coded)


def begun(folder: Path) -> FaceTeacher[SpeedFace]:
    teacher = FaceTeacher(folder, lambda: None, SIDES)
    teacher.begin()
    return teacher


def show_all(teacher: FaceTeacher[SpeedFace]) -> None:
    """Show what is missing."""
    for turn in range(0, 40 * LOOKS * len(SIDES), 40):
        side = teacher.shown.side
        if side is not None:
            lay(teacher, PRINTS[SIDES[side]], turn)


def test_eighteen_looks_teach_a_die(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    show_all(teacher)
    assert (teacher.shown.side, teacher.watches, len(teacher.shown.looks)) == (None, False, 18)
    assert teacher.die is not None
    for face, print_ in PRINTS.items():
        assert teacher.die.face(tray(print_, 77), PLACE, EDGE) == face


def test_nothing_is_kept_before_it_is_begun(tmp_path: Path) -> None:
    teacher = FaceTeacher(tmp_path, lambda: None, SIDES)
    lay(teacher, "1")
    assert teacher.shown.looks == ()
    assert not teacher.watches


def test_each_change_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    teacher = FaceTeacher(tmp_path, lambda: told.append(1), SIDES)
    teacher.begin()
    lay(teacher, "1")
    assert len(told) >= 2


def test_a_pulled_plug_loses_no_look_that_was_taken(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    for turn in (0, 30, 60):
        lay(teacher, "1", turn)
    lay(teacher, "2")
    again = FaceTeacher(tmp_path, lambda: None, SIDES)
    assert again.shown.looks == (0, 0, 0, 1)
    assert (again.watches, again.die) == (False, None)
    again.begin()
    show_all(again)
    assert again.die is not None
    after = FaceTeacher(tmp_path, lambda: None, SIDES)
    assert after.die is not None
    assert after.die.face(tray("B", 200), PLACE, EDGE) == "bus"


def test_a_plug_pulled_between_picture_and_list_loses_that_look_alone(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    lay(teacher, "1")
    (tmp_path / "look-002.png").write_bytes(b"half a pic")
    again = begun(tmp_path)
    assert again.shown.looks == (0,)
    lay(again, "1", 20)
    assert begun(tmp_path).shown.looks == (0, 0)


def test_a_look_whose_picture_is_gone_or_damaged_is_shown_again(tmp_path: Path) -> None:
    show_all(begun(tmp_path))
    (tmp_path / "look-001.png").unlink()
    (tmp_path / "look-005.png").write_bytes(b"no picture")
    (tmp_path / "look-009.png").write_bytes(cv2.imencode(".png", np.zeros((5, 5, 3)))[1].tobytes())
    again = FaceTeacher(tmp_path, lambda: None, SIDES)
    assert (again.die, again.shown.side) == (None, 0)
    again.begin()
    show_all(again)
    assert again.die is not None


@pytest.mark.parametrize("content", [b"", b"{}", b'[{"picture": 1}]', b"\xff\xfe"])
def test_a_damaged_list_is_said_and_can_be_forgotten(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "looks.json").write_bytes(content)
    teacher = FaceTeacher(tmp_path, lambda: None, SIDES)
    assert teacher.shown.trouble is not None
    assert teacher.shown.trouble.code == "looks-damaged"
    assert teacher.die is None
    teacher.forget()
    teacher.begin()
    show_all(teacher)
    assert FaceTeacher(tmp_path, lambda: None, SIDES).die is not None


def test_a_list_that_names_files_elsewhere_or_no_side_reads_none(tmp_path: Path) -> None:
    folder = tmp_path / "third"
    folder.mkdir()
    (tmp_path / "look-001.png").write_bytes(cv2.imencode(".png", tray("1"))[1].tobytes())
    listed = b'[{"picture": "../look-001.png", "side": 0}, {"picture": "look-001.png", "side": 9}]'
    (folder / "looks.json").write_bytes(listed)
    assert FaceTeacher(folder, lambda: None, SIDES).shown.looks == ()


def test_another_side_is_not_taken_for_the_one_before(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    lay(teacher, "1")
    lay(teacher, "2")
    assert (teacher.shown.objection, teacher.shown.looks) == ("other-side", (0,))
    lay(teacher, "1", 25)
    assert (teacher.shown.objection, teacher.shown.looks) == ("", (0, 0))


def test_a_side_that_was_shown_is_not_taken_for_the_next(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    for turn in (0, 30, 60, 90):
        lay(teacher, "1", turn)
    assert (teacher.shown.objection, teacher.shown.looks) == ("known-side", (0, 0, 0))


def test_both_sides_of_mr_monopoly_may_look_the_same(tmp_path: Path) -> None:
    assert SIDES.count("mr") == 2
    teacher = begun(tmp_path)
    show_all(teacher)
    assert teacher.die is not None


def test_another_die_or_several_are_not_taken(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    lay(teacher, "1")
    show(teacher, tray("1", body=(190, 80, 30)))
    assert (teacher.shown.objection, teacher.shown.looks) == ("other-die", (0,))
    lay(teacher, "1", dice=2)
    assert (teacher.shown.objection, teacher.shown.looks) == ("several", (0,))
    teacher.see(DiceReading("none", (), 0.0), b"")
    assert teacher.shown.looks == (0,)


def test_a_picture_that_is_none_is_not_taken(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    die = DieReading(1, PLACE, EDGE, 0.2, (0.2,) * 6)
    teacher.see(DiceReading("unsure", (die,), 0.0), b"no picture")
    assert teacher.shown.looks == ()


def test_the_last_look_is_taken_back(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    show_all(teacher)
    teacher.back()
    assert teacher.die is None
    assert (teacher.watches, teacher.shown.side) == (True, 5)
    assert FaceTeacher(tmp_path, lambda: None, SIDES).shown.side == 5
    show_all(teacher)
    assert teacher.die is not None


def test_a_forgotten_die_is_gone_and_may_be_shown_again(tmp_path: Path) -> None:
    teacher = begun(tmp_path / "third")
    show_all(teacher)
    teacher.forget()
    assert (teacher.die, teacher.shown.looks, teacher.watches) == (None, (), False)
    assert not (tmp_path / "third").exists()
    assert FaceTeacher(tmp_path / "third", lambda: None, SIDES).die is None
    teacher.begin()
    show_all(teacher)
    assert teacher.die is not None
    teacher.anew()
    assert (teacher.shown.side, teacher.watches) == (0, True)
    assert FaceTeacher(tmp_path / "third", lambda: None, SIDES).die is None


def test_what_cannot_be_written_is_said_and_not_kept(tmp_path: Path) -> None:
    (tmp_path / "third").write_text("a file is in the way")
    teacher = FaceTeacher(tmp_path / "third", lambda: None, SIDES)
    teacher.begin()
    lay(teacher, "1")
    assert teacher.shown.looks == ()
    assert isinstance(teacher.shown.trouble, CompanionError)


def test_stopping_keeps_what_was_shown(tmp_path: Path) -> None:
    teacher = begun(tmp_path)
    lay(teacher, "1")
    teacher.stop()
    lay(teacher, "1", 20)
    assert (teacher.shown.looks, teacher.watches) == ((0,), False)
    assert teacher.picture(0) is not None
    assert teacher.picture(1) is None
