"""A camera that is lost is said where people look, and typing the dice becomes the way to roll."""

import time
from pathlib import Path

from companion.table.view import CameraState
from companion.table.witness import TableWitness
from tests.support.pages import Living, living_room

LOST = "gives no pictures"


def told(room: Living, status: str, *, ok: bool) -> None:
    """Let the watcher speak of its camera, and wait until the table has heard it."""
    TableWitness(room.table).camera(status, ok=ok)
    end = time.monotonic() + 10
    while room.table.view.camera != CameraState(ok, status) and time.monotonic() < end:
        time.sleep(0.01)


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
