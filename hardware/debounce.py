"""Debouncing: what the edges of a contact mean: a spike, a press that bounces, one that hangs.

Times are monotonic seconds of the edges themselves.
"""

import math

HELD_S = 0.003
"""Closed for less is no press: long wires catch that much from static and from motors."""

BOUNCE_S = 0.02
"""Open for so long, without ever having been held, is the end of a spike or of a bounce."""

AWAY_S = 0.05
"""A finger that presses again was away at least so long; a worn contact opens for 35 ms."""

SCRATCH_S = 0.1
"""What goes on longer without being held is hum from elsewhere, and no part of the next press."""

STUCK_S = 8.0
"""Nobody presses so long."""


class DebouncedContact:
    """Tells presses from everything else that a contact does.

    Args:
        now: when its edges began to be heard.
        closed: whether it was closed then; that is no press, and it is stuck until it opens.
    """

    def __init__(self, now: float, *, closed: bool = False) -> None:
        self._closed: float | None = -math.inf if closed else None  # since when
        self._opened = -math.inf
        self._began = now  # first edge of what is under way
        self._told = closed  # it is a press, and was told
        self._closings = 0  # of what is under way

    def edge(self, at: float, *, closed: bool) -> float | None:
        """Take an edge; return when the press began that it proves, if it proves one."""
        if closed:
            if self._is_another(at):
                self._began, self._told, self._closings = at, False, 0
            self._closings += 1
            self._closed = at
            return None
        press = self.held(at)
        self.lost(at)
        return press

    def held(self, now: float) -> float | None:
        """Return when the press began, if the contact still is closed and that proves it."""
        if self._told or self._closed is None or now < self.known:
            return None
        self._told = True
        return self._began

    def lost(self, now: float) -> None:
        """Take the contact as open, without asking how long it was closed."""
        self._closed, self._opened = None, now

    def asks(self, now: float) -> float | None:
        """Return when that began of which it is still open whether it is a press, if anything."""
        if self._told or (self._closed is None and now - self._opened >= BOUNCE_S):
            return None
        return self._began

    @property
    def known(self) -> float:
        """Return when it will be known what is under way."""
        return self._opened + BOUNCE_S if self._closed is None else self._closed + HELD_S

    @property
    def closed(self) -> float | None:
        """Return since when the contact has been closed, if it is."""
        return self._closed

    @property
    def began(self) -> float:
        """Return the first edge of what is under way, or was last."""
        return self._began

    @property
    def opened(self) -> float:
        """Return when it last opened."""
        return self._opened

    @property
    def bounces(self) -> int:
        """Return how often it closed again in what is under way, or was last."""
        return max(self._closings - 1, 0)

    def is_away(self, now: float) -> bool:
        """Return whether it has been open for so long that the press is over."""
        return self._closed is None and now - self._opened >= AWAY_S

    def stuck(self, now: float) -> bool:
        """Return whether it has been closed for longer than anybody presses."""
        return self._closed is not None and now - self._closed >= STUCK_S

    def _is_another(self, at: float) -> bool:
        """Return whether a contact that closes now begins something new."""
        away = at - (self._opened if self._closed is None else self._closed)  # an edge may be lost
        if self._told:
            return away >= AWAY_S
        return away >= BOUNCE_S or at - self._began >= SCRATCH_S
