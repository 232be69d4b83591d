"""The one thread that hears all buttons, and tells presses in the order of their first edges."""

import heapq
import logging
import math
import queue
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from companion.words import Seat
from hardware.debounce import AWAY_S, STUCK_S, DebouncedContact
from hardware.lengths import ShortOrLong
from hardware.loop import Loop

ROUND_S = 1.0
"""The thread goes round at least this often, so that one sees that it lives."""


_SOON_S = 0.0005
_LATEST_S = 10.0  # an edge that says it is older was stamped by another clock
_LOST_S = 1.0  # an edge that is later than this never comes

_log = logging.getLogger(__name__)


class Trace(NamedTuple):
    """What was seen of one press."""

    source: str  # the pin or the key
    seconds: float | None  # how long it was down; None: it still is
    bounces: int  # how often the contact closed again meanwhile


class Button:
    """A button that joins its pin to ground, or to 3.3 V where it is *high* then.

    Args:
        seat: whose it is.
        name: what the pin is called.
        pin: one of a gpiozero factory's.
        heard: told of every edge, from the pins' own thread; must return at once.
        pull: `up`, `down` or `floating`: by a resistor inside.
        high: whether the pin is high while it is pressed.
    """

    def __init__(
        self,
        seat: Seat,
        name: str,
        pin: Any,
        heard: Callable[["Button", float, bool], None],
        *,
        pull: str = "up",
        high: bool = False,
    ) -> None:
        self.seat, self._name, self._pin, self._heard, self._high = seat, name, pin, heard, high
        pin.function = "input"
        pin.pull = pull
        pin.edges = "both"
        self.contact = DebouncedContact(time.monotonic(), closed=self.is_down)
        self.was_stuck = False
        self.listen()

    @property
    def is_down(self) -> bool:
        """Whether it is pressed now."""
        return bool(self._pin.state) == self._high

    def is_over(self, began: float, now: float) -> bool:
        """Return whether the press that began then has ended; a worn contact opens for a while."""
        closed = self.contact.closed
        lost = closed is not None and not self.is_down and now - closed >= _LOST_S
        return self.contact.began != began or self.contact.is_away(now) or lost

    def ends(self, began: float) -> float:
        """Return when that is known of a contact that is open; infinity: it is closed."""
        if self.contact.began != began:
            return began
        if self.contact.closed is None:
            return self.contact.opened + AWAY_S
        return math.inf if self.is_down else time.monotonic() + AWAY_S  # the edge is under way

    def edge(self, at: float, *, closed: bool) -> float | None:
        """Take an edge; return when the press began that it proves, if it proves one."""
        return self.contact.edge(at, closed=closed)

    @property
    def trace(self) -> Trace:
        """Return what was seen of the newest press."""
        contact = self.contact
        lasted = contact.opened - contact.began if contact.closed is None else None
        return Trace(self._name, lasted, contact.bounces)

    def listen(self) -> None:
        """Have the pin's edges told, from now on."""
        self._pin.when_changed = None
        self._pin.when_changed = self._changed

    def close(self) -> None:
        """Let go of the pin."""
        self._pin.when_changed = None
        self._pin.close()

    def _changed(self, ticks: float, state: int) -> None:
        now = time.monotonic()  # ticks are of the same clock, and exact: no second look at it
        self._heard(
            self, ticks if now - _LATEST_S <= ticks <= now else now, bool(state) == self._high
        )


class Key:
    """A key of a keypad: its own chip has debounced it."""

    def __init__(self, seat: Seat, name: str, heard: Callable[["Key", float, bool], None]) -> None:
        self.seat, self._name, self._heard = seat, name, heard
        self._down: float | None = None  # since when
        self._lasted: float | None = None  # the newest press that has ended

    def hear(self, at: float, down: bool) -> None:  # noqa: FBT001  # as events have it
        """Take what the device says of it; from its reader's thread."""
        self._heard(self, at, down)

    def edge(self, at: float, *, closed: bool) -> float | None:
        """Take it in its turn; return when the press began, if it is one."""
        began, self._down = self._down, at if closed else None
        self._lasted = None if closed or began is None else at - began
        return at if closed and began is None else None

    def is_over(self, began: float, _now: float) -> bool:
        """Return whether the press that began then has ended."""
        return self._down != began

    def ends(self, began: float) -> float:
        """Return when that is known."""
        return math.inf if self._down == began else began

    @property
    def trace(self) -> Trace:
        """Return what was seen of the newest press."""
        return Trace(self._name, self._lasted, 0)

    def stuck(self, now: float) -> bool:
        """Return whether it is down for longer than anybody presses."""
        down = self._down
        return down is not None and now - down >= STUCK_S


