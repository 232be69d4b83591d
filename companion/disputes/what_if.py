"""What if: one record of a game otherwise, and all that came after it decided once more.

Nothing is changed: the records are read, and the supposed game is in memory alone. The dice and
cards that came later come again, and people choose as they chose, as long as that has a sense.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.disputes.differences import Difference, differences
from companion.editions.house import house_as_kept, with_house_rules
from companion.editions.load import load_edition, recorded_edition
from companion.editions.model import Edition
from companion.errors import CompanionError, JournalError
from companion.game import commands as c
from companion.game.events import GameBegan
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.journal.record import Record
from companion.rules import decide
from companion.rules.rent import claimable
from companion.rules.setup import begin
from companion.table.replay import after, in_force, is_played, replayed, went_back_to

Why: TypeAlias = Literal["refused", "another-thing", "unreadable"]
"""Why a later command fits no more.

`refused`: the rules forbid it now. `another-thing`: it would be about something else than it was,
another lot on offer, say; nobody has said what they would do there. `unreadable`: it is kept in a
form that is no command any more.
"""


class Supposition(msgspec.Struct, frozen=True, kw_only=True):
    """What would have been otherwise, from record *seq* on; at least one of the rest."""

    seq: int
    instead: tuple[c.AnyCommand, ...] | None = None  # of its command; (): nothing was done
    house: Mapping[str, object] = {}  # parameters that would have been others
    variants: tuple[str, ...] | None = None  # of the whole game: only for its first record


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """The first command that does not fit any more."""

    seq: int
    why: Why
    refusal: Refusal | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What would have come of it, compared where it was followed to."""

    seq: int
    until: int  # number of the last record that was followed
    followed: int  # so many records after the supposed one
    last: int  # number of the last record there is in this line of play
    stop: Stop | None  # None: all of them fit
    refused: Refusal | None  # the supposed command itself is against the rules: nothing follows
    differences: tuple[Difference, ...]
    was: GameState  # just after record `until`
    would: GameState


def what_if(records: Sequence[Record], supposed: Supposition, *, where: str = "") -> Outcome:
    """Return what would have been; *records* are of one game, from its first on.

    Raises:
        JournalError: there is no such record, or it only took others back.
        EditionError: the rules that are supposed are none, or no longer readable.
    """
    line = line_of(records, supposed.seq, where=where)
    place = next(n for n, record in enumerate(line) if record.seq == supposed.seq)
    record, later = line[place], line[place + 1 :]
    was = replayed(line[: place + 1], where=where)
    would = _supposed(line[:place], record, supposed, where)
    if isinstance(would, Refusal):
        return _told(line, place, place, None, (was, was), refused=would)
    for number, following in enumerate(later, start=place + 1):
        stepped = _followed(was, would, following)
        if isinstance(stepped, Stop):
            return _told(line, place, number - 1, stepped, (was, would))
        was, would = after(was, following.events), stepped
    return _told(line, place, len(line) - 1, None, (was, would))


def line_of(records: Sequence[Record], seq: int, *, where: str = "") -> list[Record]:
    """Return the longest line of play in which record *seq* counts, from the first record on.

    It ends where the game stands, or where that record was taken back for good.

    Raises:
        JournalError: there is no such record, or it took others back.
    """
    if not 1 <= seq <= len(records):
        mend = f"there are 1 to {len(records)}"
        raise JournalError(f"there is no record {seq}", where=where, mend=mend)
    if not is_played(records[seq - 1]):
        what = f"nothing was played in record {seq}: it took others back, or spoke of one"
        raise JournalError(what, where=where)
    ends = [len(records)]
    ends += [r.seq - 1 for r in reversed(records) if went_back_to(r) is not None]
    lines = (in_force(records[:end], where=where) for end in ends if end >= seq)
    line = next(line for line in lines if any(record.seq == seq for record in line))
    return [record for record in line if is_played(record)]


def _told(
    line: Sequence[Record],
    place: int,
    reached: int,
    stop: Stop | None,
    states: tuple[GameState, GameState],
    *,
    refused: Refusal | None = None,
) -> Outcome:
    was, would = states
    return Outcome(
        seq=line[place].seq,
        until=line[reached].seq,
        followed=reached - place,
        last=line[-1].seq,
        stop=stop,
        refused=refused,
        differences=differences(was, would),
        was=was,
        would=would,
    )


# ---- the record itself


