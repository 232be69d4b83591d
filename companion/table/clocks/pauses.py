"""When a game rests, and how long it has rested: made of its records, so also after a restart."""

from typing import Self

from msgspec.structs import replace

from companion.game.events import AnyEvent, Paused, PauseEnded
from companion.journal.record import Cause, Record
from companion.table.side_state import Followed
from companion.words import RuleKey

PAUSE = RuleKey("table/pause")
"""What a refusal rests on while the game is paused."""


class Pauses(Followed, frozen=True, kw_only=True):
    """The pause that lasts, and the time of those that are over."""

    since: Cause | None = None  # who paused the game, and when; None: it goes on
    rested: float = 0.0  # seconds of all pauses that are over

    def told(self, event: AnyEvent, record: Record) -> Self:
        """Return it after an event."""
        match event:
            case Paused() if self.since is None:
                return replace(self, since=record.cause)
            case PauseEnded() if self.since is not None:
                rested = self.rested + between(self.since, record.cause)
                return replace(self, since=None, rested=rested)
        return self


def between(earlier: Cause, later: Cause) -> float:
    """Return the seconds between two causes: by the clock that does not jump, where it is one."""
    same = earlier.boot == later.boot
    return max(0.0, later.mono - earlier.mono if same else later.wall - earlier.wall)
