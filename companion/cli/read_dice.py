"""`companion read dice`: read the dice of pictures and clips."""

import argparse
import sys
import time
from pathlib import Path

import msgspec

from companion.cli.options import whole
from companion.cli.parser import Subparsers
from companion.errors import PictureError
from companion.vision.clips import read_clip
from companion.vision.dice import NetReader
from companion.vision.pictures import is_clip, still
from companion.vision.readings import DiceReading

EXAMPLE = """\
example:
  companion read dice throw.jpg
  companion read dice --json --dice 2 table/*.jpg

"unsure" still gives the best guess. Dice on a screen, or in a printed photo, are unsure where
that is seen. A clip is read where its throw comes to rest.
"""

MOST_DICE = 20
"""More are not looked for in a picture."""


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


def run(args: argparse.Namespace) -> int:
    """Read each file and say what it shows as soon as that is known; 1 if one cannot be read."""
    reader = NetReader()
    status = 0
    for file in args.files:
        try:
            start = time.perf_counter()
            reading = _read(reader, Path(file), args.dice)
            ms = 1000 * (time.perf_counter() - start)
        except PictureError as error:
            status = 1
            _complain(file, error, as_json=args.json)
        else:
            print(
                _as_json(file, reading, ms) if args.json else _in_words(file, reading, args.dice),
                flush=True,
            )
    return status


def _read(reader: NetReader, path: Path, dice: int | None) -> DiceReading:
    if is_clip(path):
        return read_clip(reader, path, dice=dice)
    return reader.read(still(path), dice=dice)


def _as_json(file: str, reading: DiceReading, ms: float) -> str:
    row = {
        "file": file,
        "verdict": reading.verdict,
        "dice": reading.values,
        "confidence": round(reading.confidence, 4),
        "ms": round(ms, 1),
    }
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
        case _ if due is not None and due != len(reading.values):
            return f"{file}: {values}?  (not sure: {len(reading.values)} seen, {due} expected)"
        case _:
            return f"{file}: {values}?  (not sure, {reading.confidence:.0%})"


def _complain(file: str, error: PictureError, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode({"file": file, "error": str(error)}).decode(), flush=True)
    else:
        print(f"companion: {error}", file=sys.stderr, flush=True)
