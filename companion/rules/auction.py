"""Auctions of lots: bids, passes, and the hammer."""

from collections.abc import Iterator

from companion.game.commands import Bid, Hammer, Pass
from companion.game.events import AuctionClosed, AuctionOpened, BidMade, Bought, Passed
from companion.game.refusals import Refusal
from companion.game.state import Auction, GameState
from companion.rules.binding import fall_short
from companion.rules.citing import always_cites, cites
from companion.rules.creditors import share_price
from companion.rules.obstacles import told_of_debt
from companion.rules.play import (
    Outcome,
    Play,
    cannot_act,
    game_over,
    is_confined,
    key,
    keys,
    refuse,
)
from companion.rules.registry import rule
from companion.rules.rounding import rounded_up, settles
from companion.rules.shortage import hammer_building, opening_price, place_of_bid, why_void
from companion.rules.transfer import at_hand
from companion.words import Money, Seat, Space

_OF_ESTATE = keys("bankruptcy/estate-auction", "bankruptcy/estate-mortgaged")
"""What the sale of a bankrupt's lot rests on besides."""


@rule("auction/bidders", "auction/decliner-may-bid", "auction/utility", "auction/station")
def open_auction(play: Play, lot: Space, *, decliner: Seat) -> None:
    """Put a lot on offer to everybody in the game."""
    may_bid = play.state.rules.auction_decliner_may_bid
    bidders = tuple(seat for seat in may_all_bid(play.state) if may_bid or seat != decliner)
    play.tell(AuctionOpened(lot=lot, bidders=bidders, because=key("auction/on-decline")))


@cites(AuctionOpened, "auction/on-decline")
def _opened(state: GameState, event: AuctionOpened) -> Iterator[str]:
    yield "auction/bidders"
    if state.rules.auction_decliner_may_bid:
        yield "auction/decliner-may-bid"
    yield from _told_of_kind(state, event.lot)
    yield from _told_of_claims(state)


def _told_of_kind(state: GameState, lot: Space) -> Iterator[str]:
    kind = state.edition.space(lot).kind
    if kind != "street":
        yield f"auction/{kind}"


@rule("auction/keeps-claims-open")
def _told_of_claims(state: GameState) -> Iterator[str]:
    """Yield that an auction closes no claim, where there is one."""
    if state.rents:
        yield "auction/keeps-claims-open"


@rule("bankruptcy/estate-auction")
def open_estate(play: Play) -> None:
    """Put the next lot of a bankrupt on offer."""
    lot, bidders = play.state.estate[0], _heirs_or_all(play.state)
    because = key("bankruptcy/estate-auction")
    play.tell(AuctionOpened(lot=lot, bidders=bidders, because=because))


always_cites(
    AuctionOpened,
    "auction/bidders",
    "bankruptcy/estate-mortgaged",
    because="bankruptcy/estate-auction",
)


@rule("bankruptcy/several-creditors")
def _heirs_or_all(state: GameState) -> tuple[Seat, ...]:
    """Return who may bid for the next lot of an estate: its creditors, if it is divided."""
    everybody = may_all_bid(state)
    division = state.heirs.get(state.estate[0])
    creditors = {share.creditor for share in division.shares} if division else set()
    return tuple(seat for seat in everybody if seat in creditors) or everybody


@rule("jail/business-as-usual")
def may_all_bid(state: GameState) -> tuple[Seat, ...]:
    """Return everybody who may bid for a lot."""
    return tuple(seat for seat in state.playing if not is_confined(state, seat))


def lowest_bid(state: GameState, auction: Auction, lot: Space | None = None) -> Money:
    """Return the least that may be bid now; for a building *lot* is where it is to stand."""
    opening = state.rules.auction_opening_bid
    if auction.kind != "lot":
        opening = opening_price(state, auction.lot if lot is None else lot)
    raised = 0 if auction.leader is None else auction.price + state.rules.auction_min_raise
    return rounded_up(state.rules, max(opening, raised))


@rule("auction/raise", "auction/opening-bid", "auction/bid-within-cash", "auction/money-only")
def bid(state: GameState, command: Bid) -> Outcome:
    """Take a bid that is high enough and covered by cash."""
    seat, amount = command.by, command.amount
    refusal = _why_no_bidder(state, command)
    if refusal:
        return refusal
    auction = state.auction
    assert auction is not None
    if seat == auction.leader:
        return refuse("already-leading", "auction/raise", amount=auction.price)
    lot = auction.lot
    if auction.kind != "lot":
        place = place_of_bid(state, auction, command)
        if isinstance(place, Refusal):
            return place
        lot = place
    elif command.lots:
        return refuse("bad-command", "auction/raise", "auction/money-only")
    least = lowest_bid(state, auction, lot)
    if amount > auction.price and not settles(state.rules, amount):
        return refuse("bid-step", "auction/raise", step=state.rules.smallest_amount)
    if amount < least:
        because = "auction/opening-bid" if auction.leader is None else "auction/raise"
        because = because if auction.kind == "lot" else "shortage/opening-bid"
        return refuse("bid-too-low", because, amount=least)
    cash = at_hand(state, seat)
    if amount > cash:
        return refuse("bid-over-cash", "auction/bid-within-cash", cash=max(0, cash))
    return (BidMade(seat=seat, amount=amount, lot=lot, because=key("auction/raise")),)


