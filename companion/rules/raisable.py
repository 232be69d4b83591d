"""What a player could still raise, and the sales by which buildings bring the most.

Where a hotel that is sold outright brings nothing for itself, it had better be broken up first. How
many can be, hangs on the houses that the Bank has, and so on which group is sold first.
"""

from collections.abc import Sequence
from functools import cache

import msgspec

from companion.editions.model import BoardSpace
from companion.editions.parameters import Parameters
from companion.game.commands import Sell
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules.levels import steps_on
from companion.rules.registry import rule
from companion.rules.worth import brought_by
from companion.words import Money, Seat, Space

Group = tuple[Space, ...]


class BuiltGroup(msgspec.Struct, frozen=True):
    """What one owner has built on one group."""

    hotels: tuple[Space, ...]
    houses: dict[Space, int]
    cost: Money  # of each of them

    @property
    def supply(self) -> int:
        """How many houses it gives back."""
        return sum(self.houses.values())

    def lost(self, broken_up: int) -> Money:
        """Return what the hotels cost for which the Bank pays nothing, if so many are not lost."""
        return self.cost * (len(self.hotels) - broken_up)


@rule("bankruptcy/means-first")
def raisable(state: GameState, seat: Seat) -> Money:
    """Return what selling all buildings and mortgaging all lots would bring, cash not counted."""
    mortgages, cost = 0, 0
    for lot in state.owned(seat):
        if state.lots[lot.index].level:
            cost += lot.house_cost * steps_on(state, lot.index)
        if _could_be_mortgaged(state, seat, lot):
            mortgages += lot.mortgage
    if not cost:
        return mortgages
    lost = _best_order(state, _built_by(state, seat))[0] if pays_for_houses(state) else 0
    return mortgages + brought_by(state, cost - lost)


def _could_be_mortgaged(state: GameState, seat: Seat, lot: BoardSpace) -> bool:
    """Return whether the Bank would lend on a lot, once *seat* had sold all buildings."""
    if state.lots[lot.index].mortgaged:
        return False
    if state.rules.mortgage_requires_clear == "lot" or not lot.house_cost:
        return True
    if not state.family_built(lot.index):
        return True
    group = [state.lots[member] for member in state.edition.family(lot.index)]
    return all(not held.level or held.owner == seat for held in group)


def pays_for_houses(state: GameState) -> bool:
    """Return whether a hotel sold outright brings nothing for itself."""
    return state.rules.hotel_sale_pays == "houses"


def best_sale(state: GameState, seat: Seat) -> Sell | None:
    """Return the next of the sales by which all buildings bring the most; None without any."""
    rules, groups = state.rules, _built_by(state, seat)
    if not groups:
        return None
    group = groups[_best_order(state, groups)[1]]
    houses = {lot: steps for one in groups for lot, steps in one.houses.items()}
    if not rules.sell_evenly and houses:
        return Sell(by=seat, lots=houses)
    one_down, to_one_house = broken_up(rules, group, _supply(state))
    if one_down:
        if not rules.sell_evenly:
            return Sell(by=seat, lots={group.hotels[0]: rules.houses_per_hotel})
        return Sell(by=seat, lots=dict.fromkeys(group.hotels[:one_down], 1))
    kept = group.hotels[:to_one_house]
    steps = {lot: rules.houses_per_hotel + (lot not in kept) for lot in group.hotels}
    return Sell(by=seat, lots=steps | group.houses)


def broken_up(rules: Parameters, group: BuiltGroup, supply: int) -> tuple[int, int]:
    """Return how many hotels of a group can go by way of houses, the Bank having *supply*.

    First those that go one step down, to all their houses; then, with the rest of the group, those
    in whose place a single house stays, for which the houses sold beside them do.
    """
    hotels, per_hotel = len(group.hotels), rules.houses_per_hotel
    if not rules.hotel_downgrade_needs_houses:
        return hotels, 0
    if not rules.sell_evenly:  # one after the other, and each gives its houses back
        enough = per_hotel if rules.hotels_sold_together else 1
        return (hotels if supply >= enough else 0), 0
    one_down = min(hotels, supply // per_hotel)
    if rules.hotels_sold_together:
        return one_down, 0
    return one_down, min(hotels - one_down, supply + group.supply)


def _supply(state: GameState) -> int:
    return max(0, state.supply(Unit.HOUSE))


def _built_by(state: GameState, seat: Seat) -> tuple[BuiltGroup, ...]:
    """Return what *seat* has built, group by group in board order."""
    groups = (_on(state, seat, group) for group in state.edition.street_groups)
    return tuple(one for one in groups if one.hotels or one.houses)


def _on(state: GameState, seat: Seat, group: Group) -> BuiltGroup:
    steps = {lot: steps_on(state, lot) for lot in group if state.lots[lot].owner == seat}
    hotels = tuple(lot for lot, n in steps.items() if n > state.rules.houses_per_hotel)
    houses = {lot: n for lot, n in steps.items() if n and lot not in hotels}
    return BuiltGroup(hotels, houses, state.edition.space(group[0]).house_cost)


def _best_order(state: GameState, groups: Sequence[BuiltGroup]) -> tuple[Money, int]:
    """Return what hotels cost that bring nothing for themselves, and which group is sold first.

    Each group that is sold gives its houses back, so one by which nothing is lost goes at once; of
    the others any may be the first.
    """
    rules, whole = state.rules, frozenset(range(len(groups)))
    all_houses = sum(group.supply for group in groups)
    in_hand = _supply(state) + (0 if rules.sell_evenly else all_houses)

    @cache
    def least(left: frozenset[int]) -> tuple[Money, int]:
        given_back = sum(groups[n].supply for n in whole - left) if rules.sell_evenly else 0
        ways = []
        for first in sorted(left):
            saved = sum(broken_up(rules, groups[first], in_hand + given_back))
            lost = groups[first].lost(saved)
            if not lost:
                return least(left - {first})[0], first
            ways.append((lost, first))
        return min(((lost + least(left - {n})[0], n) for lost, n in ways), default=(0, 0))

    return least(whole)
