"""`companion editions`: which there are, what is wrong with one's own, and how to begin one."""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.cli.parser import Subparsers
from companion.editions.beginning import new_edition_text
from companion.editions.library import text_of
from companion.editions.load import (
    check_edition,
    edition_from_toml,
    edition_ids,
    load_edition,
    load_rulebook,
)
from companion.editions.model import Edition
from companion.errors import EditionError
from companion.files import naming

EXAMPLE = """\
example:
  companion editions
  companion editions --new my-board.toml --from us-classic
  companion editions --check my-board.toml
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = "List the editions there are; check an edition file; begin a new one."
    parser = subparsers.add_parser("editions", description=says, epilog=EXAMPLE)
    tasks = parser.add_mutually_exclusive_group()
    tasks.add_argument(
        "--check", nargs="+", metavar="FILE", help="say what is wrong with these files"
    )
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
    text = ""
    try:
        text = text_of(Path(file))
        mistakes = check_edition(text, file)
    except EditionError as error:
        mistakes = [error]
    if not mistakes:
        mistakes = [*_foreign_names(edition_from_toml(text, file), text, file)]
    for mistake in mistakes:
        print("companion:", *str(mistake).split(), file=sys.stderr)  # one line each
    if not mistakes:
        print(f"{file}: nothing is wrong with it{_unnamed(edition_from_toml(text, file))}")
    return int(bool(mistakes))


def _unnamed(edition: Edition) -> str:
    """Return how many deeds of a board of one's own are named as in another box; empty: none."""
    if edition.id in edition_ids():
        return ""
    own = {lot.name for lot in edition.lots}
    alike = {other: own & {lot.name for lot in load_edition(other).lots} for other in edition_ids()}
    like = max(alike, key=lambda other: len(alike[other]))
    number = len(alike[like])
    return f", but {number} of {len(own)} names are still those of {like}" if number else ""


def _foreign_names(edition: Edition, text: str, file: str) -> Iterator[EditionError]:
    """Yield the cards that still call a space as the edition does that a board began from."""
    if edition.came_from not in edition_ids():
        return
    ours = {space.name for space in edition.spaces}
    renamed = {
        old.name: edition.space(old.index).name
        for old in load_edition(edition.came_from).spaces
        if old.name not in ours
    }
    if not renamed:
        return
    # The longest first, as one name may be a part of another.
    names = "|".join(map(re.escape, sorted(renamed, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    for card in edition.cards:
        for told in dict.fromkeys(pattern.findall(card.text)):
            better = pattern.sub(lambda found: renamed[found[0]], card.text)
            yield EditionError(
                f"it says {told!r}, which is {renamed[told]!r} on this board",
                where=f"{file}, line {_line_of(card.text, text)}, card {card.id}, text",
                mend=f"text = {json.dumps(better, ensure_ascii=False)}",
            )


def _line_of(card_text: str, text: str) -> int:
    """Return the number of the line of a file in which a card's text stands."""
    written = (n for n, line in enumerate(text.splitlines(), 1) if _says(line, card_text))
    return next(written, 1)


def _says(line: str, card_text: str) -> bool:
    try:
        return card_text == tomllib.loads(line).get("text")
    except tomllib.TOMLDecodeError:
        return False


def _begin(path: Path, source: str) -> None:
    """Write the edition *source* under a name of its own."""
    edition_id = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "my-edition"
    if edition_id in edition_ids():
        edition_id = f"my-{edition_id}"
    name = edition_id.replace("-", " ").capitalize()
    text = new_edition_text(source, edition_id, name)
    try:
        with naming(path), path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise EditionError("there is such a file", where=str(path), mend="another name") from error
    print(f"{path}: begun from {source} as {edition_id!r}, {name!r}")
    print("Type the 28 names of your deeds, then: companion editions --check", path)
