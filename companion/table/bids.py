"""The next bid as phones and buttons offer it: a round step above the last one. Pure."""

from companion.game.state import GameState
from companion.rules.transfer import at_hand
from companion.words import Money, Seat

STEPS_IN_START_MONEY = 150
"""A step is this part of what everybody begins with: 10 of the classic 1,500."""


def step_of(start: Money, least_raise: Money) -> Money:
    """Return a round step for bids: 1, 2 or 5 times a power of ten, near what the money asks."""
    wanted = max(start // STEPS_IN_START_MONEY, least_raise, 1)
    power = int("1" + "0" * (len(str(wanted)) - 1))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= wanted)


def steps_of(state: GameState) -> Money:
    """Return the step of a game."""
    start = state.edition.starting_cash_of(len(state.seats))
    return step_of(start, state.rules.auction_min_raise)


def next_bid(state: GameState, seat: Seat, least: Money) -> Money:
    """Return what one press or tap bids: no less than *least*, and no more than is at hand."""
    assert state.auction is not None
    return min(max(least, state.auction.price + steps_of(state)), at_hand(state, seat))
