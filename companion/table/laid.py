"""Deeds that are laid out: to check the table against the books, or to take a game over."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from companion.game.commands import TakeOver
from companion.words import Money, Seat, Space

TABLE: Final = "table"
"""Whose pile it is while everybody lays out at once: nobody can tell."""

Holder: TypeAlias = Seat | Literal["table"]
Purpose: TypeAlias = Literal["check", "take-over"]
Corners: TypeAlias = Sequence[tuple[float, float]]


class LaidDeed(msgspec.Struct, frozen=True):
    """A deed in a pile, and where it was seen."""

    back: bool  # its back is up: it is mortgaged
    picture: int | None = None  # number of the picture; None: ticked by hand
    corners: Corners = ()  # of its tag, in pixels of that picture


class OddTag(msgspec.Struct, frozen=True):
    """A tag that does not count."""

    what: str  # as `cards_qr.seen` tells it: `revoked`, `other set`, `forged`
    deed: int | None  # the number on it, where it is one of ours
    picture: int
    corners: Corners


class Pile(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has laid out, in one go or in several."""

    deeds: Mapping[int, LaidDeed] = {}  # by the number on the deed, 1 to 28 in board order
    twice: frozenset[int] = frozenset()  # of these more than one lay there at a time
    odd: Mapping[str, OddTag] = {}  # by the tag's text
    whole: bool = False  # the player has said that this is all
    cash: Money | None = None  # banknotes counted, where the family plays with them


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of the cardboard."""

    piles: Mapping[Holder, Pile] = {}
    buildings: Mapping[Space, int] = {}  # as counted on the board, 5 is a hotel


class Picture(msgspec.Struct, frozen=True):
    """A frame in which deeds lie."""

    number: int  # from 1
    jpeg: bytes


class Mended(msgspec.Struct, frozen=True):
    """Somebody says that the cardboard is right now; the next look at a pile tells."""

    deed: int | None
    piles: tuple[Holder, ...]  # those that have changed


class Look(msgspec.Struct, frozen=True):
    """What the camera looks for: one pile of one check."""

    check: str
    holder: Holder


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """Deeds are being laid out, or what they showed is being looked at.

    As long as there is one, nothing that lies under the camera is a move in the game.
    """

    id: str
    purpose: Purpose
    leader: Seat | None  # who began it; None: the banker
    order: tuple[Holder, ...]  # whose piles are looked at, one after the other
    laid: Laid = Laid()
    now: Holder | None  # who lays out now; None: the report is shown
    clearing: tuple[int, ...] = ()  # deeds of the pile before, while some are to be taken away
    ignored: frozenset[int] = frozenset()  # deeds that lay there when the pile was begun anyway
    lying: tuple[int, ...] = ()  # what the camera sees now, ascending
    looked: bool = False  # the camera has looked at this pile at least once
    pictures: tuple[Picture, ...] = ()  # those in which something of a pile was seen
    mended: Mapping[str, Mended] = {}  # by the key of the difference
    proposal: TakeOver | None = None  # a game taken over: how it stands, as everybody may see
    agreed: frozenset[Seat] = frozenset()  # who has said that the proposal is right
    objected: frozenset[Seat] = frozenset()  # who has said that it is not

    @property
    def together(self) -> bool:
        """Whether everybody lays out at once."""
        return TABLE in self.order

    @property
    def look(self) -> Look | None:
        """What the camera is to look for now; None: nothing."""
        if self.now is None or self.proposal is not None:
            return None
        return Look(self.id, self.now)

    @property
    def pile(self) -> Pile:
        """The pile that is laid out now; an empty one while the report is shown."""
        return self.laid.piles.get(self.now, Pile()) if self.now is not None else Pile()

    def picture(self, number: int) -> Picture | None:
        """Return a picture by its number; None if it was dropped."""
        return next((one for one in self.pictures if one.number == number), None)
