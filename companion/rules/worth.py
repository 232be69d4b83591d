"""What a player's possessions come to."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

import msgspec

from companion.editions.model import BoardSpace
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.game.terms import Facts
from companion.rules.registry import rule
from companion.rules.rounding import rounded_up, told_as
from companion.words import Money, Seat, Space

COUNTED = ("cash", "lots", "mortgaged", "houses", "hotels")
"""What is reckoned one by one at the end, where a book says so in paragraphs of their own."""


def steps_of(state: GameState, level: int) -> int:
    """Return how many buildings were paid for on a lot of this level."""
    return state.rules.houses_per_hotel + 1 if level == HOTEL else level


def building_costs(state: GameState, seat: Seat) -> Money:
    """Return what the buildings of a player cost."""
    levels = ((lot, state.lots[lot.index].level) for lot in state.owned(seat))
    return sum(lot.house_cost * steps_of(state, level) for lot, level in levels)


def taxed_parts(state: GameState, seat: Seat) -> dict[str, Money]:
    """Return cash, printed prices (mortgaged lots too) and what the buildings cost."""
    prices = sum(lot.price for lot in state.owned(seat))
    return {"cash": state.cash(seat), "prices": prices, "costs": building_costs(state, seat)}


def taxed_worth(state: GameState, seat: Seat) -> Money:
    """Return all that a share of is taken as a tax."""
    return sum(taxed_parts(state, seat).values())


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has at the end, part by part."""

    cash: Money
    prices: Money  # of all lots
    costs: Decimal  # of the buildings, as far as they count
    mortgaged: Decimal  # taken off: what mortgaged lots do not count for
    owed: Money  # taken off

    @property
    def worth(self) -> Fraction:
        """What it comes to."""
        return Fraction(self.cash + self.prices + self.costs - self.mortgaged - self.owed)


@rule("timed/count")
@rule(
    "short/count-cash",
    "short/count-lots",
    "short/count-mortgaged",
    "short/count-houses",
    "short/count-hotels",
    "timed/count-cash",
    "timed/count-lots",
    "timed/count-mortgaged",
    "timed/count-houses",
    "timed/count-hotels",
    "short/not-counted",
)
def counted(state: GameState, seat: Seat) -> Counted:
    """Return what counts at the end: mortgaged lots, and perhaps buildings, for a part only.

    What is still owed then, the interest on the last bankrupt's lots, is taken off.
    """
    rules, parts = state.rules, taxed_parts(state, seat)
    mortgaged = sum(lot.price for lot in state.owned(seat) if state.lots[lot.index].mortgaged)
    half = rules.timed_valuation == "buildings-half"
    return Counted(
        cash=parts["cash"],
        prices=parts["prices"],
        costs=Decimal(parts["costs"]) / (2 if half else 1),
        mortgaged=mortgaged * (1 - rules.short_mortgaged_valuation),
        owed=owed(state, seat),
    )


def final_worth(state: GameState, seat: Seat) -> Fraction:
    """Return what a player is worth at the end."""
    return counted(state, seat).worth


def sold_for(state: GameState, lot: BoardSpace, steps: int) -> Money:
    """Return what the Bank pays for so many buildings of a lot."""
    return refunds(state, {lot.index: steps})[lot.index]


@rule("house/sell-price-basis", "house/sell-rounding")
def refunds(state: GameState, sold: Mapping[Space, int]) -> dict[Space, Money]:
    """Return what each lot's buildings bring when all are sold together: rounded once a sale.

    What was paid for them does not matter, only the price on the deed.
    """
    brought: dict[Space, Money] = {}
    cost, paid = 0, 0
    for lot, steps in sold.items():
        cost += state.edition.space(lot).house_cost * paid_for(state, steps)
        by_now = brought_by(state, cost)
        brought[lot], paid = by_now - paid, by_now
    return brought


def brought_by(state: GameState, cost: Money) -> Money:
    """Return what the Bank pays in one sale for buildings that cost so much."""
    above, below = state.rules.sell_price_ratio.as_integer_ratio()
    return rounded_up(state.rules, -(-cost * above // below))


def paid_for(state: GameState, steps: int) -> int:
    """Return for how many of the buildings of a lot that are sold at once the Bank pays.

    All of them are a hotel sold outright, and it may pay for the houses alone.
    """
    outright = steps > state.rules.houses_per_hotel
    return steps - 1 if outright and state.rules.hotel_sale_pays == "houses" else steps


def refund_facts(state: GameState, sold: Mapping[Space, int]) -> dict[Space, Facts]:
    """Return the arithmetic of what each lot's buildings bring, as `refunds` reckons it."""
    told: dict[Space, Facts] = {}
    ratio, over = state.rules.sell_price_ratio, Decimal(0)  # paid on the lots before
    for lot, brought in refunds(state, sold).items():
        base, pieces = state.edition.space(lot).house_cost, paid_for(state, sold[lot])
        facts = {"base": base, "pieces": pieces, "rate": str(ratio), **told_as(state.rules, "up")}
        if pieces < sold[lot]:
            facts |= {"itself": 0}
        told[lot] = {**facts, "added": str(-over)} if over else facts
        over += brought - base * pieces * ratio
    return told


def owed(state: GameState, seat: Seat) -> Money:
    """Return all that *seat* owes."""
    return sum(debt.amount for debt in state.debts_of(seat))
