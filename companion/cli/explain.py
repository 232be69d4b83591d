"""`companion explain`: which rule and which arithmetic is behind each amount of a game."""

import argparse
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.accounts.causes import Causes
from companion.accounts.explainer import Explainer, lines_of
from companion.accounts.explanation import Explanation, explained, players_of
from companion.accounts.headlines import Headlines
from companion.accounts.holdings import Holdings
from companion.accounts.movements import before_record, moved_by
from companion.cli.options import whole
from companion.cli.parser import Subparsers
from companion.editions.load import load_rulebook
from companion.errors import JournalError
from companion.journal.record import Record
from companion.journal.replay import opening, stepped
from companion.journal.sqlite import open_journal
from companion.speaker import Speaker

EXAMPLE = """\
example:
  companion explain ~/companion/games/0001-ru-2004.journal
  companion explain ~/companion/games/0001-ru-2004.journal --event 12
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = "Explain what happened in a game: who asked, what came of it, by which rules."
    parser = subparsers.add_parser("explain", description=says, epilog=EXAMPLE)
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a game's file")
    # Which records there are only the game knows.
    parser.add_argument("--event", metavar="N", type=whole(), help="only the record of this number")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print the explanation of one record, or of all.

    Raises:
        JournalError: the journal is damaged, or has no such record.
        EditionError: the game's edition is not there any more.
    """
    journal = open_journal(args.journal, read_only=True)
    records = tuple(journal.records)
    journal.close()
    if not records:
        raise JournalError(
            code="journal-damaged", where=str(args.journal), detail="there is no game in it"
        )
    if args.event is not None and not 1 <= args.event <= len(records):
        mend = f"there are 1 to {len(records)}"
        raise JournalError(f"there is no record {args.event}", where=str(args.journal), mend=mend)
    edition, players = opening(records[0]).edition, players_of(records[0])
    rulebook = load_rulebook(edition.catalogue)
    wanted = range(1, len(records) + 1) if args.event is None else (args.event,)
    causes, holdings = Causes(records), Holdings(records)
    explainer = Explainer(Headlines(Speaker.english(edition, players), records), holdings.since)
    state = before_record(records, wanted[0], where=str(args.journal))
    for seq in wanted:
        record = records[seq - 1]
        reached = stepped(state, record, earlier=records[: seq - 1], where=str(args.journal))
        explanation = explained(
            *(record, edition, rulebook, players),
            booked=moved_by(state, record, reached),
            led=[records[earlier - 1] for earlier in causes.of(seq)],
            held=holdings.since(seq),
            reached=reached,
        )
        state = reached
        if args.json:
            with_deeds = _with_deeds(explanation, explainer, record)
            print(msgspec.json.encode(with_deeds).decode())
        else:
            for line in lines_of(explainer, record, explanation):
                print("\\n".join(line.splitlines()))  # a reason makes no line of its own
    return 0


def _with_deeds(explanation: Explanation, explainer: Explainer, record: Record) -> Explanation:
    """Return an explanation with the figures of deeds that were set right."""
    happened = (
        replace(
            one,
            printed_otherwise=tuple(
                figure.value for figure in explainer.printed_otherwise(record, event)
            ),
        )
        for one, event in zip(explanation.happened, record.events, strict=True)
    )
    return replace(explanation, happened=tuple(happened))
