"""Wishes for buildings while the Bank is short of them, and the auctions that decide."""

from collections.abc import Iterator, Mapping
from typing import Literal

from companion.game.apply import apply
from companion.game.commands import Bid, Want
from companion.game.events import (
    AuctionClosed,
    BidVoided,
    BuildingAuctionOpened,
    Built,
    Wished,
    WishLapsed,
)
from companion.game.postings import HOTEL, stock_of
from companion.game.refusals import Refusal
from companion.game.state import Auction, GameState, Wish
from companion.ledger.entries import Unit
from companion.rules.building import (
    built,
    left_to_build,
    may_build_now,
    no_supply_for,
    why_not_lawful,
)
from companion.rules.citing import cites
from companion.rules.levels import steps_on
from companion.rules.play import Outcome, Play, cannot_act, key, keys, refuse
from companion.rules.registry import rule
from companion.rules.time_limit import why_closed
from companion.words import Money, Seat, Space

Kind = Literal["house", "hotel"]
KINDS: tuple[Kind, ...] = ("house", "hotel")
_TOLD_OF_HOTELS = ("shortage/hotels", "hotel/after-four-houses")
UNITS: Mapping[Kind, Unit] = {"house": Unit.HOUSE, "hotel": Unit.HOTEL}


@rule("shortage/wishes")
def want(state: GameState, command: Want) -> Outcome:
    """Note what a player would like to build; without lots, take it back."""
    seat = command.by
    refusal = cannot_act(state, seat) or why_closed(state)
    if refusal:
        return refusal
    if state.auction is not None and state.auction.kind != "lot":
        return refuse("unsettled", "shortage/wishes")
    if not command.lots:
        if state.wish_of(seat) is None:
            return refuse("bad-command", "shortage/wishes")
        return (WishLapsed(seat=seat, because=key("shortage/wishes")),)
    wished = Wished(seat=seat, lots=tuple(command.lots.items()), because=key("shortage/wishes"))
    refusal = why_not_lawful(state, seat, command.lots)
    if refusal and refusal.code == "build-closed" and _rivals_builder(state, wished):
        refusal = why_not_lawful(state, seat, command.lots, whenever=True)
    return refusal or (wished,)


# ---- when there is a rival


@rule("shortage/wishes")
def _rivals_builder(state: GameState, wished: Wished) -> bool:
    """Return whether a wish contests what somebody whose moment it is would like to build."""
    if not state.in_gap or not any(may_build_now(state, wish.seat) for wish in state.wishes):
        return False
    if any(lot not in state.lots for lot, _ in wished.lots):
        return False
    return _contested(apply(state, wished)) is not None


@rule("shortage/auction", "shortage/one-at-a-time", "shortage/bidders", "shortage/hotels")
def open_contested(play: Play) -> bool:
    """Auction the next building that two or more players together want; return whether one is."""
    contested = _contested(play.state)
    if contested is None:
        return False
    kind, lot = contested
    bidders = tuple(s for s in play.state.playing if _place_of(play.state, s, kind))
    because = key("shortage/auction")
    play.tell(BuildingAuctionOpened(kind=kind, lot=lot, bidders=bidders, because=because))
    return True


@cites(BuildingAuctionOpened)
def _opened(_state: GameState, event: BuildingAuctionOpened) -> Iterator[str]:
    yield from ("shortage/one-at-a-time", "shortage/wishes", "shortage/bidders")
    yield from _TOLD_OF_HOTELS if event.kind == "hotel" else ()


def _contested(state: GameState) -> tuple[Kind, Space] | None:
    """Return what is wanted by several who together want more than there is, and for which lot.

    Who could not put up the next one just now is no rival for it.
    """
    if len(state.wishes) < 2:
        return None
    for kind in KINDS:
        supply = state.supply(UNITS[kind])
        wanted = {wish.seat: _count(state, wish, kind) for wish in state.wishes}
        places = {seat: _wished_place(state, seat, kind) for seat, count in wanted.items() if count}
        lots = {seat: lot for seat, lot in places.items() if lot is not None}
        if supply > 0 and len(lots) > 1 and sum(wanted[seat] for seat in lots) > supply:
            return kind, next(iter(lots.values()))
    return None


def _count(state: GameState, wish: Wish, kind: Kind) -> int:
    """Return how many houses or hotels a wish comes to, as far as its player may still build."""
    top = state.rules.houses_per_hotel
    levels = ((steps_on(state, lot), count) for lot, count in wish.lots)
    hotels = sum(start + count > top for start, count in levels)
    wanted = hotels if kind == "hotel" else sum(count for _, count in wish.lots) - hotels
    left = left_to_build(state, wish.seat)
    return wanted if left is None else min(wanted, left)


def _next_kind(state: GameState, lot: Space) -> Kind:
    return "hotel" if steps_on(state, lot) >= state.rules.houses_per_hotel else "house"


def may_stand(state: GameState, seat: Seat, lot: Space, kind: Kind) -> bool:
    """Return whether *seat* could lawfully put a building of this *kind* on *lot* just now."""
    if _next_kind(state, lot) != kind:
        return False
    return why_not_lawful(state, seat, {lot: 1}, whenever=True) is None


def _wished_place(state: GameState, seat: Seat, kind: Kind) -> Space | None:
    """Return the first lot that a player wants such a building for and could put it on."""
    wish = state.wish_of(seat)
    lots = (lot for lot, _ in wish.lots) if wish else ()
    return next((lot for lot in lots if may_stand(state, seat, lot, kind)), None)


