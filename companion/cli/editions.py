"""`companion editions`: which there are, what is wrong with one's own, and how to begin one."""

import argparse
import re
import sys
from pathlib import Path

from companion.cli.parser import Subparsers
from companion.editions.load import (
    check_edition,
    edition_ids,
    edition_text,
    load_edition,
    load_rulebook,
)
from companion.errors import EditionError

MOST_BYTES = 1_000_000  # forty times the longest edition there is
EXAMPLE = "example: companion editions --new my-board.toml --from us-classic"


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    about = "the editions there are; check an edition file; begin a new one"
    parser = subparsers.add_parser("editions", help=about, description=about, epilog=EXAMPLE)
    tasks = parser.add_mutually_exclusive_group()
    tasks.add_argument("--check", nargs="+", metavar="FILE", help="say what is wrong with a file")
    tasks.add_argument("--new", metavar="FILE", help="write a file to begin with")
    parser.add_argument(
        "--from",
        dest="source",
        metavar="EDITION",
        help="with --new: the edition whose board, cards and rules the new one begins with",
    )
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    """List, check or begin; 1 if a checked file has a mistake.

    Raises:
        EditionError: there is no such edition, or the file is there already.
        OSError: a file cannot be read or written.
    """
    if bool(args.new) != bool(args.source):
        args.parser.error("--new FILE and --from EDITION belong together")
    if args.check:
        return max([_check(file) for file in args.check])
    if args.new:
        _begin(Path(args.new), args.source)
    else:
        _list()
    return 0


def _list() -> None:
    for edition_id in edition_ids():
        edition, rules = load_edition(edition_id), len(load_rulebook(edition_id).rules)
        printings = ", ".join(printing.id for printing in edition.printings)
        others = f"; printings: {printings}" if printings else ""
        print(f"{edition_id:12}  {edition.name_en or edition.name} ({rules} rules{others})")


def _check(file: str) -> int:
    try:
        mistakes = check_edition(_text_of(Path(file)), file)
    except EditionError as error:
        mistakes = [error]
    for mistake in mistakes:
        print("companion:", *str(mistake).split(), file=sys.stderr)  # one line each
    if not mistakes:
        print(f"{file}: nothing is wrong with it")
    return int(bool(mistakes))


def _text_of(path: Path) -> str:
    """Return a file's text.

    Raises:
        EditionError: it cannot be read, is far too long, or is no text.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise EditionError(str(error.strerror), where=str(path)) from error
    if len(content) > MOST_BYTES:
        mend = f"at most {MOST_BYTES} bytes"
        raise EditionError("this is far too long for an edition", where=str(path), mend=mend)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].count(b"\n")
        where = f"{path}, line {line}"
        raise EditionError("this is no UTF-8", where=where, mend="save it as UTF-8") from error


def _begin(path: Path, source: str) -> None:
    """Write the edition *source* under a name of its own."""
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "my-edition"
    text = edition_text(source).replace(f'\nid = "{source}"\n', f'\nid = "{name}"\n', 1)
    head = f"# Begun from {source}: change whatever your board has otherwise.\n"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(f"{head}{text}")
    except FileExistsError as error:
        raise EditionError("there is such a file", where=str(path), mend="another name") from error
    print(f"{path}: begun from {source}")
