"""From records to the state they lead to. Nothing is decided again."""

from collections.abc import Iterable
from functools import reduce

from companion.editions.load import load_edition, recorded_edition
from companion.errors import CompanionError, JournalError
from companion.game.apply import apply
from companion.game.events import AnyEvent, GameBegan
from companion.game.state import GameState, blank
from companion.journal.record import Record


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
    for record in records:
        state = stepped(state or opening(record, where=where), record, where=where)
    if state is None:
        raise JournalError("there is no game in it", where=where)
    return state


def opening(record: Record, *, where: str = "") -> GameState:
    """Return the state before a game's first record.

    Raises:
        JournalError: it begins no game.
        EditionError: the edition is not there any more, or its file has a mistake.
    """
    began = record.events[0] if record.events else None
    if not isinstance(began, GameBegan):
        raise JournalError("it does not begin with a game", where=f"{where}, record {record.seq}")
    chosen = (began.variants, began.house, began.corrections)
    if began.text:
        return blank(recorded_edition(began.text, f"edition of {where}", *chosen))
    return blank(load_edition(began.edition, *chosen))


def stepped(state: GameState, record: Record, *, where: str = "") -> GameState:
    """Return the state after one more record.

    Raises:
        JournalError: its events cannot have happened in *state*.
    """
    try:
        return after(state, record.events)
    except CompanionError as error:
        raise JournalError(str(error), where=f"{where}, record {record.seq}") from error
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError) as error:
        raise JournalError(
            f"its events cannot have happened here: {error!r}",
            where=f"{where}, record {record.seq}",
        ) from error


def after(state: GameState, events: Iterable[AnyEvent]) -> GameState:
    """Return the state after *events*."""
    return reduce(apply, events, state)
