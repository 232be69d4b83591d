"""Net worth over time as lines of an SVG, with round figures at its side."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.accounts.statement import Worth
from companion.words import Money, Seat

WIDTH, HEIGHT = 360, 180
"""Of the whole drawing, in its own units; a phone shows one as a pixel."""

LEFT, RIGHT, TOP, BOTTOM = 8, 8, 18, 22
"""Margins: amounts stand over their lines, turns beneath."""

STEPS = (1, 2, 5)
"""Round figures are these, times a power of ten."""


class Grid(msgspec.Struct, frozen=True):
    """A line across, with its amount."""

    y: float
    amount: Money


class Drawn(msgspec.Struct, frozen=True):
    """One player's line."""

    seat: Seat
    points: str  # as SVG's polyline has them
    end: tuple[float, float]  # where it is now


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """The whole drawing."""

    width: int = WIDTH
    height: int = HEIGHT
    grid: tuple[Grid, ...]
    lines: tuple[Drawn, ...]
    turns: int


def chart_of(worths: Sequence[Worth], seats: Sequence[Seat]) -> Chart:
    """Return the drawing of what *seats* were worth; *worths* has one entry at least."""
    amounts = [one.worth[seat] for one in worths for seat in seats] or [0]
    step = round_step(max(*amounts, 1) - min(*amounts, 0))
    low = min(0, min(amounts) // step * step)
    high = max(step, -(-max(amounts) // step) * step)
    turns = max(1, worths[-1].turn)

    def at(turn: int, amount: Money) -> tuple[float, float]:
        across = (WIDTH - LEFT - RIGHT) * turn / turns
        up = (HEIGHT - TOP - BOTTOM) * (amount - low) / (high - low)
        return round(LEFT + across, 1), round(HEIGHT - BOTTOM - up, 1)

    lines = {seat: [at(one.turn, one.worth[seat]) for one in worths] for seat in seats}
    return Chart(
        grid=tuple(Grid(at(0, amount)[1], amount) for amount in range(low, high + 1, step)),
        lines=tuple(_drawn(lines, seat) for seat in seats),
        turns=worths[-1].turn,
    )


def round_step(span: Money) -> Money:
    """Return a round figure of which two to five make up *span*, which is above zero."""
    power = 1
    while True:
        for step in STEPS:
            if step * power * 4 >= span:
                return step * power
        power *= 10


def _drawn(lines: Mapping[Seat, Sequence[tuple[float, float]]], seat: Seat) -> Drawn:
    points = lines[seat]
    return Drawn(seat, " ".join(f"{x},{y}" for x, y in points), points[-1])
