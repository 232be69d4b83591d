"""The text of a tag: which card it is, and the keyed checksum that proves it.

A text is a prefix and Crockford base-32 characters (readable aloud: no I, L, O, U) that hold,
from the left: set number, item, issue, checksum. The checksum (MAC) is HMAC-SHA256 over the
domain, the profile's letter and the fields, cut from the left.
"""

import functools
import hmac
from typing import Literal, get_args

import msgspec

Kind = Literal["deed", "card", "seat"]
Side = Literal["front", "back"]
Level = Literal["L", "M", "Q", "H"]

DEEDS, CARDS, SEATS = 28, 32, 8
"""Numbers of items: deeds in board order (front and back), cards (chance first), seats; from 1."""

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_ITEM_BITS = 7
_DOMAIN = b"monopoly-companion tag 1"


class Profile(msgspec.Struct, frozen=True):
    """A format of the text, and the symbol that it is drawn as."""

    letter: str
    prefix: str
    set_bits: int
    issue_bits: int
    mac_bits: int
    level: Level
    version: int = 1

    @property
    def length(self) -> int:
        """How many base-32 characters follow the prefix."""
        return (self.set_bits + _ITEM_BITS + self.issue_bits + self.mac_bits) // 5

    @property
    def issues(self) -> int:
        """How often one item can be issued."""
        return 1 << self.issue_bits


# Scheme and host of U ignore case in every phone, so its page opens though all is in capitals.
U = Profile("U", "HTTP://M.LOCAL/", set_bits=10, issue_bits=3, mac_bits=30, level="L")
Q = Profile("Q", "M", set_bits=20, issue_bits=8, mac_bits=40, level="Q")
PROFILES = (U, Q)


class Item(msgspec.Struct, frozen=True, order=True):
    """What a tag sticks on; only deeds have a back."""

    kind: Kind
    id: int  # from 1
    side: Side = "front"

    @property
    def number(self) -> int:
        """The item's 7 bits: deed or card, and side; seats take what is left over.

        A card's back is never a tag of its own: those numbers are kept for control cards.

        Raises:
            ValueError: there is no such item.
        """
        count = {"deed": DEEDS, "card": CARDS, "seat": SEATS}[self.kind]
        if not 1 <= self.id <= count or (self.side == "back" and self.kind != "deed"):
            raise ValueError(f"there is no {self.kind} {self.id} {self.side}")
        if self.kind == "seat":
            return 2 * (DEEDS + CARDS) + self.id - 1
        return 2 * (self.id - 1 + (DEEDS if self.kind == "card" else 0)) + (self.side == "back")


class Tag(msgspec.Struct, frozen=True, omit_defaults=True):
    """One tag of a register, with all that is needed to draw it module for module."""

    text: str
    kind: Kind
    id: int  # from 1
    side: Side
    version: int  # of the QR symbol
    level: Level
    mask: int  # 0 to 7
    revoked: bool = False

    @property
    def item(self) -> Item:
        """What it sticks on."""
        return Item(self.kind, self.id, self.side)


class Fields(msgspec.Struct, frozen=True):
    """What a text claims; only `proven` says that it is true."""

    profile: Profile
    set_number: int
    item: Item
    issue: int
    mac: int


def every_item() -> tuple[Item, ...]:
    """Return all items of a set in the order of their numbers."""
    deeds = [Item("deed", i + 1, side) for i in range(DEEDS) for side in get_args(Side)]
    cards = [Item("card", i + 1) for i in range(CARDS)]
    seats = [Item("seat", i + 1) for i in range(SEATS)]
    return (*deeds, *cards, *seats)


def write(profile: Profile, key: bytes, *, set_number: int, item: Item, issue: int = 0) -> str:
    """Return the text of a tag.

    Raises:
        ValueError: a number does not fit its field.
    """
    if not 0 <= set_number < 1 << profile.set_bits or not 0 <= issue < profile.issues:
        raise ValueError(f"set {set_number} or issue {issue} does not fit profile {profile.letter}")
    fields = Fields(profile, set_number, item, issue, 0)
    value = _packed(fields) << profile.mac_bits | _mac(fields, key)
    return profile.prefix + _encoded(value, profile.length)


def parse(text: str) -> Fields | None:
    """Return what *text* claims, or None if it is in no format of ours. Case does not count."""
    for profile in PROFILES:
        body = text.upper().removeprefix(profile.prefix)
        if len(body) != profile.length or len(text) != len(profile.prefix) + len(body):
            continue
        if not _VALUES.keys() >= set(body):
            continue
        value = 0
        for digit in body:
            value = value << 5 | _VALUES[digit]
        return _unpacked(profile, value)
    return None


def proven(text: str, key: bytes) -> bool:
    """Return whether the text's checksum was made with *key*."""
    fields = parse(text)
    if fields is None:
        return False
    width = (fields.profile.mac_bits + 7) // 8
    expected = _mac(fields, key).to_bytes(width, "big")
    return hmac.compare_digest(expected, fields.mac.to_bytes(width, "big"))


def _packed(fields: Fields) -> int:
    value = fields.set_number << _ITEM_BITS | fields.item.number
    return value << fields.profile.issue_bits | fields.issue


def _unpacked(profile: Profile, value: int) -> Fields | None:
    mac = value & ((1 << profile.mac_bits) - 1)
    value >>= profile.mac_bits
    issue = value & (profile.issues - 1)
    value >>= profile.issue_bits
    number = value & ((1 << _ITEM_BITS) - 1)
    item = _items().get(number)
    if item is None:  # kept for control cards
        return None
    return Fields(profile, value >> _ITEM_BITS, item, issue, mac)


@functools.cache
def _items() -> dict[int, Item]:
    return {item.number: item for item in every_item()}


def _mac(fields: Fields, key: bytes) -> int:
    profile = fields.profile
    message = b"|".join((_DOMAIN, profile.letter.encode(), _packed(fields).to_bytes(5, "big")))
    digest = hmac.digest(key, message, "sha256")
    return int.from_bytes(digest, "big") >> (8 * len(digest) - profile.mac_bits)


def _encoded(value: int, length: int) -> str:
    return "".join(_DIGITS[value >> 5 * i & 31] for i in reversed(range(length)))
