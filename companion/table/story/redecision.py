"""Commands that were decided once, decided once more where the game stands otherwise.

The dice and cards that came come again, and people choose as they chose, as long as that has a
sense: a command fits as long as the referee accepts it and it is about the same thing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from companion.errors import CompanionError, JournalError
from companion.game import commands as c
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import after
from companion.rules import decide
from companion.rules.rent import claimable

Why: TypeAlias = Literal["refused", "another-thing", "unreadable"]
"""Why a later command fits no more.

`refused`: the rules forbid it now. `another-thing`: it would be about something else than it was,
another lot on offer, say; nobody has said what they would do there. `unreadable`: it is kept in a
form that is no command any more.
"""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """A command that does not fit any more."""

    seq: int
    why: Why
    refusal: Refusal | None = None


class Redecided(NamedTuple):
    """A record whose command fits, and what it causes now."""

    record: Record
    events: tuple[AnyEvent, ...]


class Redecision(msgspec.Struct, frozen=True, kw_only=True):
    """What came later, decided once more."""

    again: tuple[Redecided, ...]  # what fits, up to the first that does not
    stops: tuple[Stop, ...]  # all that do not, as long as nothing else is done instead
    was: GameState  # after the last that fits, as it was
    would: GameState  # and as it would be


def played_on(was: GameState, would: GameState, later: Iterable[Record]) -> Redecision:
    """Return what *later* records come to in *would* that were played in *was*.

    Raises:
        JournalError: what stands there is beyond the rules.
    """
    again: list[Redecided] = []
    stops: list[Stop] = []
    reached = was, would
    for record in later:
        try:
            found = _followed(was, would, record)
        except JournalError:
            if not stops:
                raise
            break  # what comes after the first that does not fit is told as far as it can be
        was = after(was, record.events)
        if isinstance(found, Stop):
            stops.append(found)
            continue
        would = after(would, found)
        if not stops:
            again.append(Redecided(record, found))
            reached = was, would
    return Redecision(again=tuple(again), stops=tuple(stops), was=reached[0], would=reached[1])


def command_of(record: Record) -> c.AnyCommand | None:
    """Return the command that a record keeps; None if it is none of the rules'."""
    try:
        return c.command_from(record.command)
    except msgspec.ValidationError:
        return None


def decided(state: GameState, command: c.AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
    """Return what *command* causes in a state that no game may ever have seen, or why not.

    Raises:
        JournalError: what stands there is beyond the rules.
    """
    try:
        outcome = decide(state, command)
        if not isinstance(outcome, Refusal):
            after(state, outcome)
    except CompanionError:
        raise
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError) as error:
        # Rules that change in mid-game may leave what no game has ever seen.
        detail = f"with these rules it cannot be played on: {error!r}"
        raise JournalError(code="cannot-suppose", detail=detail) from error
    return outcome


def _followed(was: GameState, would: GameState, record: Record) -> tuple[AnyEvent, ...] | Stop:
    """Return what one more record causes now, or why it does not fit any more."""
    command = command_of(record)
    if command is None:
        return Stop(seq=record.seq, why="unreadable")
    found = decided(would, command)
    if isinstance(found, Refusal):
        return Stop(seq=record.seq, why="refused", refusal=found)
    matter = _MATTERS[type(command)]
    if matter(was, command) != matter(would, command):
        return Stop(seq=record.seq, why="another-thing")
    return found


def _purchase(state: GameState, _command: c.Buy | c.Decline) -> Any:
    return state.purchase and (state.purchase.seat, state.purchase.lot)


def _auction(state: GameState, _command: c.Bid | c.Pass | c.Hammer) -> Any:
    return state.auction and (state.auction.kind, state.auction.lot)


def _roll(state: GameState, _command: c.Roll) -> Any:
    return state.rent_roll is not None


def _draw(state: GameState, _command: c.Draw) -> Any:
    return state.draw and state.draw.deck


def _choice(state: GameState, command: c.Choose) -> Any:
    due = [transfer.lot for transfer in state.transfers if transfer.seat == command.by]
    return due[:1], state.choice and (state.choice.about, state.choice.options)


def _rent(state: GameState, command: c.Claim) -> Any:
    rent = claimable(state, command.by, command.lot)
    return rent and (rent.visitor, rent.lot)


def _offer(state: GameState, command: c.Accept | c.Reject) -> Any:
    to = getattr(command, "to", None)
    return state.offer_to(command.by if to is None else to)


def _debt(state: GameState, command: c.PayDebt) -> Any:
    return [(debt.creditor, debt.reason) for debt in state.debts_of(command.by)][:1]


def _named(state: GameState, situation: c.Situation) -> Any:
    """Return how the things stand that a correction sets: it was made for just these."""
    return (
        {seat: state.cash(seat) for seat in situation.cash if seat in state.seats},
        [state.players[seat] for seat in (*situation.at, *situation.jailed) if seat in state.seats],
        [
            state.lots.get(lot)
            for lot in (*situation.owner, *situation.mortgaged, *situation.buildings)
        ],
        None if situation.pot is None else state.pot,
    )


def _deed(state: GameState, command: c.CorrectDeed) -> Any:
    """Return the deed as the game has it: the correction was made for just that."""
    return state.edition.space(command.lot)


def _itself(_state: GameState, _command: c.AnyCommand) -> Any:
    """Say nothing: the command names all that it is about."""
    return None


_MATTERS: Mapping[type[c.Command], Callable[[GameState, Any], Any]] = {
    **dict.fromkeys((c.Buy, c.Decline), _purchase),
    **dict.fromkeys((c.Bid, c.Pass, c.Hammer), _auction),
    c.Roll: _roll,
    c.Draw: _draw,
    c.Choose: _choice,
    c.Claim: _rent,
    **dict.fromkeys((c.Accept, c.Reject), _offer),
    c.PayDebt: _debt,
    c.CorrectDeed: _deed,
    **dict.fromkeys((c.Correct, c.TakeOver), _named),
    **dict.fromkeys(
        (c.FirstRoll, c.Deal, c.JailPay, c.JailCard, c.Bankrupt, c.Leave, c.End), _itself
    ),
    **dict.fromkeys((c.Build, c.Want, c.Sell, c.Mortgage, c.Redeem, c.Offer), _itself),
    **dict.fromkeys((c.TimeUp, c.Fine, c.BookLate), _itself),
}
"""What a command is about in a state, where it does not say so itself; every command is judged."""
