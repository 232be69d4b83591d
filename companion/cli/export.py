"""`companion export`: all that was booked in a game, for spreadsheets and other programs."""

import argparse
import sys
from gettext import NullTranslations
from pathlib import Path

from companion.accounts.beancount import as_beancount
from companion.accounts.bookings import Ledger, ledger_of
from companion.accounts.export import as_csv, as_json, exported
from companion.cli.parser import Subparsers
from companion.cli.plain import exact
from companion.editions.load import load_rulebook
from companion.errors import JournalError
from companion.files import PUBLIC, write_whole
from companion.journal.sqlite import open_journal
from companion.speaker import Speaker

EXAMPLE = """\
example:
  companion export ~/companion/games/0001-ru-2004.journal --format csv --out game.csv
  companion export ~/companion/games/0001-ru-2004.journal --format beancount
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = "Write all that was booked in a game: when, for whom, why, by which rule, how much."
    parser = subparsers.add_parser("export", description=says, epilog=EXAMPLE)
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a game's file")
    parser.add_argument(
        "--format", choices=("json", "csv", "beancount"), default="json",
        help="one JSON document, a table, or a Beancount file (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="the file to write (else it goes to the terminal)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the export.

    Raises:
        JournalError: the journal is missing, foreign or damaged.
        EditionError: the game's edition is not there any more.
        OSError: the file cannot be written.
    """
    journal = open_journal(args.journal, read_only=True)
    records = tuple(journal.records)
    journal.close()
    try:
        text = _text(ledger_of(records, game=journal.name), args.format)
    except JournalError as error:
        raise error.at(str(args.journal)) from error
    if args.out is None:
        out = sys.stdout if sys.stdout.isatty() else exact(sys.stdout)
        out.write(text)
    else:
        write_whole(args.out, text.encode(), mode=PUBLIC)
    return 0


def _text(ledger: Ledger, form: str) -> str:
    state = ledger.state
    speaker = Speaker(NullTranslations(), state.edition, tuple(p.name for p in state.players))
    rulebook = load_rulebook(state.edition.catalogue)
    game = exported(
        ledger, rulebook, lambda event, arbiter: speaker.event(event, arbiter=arbiter).text
    )
    if form == "beancount":
        return as_beancount(ledger, game)
    return as_csv(game) if form == "csv" else as_json(game)
