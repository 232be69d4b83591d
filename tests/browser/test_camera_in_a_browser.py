"""Drawing boxes on the camera's picture and teaching the dice, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from companion.table.witness import TableWitness
from companion.teaching.course import Teacher
from companion.vision.plane import Zone
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


def test_boxes_are_pulled_by_their_corners_and_used(room: Room) -> None:
    page = room.open("/banker/camera")
    begun = {name: page.input_value(f"[name=tray-{name}]") for name in ("left", "top", "width")}
    pull(page, page.locator("[data-box=tray] .handle").nth(0), (30, 20))
    moved = {name: page.input_value(f"[name=tray-{name}]") for name in begun}
    assert int(moved["left"]) > int(begun["left"])
    assert int(moved["top"]) > int(begun["top"])
    right = {int(of["left"]) + int(of["width"]) for of in (begun, moved)}
    assert max(right) - min(right) <= 1  # the other side stays
    page.get_by_role("button", name="Read here").click()
    expect(page.get_by_text("in these two boxes")).to_be_visible()
    drawn = room.sight.layout.tray
    assert drawn is not None
    assert drawn.left == int(moved["left"])
    assert room.house.complaints == []


def test_a_box_stays_in_the_picture_however_far_it_is_pulled(room: Room) -> None:
    page = room.open("/banker/camera")
    pull(page, page.locator("[data-box=scan] .handle").nth(3), (900, 900))
    pull(page, page.locator("[data-box=tray] rect").nth(0), (-900, -900))
    page.get_by_role("button", name="Read here").click()
    expect(page.get_by_text("in these two boxes")).to_be_visible()
    tray_box, scan = room.sight.layout.tray, room.sight.layout.scan
    assert tray_box is not None
    assert (tray_box.left, tray_box.top) == (0, 0)
    assert scan is not None
    assert (scan.left + scan.width, scan.top + scan.height) == room.sight.size
    assert isinstance(scan, Zone)


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
    page.get_by_role("button", name="That is right").click()
    expect(page.get_by_text("Throw 2 of 15")).to_be_visible()
    kept = (room.room.context.settings.home / "dice" / "throws.json").read_text()
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
