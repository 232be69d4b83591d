"""Accounts as people check them: what an event moved, with the balance before and after it."""

from collections.abc import Sequence

import msgspec

from companion.game.apply import apply
from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import opening, replayed, went_back_to
from companion.ledger.entries import Unit


class MovedAccount(msgspec.Struct, frozen=True, kw_only=True):
    """One account that an event moved."""

    account: str  # `seat-0`, `bank`, `pot`, `board`, `box`
    unit: str  # `cash`, `house`, `hotel`
    before: int
    after: int

    @property
    def quantity(self) -> int:
        """What it gained; below zero: gave."""
        return self.after - self.before


def before_record(records: Sequence[Record], seq: int, *, where: str = "") -> GameState:
    """Return the state in which record *seq* was decided.

    Raises:
        JournalError: what is before it is no game.
    """
    earlier = records[: seq - 1]
    return replayed(earlier, where=where) if earlier else opening(records[0], where=where)


def moved_by(
    state: GameState, record: Record, reached: GameState
) -> tuple[tuple[MovedAccount, ...], ...]:
    """Return what each event of a record did to the accounts; they balance in every unit.

    Going back is one booking of all that it changed.

    Args:
        state: before the record.
        record: of the same game.
        reached: the state after it.
    """
    if went_back_to(record) is not None:
        return (_between(state, reached),)
    found = []
    for event in record.events:
        before, state = state, apply(state, event)
        found.append(_between(before, state))
    return tuple(found)


def _between(before: GameState, after: GameState) -> tuple[MovedAccount, ...]:
    old, new = before.books.balances, after.books.balances
    keys = [key for key in {**old, **new} if old.get(key, 0) != new.get(key, 0)]
    return tuple(_booking(key, old.get(key, 0), new.get(key, 0)) for key in keys)


def _booking(key: str, before: int, after: int) -> MovedAccount:
    unit, _, account = key.partition(" ")
    return MovedAccount(account=account, unit=str(Unit(unit)), before=before, after=after)
