"""What goes on by itself after a command: offers that lapse, the next auction of an estate."""

from companion.game.events import AuctionClosed, TurnEnded
from companion.rules import auction, shortage, time_limit, trade
from companion.rules.play import Play, Story
from companion.rules.rent import lapse_rents
from companion.rules.speed_die_moves import go_on

ENDINGS = ("turn/order", "doubles/may-decline", "timed/last-turn")
"""What a turn rests on that was ended by its player, not by an arrest or a bankruptcy."""


def follow(play: Play) -> None:
    """Let happen what follows by itself on what *play* tells so far."""
    state = play.state
    waiting = state.offers or state.wishes or state.estate or state.time_called
    if not (waiting or state.turn.onward) or state.winners:
        return
    events = play.story
    trade.lapse_impossible(play)
    if play.state.nothing_open and not shortage.open_contested(play) and play.state.wishes:
        _grant_after_hammer(play, events)
    if play.state.estate and play.state.nothing_open:
        auction.open_estate(play)
    if play.state.turn.onward and play.state.nothing_open:
        go_on(play)  # the first space is settled
    if play.state.time_called:
        _finish(play, events)


def _grant_after_hammer(play: Play, events: Story) -> None:
    if any(isinstance(event, AuctionClosed) for event in events):
        shortage.grant(play)


def _finish(play: Play, events: Story) -> None:
    """Count once the turn in which time was called is over; its end closes the claims."""
    ended = any(isinstance(event, TurnEnded) and event.because in ENDINGS for event in events)
    if ended and play.state.nothing_open:
        lapse_rents(play)
    if time_limit.is_played_out(play.state):
        time_limit.count(play)
