"""Throws that go wrong: a die that leans, lies on another or beside the tray."""

import math
from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from calibration.mat import ZoneMm
from hardware.simulated.die import EDGE_MM
from hardware.simulated.throw import Flight

Mishap = Literal["cocked", "leaning", "stacked", "outside"]
"""Cocked: leans on the tray's wall. Leaning: on another die."""
MISHAPS: tuple[Mishap, ...] = ("cocked", "leaning", "stacked", "outside")

LEAN = math.radians(38.0)
"""How far a cocked die leans."""

_BESIDE_MM = 34.0  # from the felt's near edge to a die that fell out of the tray


def gone_wrong(flights: Sequence[Flight], mishap: Mishap, tray: ZoneMm) -> tuple[Flight, ...]:
    """Return the flights, the last of which does not end flat on the felt."""
    *others, last = flights
    x, y = last.end
    if mishap == "cocked":
        wall = tray.left + tray.width - 0.62 * EDGE_MM
        last = replace(last, end=(wall, y), yaw=0.0, lean=LEAN, lean_to=0.0)
    elif mishap == "outside":
        last = replace(last, end=(x, tray.near - _BESIDE_MM))
    elif mishap == "stacked" and others:
        x, y = others[0].end
        last = replace(last, end=(x + 2.0, y + 1.0), on=EDGE_MM)
    elif others:
        # The one that it leans on lies on the side with more room.
        x, y = others[0].end
        side = -1.0 if x > tray.left + tray.width / 2 else 1.0
        others[0] = replace(others[0], yaw=0.0)
        to = math.pi if side > 0 else 0.0
        last = replace(last, end=(x + side * 1.16 * EDGE_MM, y), yaw=0.0, lean=LEAN, lean_to=to)
    return (*others, last)
