"""Building houses and hotels: where, when and how many."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.game.commands import Build
from companion.game.events import Built
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.ledger.entries import Unit
from companion.rules import time_limit
from companion.rules.citing import cites
from companion.rules.levels import (
    Levels,
    groups_of,
    level_of,
    steps_on,
    stock_between,
    why_not_these,
)
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
from companion.words import Seat, Space


@rule("shortage/wishes")
def build(state: GameState, command: Build) -> Outcome:
    """Sell buildings for the lots named; all of them or none."""
    seat, lots = command.by, command.lots
    refusal = cannot_act(state, seat) or time_limit.why_closed(state)
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
    events = built(state, seat, lots)
    if not _takes_the_last(state, events):
        return events
    return built(state, seat, lots, also=("house/how-many", "shortage/no-rival"))


@rule("shortage/no-rival")
def _takes_the_last(state: GameState, events: Sequence[Built]) -> bool:
    """Return whether the Bank has no house, or no hotel, left after these were bought."""
    for unit, bought in (
        (Unit.HOUSE, sum(event.houses for event in events)),
        (Unit.HOTEL, sum(event.hotels for event in events)),
    ):
        if bought > 0 and state.supply(unit) == bought:
            return True
    return False


@rule("house/whole-group", "house/group-mortgaged", "house/in-debt")
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
    refusal = why_not_these(state, seat, lots)
    if refusal:
        return refusal
    for lot in lots:
        if not state.owns_family(seat, lot):
            stay = ("sale/buildings-stay",) if state.family_built(lot) else ()
            return refuse("group-incomplete", "house/whole-group", *stay, lot=lot)
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
    after = {lot: steps_on(state, lot) + lots.get(lot, 0) for lot in groups_of(state, lots)}
    return _why_not_so_many(state, {lot: after[lot] for lot in lots}, after)


def built(
    state: GameState,
    seat: Seat,
    lots: Mapping[Space, int],
    *,
    also: tuple[str, ...] = ("house/how-many",),
) -> tuple[Built, ...]:
    """Return the events by which *seat* buys so many buildings at the ordinary price."""
    return tuple(_built(state, seat, lot, count, also) for lot, count in lots.items())


def no_supply_for(state: GameState, lots: Mapping[Space, int]) -> Refusal | None:
    """Return why the Bank cannot sell so many buildings, or None."""
    before = {lot: steps_on(state, lot) for lot in lots}
    return _why_no_supply(state, before, {lot: before[lot] + n for lot, n in lots.items()})


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
        gap = ("house/announced-in-gap",) if seat != state.turn.seat else ()
        return refuse("build-closed", "hotel/when" if hotels else "house/when", *gap)
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
@rule("timed/ordinary-rules", "variant/deal-two-ordinary-rules")
@rule("variant/cheap-hotels-every-lot-first")
def _why_not_so_many(state: GameState, raised: Levels, after: Levels) -> Refusal | None:
    """Check the lots that are *raised*; an unevenness there was before is not their fault."""
    top = state.rules.houses_per_hotel + 1
    for lot, steps in raised.items():
        if steps > top:
            return refuse("lot-full", "hotel/one-at-most", lot=lot)
    if state.rules.build_evenly:
        for lot, steps in raised.items():
            if steps - min([after[other] for other in state.edition.family(lot)]) > 1:
                because = "hotel/after-four-houses" if steps == top else "house/even"
                slugs = ("ordinary-rules", "houses-per-hotel", "every-lot-first")
                told = ["house/choice-of-lot"]
                if steps == top:
                    told = ["house/four-at-most", *told_by_variants(state, *slugs)]
                return refuse("uneven", because, *told, lot=lot)
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
@rule(
    "short/houses-per-hotel",
    "short/no-fourth-house",
    "variant/cheap-hotels-houses-per-hotel",
    "variant/cheap-hotels-hotel-cost",
    "variant/cheap-hotels-no-fourth-house",
)
def _built(state: GameState, seat: Seat, lot: Space, count: int, also: tuple[str, ...]) -> Built:
    start, price = steps_on(state, lot), state.edition.space(lot).house_cost
    to = start + count
    houses, hotels = stock_between(state, start, to)
    return Built(
        seat=seat,
        lot=lot,
        start=state.lots[lot].level,
        to=level_of(state, to),
        cost=count * price,
        facts={"base": price, "pieces": count, "from": "deed"},
        houses=houses,
        hotels=hotels,
        because=key("hotel/cost" if hotels else "house/cost"),
        also=keys(*also),
    )


@cites(Built, "house/cost", "hotel/cost")
def _told_of_built(state: GameState, event: Built) -> Iterator[str]:
    yield from ("house/whole-group", "house/even", "house/choice-of-lot", "house/when")
    yield "bank/owns-the-unsold"
    if state.rules.build_after_laps:
        yield from ("house/after-laps", "house/own-laps")
    if event.seat != state.turn.seat and state.in_gap:
        yield "house/announced-in-gap"
    if event.hotels:
        yield from ("hotel/when", "hotel/after-four-houses", "house/four-at-most")
        yield "shortage/houses-must-stand"
        slugs = ("ordinary-rules", "houses-per-hotel", "no-fourth-house", "hotel-cost")
        yield from told_by_variants(state, *slugs)
