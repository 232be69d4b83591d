"""apply(state, event) -> state. It applies and never decides: old games outlive mended rules."""

from companion.game.events import AnyEvent, Booked
from companion.game.state import GameState
from companion.ledger.entries import Entry


def apply(state: GameState, event: AnyEvent) -> GameState:
    """Return the state after *event*."""
    return event.change(state)


def entry_for(event: AnyEvent) -> Entry | None:
    """Return what *event* does to the books, or None.

    What corrections and the opening stock post is not told: it needs the balances before them.
    """
    return event.entry() if isinstance(event, Booked) else None
