"""How a part of the state is replaced."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.game.state import Debt, GameState, Lot, Player, parked_among
from companion.words import Seat, Space


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


def with_past_rent(
    state: GameState, owner: Seat, lot: Space, *, lapsed: bool
) -> dict[Seat, Mapping[Space, bool]]:
    """Return the rents of the last stops, with one more that is over; see `was_missed`."""
    past = dict(state.past_rents.get(owner, {}))
    past.pop(lot, None)  # the latest comes last
    past[lot] = lapsed
    return {**state.past_rents, owner: past}
