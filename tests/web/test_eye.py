"""Which eye? The page on which the banker chooses what sees the dice, and what others say of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor import Check
from companion.errors import CameraError
from companion.words import Seat
from tests.support.english import english
from tests.support.eyes import FOR_DEEDS, NotedEye
from tests.support.messages import LANGUAGES
from tests.support.pages import ORIGIN, Living, NotedPanels, living_room
from tests.support.sight import DrawnOn
from tests.support.templates import app_of
from web.eye.kinds import KINDS
from web.shared.language import catalogues

HERE = "/banker/eye"


@pytest.fixture
def eye() -> NotedEye:
    return NotedEye()


@pytest.fixture
def sight() -> DrawnOn:
    return DrawnOn()


@pytest.fixture
def room(tmp_path: Path, eye: NotedEye, sight: DrawnOn) -> Iterator[Living]:
    with living_room(tmp_path) as lived_in:
        parts = replace(lived_in.context.parts, eye=eye, sight=sight)
        lived_in.app = app_of(lived_in.table, lived_in.context.settings, parts)
        lived_in.context = lived_in.app.extensions["companion"]
        yield lived_in


def test_only_the_banker_chooses(room: Living, eye: NotedEye) -> None:
    ann = room.client(room.seated("Ann")[0])
    assert ann.get(HERE).status_code == 403
    assert ann.post(HERE, data={"eye": "none"}, headers=ORIGIN).status_code == 403
    assert eye.chosen == []


def test_what_there_is_and_what_it_sees_is_shown(room: Living) -> None:
    html = room.banker().get(HERE).text
    assert "Now: A USB camera" in html
    assert "usb:0 (HD Pro Webcam C920)" in html
    assert 'value="pi"' in html
    assert 'value="usb:0"' not in html  # it is looked through already
    assert "/banker/camera/picture.jpg" in html
    assert "The camera hangs 57 cm above the mat." in html
    assert html.index("No mat is seen") < html.index("Bright and sharp")
    assert "A photograph proves less than a camera that saw the throw." in html


@pytest.mark.parametrize(
    ("form", "chosen"),
    [
        ({"eye": "none"}, ("none", "")),
        ({"address": " http://camera/video "}, ("", "http://camera/video")),
    ],
)
def test_a_press_tries_it(
    room: Living, eye: NotedEye, form: dict[str, str], chosen: tuple[str, str]
) -> None:
    answer = room.banker().post(HERE, data=form, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, HERE)
    assert eye.chosen == [chosen]


@pytest.mark.parametrize("form", [{"address": " "}, {"eye": "", "address": ""}, {}])
def test_who_types_no_address_is_told_what_is_missing(
    room: Living, eye: NotedEye, form: dict[str, str]
) -> None:
    answer = room.banker().post(HERE, data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "No address was typed. Type one like the example, then try it." in answer.text
    assert eye.chosen == []


def test_a_choice_that_is_kept_may_be_forgotten(room: Living, eye: NotedEye) -> None:
    banker, way = room.banker(), "Whatever is found at the start"
    assert way not in banker.get(HERE).text
    eye.is_kept = True
    assert way in banker.get(HERE).text
    answer = banker.post(HERE, data={"forget": "1"}, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, HERE)
    assert not eye.is_kept
    assert eye.chosen == []


def test_that_nothing_lies_there_is_neither_good_nor_wrong(room: Living, sight: DrawnOn) -> None:
    sight.found = [
        Check("dice seen", "ok", "dice-unseen"),
        Check("deeds seen", "ok", "deeds-unseen"),
    ]
    html = room.banker().get(HERE).text
    assert html.count('class="health none" role="img"') == 2


def test_what_is_refused_is_said_with_its_mend(room: Living, eye: NotedEye) -> None:
    banker = room.banker()
    answer = banker.post(HERE, data={"address": "file:/etc/passwd"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "This is no address of a camera. It begins with http://" in answer.text
    eye.is_busy = True
    answer = banker.post(HERE, data={"eye": "none"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "Another one is just being tried." in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_tried_and_what_came_of_it_is_said_in_the_reader_s_language(
    room: Living, eye: NotedEye, language: str
) -> None:
    speaks = {"Accept-Language": language}
    eye.trying = eye.tried = "http://camera/video"
    html = room.banker().get(HERE, headers=speaks).text
    told = catalogues()[language].gettext("%(name)s is being tried")
    assert told % {"name": "http://camera/video"} in html
    assert english(html) == []
    eye.trying, eye.failed = "", CameraError(code="stream-silent", where="http://camera/video")
    html = room.banker().get(HERE, headers=speaks).text
    assert catalogues()[language].gettext("No picture comes from this address.") in html
    assert english(html) == []


def test_a_phone_that_is_tried_is_called_so_and_an_old_failure_does_not_stay(
    room: Living, eye: NotedEye
) -> None:
    banker = room.banker()
    eye.trying = eye.tried = "phone"
    assert "A phone in a stand is being tried" in banker.get(HERE).text
    eye.trying, eye.failed = "", CameraError(code="eye-none")
    assert "A phone in a stand is not used." in banker.get(HERE).text
    answer = banker.post(HERE, data={"address": "file:/etc/passwd"}, headers=ORIGIN)
    assert "is not used." not in answer.text


def test_what_is_wrong_with_the_camera_is_said_once(
    room: Living, eye: NotedEye, sight: DrawnOn
) -> None:
    lost = Check("camera", "bad", "camera-lost", {"name": "phone"})
    sight.checks = lambda: (lost,)  # type: ignore[method-assign]  # as the doctor finds it
    assert "Look at its cable." in room.banker().get(HERE).text
    eye.trouble = CameraError(code="eye-none")
    html = room.banker().get(HERE).text
    assert "No phone sends pictures." in html
    assert "Look at its cable." not in html


def test_who_lets_a_phone_in_is_led_to_where_it_is_chosen(room: Living) -> None:
    asking = room.context.asking
    asking.ask("a" * 64, "192.168.1.50")
    form = {"phone": asking.all[0].id, "yes": 1}
    answer = room.banker().post("/eye/answer", data=form, headers=ORIGIN)
    assert answer.location == HERE


def test_it_is_led_to_from_where_one_looks_for_it(room: Living) -> None:
    banker = room.banker()
    room.begin("Ann", "Ben")
    for path in ("/banker", "/banker/camera", "/banker/first"):
        assert f'href="{HERE}"' in banker.get(path).text, path
    step = banker.get("/banker/game/equipment?edition=us-classic").text
    assert f'href="{HERE}"' in step


def test_without_a_choice_there_is_no_page(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        assert room.banker().get(HERE).status_code == 404
        assert HERE not in room.banker().get("/banker").text


@pytest.mark.parametrize(
    ("now", "said"), [("none", "Dice are typed."), ("photographs", "Dice are photographed.")]
)
def test_where_no_camera_is_wanted_nobody_misses_one(
    room: Living, eye: NotedEye, sight: DrawnOn, now: str, said: str
) -> None:
    ann = room.client(room.begin("Ann", "Ben")[0])
    assert '<details id="type-dice">' in ann.get("/seat").text
    eye.now, sight.size = now, None
    opened = " open" if now == "none" else ""
    assert f'<details id="type-dice"{opened}>' in ann.get("/seat").text
    assert said in room.client().get("/table").text
    assert said in room.banker().get("/banker/camera").text
    assert "picture.jpg" not in room.banker().get(HERE).text


def test_the_simulated_table_and_its_buttons_are_there_while_it_is_looked_at(
    room: Living, eye: NotedEye
) -> None:
    panels = NotedPanels(2, lamps=(Seat(0),))
    parts = replace(room.context.parts, panels=panels, button_seats=(Seat(0), Seat(1)))
    room.context.parts = parts
    room.begin("Ann", "Ben")
    for now, is_there in (("sim", True), ("none", False), ("sim", True)):
        eye.now = now
        assert room.client().get("/simulated").status_code == (200 if is_there else 302)
        picture = room.client().get("/simulated/picture.jpg")
        assert picture.status_code == (200 if is_there else 404)
        assert ("Simulated table" in room.client().get("/table").text) is is_there
        assert ("/simulated" in room.client().get("/me").text) is is_there
        shown = len(panels.shown)
        form = {"what": "on"}
        room.banker().post("/doctor/lamps", data=form, headers=ORIGIN)
        assert (len(panels.shown) > shown) is is_there


def test_every_kind_has_words() -> None:
    assert KINDS.keys() >= {"pi", "usb", "address", "given", "photographs", "none", "sim"}
    for language in LANGUAGES:
        for kind in KINDS.values():
            assert catalogues()[language].gettext(kind.title)


@pytest.fixture
def deeds(room: Living) -> NotedEye:
    """A second eye, for the deeds alone."""
    deeds = NotedEye("usb:2", FOR_DEEDS)
    parts = replace(room.context.parts, deeds_eye=deeds, deeds_sight=DrawnOn())
    room.app = app_of(room.table, room.context.settings, parts)
    room.context = room.app.extensions["companion"]
    return deeds


def test_the_eye_for_the_deeds_has_a_page_of_its_own(room: Living, deeds: NotedEye) -> None:
    banker = room.banker()
    assert f'href="{HERE}/deeds"' in banker.get(HERE).text
    html = banker.get(f"{HERE}/deeds").text
    assert "Now: A USB camera" in html
    assert f"{HERE}/deeds/picture.jpg" in html
    assert "/banker/camera" not in html  # nothing is drawn on its picture
    assert banker.get(f"{HERE}/deeds/picture.jpg").mimetype == "image/jpeg"
    assert "The eye for the dice" in html
    answer = banker.post(f"{HERE}/deeds", data={"eye": "none"}, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, f"{HERE}/deeds")
    assert deeds.chosen == [("none", "")]
    ann = room.client(room.seated("Ann")[0])
    assert ann.get(f"{HERE}/deeds").status_code == 403
    assert ann.get(f"{HERE}/deeds/picture.jpg").status_code == 403


def test_where_no_second_eye_can_be_nothing_leads_to_it(room: Living) -> None:
    banker = room.banker()
    assert f"{HERE}/deeds" not in banker.get(HERE).text
    assert banker.get(f"{HERE}/deeds").status_code == 404
    assert banker.get(f"{HERE}/deeds/picture.jpg").status_code == 404


def test_of_a_lost_eye_only_that_is_said(room: Living, eye: NotedEye, sight: DrawnOn) -> None:
    sight.found = [Check("deeds seen", "ok", "deeds-seen", {"deeds": 2})]
    eye.trouble = CameraError(code="stream-silent", where="http://camera/video")
    html = room.banker().get(HERE).text
    assert "No picture comes from this address." in html
    assert "so many deeds" not in html
    assert "picture.jpg" not in html


def test_while_another_eye_is_for_the_deeds_this_one_is_not_said_to_see_them(
    room: Living, deeds: NotedEye, sight: DrawnOn
) -> None:
    sight.found = [Check("deeds seen", "ok", "deeds-seen", {"deeds": 2})]
    apart = "Another camera sees the deeds."
    banker = room.banker()
    assert "so many deeds" not in banker.get(HERE).text
    assert apart in banker.get("/banker/camera").text
    deeds.now = "none"
    assert "so many deeds: 2" in banker.get(HERE).text
    assert apart not in banker.get("/banker/camera").text
