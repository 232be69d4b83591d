"""What the camera sees, and what is drawn on it."""

import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.vision.plane import Corners, Zone
from hardware.field import Layout
from tests.support.doubtful import tray
from tests.support.pages import ORIGIN, Living, living_room
from tests.support.sight import DrawnOn
from tests.support.templates import app_of

HERE = "/banker/camera"
FLOOR: Corners = ((10, 20), (210, 20), (230, 120), (5, 130))
DRAWN = {f"tray-x{n}": str(x) for n, (x, _) in enumerate(FLOOR, 1)}
DRAWN |= {f"tray-y{n}": str(y) for n, (_, y) in enumerate(FLOOR, 1)}
DRAWN |= {"scan-left": "240", "scan-top": "20", "scan-width": "100", "scan-height": "100"}
SIZED = DRAWN | {"tray-width": "300", "tray-depth": " 212,5"}


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
    assert ann.post(HERE, data=DRAWN, headers=ORIGIN).status_code == 403
    assert sight.layout == Layout()


def test_the_picture_is_shown_with_what_is_wrong_first(room: Living) -> None:
    html = room.banker().get(HERE).text
    assert html.index("No mat is seen") < html.index("Bright and sharp")
    assert room.banker().get(f"{HERE}/picture.jpg").data == tray()
    assert "No tray was found in the picture." in html


def test_a_tray_that_is_found_is_a_proposal_until_somebody_says_so(
    room: Living, sight: DrawnOn
) -> None:
    sight.rim = FLOOR
    html = room.banker().get(HERE).text
    assert "This looks like the tray" in html
    assert 'points="10,20 210,20 230,120 5,130 "' in html
    assert re.search(r'name="tray-x3"[^>]*value="230"', html)
    assert "Find the tray" not in html
    assert sight.layout == Layout()  # looking uses nothing
    left = int(re.search(r'name="scan-left"[^>]*value="(\d+)"', html)[1])  # type: ignore[index]
    assert left > 230  # the place for deeds lies beside it
    assert room.banker().post(HERE, data=DRAWN, headers=ORIGIN).status_code == 303
    assert sight.layout.outline == FLOOR


def test_a_drawing_stays_until_somebody_asks_for_the_tray(room: Living, sight: DrawnOn) -> None:
    room.banker().post(HERE, data=SIZED, headers=ORIGIN)
    sight.rim = ((50, 60), (150, 60), (160, 150), (40, 150))
    html = room.banker().get(HERE).text
    assert 'points="10,20 210,20 230,120 5,130 "' in html
    assert "Find the tray" in html
    html = room.banker().get(f"{HERE}?find=1").text
    assert 'points="50,60 150,60 160,150 40,150 "' in html
    assert re.search(r'name="tray-width"[^>]*value=""', html)  # that was said of the other
    assert sight.layout.outline == FLOOR
    sight.rim = None
    html = room.banker().get(f"{HERE}?find=1").text
    assert "No tray was found" in html
    assert 'points="10,20 210,20 230,120 5,130 "' in html


@pytest.mark.parametrize(
    "rim",
    [
        ((200, 100), (470, 100), (470, 310), (200, 310)),
        ((10, 10), (470, 10), (470, 310), (10, 310)),
    ],
)
def test_the_place_for_deeds_is_within_the_picture_wherever_the_tray_lies(
    room: Living, sight: DrawnOn, rim: Corners
) -> None:
    sight.rim = rim
    html = room.banker().get(HERE).text
    left, top, width, height = (
        int(re.search(rf'name="scan-{side}"[^>]*value="(-?\d+)"', html)[1])  # type: ignore[index]
        for side in ("left", "top", "width", "height")
    )
    assert min(left, top) >= 0
    assert min(width, height) >= 24
    assert left + width <= 480
    assert top + height <= 320