class PressDetector(Loop):
    """Hears the edges of all buttons; the pins' own thread only hands them over.

    lgpio calls back from one thread for all pins, and its own debouncing comes too late.

    Args:
        lengths: told of each press; must not raise.
    """

    def __init__(self, lengths: ShortOrLong) -> None:
        super().__init__("buttons")
        self._lengths = lengths
        self._buttons: list[Button] = []
        self._keys: list[Key] = []
        self._edges: queue.SimpleQueue[tuple[Button | Key, float, bool] | None]
        self._edges = queue.SimpleQueue()
        self._wake_at = time.monotonic() + ROUND_S
        self._proved: list[tuple[float, Seat, int, Button | Key]] = []
        """A heap of presses that are not told yet."""
        self._newest: dict[Seat, Button | Key] = {}

    def add(
        self, seat: Seat, pin: Any, *, name: str = "", pull: str = "up", high: bool = False
    ) -> None:
        """Listen to one more button; before the thread begins. The rest: see `Button`."""
        button = Button(seat, name, pin, lambda *edge: self._edges.put(edge), pull=pull, high=high)
        self._buttons.append(button)

    def key(self, seat: Seat, name: str) -> Key:
        """Return one more key, to be told what its device says of it; before the thread begins."""
        key = Key(seat, name, lambda *edge: self._edges.put(edge))
        self._keys.append(key)
        return key

    def trace(self, seat: Seat) -> Trace | None:
        """Return what was seen of a seat's newest press, if there was one."""
        switch = self._newest.get(seat)
        return switch.trace if switch is not None else None

    @property
    def stuck(self) -> tuple[Seat, ...]:
        """The seats whose buttons are down for longer than anybody presses."""
        now = time.monotonic()
        pins = [button.seat for button in self._buttons if button.contact.stuck(now)]
        return tuple(dict.fromkeys((*pins, *(key.seat for key in self._keys if key.stuck(now)))))

    def close(self) -> None:
        """Stop, and let go of the pins."""
        self._stopping.set()
        self._edges.put(None)
        self.stop()
        for button in self._buttons:
            button.close()

    def _round(self) -> None:
        try:
            edge = self._edges.get(timeout=self._patience(time.monotonic()))
        except queue.Empty:
            edge = None
        if edge is not None:
            switch, at, closed = edge
            self._note(switch, switch.edge(at, closed=closed))
        now = time.monotonic()
        for button in self._buttons:
            self._look(button, now)
        self._tell_proved(now)
        self._lengths.step(now)
        if now >= self._wake_at:
            self._wake()

    def _wake(self) -> None:
        """Wake lgpio's thread, which on a busy machine may have slept through all that was claimed.

        It waits for a signal without asking whether that has come (`lgPthAlerts.c`), and would tell
        no edge ever; each claim is such a signal. What came meanwhile is told then.
        """
        up = [button for button in self._buttons if not button.is_down]
        if up:
            up[-1].listen()
            self._wake_at = math.inf

    def _patience(self, now: float) -> float:
        contacts = [button.contact for button in self._buttons]
        due = min((one.known for one in contacts if one.asks(now) is not None), default=math.inf)
        return min(ROUND_S, max(_SOON_S, min(due, self._lengths.due()) - now))

    def _look(self, button: Button, now: float) -> None:
        """Confirm a press while the button is down, and notice one that hangs."""
        contact = button.contact
        if contact.closed is not None and contact.asks(now) is not None and now >= contact.known:
            if button.is_down:
                self._note(button, contact.held(now))
            elif now - contact.closed >= _LOST_S:  # that it opened was never told
                contact.lost(now)
        stuck, button.was_stuck = button.was_stuck, contact.stuck(now)
        if button.was_stuck and not stuck:
            _log.warning("the button of seat %d is held down", button.seat + 1)

    def _note(self, switch: Button | Key, press: float | None) -> None:
        if press is not None:
            heapq.heappush(self._proved, (press, switch.seat, id(switch), switch))

    def _tell_proved(self, now: float) -> None:
        """Tell the presses before which no other may still turn out to have begun."""
        asked = [button.contact.asks(now) for button in self._buttons]
        first = min((began for began in asked if began is not None), default=math.inf)
        while self._proved and self._proved[0][0] <= first:
            at, _seat, _id, switch = heapq.heappop(self._proved)
            self._newest[switch.seat] = switch
            self._lengths.begin(switch, at)
