"""apply(state, event) -> state. It applies and never decides: old games outlive mended rules."""

from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from companion.game import apply_dealings, apply_play  # noqa: F401  # they fill the handlers
from companion.game.events import AnyEvent, Event
from companion.game.handlers import handlers
from companion.game.postings import entries
from companion.game.state import GameState
from companion.ledger.entries import Entry

Effect = Callable[[GameState, Any], GameState]


def apply(state: GameState, event: AnyEvent) -> GameState:
    """Return the state after *event*."""
    return effects[type(event)](state, event)


def entry_for(event: AnyEvent) -> Entry | None:
    """Return what *event* does to the books, or None.

    What corrections and the opening stock post is not told: it needs the balances before them.
    """
    entry = entries.get(type(event))
    return entry(event) if entry else None


def _effect(entry: Callable[[Any], Entry] | None, handler: Effect | None) -> Effect:
    """Return what an event does: first to the books, then to all else."""
    if entry is None:
        return handler or _unchanged

    def booked(state: GameState, event: Any) -> GameState:
        state = replace(state, books=state.books.posted(entry(event)))
        return handler(state, event) if handler else state

    return booked


def _unchanged(state: GameState, _event: Any) -> GameState:
    return state


effects: dict[type[Event], Effect] = {
    kind: _effect(entries.get(kind), handlers.get(kind)) for kind in get_args(AnyEvent)
}
"""Kind of event -> what it does."""
