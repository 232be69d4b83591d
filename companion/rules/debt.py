"""Paying debts that cash did not cover at first."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.game.commands import PayDebt
from companion.game.events import DebtPaid, Feed, Reason
from companion.game.state import GameState
from companion.rules.auction import knock_down
from companion.rules.jail import leave_by_fine
from companion.rules.obstacles import STAYS_DUE
from companion.rules.parking import take_at_once, told_of
from companion.rules.play import Outcome, Play, cannot_act, keys, refuse
from companion.rules.registry import rule

FEED_OF: Mapping[Reason, Feed] = {"jail-fine": "fines", "tax": "taxes"}
"""What a debt to the Bank would feed the pot with, where a game has none."""


@rule("rent/claimed-stays-due", "bankruptcy/interest-as-debt")
def pay(state: GameState, command: PayDebt) -> Outcome:
    """Pay the oldest debt from cash, or the one owed to the player named."""
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    owed = [d for d in state.debts_of(seat) if command.to in (None, d.creditor)]
    if not owed:
        return refuse("no-debt", "rent/settled-at-once")
    debt = owed[0]
    if state.cash(seat) < debt.amount:
        return refuse("not-enough-cash", debt.because, amount=debt.amount, cash=state.cash(seat))
    if debt.reason == "bid":
        return _buy_at_last(state)
    play = Play(state)
    feed = debt.feed or FEED_OF.get(debt.reason)
    to_bank = told_of(state.rules, feed) if debt.creditor == "bank" else ()
    play.tell(
        DebtPaid(
            debtor=seat,
            creditor=debt.creditor,
            amount=debt.amount,
            reason=debt.reason,
            facts=debt.facts,
            because=debt.because,
            also=keys(*STAYS_DUE.get(debt.reason, ()), *to_bank, "bankruptcy/means-first"),
            feed=debt.feed,
        )
    )
    if debt.feed:
        take_at_once(play)
    if debt.reason == "jail-fine" and play.state.turn.held_move:
        leave_by_fine(play, seat, play.state.turn.held_move)
    return play


def _buy_at_last(state: GameState) -> Outcome:
    """Sell to the leader what was bid for: that ends the debt, so it is not in the way any more."""
    assert state.auction is not None
    play = Play(state)
    for event in knock_down(replace(state, debts=()), state.auction).story:
        play.tell_again(event)
    return play
