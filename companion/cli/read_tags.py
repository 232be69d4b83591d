"""`companion read tags`: read the tags on deeds and cards in pictures."""

import argparse
import sys
import time
from pathlib import Path

import msgspec

from cards_qr.keyring import load_keyring
from cards_qr.seen_tags import TagSeen, in_words
from cards_qr.tag_reader import TagReader
from companion.cli.parser import Subparsers
from companion.errors import PictureError
from companion.vision.pictures import still

EXAMPLE = """\
example:
  companion read tags table.jpg
  companion read tags --json --keyring keyring.json scan/*.png

Without --keyring every code is listed, but none is valid: nothing proves whose it is.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add `tags` to the subcommands of `companion read`."""
    parser = subparsers.add_parser(
        "tags",
        description="Read the QR tags on deeds and cards in pictures, and say which are valid.",
        epilog=EXAMPLE,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a picture")
    parser.add_argument("--json", action="store_true", help="one JSON object per file")
    parser.add_argument(
        "--keyring",
        type=Path,
        metavar="K",
        help="the set's keyring, or a codebook as CSV; without it nothing is proven",
    )


def run(args: argparse.Namespace) -> int:
    """Read each file and say what it shows as soon as that is known; 1 if one cannot be read.

    Raises:
        KeyringError: the keyring cannot be used.
    """
    reader = TagReader(load_keyring(args.keyring) if args.keyring else None)
    if reader.decoders.complaint:
        print(f"companion: {reader.decoders.complaint}", file=sys.stderr, flush=True)
    status = 0
    for file in args.files:
        start = time.perf_counter()
        try:
            tags = reader.read(still(Path(file)))
        except PictureError as error:
            status = 1
            _complain(file, error, as_json=args.json)
        else:
            ms = 1000 * (time.perf_counter() - start)
            print(_as_json(file, tags, ms) if args.json else _in_words(file, tags), flush=True)
    return status


def _as_json(file: str, tags: tuple[TagSeen, ...], ms: float) -> str:
    rows = [
        {
            "text": tag.text,
            "kind": tag.kind,
            "id": tag.id,
            "side": tag.side,
            "valid": tag.valid,
            "corners": [[round(x, 2), round(y, 2)] for x, y in tag.corners],
        }
        for tag in tags
    ]
    return msgspec.json.encode({"file": file, "tags": rows, "ms": round(ms, 1)}).decode()


def _in_words(file: str, tags: tuple[TagSeen, ...]) -> str:
    return f"{file}: {', '.join(map(in_words, tags)) or 'no tags'}"


def _complain(file: str, error: PictureError, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode({"file": file, "error": str(error)}).decode(), flush=True)
    else:
        print(f"companion: {error}", file=sys.stderr, flush=True)
