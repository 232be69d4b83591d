"""Throw two emblem dice on drawn tables that were shown them: how often right, asked, wrong.

`python -m tests.benchmarks.dice.emblem_dice --tables 4 --throws 40 [--situation differ]`

Each table (felt, light and camera by chance) is shown its dice first, three looks at a face. A
throw is right where both values were read without a question.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from msgspec.structs import replace

from hardware.simulated.die import FACES, LOOKS, OTHER_PICTURES, PICTURES, DieLook
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import Befalls
from tests.support.keyrings import known_keyring
from tests.support.showing import Shown
from tests.support.stage import lit
from tests.support.ticks import Ticks

Situation: TypeAlias = Literal[
    "alike",
    "differ",
    "cocked",
    "leaning",
    "dim",
    "bright",
    "tilted",
    "pips",
    "one-pips",
    "unshown",
]
"""What is thrown. Alike: two of one print. Differ: of two prints, both shown. Cocked, leaning: one
leans on the wall, or on the other. Dim, bright: the light is another since they were shown. Tilted:
the camera looks 40 degrees aslant. Pips: dice with pips, while pictures are expected; one-pips: one
of them. Unshown: two dice of their colour with other pictures than were shown."""

LIGHT = {"dim": 0.6, "bright": 1.25}


def table_of(seed: int, look: DieLook, tilt: float | None, ticks: Ticks) -> SimulatedTable:
    """Return a drawn table with its dice."""
    return SimulatedTable(seed, keyring=known_keyring(), look=look, tilt=tilt, clock=ticks)


def outcomes(seed: int, throws: int, situation: Situation) -> Counter[str]:
    """Return how many throws on one table were right, asked about, or wrong."""
    counted = Counter[str]()
    looks = (PICTURES, OTHER_PICTURES) if seed % 2 else (OTHER_PICTURES, PICTURES)
    tilt = 40.0 if situation == "tilted" else None
    with tempfile.TemporaryDirectory() as folder:
        shown = Shown(Path(folder), speed=False, lay=partial(table_of, seed, looks[0], tilt))
        shown.teach(looks[0])
        if situation == "differ":
            shown.teacher = shown.dice.other
            shown.teach(looks[1])
        if not shown.dice.emblems:
            return Counter({"not shown": throws})
        befalls = lit(LIGHT[situation]) if situation in LIGHT else None
        if befalls is not None:
            shown.stage.see(3.0, befalls)
        for number in range(throws):
            counted[outcome(shown, situation, number, looks, befalls)] += 1
    return counted


def outcome(
    shown: Shown,
    situation: Situation,
    number: int,
    looks: tuple[DieLook, DieLook],
    befalls: Befalls | None,
) -> str:
    """Return what comes of one throw."""
    first, second = FACES[number % 6], FACES[(number // 6 + number) % 6]
    pips = LOOKS[sorted(LOOKS)[number % len(LOOKS)]]
    worn: Mapping[Situation, tuple[DieLook, ...]] = {
        "differ": looks,
        "pips": (pips, pips),
        "one-pips": (looks[0], pips),
        "unshown": (replace(looks[0], prints=looks[1].prints),) * 2,
    }
    wears = worn.get(situation, looks[:1] * 2)
    mishap = situation if situation in ("cocked", "leaning") else None
    told = "dice" in shown.throw(befalls, show=(first, second), looks=wears, mishap=mishap)
    reading = shown.stage.reading
    if not told or reading.verdict != "sure":
        return "asked"
    known = situation not in ("pips", "one-pips", "unshown")
    return "right" if known and reading.values == tuple(sorted((first, second))) else "wrong"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts of all tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--throws", type=int, default=40, help="on each table")
    parser.add_argument("--first", type=int, default=1, help="seed of the first table")
    parser.add_argument("--situation", choices=get_args(Situation), default="alike")
    given = parser.parse_args(arguments)
    counted = Counter[str]()
    for seed in range(given.first, given.first + given.tables):
        counted += outcomes(seed, given.throws, given.situation)
    print(given.situation, *(f"{n} {counted[n]}" for n in ("right", "asked", "wrong")), sep=", ")
    if counted["not shown"]:
        print("not shown", counted["not shown"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
