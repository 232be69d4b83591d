"""Showing the sides of a speed die, or of dice with pictures, on a phone in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from companion.teaching.course import Teacher
from companion.teaching.shown_faces import LOOKS
from tests.support.devices import Devices
from tests.support.house import House
from tests.support.pages import Living, living_room
from tests.support.templates import app_of
from tests.teaching.test_shown_dice import lay_picture, show_pictures
from tests.teaching.test_shown_faces import lay, show_all


class Room:
    """A served room with a teacher of dice."""

    def __init__(self, room: Living, devices: Devices, folder: Path) -> None:
        self.teacher = Teacher(folder / "dice", lambda _taught: None, room.table.refresh)
        parts = replace(room.context.parts, teacher=self.teacher)
        room.app = app_of(room.table, room.context.settings, parts)
        room.context = room.app.extensions["companion"]
        self.room, self.house = room, House(room, devices)

    def open(self, path: str) -> Page:
        return self.house.open(path, self.room.context.phones.make_banker(None))


@pytest.fixture
def room(tmp_path: Path, devices: Devices) -> Iterator[Room]:
    with living_room(tmp_path) as living:
        built = Room(living, devices, tmp_path)
        try:
            yield built
        finally:
            built.house.close()


def test_the_page_follows_the_die_and_ends_with_all_its_sides(room: Room) -> None:
    page = room.open("/banker/teach")
    page.get_by_role("link", name="Teach a speed die").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Side 1 of 6: 1")).to_be_visible()
    faces = room.teacher.dice.speed
    for number in range(LOOKS):
        expect(page.get_by_text(f"Look {number + 1} of {LOOKS}")).to_be_visible()
        lay(faces, "1", 30 * number)
    expect(page.get_by_role("heading", name="Side 2 of 6: 2")).to_be_visible()
    lay(faces, "1", 200)
    expect(page.get_by_text("That looks like a side that was shown already")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    show_all(faces)
    expect(page.get_by_role("heading", name="Your speed die has been learned")).to_be_visible()
    expect(page.locator(".die-sides img")).to_have_count(6)
    page.get_by_role("button", name="Forget this die").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    assert faces.die is None
    assert room.house.complaints == []


def test_dice_with_pictures_are_shown_used_and_put_away(room: Room) -> None:
    page = room.open("/banker/teach")
    page.get_by_role("link", name="Dice with pictures in place of pips").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Which picture counts as 1?")).to_be_visible()
    dice = room.teacher.dice
    for number in range(LOOKS):
        expect(page.get_by_text(f"Look {number + 1} of {LOOKS}")).to_be_visible()
        lay_picture(dice.first, 1, 30 * number)
    expect(page.get_by_role("heading", name="Which picture counts as 2?")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    show_pictures(dice.first)
    expect(page.get_by_role("heading", name="Your dice have been learned")).to_be_visible()
    expect(page.locator(".die-sides img")).to_have_count(6)
    assert len(room.teacher.emblems) == 1
    page.get_by_role("button", name="Play with dice with pips").click()
    expect(page.get_by_text("They are in their box")).to_be_visible()
    assert room.teacher.emblems == ()
    page.get_by_role("button", name="Play with these dice").click()
    expect(page.get_by_text("They are read by these pictures")).to_be_visible()
    page.get_by_role("link", name="The other die with pictures").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Which picture counts as 1?")).to_be_visible()
    show_pictures(dice.other, "HKRTXZ")
    expect(page.get_by_role("heading", name="Your dice have been learned")).to_be_visible()
    assert len(room.teacher.emblems) == 2
    assert room.house.complaints == []
