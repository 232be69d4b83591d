"""Short or long: what becomes of presses that have begun.

A press is told at its edge, and whoever is told says whether it acts only when it is known how long
it was. Those act in the order of their edges, so each waits for the ones before it: no longer than
`LONG_S` after they began, however long somebody leans on a button.
"""

import math
from collections.abc import Callable
from typing import Protocol

from companion.words import Seat

LONG_S = 0.7
"""From so long on a press is a long one; it acts then, and waits for no release."""


class Pressable(Protocol):
    """A button or a key, whose presses have begun."""

    @property
    def seat(self) -> Seat:
        """Whose it is."""
        ...

    def is_over(self, began: float, now: float) -> bool:
        """Return whether the press that began then has ended, as far as is known *now*."""
        ...

    def ends(self, began: float) -> float:
        """Return when it will be known that it has ended, if it is open; infinity: it is down."""
        ...


class UnderWay:
    """One press that has begun; *waits*: it acts when it ends."""

    def __init__(self, switch: Pressable, began: float, *, waits: bool) -> None:
        self.switch, self.began, self.waits = switch, began, waits
        self.is_long: bool | None = None  # None: not known yet

    def look(self, now: float) -> None:
        """See whether it has ended, or has become a long one."""
        if self.is_long is not None:
            return
        if self.switch.is_over(self.began, now):
            self.is_long = False
        elif now - self.began >= LONG_S and self.switch.ends(self.began) == math.inf:
            self.is_long = True


class ShortOrLong:
    """Tells of every press how it began and, later, whether it was a long one.

    Args:
        began: told the seat and the time of the edge; returns whether the press acts at its end.
        ended: told the same, and whether it was a long press; also of a press that has acted.
    """

    def __init__(
        self, began: Callable[[Seat, float], bool], ended: Callable[[Seat, float, bool], None]
    ) -> None:
        self._began, self._ended = began, ended
        self._under_way: list[UnderWay] = []  # in the order of their edges

    def begin(self, switch: Pressable, at: float) -> None:
        """Tell a press; those before it have been told."""
        waits = self._began(switch.seat, at)
        self._under_way.append(UnderWay(switch, at, waits=waits))

    def step(self, now: float) -> None:
        """Tell what has ended, or has become long."""
        held, left = False, []
        for press in self._under_way:
            press.look(now)
            if press.is_long is None or (press.waits and held):
                held = held or press.waits
                left.append(press)
            else:
                self._ended(press.switch.seat, press.began, press.is_long)
        self._under_way = left

    def due(self) -> float:
        """Return when to look again, if no edge comes before: monotonic seconds."""
        open_ones = [one for one in self._under_way if one.is_long is None]
        times = [min(one.began + LONG_S, one.switch.ends(one.began)) for one in open_ones]
        return min(times, default=math.inf)
