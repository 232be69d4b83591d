"""What can be raised: what the best of all ways to sell brings, and the way shown gets it."""

from functools import cache, reduce
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.editions.load import load_edition
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.events import BuildingsSold
from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.game.state import Debt, GameState, blank
from companion.rules import decide
from companion.rules.bankruptcy import can_still_pay
from companion.rules.means import way_out
from companion.rules.raisable import raisable
from companion.rules.setup import begin
from companion.rules.worth import steps_of
from companion.words import RuleKey, Seat, Space
from tests.rules.test_means import followed

ANN, BOB = Seat(0), Seat(1)
STREETS = (Space(1), Space(3), Space(6), Space(8), Space(9), Space(37), Space(39))
"""Of three colours: buildings at 50, 50 and 200."""

FEW = {1: 5, 2: 4, 3: 3, 4: 3}
"""How many lots are built on at most, by the houses before the hotel: else it takes too long."""

Levels = tuple[tuple[Space, int], ...]


@st.composite
def positions(draw: st.DrawFn) -> GameState:
    """Return a position in which Ann has built, evenly or not, and owes all that she can raise."""
    per_hotel = draw(st.sampled_from((1, 2, 3, 4)))
    switches = ("hotels_sold_together", "hotel_downgrade_needs_houses", "sell_evenly")
    house: dict[str, Any] = {name: draw(st.booleans()) for name in switches}
    house["hotel_sale_pays"] = draw(st.sampled_from(("hotel-and-houses", "houses")))
    house["houses_per_hotel"] = per_hotel
    levels = st.sampled_from((*range(1, per_hotel + 1), *[HOTEL] * 3))
    some = st.lists(st.sampled_from(STREETS), unique=True, min_size=1, max_size=FEW[per_hotel])
    buildings = {lot: draw(levels) for lot in sorted(draw(some))}
    return owing_all(house, buildings, houses=draw(st.integers(0, 2 * per_hotel)))


def owing_all(house: dict[str, Any], buildings: dict[Space, int], *, houses: int) -> GameState:
    """Return Ann's position with nothing but her lots, and a debt of what she can raise on them."""
    edition = load_edition("ports", (), house)
    state = reduce(apply, begin(edition, ("Ann", "Bob"), first_roll=False), blank(edition))
    set_up = c.Correct(
        why="dealt",
        owner=dict.fromkeys(buildings, ANN),
        buildings=buildings,
        cash={ANN: 0, BOB: 0},
        bank={"houses": houses, "hotels": 12},
    )
    outcome = decide(state, set_up)
    assert not isinstance(outcome, Refusal), outcome
    state = reduce(apply, outcome, state)
    debt = Debt(ANN, BOB, max(1, raisable(state, ANN)), "rent", RuleKey("rent/claim"))
    return replace(state, debts=(debt,))


def most_of_all_sales(state: GameState) -> int:
    """Return what buildings bring at most, by whatever sales the referee allows, one by one."""
    reached: dict[Levels, GameState] = {}

    @cache
    def most(levels: Levels) -> int:
        return max((sold(levels, steps) for steps in product(*_counts(state, levels))), default=0)

    def sold(levels: Levels, steps: tuple[int, ...]) -> int:
        before = reached[levels]
        lots = {lot: n for (lot, _), n in zip(levels, steps, strict=True) if n}
        outcome = decide(before, c.Sell(by=ANN, lots=lots)) if lots else None
        if outcome is None or isinstance(outcome, Refusal):
            return 0
        told = [event for event in outcome if isinstance(event, BuildingsSold)]
        left = dict(levels) | {event.lot: event.to for event in told}
        after = tuple((lot, level) for lot, level in left.items() if level)
        if after not in reached:
            reached[after] = reduce(apply, outcome, before)
        return sum(event.paid for event in told) + most(after)

    built = tuple((lot, state.lots[lot].level) for lot in STREETS if state.lots[lot].level)
    reached[built] = state
    return most(built)


def _counts(state: GameState, levels: Levels) -> list[range]:
    return [range(steps_of(state, level) + 1) for _, level in levels]


def mortgages(state: GameState) -> int:
    """Return what the Bank lends on all lots of Ann."""
    return sum(lot.mortgage for lot in state.owned(ANN))


def lost(state: GameState) -> int:
    """Return what is lost of the half of all buildings' cost, in the best of all ways."""
    steps = {lot: steps_of(state, held.level) for lot, held in state.lots.items()}
    cost = sum(state.edition.space(lot).house_cost * n for lot, n in steps.items() if n)
    return cost // 2 - most_of_all_sales(state)


def check(state: GameState) -> None:
    """Assert that no sales bring more than is said, and that the way that is shown brings it."""
    assert raisable(state, ANN) - mortgages(state) == most_of_all_sales(state)
    assert can_still_pay(state, ANN)
    assert way_out(state, ANN)
    assert followed(state, ANN).cash(ANN) == raisable(state, ANN)


@given(positions())
@settings(max_examples=60)
def test_no_way_to_sell_brings_more_and_the_one_that_is_shown_as_much(state: GameState) -> None:
    check(state)


TOGETHER: dict[str, Any] = {"hotels_sold_together": True}
APART: dict[str, Any] = {"hotels_sold_together": False}
ANYHOW: dict[str, Any] = {"sell_evenly": False}
SMALL: dict[str, Any] = {"houses_per_hotel": 1}


@pytest.mark.parametrize(
    ("house", "buildings", "houses", "short"),
    [
        # The hotels of a colour: broken up as far as four houses each are there.
        (TOGETHER, {37: 5, 39: 5}, 3, 200),
        (TOGETHER, {37: 5, 39: 5}, 4, 100),
        (TOGETHER, {37: 5, 39: 5}, 8, 0),
        # A single house stays where a hotel stood, and the houses beside it do for that.
        (APART, {37: 5, 39: 5}, 0, 200),
        (APART, {37: 5, 39: 5}, 1, 100),
        (APART, {37: 4, 39: 5}, 0, 0),
        # First the colour that gives houses back, though nothing is lost by it or more.
        (TOGETHER, {37: 5, 3: 4}, 0, 0),
        (TOGETHER, {37: 5, 3: 5, 1: 4}, 0, 25),
        # A hotel is one house and itself: one goes down to it, then the other beside it.
        (APART | SMALL, {6: 5, 8: 5, 9: 5}, 1, 25),
        # Unevenly, one after the other: what is enough for one is enough for all.
        (TOGETHER | ANYHOW, {37: 5, 39: 5}, 3, 200),
        (TOGETHER | ANYHOW, {37: 5, 39: 5}, 4, 0),
        (TOGETHER | ANYHOW, {37: 5, 39: 4}, 0, 0),
        (APART | ANYHOW, {37: 5, 39: 5}, 0, 200),
        (APART | ANYHOW, {37: 5, 39: 5}, 1, 0),
        # Where the Bank may owe its houses, nothing is lost.
        ({"hotel_downgrade_needs_houses": False}, {37: 5, 39: 5}, 0, 0),
    ],
)
def test_hotels_are_broken_up_as_far_as_the_houses_go(
    house: dict[str, Any], buildings: dict[Space, int], houses: int, short: int
) -> None:
    state = owing_all(house | {"hotel_sale_pays": "houses"}, buildings, houses=houses)
    assert lost(state) == short
    check(state)
    state = owing_all(house, buildings, houses=houses)
    assert lost(state) == 0
    check(state)
