"""Auctions of lots: bids, passes, and the hammer."""

from collections.abc import Iterator

from companion.game.commands import Bid, Hammer, Pass
from companion.game.events import AuctionClosed, AuctionOpened, BidMade, Bought, Passed
from companion.game.refusals import Refusal
from companion.game.state import Auction, GameState
from companion.rules.binding import fall_short
from companion.rules.creditors import share_price
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
from companion.rules.waiting import told_of_debt
from companion.words import Money, RuleKey, Seat, Space


@rule("auction/bidders", "auction/decliner-may-bid", "auction/utility", "auction/station")
def open_auction(play: Play, lot: Space, *, decliner: Seat) -> None:
    """Put a lot on offer to everybody in the game."""
    state = play.state
    may_bid = state.rules.auction_decliner_may_bid
    kind = state.edition.space(lot).kind
    play.tell(
        AuctionOpened(
            lot=lot,
            bidders=tuple(seat for seat in may_all_bid(state) if may_bid or seat != decliner),
            because=key("auction/on-decline"),
            also=keys(
                "auction/bidders",
                *(("auction/decliner-may-bid",) if may_bid else ()),
                *((f"auction/{kind}",) if kind != "street" else ()),
                *_told_of_claims(state),
            ),
        )
    )


@rule("auction/keeps-claims-open")
def _told_of_claims(state: GameState) -> tuple[RuleKey, ...]:
    """Return that an auction closes no claim, where there is one."""
    return keys("auction/keeps-claims-open") if state.rents else ()


@rule("bankruptcy/estate-auction")
def open_estate(play: Play) -> None:
    """Put the next lot of a bankrupt on offer."""
    state = play.state
    play.tell(
        AuctionOpened(
            lot=state.estate[0],
            bidders=_heirs_or_all(state),
            because=key("bankruptcy/estate-auction"),
            also=keys("auction/bidders", "bankruptcy/estate-mortgaged"),
        )
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
    refusal = _why_no_bidder(state, seat)
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
    also = keys(*_told_of_bid(state, auction, seat))
    return (BidMade(seat=seat, amount=amount, lot=lot, because=key("auction/raise"), also=also),)


def _told_of_bid(state: GameState, auction: Auction, seat: Seat) -> Iterator[str]:
    """Yield what a bid rests on besides: that it is the first, and that *seat* may bid at all."""
    if auction.leader is None:
        yield "auction/opening-bid"
    if auction.kind != "lot":
        yield from ("shortage/opening-bid", "shortage/bidders")
        yield from ("shortage/hotels",) if auction.kind == "hotel" else ()
        return
    yield "auction/bidders"
    declined = seat == state.turn.seat and state.players[seat].at == auction.lot
    if declined:
        kind = state.edition.space(auction.lot).kind
        yield from ("auction/decliner-may-bid", *((f"auction/{kind}",) if kind != "street" else ()))


def drop_out(state: GameState, command: Pass) -> Outcome:
    """Let a bidder take no further part."""
    refusal = _why_no_bidder(state, command.by)
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
def knock_down(state: GameState, auction: Auction) -> Outcome:
    """Sell what is on offer to the leader; without one it stays with the Bank."""
    if auction.kind != "lot":
        return hammer_building(state, auction)
    if auction.leader is None:
        because, also = key("auction/no-bid"), _told_of_claims(state)
        return (AuctionClosed(lot=auction.lot, leader=None, price=0, because=because, also=also),)
    estate = ("bankruptcy/estate-auction", "bankruptcy/estate-mortgaged")
    play = Play(state)
    play.tell(
        AuctionClosed(
            lot=auction.lot,
            leader=auction.leader,
            price=auction.price,
            because=key("auction/hammer"),
            also=_told_of_claims(state),
        )
    )
    play.tell(
        Bought(
            seat=auction.leader,
            lot=auction.lot,
            price=auction.price,
            facts={"base": auction.price, "from": "bid"},
            because=key("auction/highest-bid"),
            also=keys("purchase/deed", *(estate if auction.of_estate else ())),
        )
    )
    if auction.lot in state.heirs:
        share_price(play, auction.price, state.heirs[auction.lot])
    return play


def _debts_first(state: GameState) -> Refusal:
    debt = state.debts[0]
    return refuse("in-debt", "auction/debts-first", *told_of_debt(debt), seat=debt.debtor)


def _why_no_bidder(state: GameState, seat: Seat) -> Refusal | None:
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if state.auction is None:
        return refuse("no-auction", "auction/on-decline")
    if state.debts:
        return _debts_first(state)
    if seat in state.auction.passed:
        return refuse("already-passed", "auction/hammer")
    if seat not in state.auction.bidders:
        return refuse("not-a-bidder", _who_may_bid(state, state.auction, seat))
    return None


@rule("shortage/bidders")
def _who_may_bid(state: GameState, auction: Auction, seat: Seat) -> str:
    """Return the rule by which *seat* has no part in an auction."""
    if auction.kind != "lot":
        return "shortage/bidders"
    declined = seat == state.turn.seat and not state.rules.auction_decliner_may_bid
    return "auction/decliner-may-bid" if declined else "auction/bidders"
