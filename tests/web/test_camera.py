"""What the camera sees, and the boxes drawn on it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.vision.plane import Zone
from hardware.field import Layout
from tests.support.doubtful import tray
from tests.support.pages import ORIGIN, Living, living_room
from tests.support.sight import DrawnOn
from tests.support.templates import app_of

HERE = "/banker/camera"
BOXES = {
    f"{name}-{side}": str(value)
    for name, zone in {"tray": (10, 20, 200, 100), "scan": (240, 20, 100, 100)}.items()
    for side, value in zip(("left", "top", "width", "height"), zone, strict=True)
}


@pytest.fixture
def sight() -> DrawnOn:
    return DrawnOn()


@pytest.fixture
def room(tmp_path: Path, sight: DrawnOn) -> Iterator[Living]:
    with living_room(tmp_path) as lived_in:
        parts = replace(lived_in.context.parts, sight=sight)
        lived_in.app = app_of(lived_in.table, lived_in.context.settings, parts)
        lived_in.context = lived_in.app.extensions["companion"]
        yield lived_in


def test_only_the_banker_sees_and_draws(room: Living, sight: DrawnOn) -> None:
    ann = room.client(room.seated("Ann")[0])
    assert ann.get(HERE).status_code == 403
    assert ann.get(f"{HERE}/picture.jpg").status_code == 403
    assert ann.post(HERE, data=BOXES, headers=ORIGIN).status_code == 403
    assert sight.layout == Layout()


def test_the_picture_is_shown_with_what_is_wrong_first(room: Living) -> None:
    html = room.banker().get(HERE).text
    assert html.index("No mat is seen") < html.index("Bright and sharp")
    assert room.banker().get(f"{HERE}/picture.jpg").data == tray()
    assert "No mat? Draw the tray" in html


def test_boxes_are_drawn_and_thrown_away(room: Living, sight: DrawnOn) -> None:
    assert room.banker().post(HERE, data=BOXES, headers=ORIGIN).status_code == 303
    assert sight.layout.tray == Zone(10, 20, 200, 100)
    html = room.banker().get(HERE).text
    assert "Dice and deeds are read in these two boxes." in html
    assert re.search(r'name="tray-width"[^>]*value="200"', html)
    room.banker().post(HERE, data={"forget": "1"}, headers=ORIGIN)
    assert sight.layout == Layout()


def test_where_the_mat_lies_nothing_is_drawn(room: Living, sight: DrawnOn) -> None:
    sight.layout = Layout(by="mat", tray=Zone(1, 1, 200, 200), scan=Zone(210, 1, 99, 99))
    html = room.banker().get(HERE).text
    assert "nothing is to be done" in html
    assert "Read here" not in html


def test_a_mat_that_was_moved_is_asked_about_and_settled(room: Living, sight: DrawnOn) -> None:
    sight.layout = Layout(by="mat", tray=Zone(1, 1, 200, 200), scan=Zone(210, 1, 99, 99))
    banker = room.banker()
    assert "was moved" not in banker.get("/banker").text
    sight.strayed = "followed"
    assert HERE in banker.get("/banker").text
    assert "The camera or the mat was moved." in banker.get("/banker").text
    assert "The camera or the mat was moved." in room.client().get("/table").text
    assert "Use the mat where it is now" in banker.get(HERE).text
    assert banker.post(HERE, data={"settle": "1"}, headers=ORIGIN).status_code == 303
    assert "was moved" not in banker.get(HERE).text
    assert "was moved" not in banker.get("/banker").text


def test_where_all_is_lost_boxes_are_drawn_or_said_to_lie_right(
    room: Living, sight: DrawnOn
) -> None:
    sight.layout = Layout(by="mat", tray=Zone(1, 1, 200, 200), scan=Zone(210, 1, 99, 99))
    sight.strayed = "lost"
    html = room.banker().get(HERE).text
    assert "nobody knows where the tray lies now" in html
    assert "The boxes lie right: read here" in html
    assert "They hold as long as" not in html
    assert "nothing is read" in room.client().get("/table").text
    sight.strayed = "no"
    assert "nothing is read" not in room.client().get("/table").text


def test_the_mat_is_measured_anew_or_it_is_said_why_not(room: Living, sight: DrawnOn) -> None:
    assert room.banker().post(HERE, data={"measure": "1"}, headers=ORIGIN).status_code == 303
    assert sight.measured == 1
    sight.trouble = "no mat is seen: lay it under the camera"
    answer = room.banker().post(HERE, data={"measure": "1"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "no mat is seen" in answer.text


def test_a_box_that_cannot_be_is_said_with_the_mend(room: Living, sight: DrawnOn) -> None:
    sight.trouble = "the tray's box is not in the picture"
    answer = room.banker().post(HERE, data=BOXES, headers=ORIGIN)
    assert answer.status_code == 409
    assert "the tray&#39;s box is not in the picture (draw it again)" in answer.text


@pytest.mark.parametrize("number", ["", "ten", "nan", "inf"])
def test_a_number_that_is_none_is_refused(room: Living, sight: DrawnOn, number: str) -> None:
    answer = room.banker().post(HERE, data=BOXES | {"tray-left": number}, headers=ORIGIN)
    assert answer.status_code == 400
    assert sight.layout == Layout()


def test_before_the_first_picture_nothing_can_be_drawn(room: Living, sight: DrawnOn) -> None:
    sight.size = None
    assert "no picture yet" in room.banker().get(HERE).text
    assert room.banker().get(f"{HERE}/picture.jpg").status_code == 404


def test_the_bankers_page_leads_there(room: Living) -> None:
    assert HERE in room.banker().get("/banker").text
