"""The banker's pages on which dice with pictures are taught, and put away for dice with pips."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.teaching.course import Teacher
from companion.vision.emblem_reader import VALUES
from tests.support.pages import ORIGIN, Living, NotedSimulation, living_room
from tests.support.templates import app_of
from tests.teaching.test_shown_dice import lay_picture, show_pictures

HERE = "/banker/teach/pictures"
OTHER = "/banker/teach/other-pictures"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    """A room whose table can be taught."""
    with living_room(tmp_path) as lived_in:
        table, context = lived_in.table, lived_in.context
        teacher = Teacher(tmp_path / "dice", lambda _taught: None, table.refresh)
        lived_in.app = app_of(table, context.settings, replace(context.parts, teacher=teacher))
        lived_in.context = lived_in.app.extensions["companion"]
        yield lived_in


def teacher_of(room: Living) -> Teacher:
    teacher = room.context.parts.teacher
    assert isinstance(teacher, Teacher)
    return teacher


def press(room: Living, step: str, path: str = HERE) -> int:
    """Press a button of the page; return the answer's status."""
    return room.banker().post(path, data={"step": step}, headers=ORIGIN).status_code


def test_pictures_are_asked_for_by_what_they_count_as(room: Living) -> None:
    banker = room.banker()
    assert "Dice with pictures in place of pips" in banker.get("/banker/teach").text
    assert "Agree first which picture counts as 1" in banker.get(HERE).text
    assert press(room, "begin") == 303
    html = banker.get(HERE).text
    assert "Which picture counts as 1?" in html
    assert "Look 1 of 3" in html
    for turn in (0, 30, 60):
        lay_picture(teacher_of(room).dice.first, 1, turn)
    assert "Which picture counts as 2?" in banker.get(HERE).text
    assert banker.get(f"{HERE}/0.png").mimetype == "image/png"
    assert banker.get(f"{OTHER}/0.png").status_code == 404


def test_what_was_shown_is_in_use_and_can_be_put_away(room: Living) -> None:
    press(room, "begin")
    show_pictures(teacher_of(room).dice.first)
    html = room.banker().get(HERE).text
    assert "Your dice have been learned" in html
    assert html.count('width="96"') == len(VALUES)
    assert len(teacher_of(room).emblems) == 1
    assert press(room, "pips") == 303
    assert teacher_of(room).emblems == ()
    html = room.banker().get(HERE).text
    assert "They are in their box" in html
    assert "Play with dice with pips" not in html
    assert press(room, "pictures") == 303
    assert len(teacher_of(room).emblems) == 1


def test_the_other_die_is_shown_on_a_page_of_its_own(room: Living) -> None:
    press(room, "begin")
    show_pictures(teacher_of(room).dice.first)
    assert "Is it like this one?" in room.banker().get(HERE).text
    assert "Only if it has other pictures" in room.banker().get(OTHER).text
    press(room, "begin", OTHER)
    show_pictures(teacher_of(room).dice.other, "HKRTXZ")
    assert "Both dice were shown" in room.banker().get(HERE).text
    assert len(teacher_of(room).emblems) == 2
    press(room, "forget", OTHER)
    assert len(teacher_of(room).emblems) == 1


def test_one_die_is_shown_at_a_time(room: Living) -> None:
    press(room, "begin", "/banker/teach/die")
    press(room, "begin")
    dice = teacher_of(room).dice
    assert (dice.speed.watches, dice.first.watches) == (False, True)
    press(room, "begin", OTHER)
    assert (dice.first.watches, dice.other.watches) == (False, True)


def test_while_pips_are_taught_no_pictures_lie_in_the_tray(room: Living) -> None:
    press(room, "begin")
    teacher = teacher_of(room)
    show_pictures(teacher.dice.first)
    teacher.begin()
    assert teacher.emblems == ()
    teacher.stop()
    assert len(teacher.emblems) == 1


@pytest.mark.parametrize("step", ["", "learn", "use", "é"])
def test_a_step_that_there_is_not_is_refused(room: Living, step: str) -> None:
    press(room, "begin")
    assert press(room, step) == 400
    assert teacher_of(room).dice.first.watches


@pytest.mark.parametrize("path", ["/banker/teach/third", "/banker/teach/pictures/x.png"])
def test_a_die_that_there_is_not_is_not_found(room: Living, path: str) -> None:
    assert room.banker().get(path).status_code == 404


def test_only_the_banker_shows_dice_or_puts_them_away(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    client = room.client(tokens[0])
    client.post(HERE, data={"step": "begin"}, headers=ORIGIN)
    client.post(HERE, data={"step": "pips"}, headers=ORIGIN)
    assert not teacher_of(room).dice.watches
    assert not teacher_of(room).dice.plays_with_pips


@pytest.mark.parametrize("language", ["de", "it", "ru"])
@pytest.mark.parametrize("path", [HERE, OTHER])
def test_the_pages_speak_each_language(room: Living, language: str, path: str) -> None:
    spoken = {"Accept-Language": language}
    html = room.banker().get(path, headers=spoken).text
    press(room, "begin", path)
    faces = teacher_of(room).dice.first if path == HERE else teacher_of(room).dice.other
    html += room.banker().get(path, headers=spoken).text
    show_pictures(faces)
    html += room.banker().get(path, headers=spoken).text
    for english in ("pictures", "Which picture", "Play with", "Agree first", "Only if", "learned"):
        assert f">{english}" not in html
        assert f"{english} " not in html


def test_the_drawn_dice_have_the_pictures_that_are_shown_and_played(room: Living) -> None:
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    banker = room.banker()
    press(room, "begin")
    assert "Lay one die with pictures into the tray" in banker.get("/simulated").text
    assert banker.post("/simulated/die", data={"side": "6"}, headers=ORIGIN).status_code == 303
    show_pictures(teacher_of(room).dice.first)
    banker.post("/simulated/throw", headers=ORIGIN)
    press(room, "pips")
    banker.post("/simulated/throw", headers=ORIGIN)
    assert simulation.done == [("picture", 6), ("throw", 2, "pictures"), ("throw", 2)]
