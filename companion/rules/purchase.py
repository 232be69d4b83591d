"""Buying the lot one stands on, or leaving it to the auction."""

from collections.abc import Iterator

from companion.game.commands import Buy, Decline
from companion.game.events import Bought, Declined
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules.auction import open_auction
from companion.rules.citing import cites
from companion.rules.play import Outcome, Play, cannot_act, key, refuse
from companion.rules.registry import rule


@rule("purchase/price", "purchase/deed", "purchase/utility", "purchase/station")
@rule("bank/owns-the-unsold")
def buy(state: GameState, command: Buy) -> Outcome:
    """Sell the lot to the visitor at its printed price."""
    seat = command.by
    refusal = _why_not(state, command)
    if refusal:
        return refusal
    offer = state.purchase
    assert offer is not None
    if state.debts_of(seat):
        return refuse("in-debt", "rent/settled-at-once", amount=state.debts_of(seat)[0].amount)
    if state.cash(seat) < offer.price:
        return refuse(
            "not-enough-cash", "purchase/short-of-cash", amount=offer.price, cash=state.cash(seat)
        )
    return (
        Bought(
            seat=seat,
            lot=offer.lot,
            price=offer.price,
            facts={"base": offer.price, "from": "deed"},
            because=key("purchase/price"),
        ),
    )


@cites(Bought, "purchase/price")
def _bought(state: GameState, event: Bought) -> Iterator[str]:
    yield from ("purchase/first-right", "purchase/deed", "bank/owns-the-unsold")
    kind = state.edition.space(event.lot).kind
    if kind != "street":
        yield f"purchase/{kind}"


@rule("auction/on-decline", "purchase/no-duty", "purchase/short-of-cash", "auction/debts-first")
def decline(state: GameState, command: Decline) -> Outcome:
    """Leave the lot to the auction, which opens at once."""
    refusal = _why_not(state, command)
    if refusal:
        return refusal
    if state.debts:
        return refuse("in-debt", "auction/debts-first", seat=state.debts[0].debtor)
    if state.rent_roll is not None:
        return refuse("unsettled", "auction/debts-first", seat=state.rent_roll.visitor)
    offer = state.purchase
    assert offer is not None
    play = Play(state)
    play.tell(Declined(seat=offer.seat, lot=offer.lot, because=key("purchase/first-right")))
    if state.rules.auction_on_decline:
        open_auction(play, offer.lot, decliner=offer.seat)
    return play


@cites(Declined)
def _declined(state: GameState, _event: Declined) -> Iterator[str]:
    yield "purchase/no-duty"
    if not state.rules.auction_on_decline:
        yield "auction/on-decline"


def _why_not(state: GameState, command: Buy | Decline) -> Refusal | None:
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if state.purchase is not None and state.purchase.seat == seat:
        if command.lot not in (None, state.purchase.lot):
            return refuse("gone-on", "purchase/first-right", lot=state.purchase.lot)
        return None
    if state.first is None and seat != state.turn.seat:
        return refuse("not-your-turn", "purchase/first-right", seat=state.turn.seat)
    return refuse("not-for-sale", "purchase/first-right")
