"""A camera that is lost is said where people look, and typing the dice becomes the way to roll."""

import time
from html import unescape
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import CameraError, ErrorCode
from companion.sayings.checks import STILL
from companion.table.witness import TableWitness
from tests.support.english import english
from tests.support.messages import LANGUAGES
from tests.support.pages import Living, living_room
from web.shared.context import Context
from web.shared.language import catalogues

LOST = "sees no dice now"
WHY: dict[ErrorCode, str] = {
    "camera-stopped": "It gives no more pictures.",
    "camera-silent": "It has given no picture for {seconds} s.",
    "camera-gone": "What it shows is not there any more.",
    "camera-same": "It gives the same picture again and again.",
    "camera-stuck": "Nothing has been looked at for a while.",
    "camera-dark": "It sees nothing: all is dark.",
}


def told(room: Living, status: str, *, ok: bool, trouble: CameraError | None = None) -> None:
    """Let the watcher speak of its camera, and wait until the table has heard it."""
    TableWitness(room.table).camera(status, ok=ok, trouble=trouble)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        heard = room.table.view.camera
        if heard is not None and (heard.ok, heard.status) == (ok, status):
            return
        time.sleep(0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_it_is_lost_is_said_in_the_reader_s_language(tmp_path: Path, language: str) -> None:
    with living_room(tmp_path, simulated=False) as room:
        room.begin()
        for code, why in WHY.items():
            trouble = CameraError(where="usb:0", code=code, seconds=5.0)
            told(room, f"{code}: is lost", ok=False, trouble=trouble)
            for who, path in ((room.client(), "/table"), (room.banker(), "/banker")):
                text = unescape(who.get(path, headers={"Accept-Language": language}).text)
                assert catalogues()[language].gettext(why).format(seconds=5) in text
                assert "(usb:0)" in text
                assert english(text) == []


def test_others_are_told_as_ever_that_it_is_lost(tmp_path: Path) -> None:
    """What reads the game as JSON has one line in English."""
    with living_room(tmp_path, simulated=False) as room:
        room.begin()
        trouble = CameraError(where="usb:0", code="camera-stopped")
        told(room, str(trouble), ok=False, trouble=trouble)
        game = room.client().get("/api/game").get_json()
        assert game["camera"] == {"ok": False, "status": str(trouble)}


def test_everybody_is_told_and_the_dice_are_typed(tmp_path: Path) -> None:
    with living_room(tmp_path, simulated=False) as room:
        ann, banker = room.client(room.begin()[0]), room.banker()
        told(room, "usb:0", ok=True)
        assert LOST not in ann.get("/seat").text
        told(room, "usb:0: was unplugged", ok=False)
        assert LOST in ann.get("/seat").text
        assert LOST in banker.get("/banker").text
        assert "usb:0: was unplugged" in room.client().get("/table").text
        told(room, "usb:0", ok=True)
        assert LOST not in ann.get("/seat").text


def test_the_table_screen_says_it_of_a_simulated_camera_too(tmp_path: Path) -> None:
    with living_room(tmp_path, simulated=True) as room:
        room.begin()
        told(room, "sim: was unplugged", ok=False)
        assert LOST in room.client().get("/table").text
        told(room, "sim", ok=True)
        assert LOST not in room.client().get("/table").text
        assert "Simulated table" in room.client().get("/table").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_still_is_said_on_the_table_screen(tmp_path: Path, language: str) -> None:
    """Of the watcher it is said as of a camera that gives no pictures."""
    still: list[str] = []
    with living_room(tmp_path, simulated=False) as room:
        context: Context = room.app.extensions["companion"]
        context.parts = replace(context.parts, still=lambda: tuple(still))
        for begin in (lambda: None, room.begin):
            begin()
            still.clear()
            assert _standing_still(room, language) == []
            still += ["watcher", "writer"]
            writer = catalogues()[language].gettext("Keeping the game")
            [said] = _standing_still(room, language)
            assert writer in said
            assert english(said) == []


def _standing_still(room: Living, language: str) -> list[str]:
    text = unescape(room.client().get("/table", headers={"Accept-Language": language}).text)
    begins = catalogues()[language].gettext(STILL).partition("{")[0]
    return [line for line in text.splitlines() if begins in line]
