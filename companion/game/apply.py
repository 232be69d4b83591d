"""apply(state, event) -> state. It applies and never decides: old games outlive mended rules."""

from msgspec.structs import replace

from companion.game import apply_dealings, apply_play  # noqa: F401  # they fill the handlers
from companion.game.events import AnyEvent
from companion.game.handlers import handlers
from companion.game.postings import entry_for
from companion.game.state import GameState


def apply(state: GameState, event: AnyEvent) -> GameState:
    """Return the state after *event*."""
    entry = entry_for(event)
    if entry is not None:
        state = replace(state, books=state.books.posted(entry))
    handler = handlers.get(type(event))
    return handler(state, event) if handler else state
