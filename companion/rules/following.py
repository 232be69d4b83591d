"""What goes on by itself after a command: offers that lapse, the next auction of an estate."""

from functools import reduce

from companion.game.apply import apply
from companion.game.events import (
    AnyEvent,
    AuctionClosed,
    EstateFell,
    Rolled,
    TimeCalled,
    TurnEnded,
    Wished,
)
from companion.game.state import GameState
from companion.rules import auction, shortage, timed, trade
from companion.rules.onward import go_on
from companion.rules.play import Play
from companion.rules.rent import lapse_rents

ENDINGS = ("turn/order", "doubles/may-decline", "timed/last-turn")
"""What a turn rests on that was ended by its player, not by an arrest or a bankruptcy."""


def following(state: GameState, events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """Return what follows by itself once *events* have happened to *state*."""
    estate = state.estate or any(isinstance(event, EstateFell) for event in events)
    timed_out = state.time_called or any(isinstance(event, TimeCalled) for event in events)
    wished = state.wishes or any(isinstance(event, Wished) for event in events)
    onward = state.turn.onward or any(isinstance(e, Rolled) and e.onward for e in events)
    if not (estate or wished or state.offers or timed_out or onward):
        return ()
    play = Play(reduce(apply, events, state))
    if play.state.winners:
        return ()
    trade.lapse_impossible(play)
    hammered = any(isinstance(event, AuctionClosed) for event in events)
    if play.state.nothing_open and not shortage.open_contested(play) and hammered:
        shortage.grant(play)
    if play.state.estate and play.state.nothing_open:
        auction.open_estate(play)
    if play.state.turn.onward and play.state.nothing_open:
        go_on(play)  # the first space is settled
    if timed_out:
        _finish(play, events)
    return play.events


def _finish(play: Play, events: tuple[AnyEvent, ...]) -> None:
    """Count once the turn in which time was called is over; its end closes the claims."""
    ended = any(isinstance(event, TurnEnded) and event.because in ENDINGS for event in events)
    if ended and play.state.nothing_open:
        lapse_rents(play)
    if timed.is_played_out(play.state):
        timed.count(play)
