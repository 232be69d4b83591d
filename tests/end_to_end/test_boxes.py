"""No mat: what is drawn on the live page counts, and the game goes on by what is read there."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from cards_qr.tag_reader import TagReader
from companion.table.dice.eyes import dice_due
from companion.table.witness import TableWitness
from companion.vision.dice import NetReader
from companion.words import Space
from hardware.camera_view import TableSight, drawn_before
from hardware.cameras.reconnection import steady_camera
from hardware.simulated.table import SimulatedTable
from hardware.watcher import Watcher
from tests.support.drawn_trays import drawn_on, no_mat
from tests.support.keyrings import known_keyring
from tests.support.pages import ORIGIN, Living, living_room
from tests.support.templates import app_of

BALTIC = Space(3)


def form_of(table: SimulatedTable) -> dict[str, str]:
    """Return what the page sends of a tray and a place for deeds that were drawn."""
    drawn = drawn_on(table, off=4.0)
    assert drawn.corners is not None
    assert drawn.inside is not None
    assert drawn.scan is not None
    scan = ("left", "top", "width", "height")
    return {
        **{f"tray-x{n}": str(x) for n, (x, _) in enumerate(drawn.corners, 1)},
        **{f"tray-y{n}": str(y) for n, (_, y) in enumerate(drawn.corners, 1)},
        **{f"scan-{side}": str(getattr(drawn.scan, side)) for side in scan},
        **dict(zip(("tray-width", "tray-depth"), map(str, drawn.inside), strict=True)),
    }


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


def test_what_is_drawn_on_the_page_leads_to_a_roll_and_a_purchase(room: Room) -> None:
    living, banker = room.living, room.living.banker()
    living.begin()
    room.look_until(lambda: room.watcher.latest is not None)
    assert "This looks like the tray" in banker.get("/banker/camera").text
    assert (
        banker.post("/banker/camera", data=form_of(room.cardboard), headers=ORIGIN).status_code
        == 303
    )
    room.look_until(lambda: room.watcher.field.layout.by == "hand")
    room.cardboard.throw(show=(1, 2))
    room.look_until(lambda: living.state.purchase is not None)
    assert living.state.purchase is not None
    assert living.state.purchase.lot == BALTIC
    room.cardboard.lay_deed(living.state.edition.deed_number(BALTIC))
    room.look_until(lambda: living.state.purchase is None)
    assert living.state.lots[BALTIC].owner == 0
