"""What lies in the tray since it was last told: what was thrown, nudged, turned, hidden, taken."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from companion.vision.change_detection import Mask, Patch, Thumb, changed, patches, relit
from companion.vision.readings import DiceReading, DieReading
from hardware.agreement import distance, is_same_die

NUDGE = 1.5
"""Edges of a die: no farther does it go when it is nudged."""
HIDES = 3.0
"""Faces of a die: what is larger hides one."""
LITTLE = 0.3
"""Faces of a die: the tray is empty as long as less of it has changed."""

_ROOM = 1.3  # edges from a die's middle up to which it and its shadow may hide the tray
_MOSTLY = 0.85  # of the tray must be known before it is called empty


class Lying:
    """Remembers the dice that were told last, and what the tray looks like without dice."""

    def __init__(self) -> None:
        self.told: DiceReading | None = None
        """The dice told last, as long as they lie there or may lie there hidden."""
        self._empty: Thumb | None = None
        self._known: Mask = np.zeros((0, 0), np.bool_)
        self._lifted = False

    def forget_the_tray(self) -> None:
        """Forget what the tray looks like: it is seen elsewhere in the picture now."""
        self._empty, self._lifted = None, False

    def watch(self, now: Thumb) -> None:
        """Note whether the tray is empty while something moves: the dice were lifted then."""
        told = self.told
        if self._lifted or told is None or self._empty is None:
            return
        if self._empty.shape != now.shape or self._known.mean() < _MOSTLY:
            return
        if not all(self._known[_around(die, now, 0.5)].all() for die in told.dice):
            return
        left = np.count_nonzero(changed(self._empty, now) & self._known) * now.cell**2
        self._lifted = bool(left < LITTLE * min(die.edge for die in told.dice) ** 2)

    def is_bare(self, patch: Patch, now: Thumb) -> bool | None:
        """Return whether the bare tray is seen in a patch; None where it is not known."""
        if self._empty is None or self._empty.shape != now.shape:
            return None
        known = patch.mask & self._known
        if np.count_nonzero(known) < _MOSTLY * np.count_nonzero(patch.mask):
            return None
        return bool(changed(self._empty, now)[known].mean() < LITTLE)

    def things(self, now: Thumb) -> list[Patch]:
        """Return what lies in the tray, as far as it is known without dice."""
        if self._empty is None or self._empty.shape != now.shape:
            return []
        return patches(changed(self._empty, now) & self._known, now.cell)

    def judge(self, reading: DiceReading, now: Thumb, found: Sequence[Patch]) -> DiceReading | None:
        """Return what is to be told of a rest, or None: it was no throw.

        Args:
            reading: of the dice that lie there now.
            now: the tray.
            found: where it differs from how it looked before the motion.
        """
        told, lifted, self._lifted = self.told, self._lifted, False
        if told is None or lifted:
            self.told = reading if reading.dice else None
            return self.told
        kept = [die for die in told.dice if any(is_same_die(die, d) for d in reading.dice)]
        missing = [die for die in told.dice if die not in kept]
        gone = [die for die in missing if self._is_gone(die, now, found)]
        if len(kept) == len(reading.dice) and (kept or len(gone) < len(missing)):
            return self._unchanged(told, reading, all_there=not missing)
        if not reading.dice:
            self.told = None
            return None
        self.told = reading
        if reading.values == told.values:
            return self._moved(told, reading)
        if kept and reading.verdict == told.verdict == "sure" and len(missing) < len(told.dice):
            return replace(reading, verdict="unsure", remark="turned")
        return reading

    def learn(self, reading: DiceReading, before: Thumb | None, now: Thumb) -> None:
        """Learn what the tray looks like where no dice lie.

        Args:
            reading: of the dice that lie there now.
            before: the tray before the motion.
            now: the tray.
        """
        free = np.ones(now.shape, np.bool_)
        hidden = self.told.dice if self.told is not None else ()
        for die in (*_all(reading), *hidden):
            free[_around(die, now, _ROOM)] = False
        if self._empty is None or self._empty.shape != now.shape:
            self._empty, self._known = Thumb(now.cells.copy(), now.cell), free
            if before is not None and before.shape == now.shape:
                self._recall(reading, relit(before, now), now)
            return
        self._empty = relit(self._empty, now)
        self._empty.cells[free] = now.cells[free]
        self._known |= free

    def _recall(self, reading: DiceReading, before: Thumb, now: Thumb) -> None:
        """Take from the picture before it what lies under the first dice that came."""
        assert self._empty is not None
        came = changed(before, now)
        for die in _all(reading):
            if came[_around(die, now, 0.5)].mean() > LITTLE:
                place = _around(die, now, _ROOM)
                self._empty.cells[place], self._known[place] = before.cells[place], True

    def _moved(self, told: DiceReading, reading: DiceReading) -> DiceReading | None:
        """Say what it means that the same values lie elsewhere, never seen lifted."""
        if _farthest(told, reading) > NUDGE * max(die.edge for die in told.dice):
            return replace(reading, verdict="unsure", remark="moved")
        if reading.verdict == "sure" and told.verdict != "sure":
            return reading
        self.told = replace(reading, verdict=told.verdict)
        return None

    def _unchanged(
        self, told: DiceReading, reading: DiceReading, *, all_there: bool
    ) -> DiceReading | None:
        """Say no more of dice that lie still, unless they are sure only now."""
        if all_there and reading.verdict == "sure" and told.verdict != "sure":
            self.told = reading
            return reading
        return None

    def _is_gone(self, die: DieReading, now: Thumb, found: Sequence[Patch]) -> bool:
        """Return whether a die lies no longer where it lay: the bare tray is seen there."""
        place = _around(die, now, 0.5)
        if self._empty is None or self._empty.shape != now.shape or not self._known[place].all():
            large = (patch for patch in found if patch.area > HIDES * die.edge**2)
            return not any(patch.covers(die.centre, 0.5 * die.edge) for patch in large)
        return float(changed(self._empty, now)[place].mean()) < LITTLE


def _farthest(told: DiceReading, reading: DiceReading) -> float:
    """Return how far the die went that went farthest, each to the nearest one of its value."""
    left, farthest = list(reading.dice), 0.0
    for die in told.dice:
        nearest = min((d for d in left if d.pips == die.pips), key=lambda d: distance(die, d))
        left.remove(nearest)
        farthest = max(farthest, distance(die, nearest))
    return farthest


def _all(reading: DiceReading) -> tuple[DieReading, ...]:
    """Return the dice of a reading and the speed die."""
    return reading.dice if reading.speed is None else (*reading.dice, reading.speed)


def _around(die: DieReading, thumb: Thumb, edges: float) -> tuple[slice, slice]:
    """Return the cells within so many edges of a die's middle, each way; at least one."""
    reach = edges * die.edge
    rows, columns = thumb.shape
    cell = thumb.cell
    x, y = die.centre
    top, left = (int(np.clip((v - reach) // cell, 0, n - 1)) for v, n in ((y, rows), (x, columns)))
    return (
        slice(top, max(top + 1, round((y + reach) / cell))),
        slice(left, max(left + 1, round((x + reach) / cell))),
    )
