"""Accounts, units, postings and entries: what double entry is made of."""

from enum import StrEnum
from typing import NewType

import msgspec

from companion.errors import UnbalancedError

Account = NewType("Account", str)


class Unit(StrEnum):
    """What is counted."""

    CASH = "cash"
    HOUSE = "house"
    HOTEL = "hotel"

    __hash__ = str.__hash__  # an enumeration's own is slower, and balances are asked for often


UNITS = tuple(Unit)


class Posting(msgspec.Struct, frozen=True, gc=False):
    """One leg of an entry: so much more (or less) on an account."""

    account: Account
    unit: Unit
    quantity: int


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Postings that sum to zero in every unit.

    Raises:
        UnbalancedError: they do not.
    """

    memo: str
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        """Check the sum."""
        if len(self.postings) == 2:  # a plain transfer, as most are
            one, other = self.postings
            if one.quantity == -other.quantity and one.unit is other.unit:
                return
        sums: dict[Unit, int] = {}
        for posting in self.postings:
            sums[posting.unit] = sums.get(posting.unit, 0) + posting.quantity
        for unit, total in sums.items():
            if total:
                raise UnbalancedError(f"{self.memo}: {unit} does not balance")


def transfer(
    memo: str, giver: Account, taker: Account, quantity: int, unit: Unit = Unit.CASH
) -> Entry:
    """Return the entry by which *giver* hands *quantity* to *taker*."""
    return Entry(memo, (Posting(giver, unit, -quantity), Posting(taker, unit, quantity)))


def legs(
    giver: Account, taker: Account, quantity: int, unit: Unit = Unit.CASH
) -> tuple[Posting, Posting]:
    """Return the two postings by which *giver* hands *quantity* to *taker*."""
    return Posting(giver, unit, -quantity), Posting(taker, unit, quantity)


def joined(memo: str, *entries: Entry) -> Entry:
    """Return one entry with the postings of several."""
    return Entry(memo, tuple(posting for entry in entries for posting in entry.postings))
