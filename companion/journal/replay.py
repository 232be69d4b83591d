"""From records to the state they lead to. Nothing is decided again."""

from collections.abc import Iterable, Sequence
from functools import reduce

from companion.editions.house import house_as_kept
from companion.editions.load import load_edition, recorded_edition
from companion.errors import CompanionError, JournalError
from companion.game.apply import apply
from companion.game.events import AnyEvent, Disputed, GameBegan, Rewound, Ruled
from companion.game.events_beside import Beside
from companion.game.events_told import Told
from companion.game.fields import named_in
from companion.game.state import GameState, blank
from companion.journal.record import Record
from companion.words import Seat


def replayed(records: Iterable[Record], *, where: str = "") -> GameState:
    """Return the state after *records*, of which there is at least one.

    Args:
        records: of one game, from its first on.
        where: the journal's file, for the error.

    Raises:
        JournalError: they do not begin with a game, or one of them cannot have happened.
        EditionError: the edition is not there any more, or its file has a mistake.
    """
    state: GameState | None = None
    for record in in_force([*records], where=where):
        state = _stepped(state or opening(record, where=where), record, where)
    if state is None:
        raise JournalError(code="journal-damaged", where=where, detail="there is no game in it")
    return state


def in_force(records: Sequence[Record], *, where: str = "") -> list[Record]:
    """Return those of *records* that led to where they end, oldest first.

    What was taken back is not among them, nor the records that took it back.

    Raises:
        JournalError: one goes back to what was not before it.
    """
    found, seq = [], len(records)
    while seq > 0:
        record = records[seq - 1]
        back_to = went_back_to(record)
        if back_to is None:
            found.append(record)
            seq -= 1
        elif 0 < back_to < seq:
            seq = back_to
        else:
            what = f"it goes back to record {back_to}"
            raise _damage(what, where, record)
    return found[::-1]


def went_back_to(record: Record) -> int | None:
    """Return the number of the record that this one goes back to; None if it goes on."""
    event = record.events[0] if record.events else None
    return event.back_to if isinstance(event, Rewound) else None


def retold_by(record: Record) -> range:
    """Return the numbers of the records that are one with going back; empty where there are none.

    The first is what was put in, the others are what came later, once more.
    """
    event = record.events[0] if record.events else None
    retold = event.retold if isinstance(event, Rewound) else 0
    return range(record.seq + 1, record.seq + 1 + retold)


def retellings(records: Iterable[Record]) -> frozenset[int]:
    """Return the numbers of all records in which nothing was played that was new, but told anew."""
    found: set[int] = set()
    for record in records:
        again = retold_by(record)
        found.update(range(record.seq, again.stop) if again else ())
    return frozenset(found)


def first_told(records: Sequence[Record], seq: int) -> int:
    """Return the number of the record that *seq* repeats, if through others; else *seq*."""
    earlier = records[seq - 1].cause.repeats
    while earlier is not None and 0 < earlier < seq:
        seq, earlier = earlier, records[earlier - 1].cause.repeats
    return seq


def in_force_again(records: Sequence[Record], seq: int) -> Record | None:
    """Return the record that counts now for what was first told as *seq*; None: taken back."""
    found = (r for r in in_force(records) if first_told(records, r.seq) == seq)
    return next(found, None)


def is_played(record: Record) -> bool:
    """Return whether something was played in a record: others go back, or speak of a record."""
    if went_back_to(record) is not None:
        return False
    return not all(isinstance(event, Beside | Disputed | Ruled) for event in record.events)


def taken_back(records: Sequence[Record]) -> frozenset[int]:
    """Return the numbers of the records that were played and count no more."""
    kept = {record.seq for record in in_force(records)}
    return frozenset(r.seq for r in records if r.seq not in kept and is_played(r))


def is_told(record: Record) -> bool:
    """Return whether a record only tells of phones, presses and voices, and nothing else came."""
    return bool(record.events) and all(isinstance(event, Told) for event in record.events)


def has_gone_on(records: Sequence[Record], seen: int) -> bool:
    """Return whether more came after record *seen* than what only tells of presses and phones."""
    return not 0 <= seen <= len(records) or not all(map(is_told, records[seen:]))


def opening(record: Record, *, where: str = "") -> GameState:
    """Return the state before a game's first record.

    Raises:
        JournalError: it begins no game.
        EditionError: the edition is not there any more, or its file has a mistake.
    """
    began = record.events[0] if record.events else None
    if not isinstance(began, GameBegan):
        raise _damage("it does not begin with a game", where, record)
    chosen = (began.variants, house_as_kept(began.house), began.corrections)
    if began.text:
        return blank(recorded_edition(began.text, f"{where}, edition", *chosen))
    return blank(load_edition(began.edition, *chosen))


def stepped(
    state: GameState, record: Record, *, earlier: Sequence[Record], where: str = ""
) -> GameState:
    """Return the state after one more record.

    Args:
        state: after all that is before it.
        record: the next one.
        earlier: all records before it.
        where: the journal's file, for the error.

    Raises:
        JournalError: its events cannot have happened in *state*.
    """
    if went_back_to(record) is not None:
        return replayed([*earlier, record], where=where)
    return _stepped(state, record, where)


def stranger_in(record: Record, seats: int, spaces: int) -> str:
    """Return what a record names that is not there, a seat or a space; nothing: all of it is.

    Args:
        record: of a game.
        seats: how many play it.
        spaces: how many its board has.
    """
    if record.cause.seat is not None and not 0 <= record.cause.seat < seats:
        return f"there is no seat {record.cause.seat}"
    for event in record.events:
        for noun, number in named_in(event):
            if not 0 <= number < (seats if noun is Seat else spaces):
                return f"there is no {'seat' if noun is Seat else 'space'} {number}"
    return ""


def _stepped(state: GameState, record: Record, where: str) -> GameState:
    try:
        reached = after(state, record.events)
    except CompanionError as error:
        raise _damage(str(error), where, record) from error
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError) as error:
        what = f"its events cannot have happened here: {error!r}"
        raise _damage(what, where, record) from error
    stranger = stranger_in(record, len(reached.players), len(reached.edition.spaces))
    if stranger:  # what it did to the state shows only where somebody looks at that seat
        raise _damage(stranger, where, record)
    return reached


def _damage(what: str, where: str, record: Record) -> JournalError:
    detail = f"record {record.seq}: {what}"
    return JournalError(code="journal-damaged", where=where, detail=detail)


def after(state: GameState, events: Iterable[AnyEvent]) -> GameState:
    """Return the state after *events*."""
    return reduce(apply, events, state)
