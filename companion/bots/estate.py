"""What a built-in player does with its lots: builds and redeems.

Each yields commands, the best first: the referee takes the first that it allows.
"""

from collections.abc import Iterator

from companion.bots.values import reserve_of
from companion.game import commands as c
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules.means import Group, whole_groups
from companion.words import Money, Seat

RICH = 3  # times the reserve: enough to pay mortgages back


def improving(state: GameState, seat: Seat) -> Iterator[c.AnyCommand]:
    """Yield buildings on one's whole groups, the dearest group first, that leave the reserve."""
    spare = state.cash(seat) - reserve_of(state, seat)
    if spare > 0:
        for group in reversed(whole_groups(state, seat)):
            yield from _building(state, seat, group, spare)


# ---- building


def _building(
    state: GameState, seat: Seat, group: Group, spare: Money
) -> Iterator[c.Build | c.Want]:
    """Yield one building more on each of the lowest lots, or on as many as can be paid for."""
    cost = state.edition.space(group[0]).house_cost
    if cost > spare:
        return
    levels = {lot: state.lots[lot].level for lot in group}
    lowest = min(levels.values())
    if lowest == HOTEL or state.family_mortgaged(group[0]):
        return
    lots = [lot for lot, level in levels.items() if level == lowest][: spare // cost]
    hotel = lowest == state.rules.houses_per_hotel
    supply = state.supply(Unit.HOTEL if hotel else Unit.HOUSE)
    if supply < len(lots) or state.wishes:
        if supply and state.wish_of(seat) is None:
            yield c.Want(by=seat, lots=dict.fromkeys(lots, 1))
        return
    for count in range(len(lots), 0, -1):
        yield c.Build(by=seat, lots=dict.fromkeys(lots[:count], 1))


# ---- mortgages


def redeeming(state: GameState, seat: Seat) -> Iterator[c.Redeem]:
    """Yield the redemption of one lot, of a whole group first, by who is rich."""
    spare = state.cash(seat) - (1 + RICH) * reserve_of(state, seat)
    if spare <= 0:
        return
    grouped = {lot for group in whole_groups(state, seat) for lot in group}
    mortgaged = [n for n, lot in state.lots.items() if lot.mortgaged and lot.owner == seat]
    for lot in sorted(mortgaged, key=lambda lot: lot not in grouped):
        if 2 * state.edition.space(lot).mortgage <= spare:
            yield c.Redeem(by=seat, lots=(lot,))
