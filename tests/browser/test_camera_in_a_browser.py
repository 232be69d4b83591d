"""Drawing on the camera's picture and teaching the dice, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from companion.table.witness import TableWitness
from companion.teaching.course import Teacher
from tests.support.devices import Devices
from tests.support.doubtful import tray, unsure
from tests.support.house import House
from tests.support.pages import Living, living_room
from tests.support.sight import DrawnOn
from tests.support.templates import app_of


class Room:
    """A served room with a camera, and a teacher of dice."""

    def __init__(self, room: Living, devices: Devices, folder: Path) -> None:
        self.sight = DrawnOn()
        self.teacher = Teacher(folder / "dice", lambda _taught: None, room.table.refresh)
        parts = replace(room.context.parts, sight=self.sight, teacher=self.teacher)
        room.app = app_of(room.table, room.context.settings, parts)
        room.context = room.app.extensions["companion"]
        self.room, self.house = room, House(room, devices)

    def open(self, path: str) -> Page:
        return self.house.open(path, self.room.context.phones.make_banker(None))

    def throw(self) -> None:
        TableWitness(self.room.table, teacher=self.teacher).dice(unsure(0.6, 0.7), tray(), 1.0, 2.0)


@pytest.fixture
def room(tmp_path: Path, devices: Devices) -> Iterator[Room]:
    with living_room(tmp_path) as living:
        built = Room(living, devices, tmp_path)
        try:
            yield built
        finally:
            built.house.close()


def pull(page: Page, what: Locator, by: tuple[int, int]) -> None:
    """Pull the middle of something, pixels of the screen."""
    box = what.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=4)
    page.mouse.up()


CORNERS = [f"tray-{axis}{n}" for n in range(1, 5) for axis in "xy"]


def numbers(page: Page) -> list[int]:
    """Return the tray's corners as the form has them: x and y of each."""
    return [int(page.input_value(f"[name={name}]")) for name in CORNERS]


def test_the_tray_is_pulled_by_each_of_its_corners_said_to_be_so_large_and_used(
    room: Room,
) -> None:
    page = room.open("/banker/camera")
    begun = numbers(page)
    pull(page, page.locator("[data-box=tray] .handle").nth(0), (30, 20))
    pull(page, page.locator("[data-box=tray] .handle").nth(2), (20, -15))
    moved = numbers(page)
    assert moved[0] > begun[0]
    assert moved[1] > begun[1]
    assert moved[4] > begun[4]
    assert moved[5] < begun[5]
    assert (moved[2:4], moved[6:]) == (begun[2:4], begun[6:])  # the others stay
    page.get_by_label("Width, from 1 to 2").fill("300")
    page.get_by_label("Depth, from 2 to 3").fill("212,5")
    page.get_by_role("button", name="Read here").click()
    expect(page.get_by_text("read inside these lines")).to_be_visible()
    outline = room.sight.layout.outline
    assert outline is not None
    assert [number for corner in outline for number in corner] == moved
    assert room.sight.layout.inside == (300.0, 212.5)
    assert room.house.complaints == []


def test_a_tray_that_is_found_is_used_after_one_press(room: Room) -> None:
    room.sight.rim = ((60, 40), (300, 50), (310, 250), (50, 240))
    page = room.open("/banker/camera")
    expect(page.get_by_text("This looks like the tray")).to_be_visible()
    assert room.sight.layout.outline is None
    page.get_by_role("button", name="Read here").click()
    expect(page.get_by_text("read inside these lines")).to_be_visible()
    assert room.sight.layout.outline == room.sight.rim
    assert room.house.complaints == []


def test_a_tray_is_looked_for_when_somebody_asks(room: Room) -> None:
    page = room.open("/banker/camera")
    expect(page.get_by_text("No tray was found")).to_be_visible()
    room.sight.rim = ((60, 40), (300, 50), (310, 250), (50, 240))
    page.get_by_role("button", name="Find the tray").click()
    expect(page.get_by_text("This looks like the tray")).to_be_visible()
    assert numbers(page) == [60, 40, 300, 50, 310, 250, 50, 240]


