"""What presses of a seat's button mean, and what its lamp says: one table, situation by gesture.

Button, lamp and screen ask here, of the same view: they cannot say two things. A lamp that invites
a press stands in a row in which a short press acts. `make docs` prints the table.
"""

import math
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from companion.editions.model import deck_of
from companion.game.commands import (
    Accept,
    Bid,
    Buy,
    Claim,
    Decline,
    NamedGoods,
    Pass,
    Reject,
    Roll,
    Terms,
)
from companion.game.state import GameState, StandingOffer
from companion.game.terms import Goods
from companion.rules.asked import Permit, may
from companion.rules.rent import claimable
from companion.table.cash.commands import HandOver
from companion.table.cash.handing_over import oldest_for
from companion.table.claims import next_roll_closes
from companion.table.commands import Submitted
from companion.table.dice.commands import AnswerDoubt, Challenge
from companion.table.disputing.commands import CastVote
from companion.table.help.commands import Confirm
from companion.table.view import Doubt, View
from companion.words import Seat

Light: TypeAlias = Literal["off", "on", "blink", "blink-slow", "pulse", "ask", "turn"]

Gesture: TypeAlias = Literal["short", "long", "double"]
"""A press; one that is held down; two quick ones after a while without any."""

_ROLLS = frozenset(("roll", "first-roll"))


# ---- what is so


def confirmed(view: View, seat: Seat) -> int | None:
    """Return the proposal that a press of the seat's button confirms, None if it confirms none.

    Only where the amounts are told, and nobody contests it. A rent that may be claimed comes
    first, unless a held roll has closed it or the claim waits already.
    """
    head, state = view.proposal, view.state
    if head is None or state is None or head.helps != "propose" or head.contested:
        return None
    if seat not in head.awaited:
        return None
    waits = any(claim.seat == seat for claim in view.claims)
    closed = isinstance(head.command, Roll) and next_roll_closes(state)
    claims = claimable(state, seat) is not None and state.auction is None
    return None if claims and not waits and not closed else head.id


def guess_confirmed(view: View, seat: Seat, at: float = math.inf) -> Doubt | None:
    """Return the doubtful reading that a press of the seat's button at *at* confirms, None if none.

    Only of dice that the seat threw, and only where the reading names a whole throw.

    A press says yes only where it would mean nothing else. A rent is claimed before the next roll:
    whether these dice are that roll is just what is asked, so until it is answered the window may
    still be open. A press that claims therefore claims, and waits for the answer; taken for a yes
    it would itself close the window, and so cost the rent that it was for. For the same reason a
    second press, of who hammers, claims again, and notes that were handed over come first.

    No press from before the question was put up answers it, nor one while something moves in the
    tray: what is asked about may no longer lie there. While play waits yes would be refused.

    Args:
        view: the table's.
        seat: whose button it is.
        at: when it was pressed, monotonic seconds; left out: now.
    """
    doubt, state = view.doubt, view.state
    if doubt is None or state is None or doubt.seat != seat or not doubt.guess:
        return None
    if at <= doubt.shown or (view.motion is not None and at >= view.motion):
        return None
    if claimable(state, seat) is not None or oldest_for(view.handing, seat) is not None:
        return None
    waits = view.held is not None or view.negotiation is not None or view.handing.holds_dice
    return None if waits else doubt


def handed(view: View, seat: Seat) -> str | None:
    """Return the payment in notes that a press of *seat* says it got; None: it says no such thing.

    Bids and claims come first, also those that wait for dice which still roll.
    """
    state = view.state
    if state is None or state.auction is not None or view.motion is not None:
        return None
    if claimable(state, seat) is not None:
        return None
    return oldest_for(view.handing, seat)


def _no_play(view: View, seat: Seat, _at: float) -> bool:
    state = view.state
    return state is None or seat not in state.seats or bool(state.winners)


def _state(view: View) -> GameState:
    """Return the game's, where it is known that one is played."""
    assert view.state is not None
    return view.state


def _paused(view: View, seat: Seat, _at: float) -> bool:
    return view.pauses.since is not None and seat in _state(view).playing


def _leads(view: View, seat: Seat, _at: float) -> bool:
    auction = _state(view).auction
    return auction is not None and auction.leader == seat


def _permit(view: View, seat: Seat, word: str) -> Permit | None:
    """Return what *seat* may do, once nothing stands in the way of play."""
    stopped = view.proposal is not None or view.held is not None or view.pauses.since is not None
    return None if stopped else next(iter(may(_state(view), seat, word)), None)


