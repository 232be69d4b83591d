"""Teaching the dice on the banker's phone."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.game.commands import Claim
from companion.table.witness import TableWitness
from companion.teaching.course import Teacher
from companion.teaching.training import STEPS
from companion.vision.readings import ShownDie
from companion.vision.taught_reader import Taught, Trial
from companion.words import Seat
from tests.support.doubtful import tray, unsure
from tests.support.pages import ORIGIN, Living, living_room
from tests.support.templates import app_of
from tests.support.waiting import soon

HERE = "/banker/teach"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    """A room whose table can be taught."""
    with living_room(tmp_path) as lived_in:
        table, context = lived_in.table, lived_in.context
        teacher = Teacher(tmp_path / "dice", lambda _taught: None, table.refresh)
        parts = replace(context.parts, teacher=teacher)
        lived_in.app = app_of(table, context.settings, parts)
        lived_in.context = lived_in.app.extensions["companion"]
        yield lived_in


def teacher_of(room: Living) -> Teacher:
    teacher = room.context.parts.teacher
    assert teacher is not None
    return teacher


def throw(room: Living) -> str:
    """Throw a one and a three; return the id of what is asked."""
    TableWitness(room.table, teacher=teacher_of(room)).dice(unsure(0.6, 0.7), tray(), 1.0, 2.0)
    question = teacher_of(room).course.question
    assert question is not None
    return question.id


def begun(room: Living) -> str:
    room.banker().post(f"{HERE}/course", data={"step": "begin"}, headers=ORIGIN)
    return throw(room)


def shows(client: FlaskClient, path: str, told: str, wanted: bool) -> bool:  # noqa: FBT001
    """Return whether a page says it, or does not; the writer tells the table screen of a change."""
    return (told in client.get(path).text) == wanted


def test_everybody_is_told_that_throws_are_no_rolls_while_the_dice_are_taught(
    room: Living,
) -> None:
    ann = room.begin("Ann", "Ben")[0]
    told = "The banker is teaching the dice: no throw is a roll now."
    typing = '<details id="type-dice" open>'
    for step, taught in (("begin", True), ("stop", False)):
        room.banker().post(f"{HERE}/course", data={"step": step}, headers=ORIGIN)
        for token, path in ((ann, "/seat"), (None, "/watch"), (None, "/table")):
            assert soon(partial(shows, room.client(token), path, told, taught)), path
        assert (typing in room.client(ann).get("/seat").text) == taught


def test_throws_that_are_kept_are_told_and_may_be_thrown_away_also_after_the_plug_was_pulled(
    room: Living, tmp_path: Path
) -> None:
    teacher_of(room).answer(begun(room), [ShownDie(150.0, 150.0, 64.0, 1)])
    again = Teacher(tmp_path / "dice", lambda _taught: None, room.table.refresh)  # a new start
    parts = replace(room.context.parts, teacher=again)
    room.app = app_of(room.table, room.context.settings, parts)
    room.context = room.app.extensions["companion"]
    told, forget = "1 throw is kept from before, and counts.", "Throw away what was taught"
    html = room.banker().get(HERE).text
    assert told in html
    assert forget in html
    room.banker().post(f"{HERE}/course", data={"step": "forget"}, headers=ORIGIN)
    html = room.banker().get(HERE).text
    assert told not in html
    assert forget not in html


def test_only_the_banker_teaches(room: Living) -> None:
    ann = room.client(room.seated("Ann")[0])
    assert ann.get(HERE).status_code == 403
    assert ann.post(f"{HERE}/course", data={"step": "begin"}, headers=ORIGIN).status_code == 403
    assert not teacher_of(room).watches


def test_the_bankers_page_leads_there(room: Living) -> None:
    assert HERE in room.banker().get("/banker").text
    room.begin()
    assert HERE in room.banker().get("/banker").text


def test_a_table_without_a_camera_has_no_such_page(tmp_path: Path) -> None:
    with living_room(tmp_path) as bare:
        assert bare.banker().get(HERE).status_code == 404
        assert HERE not in bare.banker().get("/banker").text


def test_a_throw_is_shown_with_its_frames_and_the_likely_faces(room: Living) -> None:
    question = begun(room)
    html = room.banker().get(HERE).text
    assert "Throw 1 of 15" in html
    assert html.count('class="outline"') == 2
    likely = re.findall(r'face likely">\s*<input type="radio" name="dice-(\d)" value="(\d)"', html)
    assert likely == [("0", "1"), ("1", "3")]
    assert "checked" not in html  # or a throw would be said without having been looked at
    picture = room.banker().get(f"{HERE}/{question}.jpg")
    assert picture.data == tray()


def test_what_is_said_is_kept(room: Living) -> None:
    question = begun(room)
    said = {"question": question, "dice-0": "3", "dice-1": "5"}
    assert room.banker().post(HERE, data=said, headers=ORIGIN).status_code == 303
    assert "Throw 2 of 15" in room.banker().get(HERE).text
    assert teacher_of(room).course.shown == 1


def test_a_die_without_a_frame_is_tapped_and_a_frame_without_a_die_named(room: Living) -> None:
    question = begun(room)
    said = {"question": question, "dice-0": "0", "dice-1": "5"}
    more = {
        "more0": "4",
        "more0x": "12.5",
        "more0y": "9",
        "more1": "2",
        "more1x": "-4",
        "more1y": "9",
    }
    room.banker().post(HERE, data=said | more, headers=ORIGIN)
    kept = (room.home / "dice" / "throws.json").read_text()
    assert re.findall(r'"pips": (\d)', kept) == ["5", "4"]
    assert '"x": 12.5' in kept


def test_a_throw_without_dice_is_asked_again(room: Living) -> None:
    question = begun(room)
    said = {"question": question, "dice-0": "0", "dice-1": "0"}
    answer = room.banker().post(HERE, data=said, headers=ORIGIN, follow_redirects=True)
    assert "At least one die must be named" in answer.text
    assert question in answer.text


def test_an_answer_to_an_older_throw_says_so(room: Living) -> None:
    old = begun(room)
    throw(room)
    said = {"question": old, "dice-0": "1", "dice-1": "1"}
    answer = room.banker().post(HERE, data=said, headers=ORIGIN, follow_redirects=True)
    assert "Another throw came meanwhile" in answer.text
    assert teacher_of(room).course.shown == 0


def test_a_throw_is_left_out(room: Living) -> None:
    question = begun(room)
    room.banker().post(HERE, data={"question": question, "skip": "1"}, headers=ORIGIN)
    assert "Throw your dice, as in play." in room.banker().get(HERE).text
    assert room.banker().get(f"{HERE}/{question}.jpg").status_code == 404


@pytest.mark.parametrize("face", ["7", "-1", "two", ""])
def test_a_face_that_no_die_has_is_refused(room: Living, face: str) -> None:
    said = {"question": begun(room), "dice-0": face, "dice-1": "1"}
    assert room.banker().post(HERE, data=said, headers=ORIGIN).status_code == 400
    assert teacher_of(room).course.shown == 0


def test_a_step_that_is_none_is_refused(room: Living) -> None:
    answer = room.banker().post(f"{HERE}/course", data={"step": "graduate"}, headers=ORIGIN)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("after", "heading"),
    [(Trial(sure=9, asked=1), "It helps"), (Trial(sure=9, wrong=1), "It does not help")],
)
def test_only_what_helps_is_used(room: Living, after: Trial, heading: str) -> None:
    learned = Taught(
        reader="r", own="o", model=b"net", edge=30.0, unlike=1.0,
        picture=(40, 30), throws=15, before=Trial(sure=4, asked=6), after=after,
    )  # fmt: skip
    teacher = teacher_of(room)
    teacher.course = replace(teacher.course, phase="tried", learned=learned)
    html = room.banker().get(HERE).text
    assert heading in html
    assert "4 of 10 throws were read without asking." in html
    assert ("Use it" in html) is learned.helps
    room.banker().post(f"{HERE}/course", data={"step": "accept"}, headers=ORIGIN)
    again = room.banker().get(HERE).text
    used = "9 of 10 throws were read without asking. None was wrong." in again
    assert used is learned.helps
    assert (teacher.course.used == learned) is learned.helps


@pytest.mark.parametrize(
    ("after", "told", "then"),
    [
        (Trial(), "It is not used before its test is over: 0 of 10 throws so far.", "Now a test"),
        (Trial(sure=10), "It is not used yet: see first whether it helps.", "Use it"),
    ],
)
def test_what_was_learned_before_the_plug_was_pulled_is_offered(
    room: Living, after: Trial, told: str, then: str
) -> None:
    learned = Taught(
        reader="r", model=b"net", edge=30.0, unlike=1.0, picture=(40, 30), throws=15, after=after
    )
    teacher = teacher_of(room)
    teacher.course = replace(teacher.course, learned=learned)
    html = room.banker().get(HERE).text
    assert told in html
    assert then not in html
    room.banker().post(f"{HERE}/course", data={"step": "resume"}, headers=ORIGIN)
    assert then in room.banker().get(HERE).text


def test_how_far_it_has_learned_is_shown_and_it_can_be_stopped(room: Living) -> None:
    teacher = teacher_of(room)
    teacher.course = replace(teacher.course, phase="learning", steps=40)
    html = room.banker().get(HERE).text
    assert f"Step 40 of {STEPS}." in html
    assert f'<progress max="{STEPS}" value="40">' in html
    room.banker().post(f"{HERE}/course", data={"step": "stop"}, headers=ORIGIN)
    assert teacher.course.phase == "off"


def test_after_an_update_the_page_asks_to_learn_again(room: Living) -> None:
    teacher = teacher_of(room)
    old = Taught(reader="old", edge=30.0, unlike=1.0, picture=(40, 30), throws=15)
    teacher.course = replace(teacher.course, used=old, stale=True)
    html = room.banker().get(HERE).text
    assert "The reader is new" in html
    assert "Your dice have been learned" not in html
    assert "Teach some more" in html


def test_throws_are_no_rolls_while_dice_are_taught(room: Living) -> None:
    room.begin()
    begun(room)
    assert room.table.view.doubt is None
    room.banker().post(f"{HERE}/course", data={"step": "stop"}, headers=ORIGIN)
    TableWitness(room.table, teacher=teacher_of(room)).dice(unsure(0.6, 0.7), tray(), 1.0, 2.0)
    assert teacher_of(room).course.question is None


def test_throws_answered_in_play_are_offered_and_taken_once(room: Living, tmp_path: Path) -> None:
    tokens = room.begin()
    TableWitness(room.table, teacher=teacher_of(room)).dice(unsure(0.6, 0.7), tray(), 1.0, 2.0)
    room.ask(Claim(by=Seat(3)))  # comes after it in the queue
    doubt = room.table.view.doubt
    assert doubt is not None
    said = {"doubt": doubt.id, "dice-0": "1", "dice-1": "5", "id": "d"}
    ann = room.client(tokens[0])
    assert ann.post("/doubt", data=said, headers=ORIGIN).status_code == 303
    banker = room.banker()
    assert "Learn also from" not in banker.get(HERE).text  # no course goes on
    banker.post(f"{HERE}/course", data={"step": "begin"}, headers=ORIGIN)
    html = banker.get(HERE).text
    assert "Learn also from 1 answered throw<" in html
    assert "/banker/readings" in html
    assert ann.post(f"{HERE}/course", data={"step": "also"}, headers=ORIGIN).status_code == 403
    banker.post(f"{HERE}/course", data={"step": "also"}, headers=ORIGIN)
    html = banker.get(HERE).text
    assert "Throw 2 of 15" in html
    assert "Learn also from" not in html
    kept = (tmp_path / "dice" / "throws.json").read_text()
    assert re.findall(r'"pips": (\d)', kept) == ["1", "5"]
    assert re.findall(r'"x": ([\d.]+)', kept) == ["150.0", "320.0"]
    assert f'"source": "{doubt.evidence}"' in kept


def test_answered_throws_whose_picture_is_gone_are_not_offered(
    room: Living, tmp_path: Path
) -> None:
    tokens = room.begin()
    TableWitness(room.table, teacher=teacher_of(room)).dice(unsure(0.6, 0.7), tray(), 1.0, 2.0)
    room.ask(Claim(by=Seat(3)))
    doubt = room.table.view.doubt
    assert doubt is not None
    said = {"doubt": doubt.id, "dice-0": "1", "dice-1": "5", "id": "d"}
    room.client(tokens[0]).post("/doubt", data=said, headers=ORIGIN)
    for kept in (tmp_path / "pictures").glob("??/*.jpg"):
        kept.unlink()
    banker = room.banker()
    banker.post(f"{HERE}/course", data={"step": "begin"}, headers=ORIGIN)
    assert "Learn also from" not in banker.get(HERE).text
    banker.post(f"{HERE}/course", data={"step": "also"}, headers=ORIGIN)
    assert teacher_of(room).course.shown == 0
