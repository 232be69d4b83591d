"""Building houses and hotels, and selling them back to the Bank."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.game.commands import Build, Sell
from companion.game.events import BuildingsSold, Built
from companion.game.postings import HOTEL, stock_of
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules import timed
from companion.rules.play import (
    Outcome,
    cannot_act,
    is_confined,
    key,
    keys,
    refuse,
    told_by_variants,
)
from companion.rules.registry import rule
from companion.rules.turn import roller
from companion.rules.worth import refund_facts, refunds, steps_of
from companion.words import Money, Seat, Space

Levels = dict[Space, int]
"""Buildings paid for on each lot of a group: a hotel is one step above the last house."""


_SELLING = (
    "house/sell-when",
    "house/sell-even",
    "house/sell-price-basis",
    "house/sell-rounding",
)


@rule("shortage/wishes")
def build(state: GameState, command: Build) -> Outcome:
    """Sell buildings for the lots named; all of them or none."""
    seat, lots = command.by, command.lots
    refusal = cannot_act(state, seat) or timed.why_closed(state)
    refusal = refusal or why_not_lawful(state, seat, lots)
    refusal = refusal or no_supply_for(state, lots)
    if refusal:
        return refusal
    costs = sum(n * state.edition.space(lot).house_cost for lot, n in lots.items())
    if costs > state.cash(seat):
        return refuse("not-enough-cash", "house/cost", amount=costs, cash=state.cash(seat))
    auction = state.auction is not None and state.auction.kind != "lot"
    if auction or any(wish.seat != seat for wish in state.wishes):
        return refuse("unsettled", "shortage/wishes")
    return built(state, seat, lots)


@rule(
    "house/whole-group",
    "house/group-mortgaged",
    "house/in-debt",
    "house/streets-only",
)
def why_not_lawful(
    state: GameState, seat: Seat, lots: Mapping[Space, int], *, whenever: bool = False
) -> Refusal | None:
    """Return why *seat* may not build so much, supply and cash left aside, or None.

    Args:
        state: as it stands.
        seat: who builds.
        lots: how many buildings on each lot.
        whenever: whether the moment does not matter, as for a wish made in time.
    """
    if state.debts_of(seat):
        return refuse("in-debt", "house/in-debt", amount=state.debts_of(seat)[0].amount)
    refusal = _why_not_these(state, seat, lots)
    if refusal:
        return refusal
    for lot in lots:
        if not state.owns_family(seat, lot):
            return refuse("group-incomplete", "house/whole-group", lot=lot)
    for lot in lots:
        blocked = state.rules.build_blocked_by_group_mortgage and state.family_mortgaged(lot)
        if blocked or state.lots[lot].mortgaged:
            return refuse("group-mortgaged", "house/group-mortgaged", lot=lot)
    closed = _why_closed(state, seat, lots, whenever=whenever)
    if closed:
        return closed
    left = left_to_build(state, seat)
    if left is not None and sum(lots.values()) > left:
        return refuse("build-limit", "house/how-many", limit=state.rules.build_limit_per_turn)
    after = {lot: steps_on(state, lot) + lots.get(lot, 0) for lot in _groups(state, lots)}
    return _why_not_so_many(state, {lot: after[lot] for lot in lots}, after)


def built(
    state: GameState, seat: Seat, lots: Mapping[Space, int], *, also: str = "house/how-many"
) -> tuple[Built, ...]:
    """Return the events by which *seat* buys so many buildings at the ordinary price."""
    return tuple(_built(state, seat, lot, count, also) for lot, count in lots.items())


def no_supply_for(state: GameState, lots: Mapping[Space, int]) -> Refusal | None:
    """Return why the Bank cannot sell so many buildings, or None."""
    before = {lot: steps_on(state, lot) for lot in lots}
    return _why_no_supply(state, before, {lot: before[lot] + n for lot, n in lots.items()})


def steps_on(state: GameState, lot: Space) -> int:
    """Return how many buildings were paid for on *lot*."""
    return steps_of(state, state.lots[lot].level)


@rule("house/when", "house/announced-in-gap", "house/after-laps", "house/own-laps", "hotel/when")
def _why_closed(
    state: GameState, seat: Seat, lots: Mapping[Space, int], *, whenever: bool
) -> Refusal | None:
    laps = state.rules.build_after_laps
    if state.players[seat].laps < laps:
        return refuse("build-closed", "house/after-laps", "house/own-laps", laps=laps)
    if is_confined(state, seat) or not (whenever or may_build_now(state, seat)):
        top = state.rules.houses_per_hotel
        hotels = any(steps_on(state, lot) + count > top for lot, count in lots.items())
        return refuse("build-closed", "hotel/when" if hotels else "house/when")
    return None


def may_build_now(state: GameState, seat: Seat) -> bool:
    """Return whether this is a moment at which *seat* may buy buildings.

    An auction of buildings that are scarce belongs to such a moment, and does not end it.
    """
    if not state.under_way:
        return False
    if state.auction is not None and state.auction.kind != "lot":
        state = replace(state, auction=None)
    match state.rules.build_when:
        case "any-time":
            return True
        case "not-while-another-moves":
            return state.turn.seat == seat or not state.move_pending
        case "own-turn-or-gap":
            return state.turn.seat == seat or state.in_gap
        case "once-settled":
            return state.turn.seat == seat or state.nothing_open
        case "before-own-roll":
            return state.in_gap and seat == roller(state) and not state.time_called


@rule("house/how-many")
def left_to_build(state: GameState, seat: Seat) -> int | None:
    """Return how many buildings *seat* may still buy for its turn; None: no limit."""
    limit = state.rules.build_limit_per_turn
    return max(0, limit - state.players[seat].built) if limit else None


@rule("house/four-at-most", "hotel/one-at-most", "house/even", "hotel/after-four-houses")
def _why_not_so_many(state: GameState, raised: Levels, after: Levels) -> Refusal | None:
    """Check the lots that are *raised*; an unevenness there was before is not their fault."""
    top = state.rules.houses_per_hotel + 1
    for lot, steps in raised.items():
        if steps > top:
            return refuse("lot-full", "hotel/one-at-most", lot=lot)
    if state.rules.build_evenly:
        for lot, steps in raised.items():
            if steps - min(after[other] for other in state.edition.family(lot)) > 1:
                because = "hotel/after-four-houses" if steps == top else "house/even"
                slugs = ("ordinary-rules", "houses-per-hotel", "every-lot-first")
                told = told_by_variants(state, *slugs)
                return refuse("uneven", because, *(told if steps == top else ()), lot=lot)
    return None


@rule("shortage/wait", "shortage/hotels", "shortage/houses-must-stand")
def _why_no_supply(state: GameState, before: Levels, after: Levels) -> Refusal | None:
    """Go step by step, lowest first: a hotel gives its houses back only when it stands."""
    houses, hotels = state.supply(Unit.HOUSE), state.supply(Unit.HOTEL)
    per_hotel = state.rules.houses_per_hotel
    for step in sorted(step for lot in after for step in range(before[lot], after[lot])):
        if step == per_hotel:
            hotels -= 1
            houses += per_hotel
            if hotels < 0:
                no_house = told_by_variants(state, "no-fourth-house") if per_hotel < 4 else ()
                return refuse("no-hotels-left", "shortage/hotels", *no_house)
            continue
        houses -= 1
        if houses < 0:
            skipped = any(steps > per_hotel for steps in after.values())
            because = "shortage/houses-must-stand" if skipped else "shortage/wait"
            return refuse("no-houses-left", because)
    return None


@rule("house/cost", "hotel/cost", "house/how-many", "house/choice-of-lot")
def _built(state: GameState, seat: Seat, lot: Space, count: int, also: str) -> Built:
    start = steps_on(state, lot)
    to = start + count
    houses, hotels = _stock_between(state, start, to)
    return Built(
        seat=seat,
        lot=lot,
        start=state.lots[lot].level,
        to=_level_of(state, to),
        cost=count * state.edition.space(lot).house_cost,
        facts={"base": state.edition.space(lot).house_cost, "pieces": count, "from": "deed"},
        houses=houses,
        hotels=hotels,
        because=key("hotel/cost" if hotels else "house/cost"),
        also=keys(*_told_of_built(state, seat, hotels), also),
    )


def _told_of_built(state: GameState, seat: Seat, hotels: int) -> Iterator[str]:
    yield from ("house/even", "house/choice-of-lot", "house/when")
    if state.rules.build_after_laps:
        yield from ("house/after-laps", "house/own-laps")
    if seat != state.turn.seat and state.in_gap:
        yield "house/announced-in-gap"
    if hotels:
        yield from ("hotel/when", "hotel/after-four-houses", "house/four-at-most")
        told = ("ordinary-rules", "houses-per-hotel", "no-fourth-house", "hotel-cost")
        yield from told_by_variants(state, *told)


@rule("house/sell-when", "house/sell-price", "house/sell-even", "hotel/sell-price", "hotel/worth")
def sell(state: GameState, command: Sell) -> Outcome:
    """Take buildings back at a share of their price; all of them or none."""
    seat = command.by
    refusal = cannot_act(state, seat) or timed.why_closed(state, seat)
    refusal = refusal or _why_not_these(state, seat, command.lots)
    if refusal:
        return refusal
    before = {lot: steps_on(state, lot) for lot in _groups(state, command.lots)}
    after = {lot: steps - command.lots.get(lot, 0) for lot, steps in before.items()}
    for lot, steps in after.items():
        if steps < 0:
            return refuse("bad-command", "house/sell-price", lot=lot, standing=before[lot])
    if state.rules.sell_evenly:
        for lot in command.lots:
            if max(after[other] for other in _own_group(state, lot)) - after[lot] > 1:
                return refuse("uneven", "house/sell-even", lot=lot)
    refusal = _why_no_exchange(state, before, after)
    if refusal:
        return refusal
    paid = refunds(state, command.lots)
    told = refund_facts(state, command.lots)
    return tuple(
        replace(_sold(state, seat, lot, (before[lot], after[lot]), paid[lot]), facts=told[lot])
        for lot in paid
    )


@rule("shortage/no-exchange", "hotel/no-part-exchange", "hotel/sold-together", "hotel/exchange")
def _why_no_exchange(state: GameState, before: Levels, after: Levels) -> Refusal | None:
    """Check that the Bank has the houses for hotels given back; a bare group needs none.

    Where hotels are sold together, each is turned into all its houses or goes with the group.
    """
    if not state.rules.hotel_downgrade_needs_houses:
        return None  # other things stand for the houses, and the Bank owes them to the board
    per_hotel, left = state.rules.houses_per_hotel, state.supply(Unit.HOUSE)
    needed, broken_up = 0, 0
    for lot in after:
        if any(after[member] for member in _own_group(state, lot)):
            needed += stock_of(_level_of(state, after[lot]))[0]
            needed -= stock_of(_level_of(state, before[lot]))[0]
            broken_up += after[lot] <= per_hotel < before[lot]
    if needed > left:
        told = ("hotel/exchange", *told_by_variants(state, "hotel-exchange"))
        return refuse("no-houses-left", "shortage/no-exchange", *told, houses=left)
    if state.rules.hotels_sold_together and broken_up * per_hotel > left:
        return refuse("no-houses-left", "hotel/no-part-exchange", houses=left)
    return None


def _sold(
    state: GameState, seat: Seat, lot: Space, steps: tuple[int, int], paid: Money
) -> BuildingsSold:
    start, to = steps
    houses, hotels = _stock_between(state, to, start)
    return BuildingsSold(
        seat=seat,
        lot=lot,
        start=state.lots[lot].level,
        to=_level_of(state, to),
        paid=paid,
        houses=houses,
        hotels=hotels,
        because=key("hotel/sell-price" if hotels else "house/sell-price"),
        also=keys(*_SELLING, *_told_of_hotel(state, to, hotels)),
    )


def _told_of_hotel(state: GameState, to: int, hotels: int) -> Iterator[str]:
    if not hotels:
        return
    yield "hotel/worth"
    if to:
        yield "hotel/exchange"
    if not to or not state.rules.hotels_sold_together:
        yield "hotel/sold-together"
    yield from told_by_variants(state, "hotel-exchange" if to else "hotel-sell-price")
    if 0 < to < state.rules.houses_per_hotel:
        yield "hotel/no-part-exchange"


def _why_not_these(state: GameState, seat: Seat, lots: Mapping[Space, int]) -> Refusal | None:
    for lot in lots:
        if lot not in state.lots or state.edition.space(lot).kind != "street":
            return refuse("no-such-lot", "house/streets-only", lot=lot)
    for lot in lots:
        if state.lots[lot].owner != seat:
            return refuse("not-yours", "house/whole-group", lot=lot)
    return None


def _groups(state: GameState, lots: Mapping[Space, int]) -> tuple[Space, ...]:
    """Return all lots of all groups that the lots named belong to, in board order."""
    return tuple(sorted({member for lot in lots for member in state.edition.family(lot)}))


def _own_group(state: GameState, lot: Space) -> tuple[Space, ...]:
    """Return the lots of the group of *lot* that have the same owner: mostly all of them."""
    owner = state.lots[lot].owner
    return tuple(other for other in state.edition.family(lot) if state.lots[other].owner == owner)


def _level_of(state: GameState, steps: int) -> int:
    return HOTEL if steps > state.rules.houses_per_hotel else steps


def _stock_between(state: GameState, low: int, high: int) -> tuple[int, int]:
    """Return the houses and hotels that stand at *high* steps more than at *low*."""
    top, bottom = stock_of(_level_of(state, high)), stock_of(_level_of(state, low))
    return top[0] - bottom[0], top[1] - bottom[1]
