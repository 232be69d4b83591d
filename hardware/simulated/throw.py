"""How dice fly, tumble and come to rest: a path for every die, known from its end."""

import msgspec
import numpy as np

from calibration.mat import ZoneMm
from hardware.simulated.die import (
    EDGE_MM,
    DieLook,
    DiePose,
    Face,
    Matrix,
    about,
    standing_height,
    upright,
)

LIFT_S = 0.4
"""How long it takes to pick the old dice up."""

TUMBLE_S = (1.1, 1.5)
"""How long a die tumbles, at least and at most."""

_APART_MM = 1.9 * EDGE_MM  # between the middles of two resting dice
_QUARTER = np.pi / 2
_TRIES = 200


class Flight(msgspec.Struct, frozen=True):
    """The way of one die into the tray."""

    value: Face
    end: tuple[float, float]  # where it comes to rest, millimetres of the mat
    yaw: float  # radians, at rest
    begin: tuple[float, float]  # where the hand lets it go
    quarters: float  # quarter turns that it rolls
    spin: float  # radians that it turns about its upright axis on the way
    lasts: float  # seconds
    lean: float = 0.0  # radians by which it leans in the end
    lean_to: float = 0.0  # radians from the right, counter-clockwise: which way
    on: float = 0.0  # millimetres: how high what it comes to lie on is
    look: DieLook | None = None  # what it is made of, if it is none of the white dice

    def pose(self, since: float) -> DiePose:
        """Return where the die is *since* seconds after it left the hand."""
        left = 1.0 - min(max(since / self.lasts, 0.0), 1.0)
        slowed = left**1.9
        begin, end = np.array(self.begin), np.array(self.end)
        way = begin - end
        length = float(np.hypot(*way)) or 1.0
        ahead = -way / length
        # Rolling ahead turns about the axis that lies to the left of the way.
        axis = (-float(ahead[1]), float(ahead[0]), 0.0)
        turn = (
            about(axis, -_tipping(self.quarters * slowed))
            @ about((0.0, 0.0, 1.0), self.yaw + self.spin * slowed)
            @ upright(self.value)
        )
        if self.lean:
            # Falling to the right turns about the axis that points away.
            over = (-float(np.sin(self.lean_to)), float(np.cos(self.lean_to)), 0.0)
            turn = about(over, self.lean * (1.0 - slowed)) @ turn
        x, y = end + way * slowed
        height = standing_height(turn) + _hop(left) + self.on * (1.0 - slowed)
        return DiePose((float(x), float(y), height), as_rows(turn))

    @property
    def rests(self) -> DiePose:
        """Where it lies in the end."""
        return self.pose(self.lasts)


def throw_into(
    zone: ZoneMm, values: tuple[Face, ...], random: np.random.Generator
) -> tuple[Flight, ...]:
    """Return the ways of dice that come to rest inside *zone*, apart from each other."""
    ends: list[tuple[float, float]] = []
    for _ in values:
        ends.append(_free_place(zone, ends, random))
    ends.sort()  # their ways do not cross
    hand = zone.left + zone.width * float(random.uniform(0.3, 0.7))
    flights = []
    for number, (value, end) in enumerate(zip(values, ends, strict=True)):
        aside = (number - (len(values) - 1) / 2) * 2.2 * EDGE_MM
        begin = (hand + aside, zone.near - 60.0)
        length = float(np.hypot(begin[0] - end[0], begin[1] - end[1]))
        flights.append(
            Flight(
                value=value,
                end=end,
                yaw=float(random.uniform(-np.pi, np.pi)),
                begin=begin,
                quarters=round(length / EDGE_MM),
                spin=float(random.uniform(-2.5, 2.5)),
                lasts=float(random.uniform(*TUMBLE_S)),
            )
        )
    return tuple(flights)


def lifted(pose: DiePose, since: float) -> DiePose:
    """Return where a resting die is *since* seconds after a hand took it."""
    done = min(max(since / LIFT_S, 0.0), 1.0)
    x, y, z = pose.centre
    turn = about((1.0, 0.0, 0.0), -0.9 * done) @ np.asarray(pose.turn)
    return DiePose((x, y - 330.0 * done**1.7, z + 90.0 * done), as_rows(turn))


def as_rows(turn: Matrix) -> tuple[tuple[float, float, float], ...]:
    """Return a rotation as plain numbers."""
    return tuple((float(a), float(b), float(c)) for a, b, c in turn)


def _tipping(quarters: float) -> float:
    """Return the angle for so many quarter turns that are left: a die falls onto its faces."""
    whole = round(quarters)
    beside = quarters - whole  # -0.5 to 0.5; 0 is flat on a face
    fallen = 0.5 * np.sign(beside) * (2 * abs(beside)) ** 1.7
    return float((whole + fallen) * _QUARTER)


def _hop(left: float) -> float:
    """Return the height of the bounces, in mm, with *left* of the time still to go."""
    if left < 0.25:
        return 0.0
    return float(70.0 * (left - 0.25) ** 1.5 * abs(np.sin(left * 9.0)))


def _free_place(
    zone: ZoneMm, taken: list[tuple[float, float]], random: np.random.Generator
) -> tuple[float, float]:
    inset = 1.3 * EDGE_MM
    place = (0.0, 0.0)
    for _ in range(_TRIES):
        place = (
            float(random.uniform(zone.left + inset, zone.left + zone.width - inset)),
            float(random.uniform(zone.near + inset, zone.near + zone.depth - inset)),
        )
        if all(np.hypot(place[0] - x, place[1] - y) >= _APART_MM for x, y in taken):
            break
    return place
