"""What a built-in player does with its lots: builds, redeems, and raises money."""

from collections.abc import Iterator

from companion.bots.values import reserve_of, whole_groups
from companion.game import commands as c
from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules import decide
from companion.rules.asked import permits
from companion.words import Money, Seat, Space

RICH = 3  # times the reserve: enough to pay mortgages back
SHORT = ("no-houses-left", "no-hotels-left", "unsettled")  # why one may only wish to build

Group = tuple[Space, ...]


def improving(state: GameState, seat: Seat) -> c.AnyCommand | None:
    """Return what makes one's lots earn more and leaves the reserve, or None."""
    spare = state.cash(seat) - reserve_of(state, seat)
    if spare <= 0:
        return None
    return _building(state, seat, spare) or _redeeming(state, seat)


# ---- building


def _building(state: GameState, seat: Seat, spare: Money) -> c.Build | c.Want | None:
    """Return a round of buildings for the dearest group that can be paid for, or a wish."""
    groups = [g for g in whole_groups(state, seat) if _unfinished(state, g, spare)]
    if not groups:
        return None
    for group in reversed(groups):
        affordable = spare // state.edition.space(group[0]).house_cost
        levels = {lot: state.lots[lot].level for lot in group}
        lowest = min(levels.values())
        lots = [lot for lot in group if levels[lot] == lowest]
        command = _round(state, seat, lots[:affordable])
        if command is not None:
            return command
    return None


def _unfinished(state: GameState, group: Group, spare: Money) -> bool:
    """Return whether something is missing on a group that could be paid for."""
    if state.edition.space(group[0]).house_cost > spare:
        return False
    lots = [state.lots[lot] for lot in group]
    return any(lot.level < HOTEL for lot in lots) and not any(lot.mortgaged for lot in lots)


def _round(state: GameState, seat: Seat, lots: list[Space]) -> c.Build | c.Want | None:
    """Return one building more for each of *lots*, for fewer, or a wish while there are few."""
    while lots:
        wanted = dict.fromkeys(lots, 1)
        outcome = decide(state, command := c.Build(by=seat, lots=wanted))
        if not isinstance(outcome, Refusal):
            return command
        if outcome.code in SHORT and _may_wish(state, seat):
            wish = c.Want(by=seat, lots=wanted)
            return None if isinstance(decide(state, wish), Refusal) else wish
        lots = lots[:-1]
    return None


def _may_wish(state: GameState, seat: Seat) -> bool:
    return state.wish_of(seat) is None and any(map(state.supply, (Unit.HOUSE, Unit.HOTEL)))


# ---- mortgages


def _redeeming(state: GameState, seat: Seat) -> c.Redeem | None:
    """Return the redemption of one lot, of a whole group first."""
    spare = state.cash(seat) - RICH * reserve_of(state, seat)
    if spare <= 0 or not any(lot.mortgaged and lot.owner == seat for lot in state.lots.values()):
        return None
    grouped = {lot for group in whole_groups(state, seat) for lot in group}
    affordable = [p for p in permits(state, seat, "redeem") if (p.amount or 0) <= spare]
    lots = sorted((p.lot not in grouped, -p.lot) for p in affordable if p.lot is not None)
    return c.Redeem(by=seat, lots=(Space(-lots[0][1]),)) if lots else None


def raising(state: GameState, seat: Seat) -> c.AnyCommand | None:
    """Return what brings money and hurts least: lone lots, then buildings, then whole groups."""
    grouped = {lot for group in whole_groups(state, seat) for lot in group}
    pledged = None
    for permit in permits(state, seat, "mortgage"):
        assert permit.lot is not None
        if permit.lot not in grouped:
            return c.Mortgage(by=seat, lots=(permit.lot,))
        pledged = pledged or permit.lot
    for permit in permits(state, seat, "sell"):
        assert permit.lot is not None
        return c.Sell(by=seat, lots={permit.lot: 1})
    if pledged is not None:
        return c.Mortgage(by=seat, lots=(pledged,))
    sales = (c.Sell(by=seat, lots=lots) for lots in _larger_sales(state, seat))
    return next((s for s in sales if not isinstance(decide(state, s), Refusal)), None)


def _larger_sales(state: GameState, seat: Seat) -> Iterator[dict[Space, int]]:
    """Yield what may be sold only together: a step of a whole group, or all that stands on it."""
    top = state.rules.houses_per_hotel + 1
    for group in whole_groups(state, seat):
        steps = {lot: min(state.lots[lot].level, top) for lot in group if state.lots[lot].level}
        if steps:
            yield dict.fromkeys(steps, 1)
            yield steps
