"""Which function applies which kind of event, and how a part of the state is replaced."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.game.events import Event
from companion.game.state import Debt, GameState, Lot, Player, parked_among
from companion.words import Seat, Space

Kind = TypeVar("Kind", bound=Event)
Handler = Callable[[GameState, Kind], GameState]

handlers: dict[type[Event], Callable[[GameState, Any], GameState]] = {}
"""Kind of event -> what it does to the state besides the books; filled by `on` at import."""


def on(kind: type[Kind]) -> Callable[[Handler[Kind]], Handler[Kind]]:
    """Mark the function that applies events of *kind*."""

    def register(handler: Handler[Kind]) -> Handler[Kind]:
        handlers[kind] = handler
        return handler

    return register


def with_player(state: GameState, seat: Seat, **changes: Any) -> GameState:
    """Return *state* with something changed about the player at *seat*."""
    player: Player = replace(state.players[seat], **changes)
    players = placed(state.players, seat, player)
    if changes.keys().isdisjoint(("at", "out")):
        return replace(state, players=players)
    parked = parked_among(players, state.parked, state.edition)
    return replace(state, players=players, parked=parked)


def placed(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    """Return *players* with another one at *seat*."""
    changed = list(players)
    changed[seat] = player
    return tuple(changed)


def with_lot(state: GameState, lot: Space, **changes: Any) -> GameState:
    """Return *state* with something changed about *lot*."""
    return replace(state, lots=lots_with(state, lot, **changes))


def lots_with(state: GameState, lot: Space, **changes: Any) -> dict[Space, Lot]:
    """Return all lots, with something changed about one of them."""
    lots = dict(state.lots)  # copied as a whole: much quicker than `{**lots, ...}`
    lots[lot] = replace(lots[lot], **changes)
    return lots


def without_bid(debts: tuple[Debt, ...]) -> tuple[Debt, ...]:
    """Return *debts* but for what is owed for the lot on offer."""
    return tuple([debt for debt in debts if debt.reason != "bid"])


def with_turn(state: GameState, **changes: Any) -> GameState:
    """Return *state* with something changed about the turn."""
    return replace(state, turn=replace(state.turn, **changes))
