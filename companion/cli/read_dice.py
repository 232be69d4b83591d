"""`companion read dice`: read the dice of pictures and clips."""

import argparse
import math
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace

from companion.cli.options import whole
from companion.cli.parser import Subparsers
from companion.errors import PictureError
from companion.vision.clips import read_clip
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import is_clip, still
from companion.vision.plane import Zone
from companion.vision.readings import DiceReader, DiceReading, DieReading

EXAMPLE = """\
example:
  companion read dice throw.jpg
  companion read dice --json --dice 2 table/*.jpg
  companion read dice --dice 2 --edge 48 --tray 320,110,640,520 table/*.jpg

"unsure" still gives the best guess. Dice on a screen, or in a printed photo, are unsure where
that is seen. A clip is read where its throw comes to rest. --edge and --tray tell what is known of
one table and its camera, so all files are then of one size; --json adds where the dice lie, x and y
in pixels of the whole picture.
"""

MOST_DICE = 20
"""More are not looked for in a picture."""
SMALLEST_EDGE, SMALLEST_PART = 8.0, 1 / 200
"""No smaller die can be read: in pixels, and of the long side of what is read."""


class UnfitError(Exception):
    """What was told of the table cannot be true of a picture."""


class TableReader:
    """Reads pictures of one table, as `--edge` and `--tray` tell of it; a `readings.DiceReader`.

    Args:
        reader: of the tray's part of a picture.
        edge: of a die, in pixels; None: unknown.
        tray: only what lies in it counts; None: all of the picture.
    """

    def __init__(self, reader: DiceReader, edge: float | None, tray: Zone | None) -> None:
        self._reader, self._edge, self._tray = reader, edge, tray
        self._size: tuple[int, int] | None = None  # width and height of the pictures

    def read(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> DiceReading:
        """Return what lies in the tray; see `readings.DiceReader.read`.

        Raises:
            UnfitError: tray or die cannot be of this picture, or it is of another size than
                those before.
        """
        tray = self._fitting(pixels)
        part = np.ascontiguousarray(tray.cut(pixels))
        reading = self._reader.read(part, dice=dice, edge=self._edge or edge)
        return replace(reading, dice=tuple(_moved(die, tray) for die in reading.dice))

    def _fitting(self, pixels: Pixels) -> Zone:
        """Return the tray in a picture."""
        height, width = pixels.shape[:2]
        if self._size not in (None, (width, height)):
            raise UnfitError(f"{width} x {height} pixels, and those before it were of another size")
        self._size = width, height
        tray = self._tray or Zone(0, 0, width, height)
        if tray.left + tray.width > width or tray.top + tray.height > height:
            box = ",".join(map(str, msgspec.structs.astuple(tray)))
            raise UnfitError(f"--tray {box} is not within its {width} x {height} pixels")
        sides = sorted((tray.width, tray.height))
        least = max(SMALLEST_EDGE, SMALLEST_PART * sides[1])
        if self._edge is not None and not least <= self._edge <= sides[0]:
            size = f"{tray.width} x {tray.height}"
            raise UnfitError(f"no die in {size} pixels has an --edge of {self._edge:g} pixels")
        return tray


def _moved(die: DieReading, tray: Zone) -> DieReading:
    """Return a die of the tray's part of a picture in pixels of the whole picture."""
    x, y = die.centre
    return replace(die, centre=(round(x + tray.left, 1), round(y + tray.top, 1)))


def _edge(word: str) -> float:
    """Return `--edge`; whether it fits the picture is another question."""
    try:
        edge = float(word)
    except ValueError:
        edge = math.nan
    if not SMALLEST_EDGE <= edge < math.inf:
        least = f"{SMALLEST_EDGE:g}"
        raise argparse.ArgumentTypeError(f"{word!r} is no number of pixels from {least} upwards")
    return edge


def _box(word: str) -> Zone:
    """Return `--tray`."""
    numbers = word.split(",")
    if len(numbers) != 4 or not all(n.isascii() and n.isdecimal() for n in numbers):
        raise argparse.ArgumentTypeError(
            f"{word!r} are no four whole numbers: 320,110,640,520, say"
        )
    tray = Zone(*map(int, numbers))
    if not tray.width or not tray.height:
        raise argparse.ArgumentTypeError(f"{word!r} is empty: width and height are 0")
    return tray


def add_parser(subparsers: Subparsers) -> None:
    """Add `dice` to the subcommands of `companion read`."""
    parser = subparsers.add_parser(
        "dice",
        description="Read the upper faces of the dice in pictures or clips, and say how sure.",
        epilog=EXAMPLE,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a picture, or a clip of a throw")
    parser.add_argument("--json", action="store_true", help="one JSON object per file")
    parser.add_argument(
        "--dice",
        type=whole(1, MOST_DICE),
        metavar="N",
        help="so many dice are expected; others are unsure",
    )
    parser.add_argument(
        "--edge", type=_edge, metavar="PIXELS", help="the edge of a die, in pixels of the picture"
    )
    parser.add_argument(
        "--tray", type=_box, metavar="X,Y,W,H",
        help="only what lies in this box counts: left upper corner, width, height, in pixels",
    )  # fmt: skip
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    """Read each file and say what it shows as soon as that is known; 1 if one cannot be read.

    Raises:
        SystemExit: with 2: what was told of the table does not fit a picture.
    """
    told = args.edge is not None or args.tray is not None
    reader = TableReader(NetReader(), args.edge, args.tray) if told else NetReader()
    status = 0
    for file in args.files:
        try:
            start = time.perf_counter()
            reading = _read(reader, Path(file), args.dice, reduced=not told)
            ms = 1000 * (time.perf_counter() - start)
        except PictureError as error:
            status = 1
            _complain(file, error, as_json=args.json)
        except UnfitError as error:
            args.parser.error(f"{file}: {error}")
        else:
            row = _as_json(file, reading, ms, placed=told)
            print(row if args.json else _in_words(file, reading, args.dice), flush=True)
    return status


def _read(reader: DiceReader, path: Path, dice: int | None, *, reduced: bool) -> DiceReading:
    if is_clip(path):
        return read_clip(reader, path, dice=dice)
    return reader.read(still(path, reduced=reduced), dice=dice)


def _as_json(file: str, reading: DiceReading, ms: float, *, placed: bool) -> str:
    row: dict[str, object] = {
        "file": file,
        "verdict": reading.verdict,
        "dice": reading.values,
        "confidence": round(reading.confidence, 4),
        "ms": round(ms, 1),
    }
    if placed:
        row["places"] = [die.centre for die in sorted(reading.dice, key=lambda die: die.pips)]
    return msgspec.json.encode(row).decode()


def _in_words(file: str, reading: DiceReading, due: int | None) -> str:
    values = " ".join(map(str, reading.values))
    match reading.verdict:
        case "none":
            return f"{file}: no dice"
        case "sure":
            return f"{file}: {values}  (sure, {reading.confidence:.0%})"
        case _ if reading.remark == "pictured":
            return f"{file}: {values}?  (not sure: these may be on a screen, or in a printed photo)"
        case _ if reading.remark == "cut":
            return f"{file}: {values}?  (not sure: a die reaches over the edge)"
        case _ if reading.remark == "aslant":
            return f"{file}: {values}?  (not sure: a side may have been read, as from a chair)"
        case _ if due is not None and due != len(reading.values):
            return f"{file}: {values}?  (not sure: {len(reading.values)} seen, {due} expected)"
        case _:
            return f"{file}: {values}?  (not sure, {reading.confidence:.0%})"


def _complain(file: str, error: PictureError, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode({"file": file, "error": str(error)}).decode(), flush=True)
    else:
        print(f"companion: {error}", file=sys.stderr, flush=True)
