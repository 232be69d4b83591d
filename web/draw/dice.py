"""Dice as drawn: where the pips of each face are."""

from typing import Literal

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((20, 20),),
    2: ((10, 10), (30, 30)),
    3: ((10, 10), (20, 20), (30, 30)),
    4: ((10, 10), (10, 30), (30, 10), (30, 30)),
    5: ((10, 10), (10, 30), (20, 20), (30, 10), (30, 30)),
    6: ((10, 10), (10, 20), (10, 30), (30, 10), (30, 20), (30, 30)),
}
"""Pip centres on a face of 40 x 40."""

FACES: tuple[Literal[1, 2, 3, 4, 5, 6], ...] = (1, 2, 3, 4, 5, 6)
