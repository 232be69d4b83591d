"""The referee: decides what a command causes, or why it is refused. Pure."""

from typing import assert_never

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
    fines,
    jail,
    mortgage,
    purchase,
    rent,
    selling,
    setup,
    shortage,
    tax,
    timed,
    trade,
    turn,
)
from companion.rules.following import follow
from companion.rules.play import Outcome, Play, Told
from companion.rules.whereabouts import with_whereabouts

__all__ = ["Outcome", "Play", "decide", "played"]


def decide(state: GameState, command: c.AnyCommand) -> Outcome:
    """Return what *command* causes, or why it is refused; *state* itself never changes."""
    play = played(state, command)
    return play.story if isinstance(play, Play) else play


def played(state: GameState, command: c.AnyCommand) -> Play | Refusal:
    """Return what *command* causes with the state after it, or why it is refused."""
    granted = _granted(state, command) if state.wishes else None
    outcome = _decided(granted.state if granted else state, command)
    if not isinstance(outcome, tuple):
        return outcome
    events = with_whereabouts(state, command, outcome)
    if isinstance(events, Told) and not granted:
        play = events.play  # which has applied them already
    else:
        play = granted or Play(state)
        play.tell(*events)
    follow(play)
    return play


def _granted(state: GameState, command: c.AnyCommand) -> Play | None:
    """Return how wishes are granted that nobody contested while the dice were still, or None."""
    if state.auction or not isinstance(command, c.Roll | c.End):
        return None
    play = Play(state)
    shortage.grant(play)
    return play


def _decided(state: GameState, command: c.AnyCommand) -> Outcome:
    match command:  # what is said most often comes first
        case c.Roll():
            return turn.roll(state, command)
        case c.Claim():
            return rent.claim(state, command)
        case c.Draw():
            return cards.draw(state, command)
        case c.Bid():
            return auction.bid(state, command)
        case c.Buy():
            return purchase.buy(state, command)
        case c.End():
            return turn.end(state, command)
        case c.Pass():
            return auction.drop_out(state, command)
        case c.Decline():
            return purchase.decline(state, command)
        case c.Hammer():
            return auction.hammer(state, command)
        case c.FirstRoll():
            return setup.first_roll(state, command)
        case c.Choose():
            return choices.choose(state, command)
        case c.JailPay():
            return jail.pay_fine(state, command)
        case c.JailCard():
            return jail.use_card(state, command)
        case _:
            return _managed(state, command)


def _managed(
    state: GameState,
    command: c.Business | c.Reject | c.PayDebt | c.Bankrupt | c.Leave | c.Ruling,
) -> Outcome:
    """Decide what has to do with property and with other players, whoever is on turn."""
    if isinstance(command, c.Business):
        refusal = tax.why_not_yet(state, command.by)
        if refusal:
            return refusal
    match command:
        case c.Build():
            return building.build(state, command)
        case c.Want():
            return shortage.want(state, command)
        case c.Sell():
            return selling.sell(state, command)
        case c.Mortgage():
            return mortgage.mortgage(state, command)
        case c.Redeem():
            return mortgage.redeem(state, command)
        case c.Offer():
            return trade.offer(state, command)
        case c.Accept():
            return trade.accept(state, command)
        case c.Reject():
            return trade.reject(state, command)
        case c.PayDebt():
            return debt.pay(state, command)
        case c.Bankrupt():
            return bankruptcy.bankrupt(state, command)
        case c.Leave():
            return bankruptcy.leave(state, command)
        case _:
            return _ruled(state, command)


def _ruled(state: GameState, command: c.Ruling) -> Outcome:
    """Decide what the banker says."""
    match command:
        case c.Deal():
            return setup.deal(state, command)
        case c.TimeUp():
            return timed.time_up(state, command)
        case c.Fine():
            return fines.fine(state, command)
        case c.Correct():
            return correcting.correct(state, command)
        case c.BookLate():
            return correcting.book_late(state, command)
        case c.TakeOver():
            return correcting.take_over(state, command)
        case _:
            assert_never(command)
