"""A drawn tray, rest by rest: what lies there is laid, not thrown."""

import numpy as np
from numpy.typing import NDArray

from companion.vision.dice import NetReader
from companion.vision.frame import Down, Frame
from companion.vision.readings import DiceReading
from companion.vision.rest_detection import AtRest
from hardware.field import Field
from hardware.simulated.die import Face
from hardware.simulated.mishap import Lean, Mishap
from hardware.simulated.table import SimulatedTable
from hardware.simulated.throw import Flight
from hardware.tray import Told, Tray
from tests.support.ticks import Ticks

LEFT, MIDDLE, RIGHT = (70.0, 100.0), (120.0, 190.0), (180.0, 120.0)
"""Places in the tray, millimetres of the mat."""

Dice = tuple[tuple[Face, tuple[float, float]], ...]


class Looks:
    """A tray under a camera, and what is told of it.

    Args:
        table: on which it stands.
        ticks: the table's clock.
        field: where tray and scan field lie; by default the mat says so.
    """

    def __init__(self, table: SimulatedTable, ticks: Ticks, field: Field | None = None) -> None:
        self.table, self.ticks = table, ticks
        self.tray = Tray(NetReader(), lambda: 2, lambda: False)
        self.down: Down | None = None  # as the camera feels it
        self.light: float | NDArray[np.float64] = 1.0  # all over, or at each place
        field = field or Field()
        field.look(self._frame())
        self.tray.move(field.layout)

    def nothing(self) -> None:
        """Nothing lies there, and nothing moves."""
        self._lay(())
        self.tray.rest(self._frame())

    def lie(self, dice: Dice) -> None:
        """These dice lie there, and nothing moves."""
        self._lay(dice)
        self.tray.rest(self._frame())

    def come(self, dice: Dice) -> Told:
        """These dice have come to lie there, and no others; return what is told of them."""
        self._lay(dice)
        return self.tell()

    def throw(self, mishap: Mishap | None, lean: Lean | None = None) -> Told:
        """Throw two dice, of which one may end badly; return what is told of them."""
        self.table.throw(show=(3, 5), mishap=mishap, lean=lean)
        return self.tell()

    def tell(self) -> Told:
        """Return what is told of what lies there now."""
        self.ticks.sleep(4.0)
        began = self.ticks()
        frame, again, last = (self._frame() for _ in range(3))
        at = self.ticks()
        rest = AtRest(frame=frame, again=again, last=last, began=began, at=at, changed=True)
        return self.tray.see(rest, patient=False)

    def _lay(self, dice: Dice) -> None:
        flights = tuple(Flight(pips, end, 0.4, end, 0, 0.0, 0.1) for pips, end in dice)
        self.table._lay(flights, began=self.ticks())
        self.ticks.sleep(4.0)

    def _frame(self) -> Frame:
        self.ticks.sleep(1.1)
        seen = self.table.seen(self.ticks()) * self.light
        pixels = np.asarray(np.clip(seen, 0, 255), np.uint8)
        return Frame(pixels, self.ticks(), 0, down=self.down)


def told_of(told: Told) -> tuple[str, tuple[int, ...]]:
    """Return verdict and values of what was told."""
    assert isinstance(told, DiceReading)
    return told.verdict, told.values
