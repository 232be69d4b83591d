"""The referee: decides what a command causes, or why it is refused. Pure."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from companion.game import commands as c
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules import (
    auction,
    bankruptcy,
    building,
    cards,
    choices,
    correcting,
    debt,
    deeds,
    fines,
    jail,
    mortgage,
    purchase,
    rent,
    selling,
    setup,
    shortage,
    tax,
    time_limit,
    trade,
    turn,
)
from companion.rules.binding import why_bound
from companion.rules.consequences import follow
from companion.rules.play import Decided, Outcome, Play, Story
from companion.rules.whereabouts import told_of_whereabouts

__all__ = ["Decided", "Play", "decide", "played"]

deciders: Mapping[type[c.Command], Callable[[GameState, Any], Outcome]] = {
    c.FirstRoll: setup.first_roll,
    c.Deal: setup.deal,
    c.Roll: turn.roll,
    c.End: turn.end,
    c.Buy: purchase.buy,
    c.Decline: purchase.decline,
    c.Bid: auction.bid,
    c.Pass: auction.drop_out,
    c.Hammer: auction.hammer,
    c.Claim: rent.claim,
    c.Draw: cards.draw,
    c.Choose: choices.choose,
    c.JailPay: jail.pay_fine,
    c.JailCard: jail.use_card,
    c.Build: building.build,
    c.Want: shortage.want,
    c.Sell: selling.sell,
    c.Mortgage: mortgage.mortgage,
    c.Redeem: mortgage.redeem,
    c.Offer: trade.offer,
    c.Accept: trade.accept,
    c.Reject: trade.reject,
    c.PayDebt: debt.pay,
    c.Bankrupt: bankruptcy.bankrupt,
    c.Leave: bankruptcy.leave,
    c.TimeUp: time_limit.time_up,
    c.Fine: fines.fine,
    c.Correct: correcting.correct,
    c.CorrectDeed: deeds.correct_deed,
    c.BookLate: correcting.book_late,
    c.TakeOver: correcting.take_over,
}
"""Kind of command -> the rule that decides it; a test keeps the table whole."""

_BUSINESS = frozenset(get_args(c.Business))


def decide(state: GameState, command: c.AnyCommand) -> Decided:
    """Return what *command* causes, or why it is refused; *state* itself never changes."""
    play = played(state, command)
    return play.story if isinstance(play, Play) else play


def played(state: GameState, command: c.AnyCommand) -> Play | Refusal:
    """Return what *command* causes with the state after it, or why it is refused."""
    kind = type(command)
    if state.choice is not None and kind in _BUSINESS:
        refusal = tax.why_not_yet(state, command.by)  # type: ignore[union-attr]  # business has one
        if refusal:
            return refusal
    granted = _granted(state, command) if state.wishes else None
    before = granted.state if granted else state
    play = deciders[kind](before, command)
    if isinstance(play, tuple):
        play = _told(before, play)
    if not isinstance(play, Play):
        return play
    if told := told_of_whereabouts(state, command):
        play.rest_first_on(told)
    if granted:
        granted.go_on_with(play)
        play = granted
    refusal = why_bound(state, command, play) if state.auction else None
    if refusal:
        return refusal
    follow(play)
    return play


def _told(state: GameState, events: Story) -> Play:
    """Return the play of *events* that happen in *state*."""
    play = Play(state)
    play.tell_all(events)
    return play


def _granted(state: GameState, command: c.AnyCommand) -> Play | None:
    """Return how wishes are granted that nobody contested while the dice were still, or None."""
    if state.auction or not isinstance(command, c.Roll | c.End):
        return None
    play = Play(state)
    shortage.grant(play)
    return play
