"""The banker's page on which a speed die is taught by showing each of its sides."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.table.witness import TableWitness
from companion.teaching.course import Teacher
from companion.teaching.shown_faces import SIDES, FaceTeacher
from companion.vision.readings import DiceReading, DieReading
from companion.words import SpeedFace
from tests.support.pages import ORIGIN, Living, NotedSimulation, living_room
from tests.support.templates import app_of
from tests.teaching.test_shown_faces import PLACE, lay, show_all
from tests.vision.test_taught_die import EDGE

HERE = "/banker/teach/die"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    """A room whose table can be taught."""
    with living_room(tmp_path) as lived_in:
        table, context = lived_in.table, lived_in.context
        teacher = Teacher(tmp_path / "dice", lambda _taught: None, table.refresh)
        lived_in.app = app_of(table, context.settings, replace(context.parts, teacher=teacher))
        lived_in.context = lived_in.app.extensions["companion"]
        yield lived_in


def faces_of(room: Living) -> FaceTeacher[SpeedFace]:
    teacher = room.context.parts.teacher
    assert teacher is not None
    return teacher.dice.speed


def press(room: Living, step: str) -> int:
    """Press a button of the page; return the answer's status."""
    return room.banker().post(HERE, data={"step": step}, headers=ORIGIN).status_code


def test_sides_are_asked_for_one_after_the_other(room: Living) -> None:
    banker = room.banker()
    assert "Teach a speed die" in banker.get("/banker/teach").text
    assert "Any die will do" in banker.get(HERE).text
    assert press(room, "begin") == 303
    html = banker.get(HERE).text
    assert "Side 1 of 6: 1" in html
    assert "Look 1 of 3" in html
    for turn in (0, 30, 60):
        lay(faces_of(room), "1", turn)
    html = banker.get(HERE).text
    assert "Side 2 of 6: 2" in html
    assert banker.get(f"{HERE}/0.png").mimetype == "image/png"
    assert banker.get(f"{HERE}/1.png").status_code == 404
    assert banker.get(f"{HERE}/77.png").status_code == 404


def test_throws_are_looks_and_no_rolls_while_a_die_is_shown(room: Living) -> None:
    press(room, "begin")
    die = DieReading(1, PLACE, EDGE, 0.2, (0.2,) * 6)
    teacher = room.context.parts.teacher
    witness = TableWitness(room.table, teacher=teacher)
    witness.dice(DiceReading("unsure", (die, die), 0.0), b"", 1.0, 2.0)
    assert faces_of(room).shown.objection == "several"
    assert "Lay this die alone into the tray" in room.banker().get(HERE).text
    assert room.table.view.doubt is None


def test_a_whole_die_is_said_to_be_taught_and_can_be_forgotten(room: Living) -> None:
    press(room, "begin")
    show_all(faces_of(room))
    html = room.banker().get(HERE).text
    assert "Your speed die has been learned" in html
    assert html.count('width="96"') == len(SIDES)
    assert press(room, "forget") == 303
    assert faces_of(room).die is None
    assert "Begin" in room.banker().get(HERE).text


def test_it_may_be_left_and_gone_on_with_and_a_look_taken_back(room: Living) -> None:
    press(room, "begin")
    lay(faces_of(room), "1")
    lay(faces_of(room), "1", 20)
    press(room, "back")
    assert faces_of(room).shown.looks == (0,)
    press(room, "stop")
    html = room.banker().get(HERE).text
    assert "1 look of 18 is kept." in html
    assert "Go on" in html
    press(room, "anew")
    assert (faces_of(room).shown.looks, faces_of(room).watches) == ((), True)


def test_two_phones_that_take_back_the_last_look_take_one(room: Living) -> None:
    press(room, "begin")
    lay(faces_of(room), "1")
    lay(faces_of(room), "1", 20)
    assert 'name="looks" value="2"' in room.banker().get(HERE).text
    for _phone in range(2):
        room.banker().post(HERE, data={"step": "back", "looks": "2"}, headers=ORIGIN)
    assert faces_of(room).shown.looks == (0,)


def test_the_second_side_of_mr_monopoly_is_asked_for_by_name(room: Living) -> None:
    press(room, "begin")
    show_all(faces_of(room))
    assert "The other side that counts as this" not in room.banker().get(HERE).text
    faces_of(room).back()
    assert "The other side that counts as this" in room.banker().get(HERE).text


@pytest.mark.parametrize("step", ["", "learn", "__class__", "é"])
def test_a_step_that_there_is_not_is_refused(room: Living, step: str) -> None:
    assert press(room, step) == 400
    assert room.banker().post(HERE, headers=ORIGIN).status_code == 400


def test_only_the_banker_shows_dice(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    client = room.client(tokens[0])
    assert client.get(HERE).status_code in (302, 303, 403)
    client.post(HERE, data={"step": "begin"}, headers=ORIGIN)
    assert not faces_of(room).watches


@pytest.mark.parametrize("language", ["de", "it", "ru"])
def test_the_page_speaks_each_language(room: Living, language: str) -> None:
    press(room, "begin")
    lay(faces_of(room), "1")
    lay(faces_of(room), "2")
    html = room.banker().get(HERE, headers={"Accept-Language": language}).text
    for english in ("Teach a speed die", "Side 1 of 6", "Once more", "another side", "Stop<"):
        assert english not in html


def test_the_drawn_die_is_laid_while_it_is_shown(room: Living) -> None:
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    banker = room.banker()
    assert "Lay the speed die" not in banker.get("/simulated").text
    press(room, "begin")
    assert "Lay the speed die into the tray" in banker.get("/simulated").text
    assert banker.post("/simulated/die", data={"side": "6"}, headers=ORIGIN).status_code == 303
    assert simulation.done == [("die", 6)]
    for wrong in ("0", "7", "x", ""):
        assert (
            banker.post("/simulated/die", data={"side": wrong}, headers=ORIGIN).status_code == 400
        )