def test_corners_are_put_by_numbers_where_no_finger_pulls(room: Room) -> None:
    page = room.open("/banker/camera")
    page.get_by_text("In numbers").click()
    page.get_by_label("2 from the left").fill("250")
    page.get_by_label("2 from the left").press("Tab")
    points = page.locator("[data-box=tray] polygon").get_attribute("points") or ""
    assert points.split()[1].split(",")[0] == "250"


def test_a_corner_stops_where_the_tray_would_bend_inwards(room: Room) -> None:
    page = room.open("/banker/camera")
    begun = numbers(page)
    pull(page, page.locator("[data-box=tray] .handle").nth(0), (900, 900))
    (x, y), (x2, y2), (x4, y4) = ((numbers(page)[at], numbers(page)[at + 1]) for at in (0, 2, 6))
    assert (x, y) != (begun[0], begun[1])
    assert (x2 - x) * (y4 - y) > (x4 - x) * (y2 - y)


def test_tray_and_box_stay_in_the_picture_however_far_they_are_pulled(room: Room) -> None:
    page = room.open("/banker/camera")
    begun = numbers(page)
    pull(page, page.locator("[data-box=scan] .handle").nth(2), (900, 900))
    pull(page, page.locator("[data-box=tray] polygon"), (-900, -900))
    left, top = begun[:2]
    assert numbers(page) == [number - (left, top)[at % 2] for at, number in enumerate(begun)]
    page.get_by_role("button", name="Read here").click()
    expect(page.get_by_text("read inside these lines")).to_be_visible()
    scan = room.sight.layout.scan
    assert scan is not None
    assert (scan.left + scan.width, scan.top + scan.height) == room.sight.size


def test_a_die_without_a_frame_is_tapped_and_news_do_not_take_it_away(room: Room) -> None:
    page = room.open("/banker/teach")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Throw your dice")).to_be_visible()
    room.throw()
    expect(page.get_by_role("button", name="That is right")).to_be_visible()
    picture = page.locator("[data-tap]")
    box = picture.bounding_box()
    assert box is not None
    picture.click(position={"x": box["width"] / 4, "y": box["height"] / 2})
    page.locator("[data-more] .face").nth(4).click()
    tag = page.locator("body").get_attribute("data-tag") or ""
    room.room.table.refresh()
    expect(page.locator("body")).not_to_have_attribute("data-tag", tag)
    expect(page.locator("[data-more] .face")).to_have_count(6)
    assert page.locator("body").count() == 1
    for die in page.locator(".face.likely").all():
        die.click()
    page.get_by_role("button", name="That is right").click()
    expect(page.get_by_text("Throw 2 of 15")).to_be_visible()
    kept = (room.room.home / "dice" / "throws.json").read_text()
    assert re.findall(r'"pips": (\d)', kept) == ["1", "3", "5"]
    x, y = (float(found) for found in re.findall(r'"[xy]": ([\d.]+)', kept)[-2:])
    assert (x, y) == pytest.approx((120, 160), abs=4)
    assert room.house.complaints == []


def test_throws_answered_in_play_are_taken_by_one_press(room: Room) -> None:
    living = room.room
    tokens = living.begin()
    room.throw()
    ann = room.house.open("/seat", tokens[0])
    ann.get_by_text("No", exact=True).click()
    ann.locator('.face:has([name="dice-1"][value="5"])').click()
    ann.get_by_role("button", name="These are the dice").click()
    expect(ann.locator("#doubt")).to_have_count(0)
    page = room.open("/banker/teach")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Learn also from 1 answered throw").click()
    expect(page.get_by_text("Throw 2 of 15")).to_be_visible()
    expect(page.get_by_role("button", name="Learn also from")).to_have_count(0)
    (kept,) = (one for one in living.table.readings.all if one.evidence in room.teacher.sources)
    assert kept.said == (1, 5)
    assert not room.house.complaints
