"""What each press asks for: commands, made of the view in which it was pressed. Pure."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from companion.editions.model import deck_of
from companion.game.commands import (
    Accept,
    Bankrupt,
    Bid,
    Build,
    Buy,
    Claim,
    Decline,
    End,
    JailCard,
    JailPay,
    Mortgage,
    NamedGoods,
    Pass,
    PayDebt,
    Redeem,
    Reject,
    Terms,
)
from companion.game.state import GameState, StandingOffer
from companion.game.terms import Goods
from companion.table.bids import next_bid
from companion.table.buttons.conditions import (
    choices,
    confirmed,
    guess_confirmed,
    handed,
    permit,
    raised_by,
    state_of,
    to_build_on,
    turned_over,
)
from companion.table.cash.commands import HandOver
from companion.table.commands import Submitted
from companion.table.deeds.commands import LeaveTurned
from companion.table.dice.commands import AnswerDoubt, Challenge
from companion.table.disputing.commands import CastVote
from companion.table.help.commands import Confirm
from companion.table.view import View
from companion.words import Seat

Asks: TypeAlias = Callable[[View, Seat, float], Submitted | None]
"""Of the view, whose button it is, and when it was pressed, in monotonic seconds."""


class Act(NamedTuple):
    """What a press does."""

    does: str  # in words, for the documents
    asks: Asks


def _claim(_view: View, seat: Seat, _at: float) -> Submitted:
    return Claim(by=seat)


def _bid(view: View, seat: Seat, _at: float) -> Submitted | None:
    """Return the bid that the seat's phone offers first.

    The lot is named, so that it counts for no other after the hammer.
    """
    auction, bid = state_of(view).auction, permit(view, seat, "bid")
    if auction is None or bid is None or bid.amount is None:
        return None
    amount = next_bid(state_of(view), seat, bid.amount)
    if auction.kind == "lot":
        return Bid(by=seat, amount=amount, lot=auction.lot)
    lots = {} if bid.lot is None else {bid.lot: 1}  # where a building is to stand
    return Bid(by=seat, amount=amount, lots=lots)


def _out(view: View, seat: Seat, _at: float) -> Submitted | None:
    auction = state_of(view).auction
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
    offer = state_of(view).purchase
    return None if offer is None else Buy(by=seat, lot=offer.lot)


def _leave(view: View, seat: Seat, _at: float) -> Submitted | None:
    offer = state_of(view).purchase
    return None if offer is None else Decline(by=seat, lot=offer.lot)


def _accept(view: View, seat: Seat, _at: float) -> Submitted | None:
    offer = state_of(view).offer_to(seat)
    return None if offer is None else Accept(by=seat, offer=_read(state_of(view), offer))


def _reject(view: View, seat: Seat, _at: float) -> Submitted | None:
    offer = state_of(view).offer_to(seat)
    return None if offer is None else Reject(by=seat, offer=_read(state_of(view), offer))


def _voice(*, yes: bool) -> Asks:
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


def _book(view: View, seat: Seat, _at: float) -> Submitted | None:
    turned = turned_over(view, seat)
    if turned is None:
        return None
    return (Mortgage if turned.do == "mortgage" else Redeem)(by=seat, lots=(turned.lot,))


def _leave_turned(view: View, seat: Seat, _at: float) -> Submitted | None:
    turned = turned_over(view, seat)
    return None if turned is None else LeaveTurned(turned=turned.id)


def _build(view: View, seat: Seat, _at: float) -> Submitted | None:
    lot = to_build_on(view, seat)
    return None if lot is None else Build(by=seat, lots={lot: 1})


def _raise(view: View, seat: Seat, _at: float) -> Submitted | None:
    return raised_by(view, seat)


def _choice(which: int) -> Asks:
    def asks(view: View, seat: Seat, _at: float) -> Submitted | None:
        return next(iter(choices(view, seat)[which:]), None)

    return asks


def _leave_jail(view: View, seat: Seat, _at: float) -> Submitted | None:
    if permit(view, seat, "jail-card"):
        return JailCard(by=seat)
    return JailPay(by=seat)


CLAIM = Act("claims the rent", _claim)
BID = Act("bids one step more: 10 of the classic 1,500 to begin with", _bid)
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
BOOK = Act("mortgages or redeems it", _book)
LEAVE_TURNED = Act("leaves it as it was", _leave_turned)
BUILD = Act("builds one step there", _build)
PAY = Act("pays the debt", lambda _view, seat, _at: PayDebt(by=seat))
RAISE = Act("does the first of what is proposed: a mortgage or a sale", _raise)
GIVE_UP = Act("gives up: bankrupt", lambda _view, seat, _at: Bankrupt(by=seat))
FIRST = Act("chooses what is named first", _choice(0))
SECOND = Act("chooses what is named second", _choice(1))
LEAVE_JAIL = Act("leaves jail: with a card, else by the fine", _leave_jail)
END = Act("ends the turn", lambda _view, seat, _at: End(by=seat))
REPEAT = Act("has the last announcement said once more", _nothing)
"""No command: whoever speaks does it."""
