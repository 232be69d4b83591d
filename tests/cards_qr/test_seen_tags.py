"""Whose a code is, and that in words."""

import msgspec
import pytest

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import Keyring, reissue
from cards_qr.seen_tags import TagSeen, What, in_words, told_apart
from cards_qr.tag import Item, Tag, U, write
from cards_qr.tag_reader import TagReader
from tests.support.keyrings import known_keyring
from tests.support.tag_frames import ScanField

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
DECK = Item("deed", 4, "back")


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


def seen(text: str, what: What = "foreign") -> TagSeen:
    kind, number = ("foreign", None) if what in ("foreign", "other set", "forged") else ("deed", 4)
    return TagSeen(
        text,
        kind,  # type: ignore[arg-type]
        number,
        "back",
        valid=what == "ours",
        corners=CORNERS,
        score=1.0,
        what=what,
    )


def read(keyring: Keyring | None, tag: Tag) -> TagSeen:
    field = ScanField()
    field.lay(tag, px_per_module=4.0)
    reader = TagReader(keyring, decoders=Decoders(zbar=installed().zbar))
    (only,) = reader.read(field.picture())
    return only


def test_a_tag_is_told_apart_by_register_and_set(keyring: Keyring) -> None:
    ours = keyring.tag_of(DECK)
    other = known_keyring(1).tag_of(DECK)
    assert ours is not None
    assert other is not None
    assert keyring.set_number is not None
    guessed = write(U, bytes(32), set_number=keyring.set_number, item=DECK)
    assert read(keyring, ours).what == "ours"
    assert read(reissue(keyring, DECK), ours).what == "revoked"
    assert read(keyring, other).what == "other set"
    assert read(keyring, msgspec.structs.replace(ours, text=guessed)).what == "forged"
    assert read(None, ours).what == "unproven"


def test_the_same_tag_at_two_places_is_told(keyring: Keyring) -> None:
    field = ScanField()
    for at in ((150, 100), (480, 280)):
        field.lay(keyring.tags[1], at=at)
    field.lay(keyring.tags[60], at=(480, 100))
    got = TagReader(keyring, decoders=Decoders()).read(field.picture())
    assert sorted(tag.what for tag in got) == ["ours", "twice", "twice"]


def test_what_was_a_copy_is_none_once_it_lies_there_alone() -> None:
    told = told_apart((seen("A", "ours"), seen("A", "ours"), seen("C", "revoked")))
    assert [tag.what for tag in told] == ["twice", "twice", "revoked"]
    assert [tag.what for tag in told_apart(told[1:])] == ["ours", "revoked"]


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        (seen("X", "ours"), "deed 4 back"),
        (seen("X", "revoked"), "deed 4 back (not valid: revoked, a newer tag counts)"),
        (seen("X", "twice"), "deed 4 back (lies here twice: one is a copy)"),
        (seen("X", "unproven"), "deed 4 back (not valid: without a keyring nothing proves it)"),
        (
            seen(write(U, bytes(32), set_number=3, item=DECK), "other set"),
            "deed 4 of another set",
        ),
        (
            seen(write(U, bytes(32), set_number=3, item=DECK), "forged"),
            "deed 4 that this set never issued",
        ),
        (
            seen("https://example.com/offer"),
            "foreign code: a web address, 'https://example.com/offer'",
        ),
        (seen("4006381333931"), "foreign code: some other text, '4006381333931'"),
    ],
)
def test_every_code_has_its_words(tag: TagSeen, words: str) -> None:
    assert words == in_words(tag)


def test_a_password_is_not_shown() -> None:
    assert in_words(seen("WIFI:T:WPA;S:home;P:secret;;")) == (
        "foreign code: the key of a Wi-Fi network"
    )


def test_a_long_text_is_cut() -> None:
    assert len(in_words(seen("x" * 2000))) < 120
