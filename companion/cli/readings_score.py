"""`companion readings score`: how well throws were read that tables handed on."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.cli.parser import Subparsers
from companion.errors import ThrowsError
from companion.table.dice.accuracy import percent
from companion.throws.handed_on import HandedOn, Looks, missing, read
from companion.throws.score import Proportion, Score, score

EXAMPLE = """\
example:
  companion readings score throws.zip
  companion readings score throws.zip their-throws.zip looks.json

looks.json is what look.html of such a file saved: what somebody else saw in the pictures.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = "Say how many throws were read rightly, asked about, and read wrongly, with 95 % bounds."
    parser = subparsers.add_parser("score", description=says, epilog=EXAMPLE)
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="of `readings export`, or of look.html"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Say the score.

    Raises:
        ThrowsError: a file cannot be read, or none has throws.
    """
    tables, looks = list[HandedOn](), list[Looks]()
    for path in args.files:
        match read(path):
            case HandedOn() as table:
                tables.append(table)
                if gone := missing(path, table):
                    print(f"companion: {path}: {len(gone)} pictures are missing", file=sys.stderr)
            case Looks() as person:
                looks.append(person)
    if not any(table.throws for table in tables):
        raise ThrowsError("no throws are here", where=str(args.files[0]), mend="play first")
    found = score(tables, looks)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(_lines(found)))
    return 0


def _lines(found: Score) -> Iterator[str]:
    tables = f"{found.tables} tables" if found.tables > 1 else "one table"
    twice = f"; {found.twice} stand in two files and count once" if found.twice else ""
    yield f"{found.throws} throws of {tables}{twice}"
    yield f"right, not asked: {_said(found.right)}"
    yield f"asked:            {_said(found.asked)}"
    if found.asked.of and found.asked.count:
        yield f"  the first guess was what people said: {_said(found.guessed)}"
    yield f"wrong, not asked: {_said(found.wrong)}, by what people said"
    if found.taken_back:
        yield f"  counted as right: {found.taken_back} taken back or doubted, and nobody has ruled"
    if found.typed:
        yield f"  not counted: {found.typed} typed in by hand"
    yield from _looks(found)


def _looks(found: Score) -> Iterator[str]:
    if not found.looked:
        yield "nobody else has looked at the pictures: what nobody objected to may be wrong too"
        return
    cannot = f", {found.untold} of which cannot be told" if found.untold else ""
    yield f"somebody else looked at {found.looked} pictures{cannot}"
    yield f"  nobody objected, and it shows something else: {_said(found.unobjected)}"
    yield f"  people answered, and it shows something else: {_said(found.answered)}"
    if found.pressed.of:
        yield f"    of these, where a button said yes: {_said(found.pressed)}"
    yield f"  ruled wrong, and it was right: {_said(found.objected)}"
    if found.wrong_looked is not None:
        likely, low, high = (percent(rate) for rate in found.wrong_looked)
        yield f"wrong, not asked, by these looks: {likely} (95 %: {low} to {high})"


def _said(share: Proportion) -> str:
    if not share.of:
        return "none of these"
    if share.below is not None:
        return f"0 of {share.of} (95 %: below {percent(share.below)})"
    low, high = percent(share.low), percent(share.high)
    return f"{share.count} of {share.of} ({percent(share.part)}; 95 %: {low} to {high})"
