"""What a built-in player does with its lots: builds, redeems, and raises money.

Each yields commands, the best first: the referee takes the first that it allows.
"""

from collections.abc import Iterator

from companion.bots.values import reserve_of, whole_groups
from companion.game import commands as c
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules.asked import permits
from companion.rules.worth import owed
from companion.words import Money, Seat, Space

RICH = 3  # times the reserve: enough to pay mortgages back

Group = tuple[Space, ...]


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


def raising(state: GameState, seat: Seat) -> Iterator[c.AnyCommand]:
    """Yield what brings money and hurts least: lone lots, then buildings, then whole groups."""
    missing = owed(state, seat) - state.cash(seat)
    groups = whole_groups(state, seat)
    grouped = {lot for group in groups for lot in group}
    yield from _pledging(state, seat, missing, without=grouped)
    for group in groups:
        yield from _selling(state, seat, group, missing)
    yield from _pledging(state, seat, missing, without=set())
    for permit in permits(state, seat, "mortgage", "sell"):
        assert permit.lot is not None
        if permit.do == "mortgage":
            yield c.Mortgage(by=seat, lots=(permit.lot,))
        else:
            yield c.Sell(by=seat, lots=dict(permit.lots) or {permit.lot: 1})


def _pledging(
    state: GameState, seat: Seat, missing: Money, *, without: set[Space]
) -> Iterator[c.Mortgage]:
    """Yield the mortgages of as many bare lots as it takes, in board order."""
    lots: list[Space] = []
    for number, lot in state.lots.items():
        if lot.owner != seat or lot.mortgaged or number in without or missing <= 0:
            continue
        if not state.family_built(number):
            lots.append(number)
            missing -= state.edition.space(number).mortgage
    if lots:
        yield c.Mortgage(by=seat, lots=tuple(lots))


def _selling(state: GameState, seat: Seat, group: Group, missing: Money) -> Iterator[c.Sell]:
    """Yield one step of as many of the highest lots as it takes, of all, or all that stands."""
    levels = {lot: state.lots[lot].level for lot in group}
    highest = max(levels.values())
    if not highest:
        return
    lots = [lot for lot in group if levels[lot] == highest]
    brings = int(state.edition.space(group[0]).house_cost * state.rules.sell_price_ratio)
    enough = 1 + missing // max(1, brings)
    yield c.Sell(by=seat, lots=dict.fromkeys(lots[:enough], 1))
    yield c.Sell(by=seat, lots=dict.fromkeys(lots, 1))
    top = state.rules.houses_per_hotel + 1
    steps = {lot: top if level == HOTEL else level for lot, level in levels.items() if level}
    yield c.Sell(by=seat, lots=steps)
