"""How a debtor raises money: what may be sold and mortgaged, what hurts least first."""

from collections.abc import Iterator

import msgspec

from companion.game import commands as c
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.rules import Play, played
from companion.rules.asked import permits
from companion.rules.bankruptcy import can_still_pay
from companion.rules.raisable import best_sale, pays_for_houses
from companion.rules.worth import owed
from companion.words import Money, Seat, Space

Group = tuple[Space, ...]


class RaisingStep(msgspec.Struct, frozen=True):
    """One thing to sell or mortgage, and what it brings."""

    command: c.Mortgage | c.Sell
    brings: Money


def way_out(state: GameState, seat: Seat) -> tuple[RaisingStep, ...]:
    """Return how *seat* could raise what is owed, step by step; nothing if that is impossible."""
    steps: list[RaisingStep] = []
    now = state
    while owed(now, seat) > now.cash(seat):
        tries = ((command, played(now, command)) for command in _gently(now, seat))
        command, play = next((one for one in tries if isinstance(one[1], Play)), (None, None))
        if command is None or not isinstance(play, Play):
            return ()
        steps.append(RaisingStep(command, play.state.cash(seat) - now.cash(seat)))
        now = play.state
    return tuple(_needed(steps, now.cash(seat) - owed(now, seat)))


def _gently(state: GameState, seat: Seat) -> Iterator[c.Mortgage | c.Sell]:
    """Yield the same as `raising`, one deed a command, and of lone lots the cheapest first."""
    grouped = {lot for group in whole_groups(state, seat) for lot in group}
    lone = _bare(state, seat, without=grouped)
    for lot in sorted(lone, key=lambda lot: state.edition.space(lot).mortgage):
        yield c.Mortgage(by=seat, lots=(lot,))
    for command in raising(state, seat):
        if isinstance(command, c.Mortgage):
            yield c.Mortgage(by=command.by, lots=command.lots[:1])
        else:
            yield command


def _needed(steps: list[RaisingStep], spare: Money) -> Iterator[RaisingStep]:
    """Yield the steps without those mortgages that the later ones have made superfluous."""
    for step in steps:
        if isinstance(step.command, c.Mortgage) and step.brings <= spare:
            spare -= step.brings
        else:
            yield step


def raising(state: GameState, seat: Seat) -> Iterator[c.Mortgage | c.Sell]:
    """Yield what brings money and hurts least: lone lots, then buildings, then whole groups.

    Where a hotel sold outright brings less, nothing after which a debt could no longer be paid.
    """
    if not pays_for_houses(state):
        yield from _whatever(state, seat)
        return
    covered = can_still_pay(state, seat)
    for command in _whatever(state, seat):
        if not (covered and _brings_too_little(state, command)):
            yield command
    if (best := best_sale(state, seat)) is not None:
        yield best


def _brings_too_little(state: GameState, command: c.Mortgage | c.Sell) -> bool:
    """Return whether what is owed could not be paid any more after a sale."""
    play = played(state, command) if isinstance(command, c.Sell) else None
    return isinstance(play, Play) and not can_still_pay(play.state, command.by)


def _whatever(state: GameState, seat: Seat) -> Iterator[c.Mortgage | c.Sell]:
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
    for number in _bare(state, seat, without=without):
        if missing > 0:
            lots.append(number)
            missing -= state.edition.space(number).mortgage
    if lots:
        yield c.Mortgage(by=seat, lots=tuple(lots))


def _bare(state: GameState, seat: Seat, *, without: set[Space]) -> Iterator[Space]:
    """Yield the lots that could be mortgaged, in board order."""
    for number, lot in state.lots.items():
        free = lot.owner == seat and not lot.mortgaged and number not in without
        if free and not state.family_built(number):
            yield number


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


def whole_groups(state: GameState, seat: Seat) -> list[tuple[Space, ...]]:
    """Return the groups of streets that are all *seat*'s, in board order."""
    lots, groups = state.lots, []
    for group in state.edition.street_groups:
        if lots[group[0]].owner != seat or lots[group[-1]].owner != seat:
            continue
        for lot in group[1:-1]:
            if lots[lot].owner != seat:
                break
        else:
            groups.append(group)
    return groups
