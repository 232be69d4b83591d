"""Carries presses of the seats' buttons to the table, and the table's word to the seats' lamps."""

import logging
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol
from uuid import uuid4

from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.buttons.meanings import Gesture, Meanings, meaning, situation, too_late
from companion.table.buttons.wishes import REPEAT
from companion.table.feed import Subscription
from companion.table.table import Table
from companion.table.view import View
from companion.words import Seat
from hardware.loop import JOIN_S
from hardware.patterns import NOTHING, OFF, PATTERNS, Pattern
from hardware.pulse import Pulse

ROUND_S = 1.0
"""The lamps' thread goes round at least this often, so that one sees that it lives."""

WATCHED_S = 600.0
"""So long after somebody asked who has pressed, each press is news."""

DOUBLE_S = 0.5
"""Two presses that did nothing are a double one if the second comes so soon."""

SEEN_S = 0.8
"""A question is answered by no press sooner after its lamp came on: that was meant for something
else, as the second press of who hammers."""

QUIET_S = 1.0
"""And if nothing was pressed so long before the first: who hammers on after a claim, say, means no
double press."""

_log = logging.getLogger(__name__)


class Lamps(Protocol):
    """Where patterns are shown."""

    def show(self, seat: Seat, pattern: Pattern) -> None:
        """Let the lamp of a seat show a pattern from now on."""
        ...

    def flash(self, seat: Seat, pattern: Pattern) -> None:
        """Let it show a pattern once, over that."""
        ...


class Hands:
    """Connects the seats' buttons and lamps with the table.

    A press means what the lamp said at its edge, also where it acts only at its end.

    Args:
        table: whose commands they are.
        lamps: of all seats.
        seats: how many panels there are.
    """

    def __init__(self, table: Table, lamps: Lamps, seats: int) -> None:
        self._table, self._lamps, self._seats = table, lamps, seats
        self.repeat: Callable[[Seat], bool] = lambda _seat: False
        """Says the last announcement once more; returns whether anybody speaks."""
        self._pulse = Pulse()
        self._pressed: dict[Seat, float] = {}  # when last, monotonic seconds
        self._idle: dict[Seat, float] = {}  # when a press did nothing, none being before it
        self._begun: dict[tuple[Seat, float], View] = {}  # as the table stood at a press's edge
        self._shown: dict[Seat, tuple[Meanings, float]] = {}  # what its lamp says, and since when
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

    def pressed(self, seat: Seat, at: float) -> bool:
        """Take a press; *at* is the monotonic time of its edge.

        It acts at once, unless a long press would mean something else: then True is returned, and
        it acts when it has `ended`.
        """
        before = self._pressed.get(seat, -math.inf)
        self._pressed[seat] = at
        if at - self._asked < WATCHED_S:
            self._table.refresh()
        view = self._table.view
        now = situation(view, seat, at)
        unseen = now.lamp == "ask" and not self._has_seen(seat, now, at)
        if not unseen:
            self._begun[seat, at] = view
            if now.waits:
                return True
        if now.short is not None and not unseen:
            self._act(view, seat, "short", at)
        elif at - self._idle.pop(seat, -math.inf) <= DOUBLE_S and now.double is not None:
            self._act(view, seat, "double", at)
        else:
            if at - before >= QUIET_S:
                self._idle[seat] = at
            self._idles(view, seat, at)
        return False

    def ended(self, seat: Seat, at: float, long: bool) -> None:  # noqa: FBT001  # as it is called
        """Take the end of the press that began *at*; *long*: it is held down still."""
        view = self._begun.pop((seat, at), None)
        if view is None:
            return
        now = situation(view, seat, at)
        if now.waits:
            self._act(view, seat, "long" if long else "short", at)
        elif long and now.short is None and now.long is not None:
            self._idle.pop(seat, None)
            if now.long is not REPEAT:
                self._act(view, seat, "long", at)
            elif not self.repeat(seat):
                self._lamps.flash(seat, NOTHING)

    def _act(self, view: View, seat: Seat, gesture: Gesture, at: float) -> None:
        """Send what a gesture means; where it comes to nothing the lamp says so."""
        wish = meaning(view, seat, gesture, at)
        if wish is None:
            self._lamps.flash(seat, NOTHING)
            return

        def answered(answer: Future[Answer]) -> None:
            if not answer.cancelled() and not isinstance(answer.result(), Accepted):
                self._lamps.flash(seat, NOTHING)

        self._table.post(wish, self._cause(seat, at)).add_done_callback(answered)

    def _idles(self, view: View, seat: Seat, at: float) -> None:
        """Say that there is nothing to do; was it too late for something, that is recorded."""
        self._lamps.flash(seat, NOTHING)
        late = too_late(view, seat, at)
        if late is not None:
            self._table.post(late, self._cause(seat, at))

    def _has_seen(self, seat: Seat, now: Meanings, at: float) -> bool:
        """Return whether the lamp had asked for a while when somebody pressed."""
        shown, since = self._shown.get(seat, (None, math.inf))
        return shown is now and at - since >= SEEN_S

    def _cause(self, seat: Seat, at: float) -> Cause:
        return self._table.cause(
            "seat", "button", seat=seat, device=f"button-{seat}", command_id=uuid4().hex, at=at
        )

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
            now = situation(view, seat)
            if self._shown.get(seat, (None, 0.0))[0] is not now:
                self._shown[seat] = now, time.monotonic()
            self._lamps.show(seat, PATTERNS[now.lamp])