def _may(word: str, *, auction: bool = False) -> "Holds":
    """Return whether a seat may do something, in an auction or outside of one."""

    def holds(view: View, seat: Seat, _at: float) -> bool:
        if (_state(view).auction is not None) != auction:
            return False
        return _permit(view, seat, word) is not None

    return holds


def _claims(view: View, seat: Seat, _at: float) -> bool:
    state = _state(view)
    return state.auction is None and claimable(state, seat) is not None


def _votes(view: View, seat: Seat, at: float) -> bool:
    """Return whether *seat* is asked to vote, in a pause too; who bids is not asked just then."""
    vote, state = view.vote, _state(view)
    if vote is None or seat not in vote.voters or seat in (*vote.yes, *vote.no):
        return False
    if view.pauses.since is None and (state.auction is not None or _claims(view, seat, at)):
        return False
    return at > vote.ends - vote.seconds


def _rolls(view: View, seat: Seat, _at: float) -> bool:
    return bool(view.asked.get(seat, frozenset()) & _ROLLS)


# ---- what is asked for then


def _claim(_view: View, seat: Seat, _at: float) -> Submitted:
    return Claim(by=seat)


def _bid(view: View, seat: Seat, _at: float) -> Submitted | None:
    """Return the next bid; the lot is named, so that it counts for no other after the hammer."""
    auction, bid = _state(view).auction, _permit(view, seat, "bid")
    if auction is None or bid is None or bid.amount is None:
        return None
    if auction.kind == "lot":
        return Bid(by=seat, amount=bid.amount, lot=auction.lot)
    lots = {} if bid.lot is None else {bid.lot: 1}  # where a building is to stand
    return Bid(by=seat, amount=bid.amount, lots=lots)


def _out(view: View, seat: Seat, _at: float) -> Submitted | None:
    auction = _state(view).auction
    if auction is None:
        return None
    return Pass(by=seat, lot=auction.lot if auction.kind == "lot" else None)


def _confirm(view: View, seat: Seat, _at: float) -> Submitted | None:
    proposal = confirmed(view, seat)
    return None if proposal is None else Confirm(by=seat, proposal=proposal)


def _got(view: View, seat: Seat, _at: float) -> Submitted | None:
    payment = handed(view, seat)
    return None if payment is None else HandOver(payments=(payment,))


def _yes(view: View, seat: Seat, at: float) -> Submitted | None:
    doubt = guess_confirmed(view, seat, at)
    return None if doubt is None else AnswerDoubt(doubt=doubt.id, dice=doubt.guess)


def _buy(view: View, seat: Seat, _at: float) -> Submitted | None:
    offer = _state(view).purchase
    return None if offer is None else Buy(by=seat, lot=offer.lot)


def _leave(view: View, seat: Seat, _at: float) -> Submitted | None:
    offer = _state(view).purchase
    return None if offer is None else Decline(by=seat, lot=offer.lot)


def _accept(view: View, seat: Seat, _at: float) -> Submitted | None:
    offer = _state(view).offer_to(seat)
    return None if offer is None else Accept(by=seat, offer=_read(_state(view), offer))


def _reject(view: View, seat: Seat, _at: float) -> Submitted | None:
    offer = _state(view).offer_to(seat)
    return None if offer is None else Reject(by=seat, offer=_read(_state(view), offer))


def _voice(*, yes: bool) -> "Asks":
    def asks(view: View, seat: Seat, _at: float) -> Submitted | None:
        return None if view.vote is None else CastVote(by=seat, vote=view.vote.id, yes=yes)

    return asks


def _read(state: GameState, offer: StandingOffer) -> Terms:
    """Return an offer as it stands: another that comes in its place is not answered."""
    lots = (*offer.give.lots, *offer.take.lots)
    return Terms(
        giver=offer.giver,
        give=_named(offer.give),
        take=_named(offer.take),
        mortgaged=tuple(lot for lot in lots if state.lots[lot].mortgaged),
    )


def _named(goods: Goods) -> NamedGoods:
    return NamedGoods(cash=goods.cash, lots=goods.lots, cards=tuple(map(deck_of, goods.cards)))


def _challenge(view: View, _seat: Seat, _at: float) -> Submitted | None:
    return None if view.read is None else Challenge(reading=view.read)


def _nothing(_view: View, _seat: Seat, _at: float) -> Submitted | None:
    return None


# ---- the table

