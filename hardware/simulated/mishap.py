"""Throws that go wrong: a die that leans, lies on another or beside the tray."""

import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace

from calibration.mat import ZoneMm
from hardware.simulated.die import EDGE_MM
from hardware.simulated.throw import Flight

Mishap = Literal["cocked", "leaning", "stacked", "outside"]
"""Cocked: leans on the tray's wall. Leaning: on another die."""
MISHAPS: tuple[Mishap, ...] = ("cocked", "leaning", "stacked", "outside")


class Lean(msgspec.Struct, frozen=True):
    """How a cocked die leans; without an angle it lies flat and only touches."""

    angle: float = math.radians(38.0)  # radians, from lying flat
    towards: float = 0.0  # radians from the right, counter-clockwise: where its support is
    over: bool = True  # it leans over its support; else it has one edge up on it
    turned: float = 0.0  # radians by which its sides are not along the support


_BESIDE_MM = 34.0  # from the felt's near edge to a die that fell out of the tray
_REACH = 0.78  # of a die's reach: the wall is low, so it lies a little over it


def gone_wrong(
    flights: Sequence[Flight], mishap: Mishap, tray: ZoneMm, lean: Lean | None = None
) -> tuple[Flight, ...]:
    """Return the flights, the last of which does not end flat on the felt.

    Args:
        flights: as they would end well.
        mishap: what goes wrong.
        tray: the felt.
        lean: how a die leans, `cocked` or `leaning`; None: over its support, on the right where
            that is the wall, on the side with less room where it is another die.
    """
    *others, last = flights
    x, y = last.end
    if mishap == "cocked":
        last = _on_the_wall(last, tray, lean or Lean())
    elif mishap == "outside":
        last = replace(last, end=(x, tray.near - _BESIDE_MM))
    elif mishap == "stacked" and others:
        x, y = others[0].end
        last = replace(last, end=(x + 2.0, y + 1.0), on=EDGE_MM)
    elif others:
        x, _ = others[0].end
        aside = 0.0 if x > tray.left + tray.width / 2 else math.pi
        others[0], last = _on_another(last, others[0], lean or Lean(towards=aside))
    return (*others, last)


def _on_the_wall(last: Flight, tray: ZoneMm, lean: Lean) -> Flight:
    """Return a die that leans on the wall in the direction of its support."""
    last = _leaning(last, lean)
    toward = np.array([math.cos(lean.towards), math.sin(lean.towards)])
    low, size = np.array([tray.left, tray.near]), np.array([tray.width, tray.depth])
    end, side = np.array(last.end), int(np.abs(toward).argmax())
    gap = _REACH * _reach(last, toward)
    end[side] = low[side] + (size[side] - gap if toward[side] > 0 else gap)
    return replace(last, end=(float(end[0]), float(end[1])))


def _on_another(last: Flight, other: Flight, lean: Lean) -> tuple[Flight, Flight]:
    """Return a die that lies flat, and one beside it that leans on it."""
    toward = np.array([math.cos(lean.towards), math.sin(lean.towards)])
    other, last = replace(other, yaw=lean.towards), _leaning(last, lean)
    gap = _reach(last, toward) + _reach(other, toward)
    if lean.over and lean.angle:  # its side lies on the other's upper edge
        gap = 1.16 * EDGE_MM
    x, y = np.array(other.end) - gap * toward
    return other, replace(last, end=(float(x), float(y)))


def _leaning(last: Flight, lean: Lean) -> Flight:
    to = lean.towards if lean.over else lean.towards + math.pi
    return replace(last, yaw=lean.towards + lean.turned, lean=lean.angle, lean_to=to)


def _reach(flight: Flight, toward: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Return how far a resting die reaches sideways from its middle, in mm."""
    turn = np.asarray(flight.rests.turn)
    return float(np.abs(toward @ turn[:2]).sum()) * EDGE_MM / 2
