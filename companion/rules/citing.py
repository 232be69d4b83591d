"""What an event rests on besides its rule: said once for its kind, apart from what decides it."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from companion.game.events import Event
from companion.game.state import GameState

Kind = TypeVar("Kind", bound=Event)
Cites = Callable[[GameState, Kind], Iterable[str]]
"""From the state before an event and the event to the further rules that have a say in it."""

citing: dict[type[Event], dict[str, Cites[Any]]] = {}
"""Kind of event -> the rule because of which it is told, or `ANY` -> what is cited besides."""

ANY = ""


def cites(kind: type[Kind], *because: str) -> Callable[[Cites[Kind]], Cites[Kind]]:
    """Mark what events of *kind* cite besides: those told because of these rules, else all."""

    def register(function: Cites[Kind]) -> Cites[Kind]:
        of_kind = citing.setdefault(kind, {})
        for rule in because or (ANY,):
            assert rule not in of_kind, (kind, rule)
            of_kind[rule] = function
        return function

    return register


def always_cites(kind: type[Event], *told: str, because: str = ANY) -> None:
    """Let events of *kind* cite the same each time: those told because of this rule, else all."""
    cites(kind, because)(lambda _state, _event: told)