Holds: TypeAlias = Callable[[View, Seat, float], bool]
Asks: TypeAlias = Callable[[View, Seat, float], Submitted | None]
"""Of the view, whose button it is, and when it was pressed, in monotonic seconds."""


class Act(NamedTuple):
    """What a press does."""

    does: str  # in words, for the documents
    asks: Asks


CLAIM = Act("claims the rent", _claim)
BID = Act("makes the next bid", _bid)
OUT = Act("is out of this auction", _out)
CONFIRM = Act("confirms the amount", _confirm)
GOT = Act("says that the notes were handed over", _got)
YES = Act("says yes: these are the dice", _yes)
BUY = Act("buys the lot", _buy)
LEAVE = Act("leaves the lot, to the auction where there is one", _leave)
ACCEPT = Act("accepts the trade", _accept)
REJECT = Act("rejects the trade", _reject)
FOR = Act("votes for going back", _voice(yes=True))
AGAINST = Act("votes against it", _voice(yes=False))
CHALLENGE = Act("says that the dice of the last roll were read wrong", _challenge)
REPEAT = Act("has the last announcement said once more", _nothing)
"""No command: whoever speaks does it."""


class Meanings(NamedTuple):
    """One row: what is so for a seat, what its lamp says, and what each gesture does."""

    when: str  # in words, for the documents
    lamp: Light
    holds: Holds
    short: Act | None = None
    long: Act | None = None
    double: Act | None = None
    late: bool = False  # a short press is asked of the referee all the same: was it too late?

    @property
    def waits(self) -> bool:
        """Whether a press acts only when it is known whether it is short or long."""
        return self.short is not None and self.long is not None


SITUATIONS = (
    Meanings("no game is played, or not by this seat", "off", _no_play, long=REPEAT),
    Meanings(
        "there is a vote on going back (in an auction, or with a rent to claim: afterwards)",
        *("ask", _votes, FOR, AGAINST),
    ),
    Meanings("the game is paused", "blink-slow", _paused, long=REPEAT),
    Meanings(
        "an amount of yours waits to be confirmed",
        *("pulse", lambda *so: confirmed(*so[:2]) is not None, CONFIRM),
    ),
    Meanings("you lead the auction", "on", _leads, long=REPEAT),
    Meanings(
        "an auction, and your cash covers a bid", "pulse", _may("bid", auction=True), BID, OUT
    ),
    Meanings(
        "an auction, but your cash covers no bid", "off", _may("pass", auction=True), long=OUT
    ),
    Meanings("a rent is due to you", "blink", _claims, CLAIM),
    Meanings(
        "notes are to be handed to you",
        *("pulse", lambda *so: handed(*so[:2]) is not None, GOT),
    ),
    Meanings(
        "your dice were not read for sure, and there is a guess",
        *("blink-slow", lambda *so: guess_confirmed(*so) is not None, YES),
    ),
    Meanings("you may buy the lot that you stand on", "ask", _may("buy"), BUY, LEAVE),
    Meanings("so, but your cash does not cover it", "off", _may("decline"), long=LEAVE),
    Meanings("a trade is offered to you", "ask", _may("accept"), ACCEPT, REJECT),
    Meanings("so, but it cannot be now", "off", _may("reject"), long=REJECT),
    Meanings("you are to roll", "turn", _rolls, None, REPEAT, CHALLENGE, late=True),
    Meanings("nothing is asked of you", "off", lambda *_: True, None, REPEAT, CHALLENGE, late=True),
)
"""In this order: the first that holds counts."""


def situation(view: View, seat: Seat, at: float = math.inf) -> Meanings:
    """Return what is so for *seat*, whose button is pressed at *at*; left out: now."""
    return next(one for one in SITUATIONS if one.holds(view, seat, at))


def light(view: View, seat: Seat) -> Light:
    """Return what the lamp of *seat* says."""
    return situation(view, seat).lamp


def meaning(
    view: View, seat: Seat, gesture: Gesture = "short", at: float = math.inf
) -> Submitted | None:
    """Return what a gesture of *seat*, begun at *at*, asks for; None: for nothing."""
    now = situation(view, seat, at)
    act: Act | None = getattr(now, gesture)
    return None if act is None else act.asks(view, seat, at)


def too_late(view: View, seat: Seat, at: float = math.inf) -> Submitted | None:
    """Return what a press that does nothing is asked all the same; None: it cannot be too late.

    The referee refuses it. If a rent or an auction was over just then, that is recorded: who lost
    may ask why, and see both times.
    """
    return Claim(by=seat) if situation(view, seat, at).late else None
