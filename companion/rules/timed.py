"""Calling time: the turn in progress is finished, and then the richest wins."""

from collections.abc import Iterator

from companion.game.commands import TimeUp
from companion.game.events import GameEnded, TimeCalled
from companion.game.state import GameState
from companion.rules.play import Outcome, Play, key, keys, refuse
from companion.rules.registry import rule
from companion.rules.worth import final_worth


@rule("timed/end-agreed")
def time_up(state: GameState, _command: TimeUp) -> Outcome:
    """Let no new turn begin any more."""
    if state.winners:
        return refuse("game-over", "winner/last-player")
    return (TimeCalled(because=key("timed/end-agreed"), also=keys("timed/last-turn")),)


@rule("timed/last-turn")
def is_played_out(state: GameState) -> bool:
    """Return whether the turn in which time was called leaves nothing to be done."""
    if state.first is not None:
        return True
    roll_due = state.turn.rolled and state.turn.roll_due
    return state.nothing_open and not roll_due and not state.rents


@rule("timed/richest", "timed/equal-worth", "timed/count")
def count(play: Play) -> None:
    """Let the richest win; equals share the victory."""
    state = play.state
    worth = {seat: final_worth(state, seat) for seat in state.playing}
    most = max(worth.values())
    play.tell(
        GameEnded(
            winners=tuple(seat for seat in state.playing if worth[seat] == most),
            because=key("timed/richest"),
            also=keys("timed/count", "timed/equal-worth", *_told_by_variants(state)),
        )
    )


def _told_by_variants(state: GameState) -> Iterator[str]:
    """Yield the keys under which the rule set that is played says how it ends."""
    for variant in state.edition.variants:
        yield from (f"{variant}/{slug}" for slug in ("ends", "last-estate", "richest"))
