"""apply(state, event) -> state. It applies and never decides: old games outlive mended rules."""

from collections.abc import Callable
from typing import Any

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
    effect = _effects.get(type(event))
    return effect(state, event) if effect else state


def _effect(entry: Callable[[Any], Entry] | None, handler: Effect | None) -> Effect:
    """Return what an event does: first to the books, then to all else."""
    if entry is None:
        assert handler is not None
        return handler

    def booked(state: GameState, event: Any) -> GameState:
        state = replace(state, books=state.books.posted(entry(event)))
        return handler(state, event) if handler else state

    return booked


_effects: dict[type[Event], Effect] = {
    kind: _effect(entries.get(kind), handlers.get(kind)) for kind in (*entries, *handlers)
}