@cites(BidMade, "auction/raise")
def _bid_made(state: GameState, event: BidMade) -> Iterator[str]:
    """Yield that a bid is the first, and that its player may bid at all."""
    auction, seat = state.auction, event.seat
    assert auction is not None
    if auction.leader is None:
        yield "auction/opening-bid"
    if auction.kind != "lot":
        yield from ("shortage/opening-bid", "shortage/bidders")
        yield from ("shortage/hotels",) if auction.kind == "hotel" else ()
        return
    yield "auction/bidders"
    declined = seat == state.turn.seat and state.players[seat].at == auction.lot
    if declined:
        yield "auction/decliner-may-bid"
        yield from _told_of_kind(state, auction.lot)


def drop_out(state: GameState, command: Pass) -> Outcome:
    """Let a bidder take no further part."""
    refusal = _why_no_bidder(state, command)
    if refusal:
        return refusal
    assert state.auction is not None
    if command.by == state.auction.leader:
        return refuse("already-leading", "auction/hammer", amount=state.auction.price)
    return (Passed(seat=command.by, because=key("auction/hammer")),)


@rule("auction/hammer")
def hammer(state: GameState, _command: Hammer) -> Outcome:
    """Knock the lot down to the leader, if his cash is still there."""
    if state.winners:
        return game_over(state)
    auction = state.auction
    if auction is None:
        return refuse("no-auction", "auction/hammer")
    if state.debts:
        return _debts_first(state)
    short = auction.leader is not None and state.cash(auction.leader) < auction.price
    if short and (auction.kind == "lot" or why_void(state, auction) is None):
        return fall_short(state, auction)
    return knock_down(state, auction)


@rule("auction/highest-bid", "auction/no-bid")
def knock_down(state: GameState, auction: Auction) -> Play:
    """Sell what is on offer to the leader; without one it stays with the Bank."""
    if auction.kind != "lot":
        return hammer_building(state, auction)
    play, lot, leader = Play(state), auction.lot, auction.leader
    if leader is None:
        play.tell(AuctionClosed(lot=lot, leader=None, price=0, because=key("auction/no-bid")))
        return play
    because = key("auction/hammer")
    play.tell(AuctionClosed(lot=lot, leader=leader, price=auction.price, because=because))
    play.tell(
        Bought(
            seat=leader,
            lot=lot,
            price=auction.price,
            facts={"base": auction.price, "from": "bid"},
            because=key("auction/highest-bid"),
            also=_OF_ESTATE if auction.of_estate else (),
        )
    )
    if lot in state.heirs:
        share_price(play, auction.price, state.heirs[lot])
    return play


@cites(AuctionClosed, "auction/hammer", "auction/no-bid")
def _closed(state: GameState, _event: AuctionClosed) -> Iterator[str]:
    if state.auction is not None and state.auction.kind == "lot":
        yield from _told_of_claims(state)


always_cites(Bought, "purchase/deed", because="auction/highest-bid")


def _debts_first(state: GameState) -> Refusal:
    debt = state.debts[0]
    return refuse("in-debt", "auction/debts-first", *told_of_debt(debt), seat=debt.debtor)


def _why_no_bidder(state: GameState, command: Bid | Pass) -> Refusal | None:
    seat, auction = command.by, state.auction
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if auction is None:
        return refuse("no-auction", "auction/on-decline")
    if command.lot is not None and (auction.kind != "lot" or command.lot != auction.lot):
        return refuse("gone-on", "auction/on-decline", lot=auction.lot)
    if state.debts:
        return _debts_first(state)
    if seat in auction.passed:
        return refuse("already-passed", "auction/hammer")
    if seat not in auction.bidders:
        return refuse("not-a-bidder", _who_may_bid(state, auction, seat))
    return None


@rule("shortage/bidders")
def _who_may_bid(state: GameState, auction: Auction, seat: Seat) -> str:
    """Return the rule by which *seat* has no part in an auction."""
    if auction.kind != "lot":
        return "shortage/bidders"
    declined = seat == state.turn.seat and not state.rules.auction_decliner_may_bid
    return "auction/decliner-may-bid" if declined else "auction/bidders"
