"""Deeds and kept cards laid out: to check the table against the books, or to take a game over."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from companion.game.commands import TakeOver
from companion.words import Money, Seat, Space

TABLE: Final = "table"
"""Whose pile it is while everybody lays out at once: nobody can tell."""

Holder: TypeAlias = Seat | Literal["table"]
CheckPurpose: TypeAlias = Literal["check", "take-over"]
Wrong: TypeAlias = Literal["cash", "deeds", "place", "turn"]
Corners: TypeAlias = Sequence[tuple[float, float]]

Thing: TypeAlias = int | str
"""What lies there: a deed by its number, 1 to 28 in board order, or a kept card by its id."""


class LaidDeed(msgspec.Struct, frozen=True):
    """A deed or a kept card in a pile, and where it was seen."""

    back: bool  # its back is up: a deed is mortgaged
    picture: int | None = None  # number of the picture; None: ticked by hand
    corners: Corners = ()  # of its tag, in pixels of that picture


class OddTag(msgspec.Struct, frozen=True):
    """A tag that does not count."""

    what: str  # as `cards_qr.seen_tags` tells it: `revoked`, `other set`, `forged`
    deed: int | None  # the number on it, where it is one of ours
    picture: int
    corners: Corners


class Pile(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has laid out, in one go or in several."""

    deeds: Mapping[int, LaidDeed] = {}  # by the number on the deed, 1 to 28 in board order
    cards: Mapping[str, LaidDeed] = {}  # that leave jail free, by the card's id
    twice: frozenset[Thing] = frozenset()  # of these more than one lay there at a time
    odd: Mapping[str, OddTag] = {}  # by the tag's text
    whole: bool = False  # the player has said that this is all
    bare: int | None = None  # the last picture of a pile in which nothing lay
    cash: Money | None = None  # banknotes counted, where the family plays with them

    @property
    def things(self) -> Mapping[Thing, LaidDeed]:
        """Deeds and cards."""
        things: dict[Thing, LaidDeed] = dict(self.deeds.items())
        return things | dict(self.cards.items())

    def pictures(self, thing: Thing | None = None) -> tuple[int, ...]:
        """Return the numbers of the pictures that show a thing; without one, the whole pile."""
        known = self.things
        if thing is not None and thing in known:
            found = [known[thing].picture]
        else:
            found = [*(one.picture for one in known.values()), self.bare]
            found += [odd.picture for odd in self.odd.values()]
        return tuple(sorted({number for number in found if number is not None}))


class Cardboard(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of the cardboard."""

    piles: Mapping[Holder, Pile] = {}
    buildings: Mapping[Space, int] = {}  # as counted on the board, 5 is a hotel


class Picture(msgspec.Struct, frozen=True):
    """A frame in which deeds lie."""

    number: int  # from 1
    jpeg: bytes


class Mended(msgspec.Struct, frozen=True):
    """Somebody says that the cardboard is right now; the next look at a pile tells."""

    thing: Thing | None
    piles: tuple[Holder, ...]  # those that have changed


class PileLook(msgspec.Struct, frozen=True):
    """What the camera looks for: one pile of one check."""

    check: str
    holder: Holder


class Objection(msgspec.Struct, frozen=True):
    """What somebody says is not right in how a game stands that is taken over."""

    about: Seat | None = None  # whose thing it is
    what: Wrong | None = None
    why: str = ""  # in the own words


class TableCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Deeds are being laid out, or what they showed is being looked at.

    As long as there is one, nothing that lies under the camera is a move in the game.
    """

    id: str
    purpose: CheckPurpose
    leader: Seat | None  # who began it; None: the banker
    order: tuple[Holder, ...]  # whose piles are looked at, one after the other
    laid: Cardboard = Cardboard()
    now: Holder | None  # who lays out now; None: the report is shown
    clearing: tuple[Thing, ...] = ()  # of the pile before, while some are to be taken away
    ignored: frozenset[Thing] = frozenset()  # what lay there when the pile was begun anyway
    lying: tuple[Thing, ...] = ()  # what the camera sees now, deeds first
    looked: bool = False  # the camera has looked at this pile at least once
    pictures: tuple[Picture, ...] = ()  # those in which something of a pile was seen
    mended: Mapping[str, Mended] = {}  # by the key of the difference
    proposal: TakeOver | None = None  # a game taken over: how it stands, as everybody may see
    agreed: frozenset[Seat] = frozenset()  # who has said that the proposal is right
    vouched: frozenset[Seat] = frozenset()  # of these: for whom the banker has said it
    objections: Mapping[Seat, Objection] = {}  # who has said that it is not, and what

    @property
    def objected(self) -> frozenset[Seat]:
        """Who has said that the proposal is not right."""
        return frozenset(self.objections)

    @property
    def together(self) -> bool:
        """Whether everybody lays out at once."""
        return TABLE in self.order

    @property
    def look(self) -> PileLook | None:
        """What the camera is to look for now; None: nothing."""
        if self.now is None or self.proposal is not None:
            return None
        return PileLook(self.id, self.now)

    @property
    def pile(self) -> Pile:
        """The pile that is laid out now; an empty one while the report is shown."""
        return self.laid.piles.get(self.now, Pile()) if self.now is not None else Pile()

    def picture(self, number: int) -> Picture | None:
        """Return a picture by its number; None if it was dropped."""
        return next((one for one in self.pictures if one.number == number), None)


def in_order(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Return deeds in board order, then cards."""
    return tuple(sorted(things, key=lambda thing: (isinstance(thing, str), f"{thing:>4}")))
