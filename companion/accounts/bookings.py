"""All that was ever booked in a game, posting by posting, with the balance after each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.game import events as e
from companion.game.apply import entry_for
from companion.game.postings import BANK, seat_account
from companion.game.state import GameState
from companion.game.terms import Purpose
from companion.journal.record import Record
from companion.journal.replay import in_force, opening, stepped, went_back_to
from companion.ledger.books import Books
from companion.ledger.entries import Account, Posting, Unit
from companion.words import Money, Seat, Space

Thing: TypeAlias = Literal["cash", "house", "hotel", "deed"]
"""What is booked: the units of the ledger, and deeds."""


class Leg(msgspec.Struct, frozen=True, kw_only=True):
    """One posting, and what the account holds after it."""

    account: Account
    thing: Thing
    quantity: int
    balance: int  # of this thing on this account; the Bank's run below zero by what is out
    lot: Space | None = None  # whose deed it is


class Booking(msgspec.Struct, frozen=True):
    """What one event did to the books."""

    record: Record
    event: e.AnyEvent
    kind: Purpose
    legs: tuple[Leg, ...]  # never empty
    back: int | None = None  # the number of the record that took it back

    @property
    def seq(self) -> int:
        """The number of its record."""
        return self.record.seq

    def cash_of(self, seat: Seat) -> Money:
        """Return what it did to the cash of *seat*."""
        account = seat_account(seat)
        legs = (leg for leg in self.legs if leg.account == account and leg.thing == "cash")
        return sum(leg.quantity for leg in legs)


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game as its books tell it."""

    game: str
    bookings: tuple[Booking, ...]  # as they were made; what was taken back is among them
    state: GameState  # after the last record
    records: tuple[Record, ...]  # all of them, also those that booked nothing

    @property
    def standing(self) -> tuple[Booking, ...]:
        """What led to the balances: neither what was taken back, nor what took it back."""
        return tuple(b for b in self.bookings if b.back is None and b.kind != "back")


def ledger_of(records: Sequence[Record], *, game: str) -> Ledger:
    """Return all that the records of a game booked.

    Args:
        records: from its first on.
        game: its name, for the error.

    Raises:
        JournalError: there is none, or one of them cannot have happened.
        EditionError: the edition is not there any more.
    """
    if not records:
        raise JournalError(code="journal-damaged", where=game, detail="there is no game in it")
    state = opening(records[0], where=game)
    back = _taken_back(records, game)
    held: Counter[tuple[Account, Thing, Space | None]] = Counter()
    found: list[Booking] = []
    for index, record in enumerate(records):
        earlier = records[:index] if went_back_to(record) else ()
        for event in record.events:
            one = replace(record, events=(event,))
            reached = stepped(state, one, earlier=earlier, where=game)
            legs = tuple(_leg(move, held) for move in _moves(state, reached, event))
            if legs:
                by = back.get(record.seq)
                found.append(Booking(record, event, event.purpose, legs, by))
            state = reached
    return Ledger(game=game, bookings=tuple(found), state=state, records=tuple(records))


def _taken_back(records: Sequence[Record], game: str) -> dict[int, int]:
    """Return by which record each record was taken back that counts no more."""
    back: dict[int, int] = {}
    before: set[int] = set()
    for record in records:
        to = went_back_to(record)
        if to is None:
            before.add(record.seq)
            continue
        kept = {one.seq for one in in_force(records[:to], where=game)}
        back |= dict.fromkeys(before - kept, record.seq)
        back = {seq: by for seq, by in back.items() if seq not in kept}
        before = kept
    return back


def _leg(move: "_Move", held: Counter[tuple[Account, Thing, Space | None]]) -> Leg:
    """Return a posting with the balance after it; *held* is brought up to it."""
    key = (move.account, move.thing, move.lot)
    held[key] += move.quantity
    return Leg(
        account=move.account,
        thing=move.thing,
        quantity=move.quantity,
        balance=held[key],
        lot=move.lot,
    )


class _Move(NamedTuple):
    """So much of a thing, onto an account or off it."""

    account: Account
    thing: Thing
    quantity: int
    lot: Space | None = None


def _moves(before: GameState, after: GameState, event: e.AnyEvent) -> Iterator[_Move]:
    """Yield what an event's entry posts, or all that it changed, and deeds that changed hands."""
    entry = entry_for(event)
    for posting in entry.postings if entry else _changed(before.books, after.books):
        if posting.quantity:
            yield _Move(posting.account, posting.unit.value, posting.quantity)
    if before.lots is after.lots:
        return
    for lot, held in after.lots.items():
        giver, taker = before.lots[lot].owner, held.owner
        if giver != taker:
            yield _Move(_holder(giver), "deed", -1, lot)
            yield _Move(_holder(taker), "deed", 1, lot)


def _changed(before: Books, after: Books) -> Iterator[Posting]:
    if before is after:
        return
    for key in sorted({*before.balances, *after.balances}):
        unit, _space, account = key.partition(" ")
        change = after.balances.get(key, 0) - before.balances.get(key, 0)
        yield Posting(Account(account), Unit(unit), change)


def _holder(owner: Seat | None) -> Account:
    return BANK if owner is None else seat_account(owner)
