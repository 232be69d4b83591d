"""What goes on by itself after a command: offers that lapse, the next auction of an estate."""

from functools import reduce

from companion.game.apply import apply
from companion.game.events import AnyEvent, AuctionClosed, EstateFell, Wished
from companion.game.state import GameState
from companion.rules import auction, shortage, trade
from companion.rules.play import Play


def following(state: GameState, events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """Return what follows by itself once *events* have happened to *state*."""
    estate = state.estate or any(isinstance(event, EstateFell) for event in events)
    wished = state.wishes or any(isinstance(event, Wished) for event in events)
    if not (estate or wished or state.offers):
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
    return play.events
