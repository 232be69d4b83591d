"""Carries presses of the seats' buttons to the table, and the table's word to the seats' lamps."""

import logging
import threading
import time
from typing import Protocol
from uuid import uuid4

from companion.table.buttons import light, meaning
from companion.table.feed import Subscription
from companion.table.table import Table
from companion.table.view import View
from companion.words import Seat
from hardware.loop import JOIN_S
from hardware.patterns import OFF, PATTERNS, Pattern
from hardware.pulse import Pulse

ROUND_S = 1.0
"""The lamps' thread goes round at least this often, so that one sees that it lives."""

WATCHED_S = 600.0
"""So long after somebody asked who has pressed, each press is news."""

_log = logging.getLogger(__name__)


class Lamps(Protocol):
    """Where patterns are shown."""

    def show(self, seat: Seat, pattern: Pattern) -> None:
        """Let the lamp of a seat show a pattern from now on."""
        ...


class Hands:
    """Connects the seats' buttons and lamps with the table.

    Args:
        table: whose commands they are.
        lamps: of all seats.
        seats: how many panels there are.
    """

    def __init__(self, table: Table, lamps: Lamps, seats: int) -> None:
        self._table, self._lamps, self._seats = table, lamps, seats
        self._pulse = Pulse()
        self._pressed: dict[Seat, float] = {}  # when last, monotonic seconds
        self._asked = -WATCHED_S  # when somebody wanted to know that, monotonic seconds
        self._stream: Subscription | None = None
        self._thread = threading.Thread(target=self._follow, name="hands", daemon=True)

    def age(self) -> float:
        """Return how long ago the lamps' thread last went round, in seconds."""
        return self._pulse.age_s

    def start(self) -> None:
        """Let the lamps follow the game."""
        self._stream = self._table.feed.subscribe(heartbeat_s=ROUND_S)
        self._thread.start()

    def stop(self) -> None:
        """Let go; all lamps go out."""
        if self._stream is not None:
            self._stream.end()
            self._thread.join(JOIN_S)
        for seat in range(self._seats):
            self._lamps.show(Seat(seat), OFF)

    def heard(self, seconds: float) -> frozenset[Seat]:
        """Return whose buttons were pressed in the last so many seconds, in a game or not."""
        self._asked = time.monotonic()
        since = self._asked - seconds
        return frozenset(seat for seat, at in self._pressed.copy().items() if at >= since)

    def pressed(self, seat: Seat, at: float) -> None:
        """Send what a press means; *at* is the monotonic time of the edge."""
        self._pressed[seat] = at
        if at - self._asked < WATCHED_S:
            self._table.refresh()
        view = self._table.view
        state = view.state
        if state is None or seat not in state.seats:
            return
        cause = self._table.cause(
            "seat", "button", seat=seat, device=f"button-{seat}", command_id=uuid4().hex, at=at
        )
        self._table.post(meaning(view, state, seat, at), cause)

    def _follow(self) -> None:
        assert self._stream is not None
        for news in self._stream:
            self._pulse.beat()
            if news.kind == "heartbeat":
                continue
            try:
                self._light(self._table.view)
            except Exception:  # noqa: BLE001  # one view's mistake may not end all lamps
                _log.exception("the lamps stumbled")

    def _light(self, view: View) -> None:
        for seat in map(Seat, range(self._seats)):
            self._lamps.show(seat, PATTERNS[light(view, seat)])
