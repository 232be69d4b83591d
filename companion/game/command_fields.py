"""What the fields of commands hold: the bounds within which they are read, and sides of a trade."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from companion.words import DeckId, Money, Seat, Space

# No table has a million of anything: a bound keeps nonsense from becoming arithmetic.
Amount: TypeAlias = Annotated[Money, Meta(ge=0, le=1_000_000_000)]
# What a deed may say is for a rule to refuse in words: below nothing, or beyond any game.
Figure: TypeAlias = Annotated[Money, Meta(ge=-2_000_000_000, le=2_000_000_000)]
Multiple: TypeAlias = Annotated[int, Meta(ge=-2_000_000_000, le=2_000_000_000)]
SeatField: TypeAlias = Annotated[Seat, Meta(ge=0, le=31)]
SpaceField: TypeAlias = Annotated[Space, Meta(ge=0, le=39)]
Pips: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Steps: TypeAlias = Annotated[int, Meta(ge=1, le=100)]  # too many for a lot: the rules say so
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=9_999_999)]  # a record's number
Word: TypeAlias = Annotated[str, Meta(max_length=80)]
Deck: TypeAlias = Annotated[DeckId, Meta(max_length=80)]
Sentence: TypeAlias = Annotated[str, Meta(max_length=400)]


class NamedGoods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a trade."""

    cash: Amount = 0
    lots: Annotated[tuple[SpaceField, ...], Meta(max_length=28)] = ()
    cards: Annotated[tuple[Deck, ...], Meta(max_length=4)] = ()  # that leave jail free, by deck


class Later(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money promised for later; no edition allows it."""

    by: SeatField
    cash: Amount


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An offer as whoever answers it has read it."""

    giver: SeatField
    give: NamedGoods = NamedGoods()
    take: NamedGoods = NamedGoods()
    mortgaged: Annotated[tuple[SpaceField, ...], Meta(max_length=28)] = ()  # of both sides' lots
