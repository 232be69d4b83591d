"""A tournament's round that sits at this table, as the club's hub said it last; kept nowhere."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.game.state import GameState

SAME_S = 1.0
"""An end that is heard of by so little elsewhere is the same: answers are not equally fast."""


class HeardRound(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be set up or is played here, and when it ends by the hub's clock."""

    tournament: str  # its name
    number: int
    players: tuple[str, ...]  # in the order of their seats
    edition: str
    variants: tuple[str, ...] = ()  # of the edition
    house: Mapping[str, str] = {}  # house rules: parameter -> as it is typed
    minutes: int | None  # None: until one player is left
    lineups: tuple[tuple[str, ...], ...] = ()  # who sat here earlier in the round, the last first
    ends: float | None = None  # by a clock of this machine, at tables the one that never jumps

    def is_played_in(self, state: GameState) -> bool:
        """Return whether a game is this round's: the same edition, the same people.

        One that began before people changed seats in the club is so still.
        """
        there = sorted(_plain(player.name) for player in state.players)
        people = (self.players, *self.lineups)
        return state.edition.id == self.edition and any(
            there == sorted(map(_plain, each)) for each in people
        )

    def is_as(self, other: "HeardRound | None") -> bool:
        """Return whether it says the same as another, but for how fast the answers came."""
        if other is None or replace(self, ends=None) != replace(other, ends=None):
            return False
        if self.ends is None or other.ends is None:
            return self.ends == other.ends
        return abs(self.ends - other.ends) < SAME_S


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
