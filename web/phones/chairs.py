"""What is kept of phones and chairs: plain data, and the file that holds it."""

import hashlib
from collections.abc import Mapping
from typing import Literal, TypeAlias
from unicodedata import normalize

import msgspec
import regex
from msgspec.structs import replace

from companion.files import File, read_kept
from companion.sayings.said import marked as _
from companion.words import Seat

MOST_SEATS = 8
MOST_MOVES = 100
"""So many changes of seats are remembered."""

COLOUR_NAMES: Mapping[str, str] = {
    "blue": _("Blue"),
    "red": _("Red"),
    "green": _("Green"),
    "purple": _("Purple"),
    "orange": _("Orange"),
    "teal": _("Teal"),
    "pink": _("Pink"),
    "slate": _("Grey"),
}
COLOURS = tuple(COLOUR_NAMES)
LONGEST_NAME = 40
"""Letters, as people count them: with its accents, or a picture made of several, each is one."""
LETTER, PICTURE = regex.compile(r"\X"), regex.compile(r"\p{Extended_Pictographic}")
ZERO_WIDTH_JOINER = "\u200d"

How: TypeAlias = Literal["joined", "shared", "handed", "given", "released", "given-up"]
"""How a seat changed hands; see `companion.game.events_told.SeatHow`."""


class Phone(msgspec.Struct, frozen=True):
    """One browser with rights: seats, the banker's, to look on."""

    key: str  # SHA-256 of its cookie, hexadecimal
    seat: Seat | None = None  # its first
    banker: bool = False
    others: tuple[Seat, ...] = ()  # held as well: a child's, say
    looks_on: bool = False  # as long as the companion runs (see `web.phones.spectators`)
    born: str = ""  # what it was called before it got a new cookie
    eye: bool = False  # the banker let it be the camera; one at most

    @property
    def known(self) -> bool:
        """Whether it has any right at all."""
        return self.banker or self.seat is not None or self.looks_on or self.eye

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that it holds, the first one first."""
        return () if self.seat is None else (self.seat, *self.others)

    @property
    def device(self) -> str:
        """What records and notes call it, whatever cookie it has by now."""
        return self.born or self.key[:12]

    def holding(self, seats: tuple[Seat, ...]) -> "Phone":
        """Return this phone with these seats; who plays no longer only looks on."""
        looks_on = self.looks_on and not seats
        return replace(self, seat=next(iter(seats), None), others=seats[1:], looks_on=looks_on)

    def without(self, seat: Seat) -> "Phone":
        """Return this phone without a seat."""
        return self.holding(tuple(one for one in self.seats if one != seat))


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a chair, with or without a phone."""

    name: str
    colour: str


class Move(msgspec.Struct, frozen=True):
    """A seat that changed hands."""

    wall: float  # seconds since 1970, UTC
    seat: Seat
    name: str
    how: How
    phone: str = ""  # which has it now, as records name it (`Cause.device`)


class Kept(msgspec.Struct, frozen=True):
    """All that is on disk."""

    phones: tuple[Phone, ...] = ()
    sitters: dict[int, Sitter] = {}
    awaited: tuple[int, ...] = ()  # seats that the banker has opened
    moves: tuple[Move, ...] = ()  # oldest first
    arrived: tuple[str, ...] = ()  # tickets from other tables that have counted
    series: int = 0  # of the PIN by which bankers became it (see `web.phones.pin`)


def cleaned(name: str) -> str:
    """Return a name as it is shown: printable, single spaces; a family's picture in one piece."""
    shown = (sign for letter in LETTER.findall(name) for sign in letter if _is_shown(sign, letter))
    return " ".join("".join(shown).split())


def _is_shown(sign: str, letter: str) -> bool:
    joins = sign == ZERO_WIDTH_JOINER and PICTURE.match(letter) is not None
    return joins or sign.isprintable()


def is_too_long(name: str) -> bool:
    """Return whether a name has more letters than are shown, or too much around them."""
    return len(name) > 4 * LONGEST_NAME or len(LETTER.findall(name)) > LONGEST_NAME


def alike(name: str) -> str:
    """Return a name as it is compared: the same however it is typed."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def hashed(token: str) -> str:
    """Return what is kept of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


def read(path: File) -> Kept:
    """Return what is kept; nothing if there is no file.

    Raises:
        SettingsError: it cannot be read.
    """
    return read_kept(path, Kept, damaged="phones-damaged") or Kept()
