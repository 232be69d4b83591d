"""An open eye is seen on every page; pictures are kept no longer than people want."""

from pathlib import Path

from msgspec.structs import replace

from companion.table.witness import TableWitness
from companion.vision.readings import DiceReading
from tests.support.doubtful import tray, unsure
from tests.support.pages import Living, sent, text_of
from tests.support.waiting import soon

EYE = "The camera sees the table"
READING = DiceReading(verdict="sure", dice=unsure(0.99, 0.99).dice, confidence=0.99)


def test_a_light_is_on_every_page_while_a_camera_gives_pictures(room: Living) -> None:
    (ann, *_) = room.begin()
    pages = [(room.client(), "/table"), (room.client(), "/join"), (room.client(ann), "/seat")]
    pages += [(room.banker(), "/banker"), (room.client(), "/doctor"), (room.client(), "/privacy")]
    assert [path for client, path in pages if EYE in text_of(client, path)] == []
    room.context.parts = replace(room.context.parts, sees=lambda: True)
    room.table.refresh()
    assert soon(lambda: EYE in text_of(room.client(), "/table"))
    assert [path for client, path in pages if EYE not in text_of(client, path)] == []


def kept(room: Living) -> list[Path]:
    return sorted((room.home / "pictures").glob("??/*.jpg"))


def throw(room: Living) -> None:
    now = room.table.mono()
    witness = TableWitness(room.table, keeps=lambda: room.context.manners.pictures)
    witness.dice(READING, tray(), now, now + 0.1)


def test_the_banker_has_no_more_kept_and_all_deleted(room: Living) -> None:
    (ann, *_) = room.begin()
    throw(room)
    assert len(kept(room)) == 1
    assert sent(room.client(ann), "/privacy", what="delete") == 403
    assert sent(room.banker(), "/privacy", what="nonsense") != 303
    assert len(kept(room)) == 1
    assert "Pictures are kept." in text_of(room.client(ann), "/privacy")
    assert sent(room.banker(), "/privacy", what="delete") == 303
    assert kept(room) == []
    assert sent(room.banker(), "/privacy", what="keep-none") == 303
    throw(room)
    assert kept(room) == []
    assert "No picture is kept" in text_of(room.client(ann), "/privacy")
    assert sent(room.banker(), "/privacy", what="keep") == 303
    throw(room)
    assert len(kept(room)) == 1
    assert not room.context.manners.hidden  # what else was set stays
