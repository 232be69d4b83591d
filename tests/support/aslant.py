"""Dice on drawn tables as somebody on a chair photographs them, and how they were read before."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from companion.vision.frame import Pixels
from hardware.simulated.die import DieLook, Face
from hardware.simulated.table import SimulatedTable
from tests.support.bare_tables import Hung, bare_table

PHOTOGRAPH = (1280, 960)


class Photographed(NamedTuple):
    """A picture of two dice, and what lies on top."""

    pixels: Pixels
    lies: tuple[int, ...]


def from_a_chair(
    seed: int,
    tilt: float,
    throws: int,
    *,
    look: DieLook | str | None = None,
    speed: Face | bool = False,
) -> Iterator[Photographed]:
    """Yield photographs of throws of two dice in a tray, always the same.

    Args:
        seed: of the table.
        tilt: degrees from straight above.
        throws: how many.
        look: of the dice; None: by chance.
        speed: what a speed die shows beside them; False: there is none.
    """
    now = 100.0
    hung = Hung(tilt=tilt, size=PHOTOGRAPH, fill=0.8)
    table: SimulatedTable = bare_table(seed, hung, look=look, clock=lambda: now)
    for _ in range(throws):
        table.take_dice()
        now += 5.0
        table.throw(2, speed=speed)
        now += 5.0
        yield Photographed(table.seen(now), table.lies.dice)


@contextmanager
def only_as_it_is() -> Iterator[None]:
    """Read pictures without the looks at what may lie above a die."""
    with pytest.MonkeyPatch.context() as patch:
        for room in ("dice", "emblem_reader"):
            patch.setattr(f"companion.vision.{room}.stretched", lambda *_: ())
        patch.setattr("companion.vision.speed_die.views_of", lambda *_: ())
        yield
