"""Teach the reader the dice of single sources, and count what that gains on their other photos.

`python -m tests.benchmarks.dice.teaching FOLDER --nets NETS --sources A,B [--throws 10,20]`

FOLDER holds photos and `labels.csv`; NETS one folder for each fold of `folds.toml`, with nets
trained without that fold. Of each source so many photos as `--throws` says teach, the others
try it. How the taught nets read other sources that they have not seen either shows what they
unlearned. `--out` keeps every reading, `--kept` prints what an earlier run kept.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import cv2
import msgspec
import numpy as np
from msgspec.structs import replace

from companion.teaching.batches import Lesson
from companion.teaching.training import STEPS, trained
from companion.vision.dice import NetReader
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.readings import ShownDie
from tests.benchmarks.dice import labels

FEWEST = 5
"""So many photos of a source are left to try what the others taught."""
OTHERS = 4
"""So many photos are read of each other source."""
NEAR = 0.5
"""A die that was read is the labelled one within this part of an edge."""
BANDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99)

Outcome: TypeAlias = Literal["sure", "asked", "wrong"]
Dice: TypeAlias = tuple[tuple[bool, float], ...]


class Attempt(msgspec.Struct, frozen=True):
    """One photo read by one reader."""

    source: str
    throws: int  # of it that taught
    of: Literal["own", "other"]  # a photo of that source, or of another
    after: bool  # whether the reader was taught
    outcome: Outcome
    right: bool  # whether the values are those of the photo, sure or not
    confidence: float  # of the whole reading
    dice: Dice  # of each die: whether its value is right, and its confidence


def photos(folder: Path) -> Mapping[str, Sequence[Path]]:
    """Return the photos in which every die has a place and a value, by source."""
    found: dict[str, list[Path]] = {}
    places = labels.readable()
    for photo in labels.labelled(folder):
        rows = places.get(photo.path.name, ())
        if rows and "?" not in photo.values and len(rows) == len(photo.values):
            found.setdefault(photo.source, []).append(photo.path)
    return found


def lesson(path: Path) -> Lesson:
    """Return a photo with what it shows."""
    rows = labels.readable()[path.name]
    return Lesson(still(path), tuple(ShownDie(x, y, edge, v) for v, x, y, edge in rows))


def attempts(
    nets: Nets,
    source: str,
    throws: int,
    *,
    own: Sequence[Path],
    others: Sequence[Path],
    steps: int,
) -> Iterator[Attempt]:
    """Teach some photos of a source; yield how its others and other sources are read."""
    order = np.random.default_rng(1).permutation(len(own))
    shown, tried = (
        [own[k] for k in part] for part in (order[:throws].tolist(), order[throws:].tolist())
    )
    learned = trained(nets, [lesson(path) for path in shown], steps=steps)
    # Photos are taken from any height: their own size of dice counts, not that of others.
    anywhere = replace(learned, picture=(1, 1_000_000), unlike=1.3)
    readers = (NetReader(nets=nets), NetReader(nets=nets, taught=anywhere))
    places: tuple[tuple[Literal["own", "other"], Sequence[Path]], ...]
    places = (("own", tried), ("other", others))
    for of, paths in places:
        for path in paths:
            one = lesson(path)
            for after, reader in enumerate(readers):
                yield _attempt(reader, one, source, throws, of, after=bool(after))


def _attempt(
    reader: NetReader,
    one: Lesson,
    source: str,
    throws: int,
    of: Literal["own", "other"],
    *,
    after: bool,
) -> Attempt:
    edge = float(np.median([die.edge for die in one.dice]))
    reading = reader.read(one.pixels, dice=len(one.dice), edge=edge)
    right = reading.values == one.values
    sure = reading.verdict == "sure"
    outcome: Outcome = "asked" if not sure else "sure" if right else "wrong"
    dice = tuple((_is_right(d.centre, d.pips, one), d.confidence) for d in reading.dice)
    return Attempt(source, throws, of, after, outcome, right, reading.confidence, dice)


def _is_right(centre: tuple[float, float], pips: int, one: Lesson) -> bool:
    return any(
        die.pips == pips and np.hypot(die.x - centre[0], die.y - centre[1]) < NEAR * die.edge
        for die in one.dice
    )


def report(kept: Sequence[Attempt]) -> Iterator[str]:
    """Yield the lines: each source before and after, their sums, and how sure is how right."""
    for of, throws in sorted({(a.of, a.throws) for a in kept}, reverse=True):
        some = [a for a in kept if (a.of, a.throws) == (of, throws)]
        yield f"{throws} throws, photos of {of} sources" + " " * 12 + "before       after"
        for source in sorted({a.source for a in some}):
            yield _line(source, [a for a in some if a.source == source])
        yield _line("all", some)
    for after in (False, True):
        for of in ("own", "other"):
            some = [a for a in kept if a.of == of and a.after is after]
            yield f"{'after' if after else 'before'}, {of}: confidence, right of so many"
            yield "  dice " + _bands(die for a in some for die in a.dice)
            yield "  photos " + _bands((a.right, a.confidence) for a in some)


def _line(name: str, some: Sequence[Attempt]) -> str:
    parts = []
    for after in (False, True):
        told = [a.outcome for a in some if a.after is after]
        parts.append(" ".join(f"{o} {told.count(o):3}" for o in ("sure", "asked", "wrong")))
    return f"  {name:10}" + "   ->   ".join(parts)


def _bands(said: Iterable[tuple[bool, float]]) -> str:
    rows = list(said)
    parts = []
    for low, high in zip(BANDS, (*BANDS[1:], 1.01), strict=True):
        inside = [right for right, confidence in rows if low <= confidence < high]
        parts.append(f"{low:.2f}: {sum(inside)}/{len(inside)}")
    return ", ".join(parts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Teach every source, print what that gained."""
    given = _parsed(arguments)
    cv2.setNumThreads(1)
    if given.kept:
        kept = [
            msgspec.json.decode(line, type=Attempt) for line in given.kept.read_bytes().splitlines()
        ]
    else:
        kept = list(_all(given))
    print(*report(kept), sep="\n")
    return 0


def _all(given: argparse.Namespace) -> Iterator[Attempt]:
    """Teach every source, say of each how long it took, and keep every reading."""
    fold_of, known = labels.folds(), photos(given.folder)
    for source in given.sources.split(","):
        nets = Nets(given.nets / fold_of[source])
        unseen = [s for s in known if fold_of[s] == fold_of[source] and s != source]
        others = [path for s in unseen for path in known[s][:OTHERS]]
        for throws in map(int, given.throws.split(",")):
            if len(own := known[source]) < throws + FEWEST:
                continue
            begun = time.process_time()
            new = list(attempts(nets, source, throws, own=own, others=others, steps=given.steps))
            line = _line(source, [a for a in new if a.of == "own"])
            print(f"{throws:3} throws, {time.process_time() - begun:3.0f} s {line}", flush=True)
            if given.out:
                with given.out.open("ab") as file:
                    file.writelines(msgspec.json.encode(a) + b"\n" for a in new)
            yield from new


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nets", type=Path, help="a folder for each fold")
    parser.add_argument("--sources", default="", help="with commas between")
    parser.add_argument("--throws", default="10,20", help="numbers with commas between")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--out", type=Path, help="a file to which every reading is added")
    parser.add_argument("--kept", type=Path, help="only print what such a file holds")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
