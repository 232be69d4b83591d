"""What a player's possessions come to."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from companion.editions.model import BoardSpace
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.rules.registry import rule
from companion.rules.rounding import rounded_up
from companion.words import Money, Seat, Space


def steps_of(state: GameState, level: int) -> int:
    """Return how many buildings were paid for on a lot of this level."""
    return state.rules.houses_per_hotel + 1 if level == HOTEL else level


def taxed_worth(state: GameState, seat: Seat) -> Money:
    """Return cash, printed prices (mortgaged lots too) and what the buildings cost."""
    lots = state.owned(seat)
    buildings = sum(lot.house_cost * steps_of(state, state.lots[lot.index].level) for lot in lots)
    return state.cash(seat) + sum(lot.price for lot in lots) + buildings


@rule("timed/count")
def final_worth(state: GameState, seat: Seat) -> Fraction:
    """Return what counts at the end: as taxed, but mortgaged lots at half the printed price."""
    mortgaged = (lot for lot in state.owned(seat) if state.lots[lot.index].mortgaged)
    return taxed_worth(state, seat) - Fraction(sum(lot.price for lot in mortgaged), 2)


@rule("bankruptcy/means-first")
def raisable(state: GameState, seat: Seat) -> Money:
    """Return what selling all buildings and mortgaging all lots would bring, cash not counted."""
    total = 0
    for lot in state.owned(seat):
        held = state.lots[lot.index]
        total += steps_of(state, held.level) * sold_for(state, lot, 1)
        total += 0 if held.mortgaged else lot.mortgage
    return total


def sold_for(state: GameState, lot: BoardSpace, steps: int) -> Money:
    """Return what the Bank pays for so many buildings of a lot."""
    return refunds(state, {lot.index: steps})[lot.index]


@rule("house/sell-price-basis", "house/sell-rounding")
def refunds(state: GameState, sold: Mapping[Space, int]) -> dict[Space, Money]:
    """Return what each lot's buildings bring when all are sold together: rounded once a sale.

    What was paid for them does not matter, only the price on the deed.
    """
    brought: dict[Space, Money] = {}
    total = Decimal(0)
    for lot, steps in sold.items():
        total += state.edition.space(lot).house_cost * steps * state.rules.sell_price_ratio
        brought[lot] = rounded_up(state.rules, total) - sum(brought.values())
    return brought


def owed(state: GameState, seat: Seat) -> Money:
    """Return all that *seat* owes."""
    return sum(debt.amount for debt in state.debts_of(seat))
