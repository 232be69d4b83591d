"""A camera that is lost is said where people look, and typing the dice becomes the way to roll."""

from pathlib import Path

from companion.table.witness import TableWitness
from tests.support.pages import living_room

LOST = "gives no pictures"


def test_everybody_is_told_and_the_dice_are_typed(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        ann, banker = room.client(room.begin()[0]), room.banker()
        witness = TableWitness(room.table)
        witness.camera("usb:0", ok=True)
        assert LOST not in ann.get("/seat").text
        witness.camera("usb:0: was unplugged", ok=False)
        assert LOST in ann.get("/seat").text
        assert LOST in banker.get("/banker").text
        assert "usb:0: was unplugged" in room.client().get("/table").text
        witness.camera("usb:0", ok=True)
        assert LOST not in ann.get("/seat").text
