"""Amounts in banknotes: which notes to hand over, and which come back as change."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd

import msgspec

from companion.words import Money

Notes = Mapping[Money, int]
"""Value of a note -> how many of it."""

_FEW = 9
"""Of every note but the largest nobody needs more to pay any amount with the fewest."""


class Exchange(msgspec.Struct, frozen=True):
    """What the giver lays down, and what comes back."""

    gives: Notes  # the largest first
    back: Notes  # likewise; none: the notes fit
    by_bank: bool = False  # the change comes from the Bank: who is paid has not got it


def exchange(
    amount: Money, notes: Sequence[Money], giver: Notes | None = None, taker: Notes | None = None
) -> Exchange | None:
    """Return how *amount* is handed over in the fewest notes, or None where no notes can.

    Args:
        amount: above zero.
        notes: the values there are, ascending.
        giver: the likely notes of who pays; None: there is no end of them, as in the Bank.
        taker: the likely notes of who is paid, to give change from; None as above.
    """
    if not notes or amount <= 0:
        return None
    values = tuple(reversed(notes))
    known = exact(amount, values, giver)
    if known is not None:
        return Exchange(known, {})
    if giver is not None and worth(giver) < amount:  # it is not known how: as from the Bank
        return exchange(amount, notes, None, taker)
    found = [*_with_change(amount, values, giver, taker)]
    by_bank = taker is not None and not found
    if by_bank:
        found = [*_with_change(amount, values, giver, None)]
    if not found:
        return None if giver is None else exchange(amount, notes, None, taker)
    gives, back = min(found, key=lambda pair: (_number(pair[0]) + _number(pair[1]), worth(pair[0])))
    return Exchange(gives, back, by_bank)


def exact(amount: Money, values: tuple[Money, ...], purse: Notes | None) -> dict[Money, int] | None:
    """Return the fewest notes of a purse that come to *amount*; None if none do.

    Args:
        amount: zero or more.
        values: of the notes, descending.
        purse: what there is of each; None: no end.
    """
    counts = tuple(_FEW if purse is None else purse.get(value, 0) for value in values)
    if purse is None and values:
        counts = (amount // values[0], *counts[1:])
    fewest = _fewest(amount, values, counts)
    return None if fewest is None else dict(fewest)


def spread(amount: Money, notes: Sequence[Money], opening: Notes) -> dict[Money, int]:
    """Return the likely notes of who has *amount*: of all sorts, as at the beginning of a game.

    Nothing where no notes come to it.
    """
    found: dict[Money, int] = {}
    left = amount
    for value in sorted(opening):
        found[value] = min(opening[value], max(0, left) // value)
        left -= found[value] * value
    rest = exact(max(0, left), tuple(reversed(notes)), None)
    if rest is None:  # what is left over is too small for a note
        return exact(max(0, amount), tuple(reversed(notes)), None) or {}
    return moved(found, gains=rest, loses={})


def worth(notes: Notes) -> Money:
    """Return what notes come to."""
    return sum(value * count for value, count in notes.items())


def moved(purse: Notes, *, gains: Notes, loses: Notes) -> dict[Money, int]:
    """Return a purse after an exchange."""
    left = Counter(purse)
    left.update(gains)
    left.subtract(loses)
    return {value: count for value, count in sorted(left.items(), reverse=True) if count}


def _with_change(
    amount: Money, values: tuple[Money, ...], giver: Notes | None, taker: Notes | None
) -> Iterator[tuple[dict[Money, int], dict[Money, int]]]:
    """Yield ways to pay more than *amount* and get the rest back, up to the largest note."""
    step = gcd(*values)
    if amount % step:
        return
    most = max((v for v in values if giver is None or giver.get(v)), default=0)
    for change in range(step, most, step):
        gives = exact(amount + change, values, giver)
        back = exact(change, values, taker) if gives is not None else None
        if gives is not None and back is not None and not gives.keys() & back.keys():
            yield gives, back


@lru_cache(maxsize=1 << 15)
def _fewest(
    amount: Money, values: tuple[Money, ...], counts: tuple[int, ...]
) -> tuple[tuple[Money, int], ...] | None:
    """Return the fewest notes, as pairs of value and count; None if none come to *amount*."""
    if not amount:
        return ()
    if not values:
        return None
    if sum(value * count for value, count in zip(values, counts, strict=True)) < amount:
        return None
    value, most = values[0], min(counts[0], amount // values[0])
    best: tuple[tuple[Money, int], ...] | None = None
    for count in range(most, max(-1, most - _FEW - 1), -1):
        rest = _fewest(amount - count * value, values[1:], counts[1:])
        if rest is None:
            continue
        found = ((value, count), *rest) if count else rest
        if best is None or sum(n for _v, n in found) < sum(n for _v, n in best):
            best = found
    return best


def _number(notes: Notes) -> int:
    return sum(notes.values())
