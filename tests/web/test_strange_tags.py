"""Codes that do not count are told on every page: whose they are, and what to do."""

from pathlib import Path

import pytest

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import save_keyring
from cards_qr.keyrings import Keyrings
from cards_qr.seen_tags import TagSeen
from cards_qr.tag import Item, Tag, U, write
from cards_qr.tag_reader import TagReader
from tests.support.keyrings import known_keyring
from tests.support.pages import Living
from tests.support.table import Tag as SeenTag
from tests.support.tag_frames import ScanField

DEED = Item("deed", 4)
PLAYED, OTHER = "us-classic", "ru-2004"


@pytest.fixture
def keyrings(room: Living, tmp_path: Path) -> Keyrings:
    """The sets of the home in which a game is played."""
    room.begin("Ann", "Ben")
    keyrings = Keyrings(tmp_path)
    for number, edition in enumerate((PLAYED, OTHER), start=1):
        save_keyring(known_keyring(number, edition=edition), keyrings.path(edition))
    return keyrings


def tag_of(keyrings: Keyrings, edition: str) -> Tag:
    tag = keyrings.of(edition).tag_of(DEED)
    assert tag is not None
    return tag


def shown(keyrings: Keyrings, text: str) -> TagSeen:
    """Return what the reader of the set on the table makes of a deed with such a text on it."""
    tag = tag_of(keyrings, PLAYED)
    field = ScanField()
    field.lay(Tag(text, "deed", 4, "front", tag.version, tag.level, tag.mask), px_per_module=4.0)
    reader = TagReader(keyrings.of(PLAYED), decoders=Decoders(zbar=installed().zbar))
    (only,) = reader.read(field.picture())
    return only


def said(room: Living, language: str = "en") -> str:
    return room.client().get("/table", headers={"Accept-Language": language}).text


def test_a_deed_of_an_edition_that_is_not_played_is_told(room: Living, keyrings: Keyrings) -> None:
    seq = room.table.view.seq
    room.lay(shown(keyrings, tag_of(keyrings, OTHER).text))
    name = room.context.parts.editions.edition(OTHER).name
    assert f"That sticker belongs to {name}, which is not being played." in said(room)
    assert f"Dieser Aufkleber gehört zu {name}" in said(room, "de")
    assert room.table.view.seq == seq


def test_a_deed_of_a_set_that_was_replaced_is_told(room: Living, keyrings: Keyrings) -> None:
    before = keyrings.of(PLAYED)
    old = tag_of(keyrings, PLAYED).text
    keyrings.save(keyrings.renewed(PLAYED), before)
    room.lay(shown(keyrings, old))
    assert "of a set that was replaced by a new one" in said(room)


def test_a_deed_of_a_box_that_nobody_here_knows_is_told(room: Living, keyrings: Keyrings) -> None:
    number = keyrings.of(PLAYED).set_number
    assert number is not None
    room.lay(shown(keyrings, write(U, bytes(32), set_number=(number + 1) % 1024, item=DEED)))
    assert "That sticker belongs to another set." in said(room)


def test_a_forged_deed_is_told(room: Living, keyrings: Keyrings) -> None:
    number = keyrings.of(PLAYED).set_number
    assert number is not None
    room.lay(shown(keyrings, write(U, bytes(32), set_number=number, item=DEED)))
    assert "A tag on the table is not one of this set." in said(room)


@pytest.mark.parametrize(
    ("text", "english", "italian"),
    [
        ("WIFI:T:WPA;S:HOME;P:KEY1;;", "the key of a Wi-Fi network", "la chiave di una rete"),
        ("HTTP://SHOP.EXAMPLE/SALE", "a web address", "un indirizzo web"),
        ("TEL:0123456789", "a telephone number", "un numero di telefono"),
        ("SOMETHING ELSE", "some other text", "un altro testo"),
    ],
)
def test_a_foreign_code_is_told_and_what_it_is(
    room: Living, keyrings: Keyrings, text: str, english: str, italian: str
) -> None:
    assert tag_of(keyrings, PLAYED)
    strange = TagSeen(text, "foreign", None, None, valid=False,
                      corners=SeenTag("deed", 1).corners, score=1.0, what="foreign")  # fmt: skip
    room.lay(strange)
    assert f"A code lies there that is none of ours: {english}." in said(room)
    assert italian in said(room, "it")
    assert "KEY1" not in said(room)


def test_a_broken_keyring_is_told_when_a_deed_lies_there_and_to_the_banker_before(
    room: Living, keyrings: Keyrings
) -> None:
    tag = tag_of(keyrings, PLAYED)
    assert "No sticker counts" not in room.banker().get("/banker").text
    keyrings.path(PLAYED).write_text("{")
    assert "This keyring is damaged." in room.banker().get("/banker").text
    field = ScanField()
    field.lay(tag, px_per_module=4.0)
    room.lay(*TagReader(None, decoders=Decoders(zbar=installed().zbar)).read(field.picture()))
    assert "No sticker counts, for the keys of this set cannot be used." in said(room)
