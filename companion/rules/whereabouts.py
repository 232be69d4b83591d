"""Who sits in jail or rests on Free Parking does business as usual."""

from typing import get_args

from companion.game import commands as c
from companion.game.state import GameState
from companion.rules.play import keys
from companion.rules.registry import rule
from companion.words import RuleKey, Seat

_KINDS = frozenset((*get_args(c.Business), c.Bid, c.Claim))
_IN_JAIL = keys("jail/business-as-usual")
_AT_PARKING = keys("parking/business-as-usual")


@rule("jail/business-as-usual", "parking/business-as-usual")
def told_of_whereabouts(state: GameState, command: c.AnyCommand) -> tuple[RuleKey, ...]:
    """Return what *command* rests on besides, by where the one who acts has to stay."""
    if type(command) not in _KINDS:
        return ()
    seat: Seat = command.by  # type: ignore[union-attr]  # all of these kinds have one
    player = state.players[seat]
    parked = _AT_PARKING if player.at in state.edition.parking else ()
    imprisoned = player.jailed is not None and type(command) is not c.Claim
    return _IN_JAIL + parked if imprisoned else parked
