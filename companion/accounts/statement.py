"""What one player got and paid: each posting with the balance after it, sums, worth over time."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.accounts.bookings import Booking, Ledger
from companion.game import events as e
from companion.game.apply import apply
from companion.game.state import GameState
from companion.game.terms import PURPOSES, Purpose
from companion.journal.record import Record
from companion.journal.replay import in_force, opening
from companion.rules.worth import final_worth
from companion.words import Money, Seat


class Posted(msgspec.Struct, frozen=True):
    """One line of a statement."""

    booking: Booking
    change: Money
    balance: Money  # after it

    @property
    def counts(self) -> bool:
        """Whether it still stands: it neither was taken back nor took something back."""
        return self.booking.back is None and self.booking.kind != "back"


class Sums(msgspec.Struct, frozen=True):
    """What came in and what went out for one kind of thing; both are zero or more."""

    got: Money = 0
    paid: Money = 0

    @property
    def net(self) -> Money:
        """What is left of it."""
        return self.got - self.paid


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """All that happened to one player's cash."""

    seat: Seat
    lines: tuple[Posted, ...]  # oldest first; what was taken back is among them
    sums: Mapping[Purpose, Sums]  # of what still stands: together they are the balance
    balance: Money


class Worth(msgspec.Struct, frozen=True):
    """What everybody's possessions came to after one turn."""

    seq: int  # the record with which that turn was over
    turn: int  # how many turns had been played
    worth: Mapping[Seat, Money]  # as the edition counts it at the end; halves are dropped


def statement_of(ledger: Ledger, seat: Seat) -> Statement:
    """Return the statement of *seat*."""
    lines, balance = [], 0
    for booking in ledger.bookings:
        change = booking.cash_of(seat)
        if change:
            balance += change
            lines.append(Posted(booking, change, balance))
    counted = [line for line in lines if line.counts]
    sums = {kind: _sums(kind, counted) for kind in PURPOSES}
    return Statement(
        seat=seat,
        lines=tuple(lines),
        sums={kind: found for kind, found in sums.items() if found.got or found.paid},
        balance=balance,
    )


def worths_of(records: Sequence[Record]) -> tuple[Worth, ...]:
    """Return what everybody was worth at the beginning, after each turn of a game, and now.

    Args:
        records: from the game's first on; those that were taken back do not count.

    Raises:
        JournalError: there is no game in them.
        EditionError: the edition is not there any more.
    """
    chain = in_force(records)
    state = told = opening(chain[0])
    turn = 0
    found: list[Worth] = []
    for record in chain:
        for event in record.events:
            state = apply(state, event)
            if isinstance(event, e.TurnEnded):
                turn, told = turn + 1, state
                found.append(_worth(state, record.seq, turn))
        if record is chain[0]:
            told = state
            found.append(_worth(state, record.seq, 0))
    if told is not state:  # the record that ended the turn may have gone on with the next one
        found.append(_worth(state, chain[-1].seq, turn + 1))
    return tuple(found)


def _worth(state: GameState, seq: int, turn: int) -> Worth:
    alive = {seat: 0 if state.players[seat].out else int(final_worth(state, seat))
             for seat in state.seats}  # fmt: skip
    return Worth(seq, turn, alive)


def _sums(kind: Purpose, lines: Sequence[Posted]) -> Sums:
    changes = [line.change for line in lines if line.booking.kind == kind]
    return Sums(sum(c for c in changes if c > 0), -sum(c for c in changes if c < 0))
