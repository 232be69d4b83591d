"""What stands on a lot: steps paid for, the level they make, and the stock they are made of."""

from collections.abc import Mapping

from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules.play import refuse
from companion.rules.registry import rule
from companion.rules.worth import steps_of
from companion.words import Seat, Space

Levels = dict[Space, int]
"""Buildings paid for on each lot of a group: a hotel is one step above the last house."""


def steps_on(state: GameState, lot: Space) -> int:
    """Return how many buildings were paid for on *lot*."""
    return steps_of(state, state.lots[lot].level)


@rule("house/streets-only")
def why_not_these(state: GameState, seat: Seat, lots: Mapping[Space, int]) -> Refusal | None:
    """Return why no building of *seat* can stand on all these lots, or None."""
    for lot in lots:
        if lot not in state.lots or state.edition.space(lot).kind != "street":
            return refuse("no-such-lot", "house/streets-only", lot=lot)
    for lot in lots:
        if state.lots[lot].owner != seat:
            return refuse("not-yours", "house/whole-group", lot=lot)
    return None


def groups_of(state: GameState, lots: Mapping[Space, int]) -> tuple[Space, ...]:
    """Return all lots of all groups that the lots named belong to, in board order."""
    return tuple(sorted({member for lot in lots for member in state.edition.family(lot)}))


def own_group(state: GameState, lot: Space) -> tuple[Space, ...]:
    """Return the lots of the group of *lot* that have the same owner: mostly all of them."""
    owner = state.lots[lot].owner
    return tuple(other for other in state.edition.family(lot) if state.lots[other].owner == owner)


def level_of(state: GameState, steps: int) -> int:
    """Return the level of a lot for which so many buildings were paid."""
    return HOTEL if steps > state.rules.houses_per_hotel else steps


def stock_between(state: GameState, low: int, high: int) -> tuple[int, int]:
    """Return the houses and hotels that stand at *high* steps more than at *low*."""
    per_hotel = state.rules.houses_per_hotel
    above, below = high > per_hotel, low > per_hotel  # whether a hotel stands at these steps
    return (0 if above else high) - (0 if below else low), above - below
