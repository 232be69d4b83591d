"""Commands about whole games."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from companion.game.commands import SeatField, Word
from companion.game.events import Banker, Banknotes, Help
from companion.game.events_told import Device, SeatHow
from companion.table.command import TableCommand
from companion.table.games.seating import NOBODY, Seating

Tidying: TypeAlias = Literal["archive", "bring-back", "delete"]


class Begin(TableCommand, frozen=True, kw_only=True, tag="begin"):
    """Begin a game in a journal of its own: all answers of set-up.

    *corrections* are what the board says otherwise (see `companion.editions.corrections`), *banker*
    who keeps the Bank, *ends* the agreed end, *banknotes* whether what is booked is also handed
    over in notes, *helps* how far the companion helps in booking, *seating* which phones play for
    whom. With *instead* a game that is unfinished is left as it is, and can be resumed.
    """

    in_game = recorded = False

    edition: str
    variants: tuple[str, ...] = ()
    house: Mapping[str, Any] = {}
    players: tuple[str, ...]
    first_roll: bool
    corrections: Mapping[str, Any] = {}
    banker: Banker | None = None
    ends: str = ""
    banknotes: Banknotes = "off"
    seating: Seating = NOBODY
    helps: Help = "book"
    instead: bool = False


class Resume(TableCommand, frozen=True, kw_only=True, tag="resume"):
    """Go on with another game of this home; *shortened_too*: although its last records are lost."""

    in_game = recorded = False

    game: Word
    shortened_too: bool = False


class Tidy(TableCommand, frozen=True, kw_only=True, tag="tidy"):
    """Lay another game aside, bring it back, or delete it for ever."""

    in_game = recorded = False

    game: Word
    what: Tidying


class Adopt(TableCommand, frozen=True, kw_only=True, tag="adopt"):
    """Keep a game that began elsewhere among those of this home; it is not the one played yet.

    *stored*: of each of its records the digest and the bytes, from the first on.
    """

    in_game = recorded = False
    inward = True

    edition: Word
    stored: Annotated[tuple[tuple[str, bytes], ...], Meta(min_length=1)]


class NoteSeats(TableCommand, frozen=True, kw_only=True, tag="note-seats"):
    """Write down who holds which seat, and how that came; no phone asks for it by itself."""

    right = "note-seats"
    in_game = False
    inward = True

    now: Seating = NOBODY
    hows: Mapping[SeatField, tuple[SeatHow, Device]] = {}