def _place_of(state: GameState, seat: Seat, kind: Kind) -> Space | None:
    """Return some lot on which a player could put such a building."""
    streets = (lot.index for lot in state.owned(seat) if lot.kind == "street")
    return next((lot for lot in streets if may_stand(state, seat, lot, kind)), None)


# ---- bids and the hammer


@rule("shortage/opening-bid")
def place_of_bid(state: GameState, auction: Auction, command: Bid) -> Space | Refusal:
    """Return the lot that a bid in an auction of buildings is for, or why there is none."""
    assert auction.kind != "lot"
    seat = command.by
    if command.lots:
        lot = next(iter(command.lots))
        refusal = why_not_lawful(state, seat, {lot: 1}, whenever=True)
        if refusal:
            return refusal
        if command.lots != {lot: 1} or _next_kind(state, lot) != auction.kind:
            return refuse("bad-command", "shortage/one-at-a-time", lot=lot)
        return lot
    wished = _wished_place(state, seat, auction.kind)
    if wished is not None:
        return wished
    if _place_of(state, seat, auction.kind) is None:
        return refuse("not-a-bidder", "shortage/bidders")
    return refuse("bad-command", "shortage/one-at-a-time", wanted="lots")


def opening_price(state: GameState, lot: Space) -> Money:
    """Return the least that may be bid for a building on *lot*."""
    if state.rules.building_auction_from_price:
        return state.edition.space(lot).house_cost
    return state.rules.auction_opening_bid


def bid_place(state: GameState, auction: Auction, seat: Seat) -> Space | None:
    """Return the lot that a bid of *seat* would be for: as wished, else any that is possible."""
    assert auction.kind != "lot"
    wished = _wished_place(state, seat, auction.kind)
    return wished if wished is not None else _place_of(state, seat, auction.kind)


def why_void(state: GameState, auction: Auction) -> str | None:
    """Return the rule by which nobody can have the building on offer, or not its leader."""
    assert auction.kind != "lot"
    if state.supply(UNITS[auction.kind]) < 1:
        return "shortage/no-exchange"
    lot, leader = auction.lot, auction.leader
    fits = leader is None or may_stand(state, leader, lot, auction.kind)
    return None if fits else "shortage/one-at-a-time"


@rule("shortage/no-rival")
def hammer_building(state: GameState, auction: Auction) -> Play:
    """Let the leader have the building on the lot named; without a bid all wishes lapse."""
    assert auction.kind != "lot"
    play = Play(state)
    lot, leader = auction.lot, auction.leader
    void = why_void(state, auction)
    if void == "shortage/no-exchange":
        return _hammer_nothing(play, auction)
    if void and leader is not None:
        play.tell(BidVoided(seat=leader, because=key(void)))
        return play
    because = key("shortage/auction")
    also = () if leader is not None else keys("auction/no-bid")
    closed = AuctionClosed(lot=lot, leader=leader, price=auction.price, because=because, also=also)
    play.tell(closed)
    if leader is None:
        _drop_wishes(play)
        return play
    start = state.lots[lot].level
    to = HOTEL if auction.kind == "hotel" else start + 1
    houses, hotels = (new - old for new, old in zip(stock_of(to), stock_of(start), strict=True))
    play.tell(
        Built(
            seat=leader,
            lot=lot,
            start=start,
            to=to,
            cost=auction.price,
            facts={"base": auction.price, "from": "bid"},
            houses=houses,
            hotels=hotels,
            because=key("shortage/one-at-a-time"),
        )
    )
    return play


@cites(Built, "shortage/one-at-a-time")
def _built(_state: GameState, event: Built) -> Iterator[str]:
    yield from ("shortage/auction", "shortage/opening-bid")
    yield from _TOLD_OF_HOTELS if event.to == HOTEL else ()


@rule("shortage/no-exchange")
def _hammer_nothing(play: Play, auction: Auction) -> Play:
    """End an auction of what the Bank has no more: it stands in the place of hotels sold back."""
    because = key("shortage/no-exchange")
    if auction.leader is not None:
        play.tell(BidVoided(seat=auction.leader, because=because))
    play.tell(AuctionClosed(lot=auction.lot, leader=None, price=0, because=because))
    _drop_wishes(play)
    return play


def _drop_wishes(play: Play) -> None:
    for wish in play.state.wishes:
        play.tell(WishLapsed(seat=wish.seat, because=key("shortage/wishes")))


# ---- without a rival


@rule("shortage/no-rival")
def grant(play: Play) -> None:
    """Sell what is wished at the ordinary price, as far as supply and cash go; the rest lapses."""
    for wish in play.state.wishes:
        for lot in _steps(play.state, wish):
            if _may_have(play.state, wish.seat, lot):
                one = built(play.state, wish.seat, {lot: 1}, also=("shortage/no-rival",))
                play.tell_all(one)
        if play.state.wish_of(wish.seat) is not None:
            play.tell(WishLapsed(seat=wish.seat, because=key("shortage/no-rival")))


def _steps(state: GameState, wish: Wish) -> Iterator[Space]:
    """Yield each building of a wish by its lot, the lowest level first, as named otherwise."""
    steps = [
        (steps_on(state, lot) + step, order, lot)
        for order, (lot, count) in enumerate(wish.lots)
        for step in range(count)
    ]
    yield from (lot for _, _, lot in sorted(steps))


def _may_have(state: GameState, seat: Seat, lot: Space) -> bool:
    lawful = why_not_lawful(state, seat, {lot: 1}, whenever=True) is None
    price = state.edition.space(lot).house_cost
    return lawful and no_supply_for(state, {lot: 1}) is None and state.cash(seat) >= price
