"""Selling houses and hotels back to the Bank."""

from collections.abc import Iterator

from companion.game.arithmetic import is_rounded
from companion.game.commands import Sell
from companion.game.events import BuildingsSold, Facts
from companion.game.postings import stock_of
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules import time_limit
from companion.rules.citing import cites
from companion.rules.levels import (
    Levels,
    groups_of,
    level_of,
    own_group,
    steps_on,
    stock_between,
    why_not_these,
)
from companion.rules.play import Outcome, cannot_act, key, refuse, told_by_variants
from companion.rules.registry import rule
from companion.rules.worth import refund_facts, refunds
from companion.words import Money, Seat, Space


@rule("house/sell-when", "house/sell-price", "house/sell-even", "hotel/sell-price", "hotel/worth")
@rule("short/hotel-sell-price", "variant/cheap-hotels-hotel-sell-price")
def sell(state: GameState, command: Sell) -> Outcome:
    """Take buildings back at a share of their price; all of them or none."""
    seat = command.by
    refusal = cannot_act(state, seat) or time_limit.why_closed(state, seat)
    refusal = refusal or why_not_these(state, seat, command.lots)
    if refusal:
        return refusal
    before = {lot: steps_on(state, lot) for lot in groups_of(state, command.lots)}
    after = {lot: steps - command.lots.get(lot, 0) for lot, steps in before.items()}
    for lot, steps in after.items():
        if steps < 0:
            return refuse("bad-command", "house/sell-price", lot=lot, standing=before[lot])
    if state.rules.sell_evenly:
        for lot in command.lots:
            if max(after[other] for other in own_group(state, lot)) - after[lot] > 1:
                because = _why_uneven(state, before, lot, after[lot])
                return refuse("uneven", *because, lot=lot)
    refusal = _why_no_exchange(state, before, after)
    if refusal:
        return refusal
    paid, facts = refunds(state, command.lots), refund_facts(state, command.lots)
    return tuple(
        _sold(state, seat, lot, (before[lot], after[lot]), (paid[lot], facts[lot])) for lot in paid
    )


def _why_uneven(state: GameState, before: Levels, lot: Space, after: int) -> tuple[str, ...]:
    """Return the rules by which a lot may not come down so far, the one that decides first."""
    top = state.rules.houses_per_hotel
    if state.rules.hotels_sold_together:
        alone = before[lot] > top and not after
        return ("hotel/sold-together", "house/sell-even") if alone else ("house/sell-even",)
    beside = any(before[other] > top for other in own_group(state, lot))
    return ("house/sell-even", *(("hotel/sold-together",) if beside else ()))


@rule("shortage/no-exchange", "hotel/no-part-exchange", "hotel/sold-together", "hotel/exchange")
@rule("short/hotel-exchange", "variant/cheap-hotels-hotel-exchange")
def _why_no_exchange(state: GameState, before: Levels, after: Levels) -> Refusal | None:
    """Check that the Bank has the houses for hotels given back; a bare group needs none.

    Where hotels are sold together, each is turned into all its houses or goes with the group.
    """
    if not state.rules.hotel_downgrade_needs_houses:
        return None  # other things stand for the houses, and the Bank owes them to the board
    per_hotel, left = state.rules.houses_per_hotel, state.supply(Unit.HOUSE)
    needed, broken_up = 0, 0
    for lot in after:
        needed += stock_of(level_of(state, after[lot]))[0]
        needed -= stock_of(level_of(state, before[lot]))[0]
        if any(after[member] for member in own_group(state, lot)):
            broken_up += after[lot] <= per_hotel < before[lot]
    in_part = state.rules.hotels_sold_together and broken_up * per_hotel > left
    if needed > left:
        told = ("hotel/exchange", *told_by_variants(state, "hotel-exchange"))
        told = (*told, *(("hotel/no-part-exchange",) if in_part else ()))
        return refuse("no-houses-left", "shortage/no-exchange", *told, houses=left)
    if in_part:
        return refuse("no-houses-left", "hotel/no-part-exchange", houses=left)
    return None


def _sold(
    state: GameState, seat: Seat, lot: Space, steps: tuple[int, int], refund: tuple[Money, Facts]
) -> BuildingsSold:
    (start, to), (paid, facts) = steps, refund
    houses, hotels = stock_between(state, to, start)
    return BuildingsSold(
        seat=seat,
        lot=lot,
        start=state.lots[lot].level,
        to=level_of(state, to),
        paid=paid,
        houses=houses,
        hotels=hotels,
        facts=facts,
        because=key(_price_rule(to, hotels)),
    )


def _price_rule(to: int, hotels: int) -> str:
    """Return the rule that names the price: a hotel sold outright, or houses in its place."""
    if hotels:
        return "hotel/exchange" if to else "hotel/sell-price"
    return "house/sell-price"


@cites(BuildingsSold, "hotel/exchange", "hotel/sell-price", "house/sell-price")
def _told_of_sold(state: GameState, event: BuildingsSold) -> Iterator[str]:
    yield from ("house/sell-when", "house/sell-even", "house/sell-price-basis")
    if event.hotels:
        yield from _told_of_hotel(state, event.to)
    if is_rounded(event.facts):
        yield "house/sell-rounding"


def _told_of_hotel(state: GameState, to: int) -> Iterator[str]:
    """Yield what is said of a hotel that is sold for the houses of level *to*, or outright."""
    yield "hotel/worth"
    if to:
        yield "hotel/sell-price"
    if not to or not state.rules.hotels_sold_together:
        yield "hotel/sold-together"
    yield from told_by_variants(state, "hotel-exchange" if to else "hotel-sell-price")
    if 0 < to < state.rules.houses_per_hotel:
        yield "hotel/no-part-exchange"