def _supposed(
    before: Sequence[Record], record: Record, supposed: Supposition, where: str
) -> GameState | Refusal:
    """Return the state after the supposed record, or why it cannot be."""
    if not before:
        return _begun(record, supposed, where)
    if supposed.variants is not None:
        raise JournalError(
            "variants are chosen for a whole game", where=where, mend="suppose them of record 1"
        )
    state = _ruled(replayed(before, where=where), supposed.house)
    commands = supposed.instead
    if commands is None:
        own = command_of(record)
        if own is None:
            raise JournalError(
                "its command is no longer one", where=f"{where}, record {record.seq}"
            )
        commands = (own,)
    for command in commands:
        reached = _decided(state, command)
        if isinstance(reached, Refusal):
            return reached
        state = reached
    return state


def _ruled(state: GameState, house: Mapping[str, object]) -> GameState:
    """Return *state* with other rules from here on; what stands on the table stays."""
    if not house:
        return state
    edition, where = state.edition, f"house rules of {state.edition.id}"
    rules, changed = with_house_rules(edition.parameters, house, where)
    edition = replace(edition, parameters=rules, house={**edition.house, **changed})
    return replace(state, edition=edition, rules=rules)


def _begun(record: Record, supposed: Supposition, where: str) -> GameState:
    """Return the beginning of the game with other rules."""
    began = record.events[0] if record.events else None
    if not isinstance(began, GameBegan):
        raise JournalError("it does not begin with a game", where=f"{where}, record {record.seq}")
    if supposed.instead is not None:
        raise JournalError(
            "a game begins in one way only", where=where, mend="suppose other rules of record 1"
        )
    edition = _edition_of(began, supposed, where)
    events = begin(
        edition,
        began.players,
        first_roll=began.first_roll,
        banker=began.banker,
        ends=began.ends,
    )
    return after(blank(edition), events)


def _edition_of(began: GameBegan, supposed: Supposition, where: str) -> Edition:
    house: dict[str, object] = {**house_as_kept(began.house), **supposed.house}
    variants = began.variants if supposed.variants is None else supposed.variants
    if began.text:
        return recorded_edition(
            began.text, f"edition of {where}", variants, house, began.corrections
        )
    return load_edition(began.edition, variants, house, began.corrections)


# ---- what came after it


def command_of(record: Record) -> c.AnyCommand | None:
    """Return the command that a record keeps; None if it is none of the rules'."""
    try:
        return c.command_from(record.command)
    except msgspec.ValidationError:
        return None


def _followed(was: GameState, would: GameState, record: Record) -> GameState | Stop:
    """Return the supposed state after one more record, or why it does not fit any more."""
    command = command_of(record)
    if command is None:
        return Stop(seq=record.seq, why="unreadable")
    reached = _decided(would, command)
    if isinstance(reached, Refusal):
        return Stop(seq=record.seq, why="refused", refusal=reached)
    if _matter(was, command) != _matter(would, command):
        return Stop(seq=record.seq, why="another-thing")
    return reached


def _decided(state: GameState, command: c.AnyCommand) -> GameState | Refusal:
    try:
        outcome = decide(state, command)
        return outcome if isinstance(outcome, Refusal) else after(state, outcome)
    except CompanionError:
        raise
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError) as error:
        # Rules that change in mid-game may leave what no game has ever seen.
        raise JournalError(f"with these rules it cannot be played on: {error!r}") from error


def _matter(state: GameState, command: c.AnyCommand) -> Any:
    """Return what a command is about, where it does not say so itself; None: it does."""
    match command:
        case c.Buy() | c.Decline():
            return state.purchase and (state.purchase.seat, state.purchase.lot)
        case c.Bid() | c.Pass() | c.Hammer():
            return state.auction and (state.auction.kind, state.auction.lot)
        case c.Roll():
            return state.rent_roll is not None
        case c.Draw():
            return state.draw and state.draw.deck
        case c.Choose():
            due = [transfer.lot for transfer in state.transfers if transfer.seat == command.by]
            return due[:1], state.choice and (state.choice.about, state.choice.options)
        case c.Claim():
            rent = claimable(state, command.by, command.lot)
            return rent and (rent.visitor, rent.lot)
        case c.Accept() | c.Reject():
            return state.offer_to(command.by)
        case c.PayDebt():
            return [(debt.creditor, debt.reason) for debt in state.debts_of(command.by)][:1]
        case c.Correct() | c.TakeOver():
            return _named(state, command)
    return None


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
