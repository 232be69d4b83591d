"""`companion readings export`: this table's throws in one file to hand on, without names."""

import argparse
from pathlib import Path

from companion.cli.options import add_home
from companion.cli.parser import Subparsers
from companion.throws.gathering import gathered
from companion.throws.handed_on import HandedOn, write

EXAMPLE = """\
example:
  companion readings export throws.zip
  companion readings export --without 3fa2c1d05b7e9a64 throws.zip

Unpack it and open index.html: that is all that is handed on. look.html is for somebody who says
what the dice show without knowing what was read; `companion readings score` wants both files.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = "Write a table's throws into one file: pictures, what was read, what people said of it."
    parser = subparsers.add_parser("export", description=says, epilog=EXAMPLE)
    add_home(parser)
    parser.add_argument(
        "--without", nargs=1, action="append", metavar="ID", help="leave this throw out; repeat it"
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the zip to write")


def run(args: argparse.Namespace) -> int:
    """Write the file and say what is in it.

    Raises:
        ThrowsError: there is no throw, one to leave out is none, or it cannot be written.
    """
    without = {one for (one,) in args.without or ()}
    found = gathered(args.home.expanduser(), without)
    write(args.file, HandedOn(source=found.source, throws=found.throws), found.picture)
    left = {
        "without a picture, which is gone": found.lost,
        "left out as you say": found.without,
        "no throws of a game, left out": found.others,
        "damaged, left out": found.damaged,
    }
    more = "".join(f"; {count} {what}" for what, count in left.items() if count)
    print(f"{args.file}: {_counted(len(found.throws))}{more}")
    return 0


def _counted(throws: int) -> str:
    return "1 throw" if throws == 1 else f"{throws} throws"
