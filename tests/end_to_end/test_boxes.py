"""No mat: two boxes drawn on the live page, and the game goes on by what is read in them."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from calibration.mat_detection import MatNotFound
from cards_qr.tag_reader import TagReader
from companion.table.dice.eyes import dice_due
from companion.table.witness import TableWitness
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.words import Space
from hardware.camera_view import TableSight, drawn_before
from hardware.cameras.reconnection import steady_camera
from hardware.simulated.table import SimulatedTable
from hardware.watcher import Watcher
from tests.support.keyrings import known_keyring
from tests.support.pages import ORIGIN, Living, living_room
from tests.support.templates import app_of

BALTIC = Space(3)
BOXES = {"tray": (213, 132, 479, 443), "scan": (727, 141, 322, 440)}
"""About tray and scan field, as a finger draws them: pixels from left and top, width, height."""


def no_mat(_pixels: Pixels) -> MatNotFound:
    return MatNotFound("no-mat", ())


class Room:
    """A living room whose camera sees no mat."""

    def __init__(self, living: Living, folder: Path) -> None:
        keyring = known_keyring()
        self.living, self.cardboard = living, SimulatedTable(4, keyring=keyring)
        self.camera = steady_camera("sim", table=self.cardboard)
        self.watcher = Watcher(
            self.camera,
            witness=TableWitness(living.table),
            dice=NetReader(),
            tags=TagReader(keyring),
            dice_expected=lambda: dice_due(living.table.view.state),
            find=no_mat,
            drawn=drawn_before(folder, "sim"),
        )
        sight = TableSight(self.camera, self.watcher, folder)
        parts = replace(living.context.parts, sight=sight)
        living.app = app_of(living.table, living.context.settings, parts)
        living.context = living.app.extensions["companion"]

    def look_until(self, seen: Callable[[], bool]) -> None:
        """Take frames until the game has gone on."""
        end = time.monotonic() + 60
        while not seen():
            assert time.monotonic() < end
            self.watcher.see(self.camera.read())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with living_room(tmp_path) as living:
        built = Room(living, tmp_path)
        yield built
        built.camera.close()


def test_boxes_drawn_on_the_page_lead_to_a_roll_and_a_purchase(room: Room) -> None:
    living, banker = room.living, room.living.banker()
    living.begin()
    room.look_until(lambda: room.watcher.latest is not None)
    assert "No mat? Draw the tray" in banker.get("/banker/camera").text
    drawn = {
        f"{name}-{side}": str(value)
        for name, box in BOXES.items()
        for side, value in zip(("left", "top", "width", "height"), box, strict=True)
    }
    assert banker.post("/banker/camera", data=drawn, headers=ORIGIN).status_code == 303
    room.look_until(lambda: room.watcher.field.layout.by == "hand")
    room.cardboard.throw(show=(1, 2))
    room.look_until(lambda: living.state.purchase is not None)
    assert living.state.purchase is not None
    assert living.state.purchase.lot == BALTIC
    room.cardboard.lay_deed(living.state.edition.deed_number(BALTIC))
    room.look_until(lambda: living.state.purchase is None)
    assert living.state.lots[BALTIC].owner == 0
