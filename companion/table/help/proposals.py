"""All that waits to be confirmed in the running game; made of its records alone."""

from collections.abc import Callable, Sequence
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.game import events as e
from companion.game.commands import Claim, FirstRoll, Roll, command_from
from companion.game.state import GameState
from companion.journal.record import Cause, Record
from companion.journal.replay import is_played
from companion.rules.rent import claimable
from companion.table.claims import next_roll_closes
from companion.table.help.proposal import Proposal
from companion.table.side_state import Followed
from companion.table.view import HeldClaim
from companion.words import Seat


class Proposals(Followed, frozen=True, kw_only=True):
    """How far the companion helps in a game, and all that waits to be confirmed in it."""

    helps: e.Help = "book"
    open: tuple[Proposal, ...] = ()  # the first is the one that people are asked about

    @property
    def head(self) -> Proposal | None:
        """What people are asked about now."""
        return self.open[0] if self.open else None

    # ---- claims

    @property
    def claims(self) -> tuple[HeldClaim, ...]:
        """Those that wait behind the first: everybody may see who pressed."""
        return tuple(
            HeldClaim(one.command.by, one.command.lot, one.cause.mono)
            for one in self.open[1:]
            if isinstance(one.command, Claim)
        )

    def delays(self, state: GameState, claim: Claim, cause: Cause) -> bool:
        """Return whether a claim must wait until a held roll is settled that came before it.

        Only the roll that closes claims, and only a claim that would else be granted.
        """
        if not any(isinstance(one.command, Roll) and one.comes_before(cause) for one in self.open):
            return False
        return next_roll_closes(state) and claimable(state, claim.by, claim.lot) is not None

    def same_claim(self, state: GameState, claim: Claim) -> Proposal | None:
        """Return what waits already of the very rent that is claimed."""
        wanted = claimable(state, claim.by, claim.lot)
        for one in self.open:
            held = one.command
            if isinstance(held, Claim) and claimable(state, held.by, held.lot) == wanted:
                return one
        return None

    # ---- what the records say

    def told(self, event: e.AnyEvent, record: Record) -> Self:
        """Return it after an event."""
        match event:
            case e.HelpSet():
                return replace(self, helps=event.helps)
            case e.Proposed():
                return self._with(event, record)
            case e.Confirmed() if is_played(record):  # the last word: with it all was booked
                return self._without(event.proposal)
            case e.Confirmed():
                return self._changed(event.proposal, lambda one: _confirmed(one, event.seats))
            case e.Differed():
                return self._changed(event.proposal, lambda one: _differing(one, event))
            case e.Contested():
                return self._changed(
                    event.proposal, lambda one: _contested(one, event.seat, event.why)
                )
            case e.Dropped() | e.Insisted():
                return self._without(event.proposal)
        return self

    def gone_back(self, _event: e.Rewound, _record: Record, _records: Sequence[Record]) -> Self:
        """Return it without what waited: it belonged to what is taken back."""
        return replace(self, open=())

    def _with(self, event: e.Proposed, record: Record) -> Self:
        try:
            command = command_from(record.command)
        except msgspec.ValidationError:
            return self  # kept in a form that is no command any more: it is asked for anew
        one = Proposal(
            id=record.seq,
            helps=event.helps,
            command=command,
            cause=record.cause,
            dues=event.dues,
        )
        place = self._place(one)
        later = (_unanswered(other) for other in self.open[place:])
        return replace(self, open=(*self.open[:place], one, *later))

    def _place(self, one: Proposal) -> int:
        """Return where it comes: a claim before a roll that was thrown later, else at the end."""
        if isinstance(one.command, Claim):
            for place, other in enumerate(self.open):
                rolls = isinstance(other.command, Roll | FirstRoll)
                if rolls and not other.comes_before(one.cause):
                    return place
        return len(self.open)

    def _changed(self, proposal: int, change: Callable[[Proposal], Proposal]) -> Self:
        changed = tuple(change(one) if one.id == proposal else one for one in self.open)
        return replace(self, open=changed)

    def _without(self, proposal: int) -> Self:
        return replace(self, open=tuple(one for one in self.open if one.id != proposal))


def _unanswered(one: Proposal) -> Proposal:
    """Return it as nobody has said anything to it: what comes before may change it."""
    return replace(one, events=(), confirmed=(), typed={}, contested={})


def _confirmed(one: Proposal, seats: tuple[Seat, ...]) -> Proposal:
    """Return it as it stands when *seats* have confirmed: they contest it no more."""
    places = one.places_of(*seats)
    return replace(
        one,
        confirmed=(*one.confirmed, *(seat for seat in seats if seat not in one.confirmed)),
        typed={place: n for place, n in one.typed.items() if place not in places},
        contested={seat: why for seat, why in one.contested.items() if seat not in seats},
    )


def _differing(one: Proposal, event: e.Differed) -> Proposal:
    kept = {n: amount for n, amount in one.typed.items() if n not in one.places_of(event.seat)}
    return replace(one, typed={**kept, **event.typed})


def _contested(one: Proposal, seat: Seat, why: str) -> Proposal:
    return replace(one, contested={**one.contested, seat: why})