def test_a_tray_is_drawn_and_thrown_away(room: Living, sight: DrawnOn) -> None:
    assert room.banker().post(HERE, data=DRAWN, headers=ORIGIN).status_code == 303
    assert (sight.layout.outline, sight.layout.inside) == (FLOOR, None)
    assert sight.layout.scan == Zone(240, 20, 100, 100)
    html = room.banker().get(HERE).text
    assert "Dice and deeds are read inside these lines." in html
    assert re.search(r'name="tray-x3"[^>]*value="230"', html)
    assert re.search(r'name="tray-width"[^>]*value=""', html)
    room.banker().post(HERE, data={"forget": "1"}, headers=ORIGIN)
    assert sight.layout == Layout()


def test_how_large_the_tray_is_is_said_and_remembered(room: Living, sight: DrawnOn) -> None:
    assert room.banker().post(HERE, data=SIZED, headers=ORIGIN).status_code == 303
    assert sight.layout.inside == (300.0, 212.5)
    assert re.search(r'name="tray-depth"[^>]*value="212.5"', room.banker().get(HERE).text)


@pytest.mark.parametrize(("width", "depth"), [("300", ""), ("", "200"), ("30 cm", "200")])
def test_half_a_size_is_none_and_not_forgotten_silently(
    room: Living, sight: DrawnOn, width: str, depth: str
) -> None:
    data = DRAWN | {"tray-width": width, "tray-depth": depth}
    room.banker().post(HERE, data=data, headers=ORIGIN)
    assert sight.layout.inside is not None
    assert any(math.isnan(side) for side in sight.layout.inside)


def test_what_was_drawn_stays_to_be_mended_where_it_is_refused(
    room: Living, sight: DrawnOn
) -> None:
    sight.trouble = "no tray is so large"
    html = room.banker().post(HERE, data=SIZED, headers=ORIGIN).text
    assert "no tray is so large" in html
    assert re.search(r'name="tray-x3"[^>]*value="230"', html)
    assert re.search(r'name="tray-width"[^>]*value="300"', html)
    assert sight.layout == Layout()


def test_the_mats_tray_is_shown_as_it_lies(room: Living, sight: DrawnOn) -> None:
    sight.layout = Layout(
        by="mat", tray=Zone(5, 20, 225, 110), scan=Zone(9, 9, 9, 9), outline=FLOOR
    )
    assert 'points="10,20 210,20 230,120 5,130 "' in room.banker().get(HERE).text


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
    assert "All lies right: read here" in html
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
    answer = room.banker().post(HERE, data=DRAWN, headers=ORIGIN)
    assert answer.status_code == 409
    assert "the tray&#39;s box is not in the picture (draw it again)" in answer.text


@pytest.mark.parametrize("number", ["", "ten", "nan", "inf"])
def test_a_number_that_is_none_is_refused(room: Living, sight: DrawnOn, number: str) -> None:
    answer = room.banker().post(HERE, data=DRAWN | {"tray-x2": number}, headers=ORIGIN)
    assert answer.status_code == 400
    assert sight.layout == Layout()


def test_before_the_first_picture_nothing_can_be_drawn(room: Living, sight: DrawnOn) -> None:
    sight.size = None
    assert "no picture yet" in room.banker().get(HERE).text
    assert room.banker().get(f"{HERE}/picture.jpg").status_code == 404


def test_the_bankers_page_leads_there(room: Living) -> None:
    assert HERE in room.banker().get("/banker").text


def test_set_up_has_a_step_for_it_where_there_is_one(room: Living) -> None:
    room.seated("Ann", "Ben")
    banker, chosen = room.banker(), "edition=us-classic&first=no&house=jail_fine:60"
    step = banker.get(f"/banker/game/equipment?{chosen}").text
    assert "Step 7 of 8" in step
    assert 'name="house" value="jail_fine:60"' in step
    assert "Each presses the own button" not in step  # there is none
    assert 'action="/banker/game/equipment"' in banker.get(f"/banker/game/first?{chosen}").text
    room.context.parts = replace(room.context.parts, sight=None)
    answer = banker.get(f"/banker/game/equipment?{chosen}")
    assert (answer.status_code, "/banker/game/check?" in answer.location) == (302, True)
