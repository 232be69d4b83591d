"""A bid binds its money: what its leader may not spend, and what becomes of it when it is gone."""

from collections.abc import Iterable
from typing import get_args

from companion.game import commands as c
from companion.game.events import AnyEvent, BidMade, BidVoided, OfferMade, Passed, Wished
from companion.game.refusals import Refusal
from companion.game.state import Auction, EarlierBid, GameState
from companion.rules.citing import always_cites
from companion.rules.money import charge
from companion.rules.play import Play, key, refuse
from companion.rules.registry import rule
from companion.rules.shortage import may_stand
from companion.rules.transfer import at_hand, due_interest
from companion.words import Money, Seat

_TAKES = frozenset(
    (*(c.Hammer, c.Claim, c.Roll, c.Draw, c.PayDebt, c.Bankrupt, c.Leave), *get_args(c.Ruling))
)
"""Commands that take money from the leader whether he likes it or not; any other is a choice."""


@rule("auction/bid-within-cash")
def why_bound(state: GameState, command: c.AnyCommand, play: Play) -> Refusal | None:
    """Return why what *command* causes is not the leader's to choose, or None.

    Args:
        state: before the command.
        command: one that nothing else speaks against.
        play: what it causes.
    """
    auction = state.auction
    if auction is None or auction.leader is None or type(command) in _TAKES:
        return None
    leader = auction.leader
    left = at_hand(play.state, leader) - _given_away(state, leader, play.story)
    if left >= min(auction.price, at_hand(state, leader)):
        return None
    facts = {} if getattr(command, "by", leader) == leader else {"seat": leader}
    return refuse(
        "bid-bound", "auction/bid-within-cash", "auction/highest-bid", amount=auction.price, **facts
    )


def _given_away(state: GameState, leader: Seat, story: Iterable[AnyEvent]) -> Money:
    """Return the cash that *leader* has offered or would build for in what happens."""
    gone = 0
    for event in story:
        match event:
            case OfferMade(giver=giver) if giver == leader:
                interest = due_interest(state, event.take.lots)
                gone += event.give.cash + interest - event.take.cash
            case Wished(seat=seat) if seat == leader:
                gone += sum(n * state.edition.space(lot).house_cost for lot, n in event.lots)
    return gone


# ---- at the hammer


def fall_short(state: GameState, auction: Auction) -> Play:
    """Let the leader owe what he cannot pay, where he must buy; else go back to an earlier bid."""
    assert auction.leader is not None
    play, leader = Play(state), auction.leader
    if state.rules.auction_last_bidder_must_buy:
        charge(
            play,
            leader,
            "bank",
            auction.price,
            reason="bid",
            because="auction/highest-bid",
            also=("auction/hammer", "auction/bid-within-cash"),
            facts={"base": auction.price, "from": "bid"},
        )
        return play
    because = key("auction/bid-within-cash")
    play.tell(BidVoided(seat=leader, because=because))
    play.tell(Passed(seat=leader, because=because))
    earlier = next((bid for bid in reversed(auction.earlier) if _stands(play.state, bid)), None)
    if earlier is not None:
        lot = None if auction.kind == "lot" else earlier.lot
        play.tell(BidMade(seat=earlier.seat, amount=earlier.amount, lot=lot, because=because))
    return play


always_cites(BidMade, "auction/highest-bid", because="auction/bid-within-cash")


def _stands(state: GameState, bid: EarlierBid) -> bool:
    """Return whether a bid that was raised can be gone back to."""
    auction = state.auction
    assert auction is not None
    if bid.seat not in auction.bidders or at_hand(state, bid.seat) < bid.amount:
        return False
    return auction.kind == "lot" or may_stand(state, bid.seat, bid.lot, auction.kind)
