"""Calling time: the turn in progress is finished, and then the richest wins."""

from collections.abc import Iterator

from companion.game.commands import TimeUp
from companion.game.events import GameEnded, OfferLapsed, TimeCalled, WishLapsed
from companion.game.postings import HOTEL
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules.citing import cites
from companion.rules.play import Outcome, Play, game_over, key, keys, refuse
from companion.rules.registry import rule
from companion.rules.worth import final_worth
from companion.words import Seat


@rule("timed/end-agreed", "timed/last-turn")
def time_up(state: GameState, _command: TimeUp) -> Outcome:
    """Let no new turn begin any more, and perhaps no further roll of this one."""
    if state.winners:
        return game_over(state)
    play, at_once = Play(state), state.rules.timed_end == "roll-finished"
    play.tell(TimeCalled(rolls_on=not at_once, because=key("timed/end-agreed")))
    if at_once:
        _close_business(play)
    return play


@cites(TimeCalled)
def _time_called(_state: GameState, event: TimeCalled) -> Iterator[str]:
    yield "timed/last-turn"
    if not event.rolls_on:
        yield "timed/nothing-after"


@rule("timed/nothing-after")
def _close_business(play: Play) -> None:
    """Let lapse what players had in mind: offers and wishes."""
    because = key("timed/nothing-after")
    for offered in play.state.offers:
        play.tell(OfferLapsed(giver=offered.giver, to=offered.to, because=because))
    for wish in play.state.wishes:
        play.tell(WishLapsed(seat=wish.seat, because=because))


@rule("timed/nothing-after")
def why_closed(state: GameState, *debtors: Seat) -> Refusal | None:
    """Return why there is no business any more, or None.

    Args:
        state: as it stands.
        debtors: whose debt makes an exception: they may still raise money.
    """
    ended = state.time_called and state.rules.timed_end == "roll-finished"
    if ended and not any(state.debts_of(seat) for seat in debtors):
        return refuse("game-over", "timed/nothing-after")
    return None


@rule("timed/last-turn")
def is_played_out(state: GameState) -> bool:
    """Return whether the turn in which time was called leaves nothing to be done."""
    if state.first is not None:
        return state.nothing_open
    roll_due = state.turn.rolled and state.turn.roll_due
    return state.nothing_open and not roll_due and not state.rents


@rule("timed/richest", "timed/equal-worth", "timed/count")
@rule("short/richest", "short/equal-worth")
def count(play: Play) -> None:
    """Let the richest win; equals share the victory."""
    state = play.state
    worth = {seat: final_worth(state, seat) for seat in state.playing}
    most = max(worth.values())
    winners = tuple(seat for seat in state.playing if worth[seat] == most)
    because, *told = _told_of_count(state, equal=len(winners) > 1)
    play.tell(GameEnded(winners=winners, because=key(because), also=keys(*told)))


def _told_of_count(state: GameState, *, equal: bool) -> Iterator[str]:
    """Yield the rules of the count, as the way in which the game ended has them."""
    short = "short" in state.edition.variants and not state.time_called
    way = "short" if short else "timed"
    ending = ("ends", "last-estate") if short else ()
    counted = tuple(_counted(state))
    slugs = ("richest", *ending, *counted, *(("equal-worth",) if equal else ()))
    yield from (f"{way}/{slug}" for slug in slugs)
    if state.time_called:
        yield "timed/last-turn"
    if "count-hotels" in counted:
        yield "hotel/worth"


def _counted(state: GameState) -> Iterator[str]:
    """Yield what is counted, as far as anybody has some of it, and what is not."""
    yield from ("count", "count-cash")
    lots = [state.lots[lot.index] for seat in state.playing for lot in state.owned(seat)]
    if any(not lot.mortgaged for lot in lots):
        yield "count-lots"
    if any(lot.mortgaged for lot in lots):
        yield "count-mortgaged"
    if any(0 < lot.level < HOTEL for lot in lots):
        yield "count-houses"
    if any(lot.level == HOTEL for lot in lots):
        yield "count-hotels"
    if state.holds or state.rents:
        yield "not-counted"
