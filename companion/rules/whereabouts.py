"""Who sits in jail or rests on Free Parking does business as usual."""

from collections.abc import Iterator
from typing import cast, get_args

from msgspec.structs import replace

from companion.game import commands as c
from companion.game.events import AnyEvent
from companion.game.state import GameState
from companion.rules.play import keys
from companion.rules.registry import rule
from companion.words import Seat

_Business = c.Bid | c.Build | c.Want | c.Sell | c.Mortgage | c.Redeem | c.Offer | c.Accept | c.Claim
_KINDS = frozenset(get_args(_Business))


def with_whereabouts(
    state: GameState, command: c.AnyCommand, events: tuple[AnyEvent, ...]
) -> tuple[AnyEvent, ...]:
    """Return *events*, the first of which also rests on where the one who acts has to stay."""
    if type(command) not in _KINDS or not events:  # quicker than nine times `isinstance`
        return events
    told = keys(*_told_of(state, cast(_Business, command)))
    first, *others = events
    return (replace(first, also=(*first.also, *told)), *others) if told else events


@rule("jail/business-as-usual", "parking/business-as-usual")
def _told_of(state: GameState, command: _Business) -> Iterator[str]:
    seat: Seat = command.by
    if state.players[seat].jailed is not None and not isinstance(command, c.Claim):
        yield "jail/business-as-usual"
    if state.edition.space(state.players[seat].at).kind == "parking":
        yield "parking/business-as-usual"
