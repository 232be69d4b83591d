"""How much time a game at a table has left: till its round ends, or till its own agreed end."""

import msgspec

from companion.journal.record import Record
from companion.table.clocks.agreed_end import agreed_end
from companion.table.clocks.heard_round import HeardRound
from companion.table.state import TableState


class TimeLeft(msgspec.Struct, frozen=True, kw_only=True):
    """When a game's time is up."""

    ends: float | None = None  # seconds since 1970 by the hub's clock; None: its clock stands
    rests_s: float = 0.0  # left while it stands; 0: up, and called


class TableTime:
    """By how much the clock of a table's machine is behind the hub's.

    Records come after they were written, some much later: the least time between counts. A clock
    that was set back begins anew.
    """

    def __init__(self) -> None:
        self._behind_s = self._wall = 0.0
        self._is_known = False

    def note(self, last: Record, kept_at: float) -> None:
        """Note when a game's last record was written, and when the hub kept it."""
        wall = last.cause.wall
        behind = kept_at - wall
        if not self._is_known or wall < self._wall or behind < self._behind_s:
            self._behind_s = behind
        self._wall, self._is_known = wall, True

    def left(self, state: TableState, began: Record, round_: HeardRound | None) -> TimeLeft | None:
        """Return how much time a game has; None: it has no end, or nobody can tell.

        Args:
            state: of the game.
            began: its first record.
            round_: that sits at its table, its end by the hub's clock.
        """
        game = state.game
        if game.winners:
            return None
        if game.time_called:
            return TimeLeft()
        if round_ is not None and round_.minutes and round_.is_played_in(game):
            return None if round_.ends is None else TimeLeft(ends=round_.ends)
        agreed = agreed_end(began, game.ends)
        if agreed is None:
            return None
        agreed += state.pauses.rested
        since = state.pauses.since
        if since is not None:
            return TimeLeft(rests_s=max(1.0, agreed - since.wall))
        return TimeLeft(ends=float(int(agreed + self._behind_s)))
