"""`companion what-if`: a game as it would have gone with one thing otherwise."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.accounts.explanation import players_of
from companion.accounts.headlines import Headlines
from companion.cli.options import whole
from companion.cli.parser import Subparsers
from companion.disputes.alternatives import NOTHING, alternatives
from companion.disputes.comparison import compared, why_stopped
from companion.disputes.what_if import Outcome, Supposition, line_of, what_if
from companion.editions.typed import typed
from companion.errors import SettingsError
from companion.game.commands import AnyCommand, FirstRoll, Roll, command_from
from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import replayed
from companion.journal.sqlite import open_journal
from companion.speaker import Speaker
from companion.table.story.redecision import Stop, command_of

EXAMPLE = """\
example:
  companion what-if ~/companion/games/0001-ru-2004.journal --event 12 --dice 4,3
  companion what-if ~/companion/games/0001-ru-2004.journal --event 13 --choices
  companion what-if ~/companion/games/0001-ru-2004.journal --event 13 --instead decline
  companion what-if ~/companion/games/0001-ru-2004.journal --event 1 --house jail_fine=100
"""

FACES = tuple("123456")

MOST_STOPS = 8
"""So many commands that fit no more are named beside the first."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = "Replay a game with one thing otherwise, and say what would be different."
    parser = subparsers.add_parser("what-if", description=says, epilog=EXAMPLE)
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a game's file")
    # Which records there are only the game knows.
    parser.add_argument(
        "--event", metavar="N", type=whole(), required=True, help="from this record on"
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--dice", metavar="A,B", help="it had been rolled otherwise")
    way.add_argument(
        "--instead",
        metavar="CHOICE",
        help="something else had been done: a choice of --choices, or a command as JSON",
    )
    way.add_argument(
        "--insert",
        metavar="COMMAND",
        help="just after it something had been done that was forgotten, as JSON:"
        ' \'{"do": "claim", "by": 0}\' asks for a rent, seats from 0',
    )
    way.add_argument(
        "--choices", action="store_true", help="list what could have been done instead"
    )
    parser.add_argument(
        "--house",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a rule had been another one, `rent_needs_claim=no` say",
    )
    parser.add_argument(
        "--variants", metavar="V,...", help="the game had been begun with these (record 1)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print what would have been; return 1 if what is supposed is against the rules itself.

    Raises:
        JournalError: the journal is damaged, or has no such record.
        EditionError: the game's edition is not there any more, or the rules are none.
        SettingsError: what is supposed cannot be read.
    """
    journal = open_journal(args.journal, read_only=True)
    records, where = tuple(journal.records), str(args.journal)
    journal.close()
    before, record = _before(records, args.event, where)
    if args.choices:
        there = _choices(before, record)
        if not there:
            raise SettingsError(f"at record {args.event} there was no choice", mend="--dice, say")
        print("\n".join(there))
        return 0
    variants = args.variants
    supposed = Supposition(
        seq=args.event,
        instead=_instead(args, before, record),
        besides=(_from_json(args.insert),) if args.insert is not None else (),
        house=dict(_house(args.house)),
        variants=None if variants is None else tuple(filter(None, variants.split(","))),
    )
    if supposed == Supposition(seq=args.event):
        mend = "--dice, --instead, --insert, --house or --variants"
        raise SettingsError("nothing is supposed", mend=mend)
    if supposed.besides and (supposed.house or supposed.variants is not None):
        raise SettingsError("--insert goes with no other rules", mend="suppose one thing at a time")
    outcome = what_if(records, supposed, where=where)
    if args.json:
        print(msgspec.json.encode(as_data(outcome)).decode())
    else:
        edition, players = outcome.was.edition, players_of(records[0])
        headlines = Headlines(Speaker.english(edition, players), records)
        print("\n".join(_lines(outcome, headlines)))
    return 1 if outcome.refused else 0


def as_data(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome without the two states themselves, as plain data."""
    told = {**msgspec.structs.asdict(outcome), "stop": outcome.stop}
    return {name: value for name, value in told.items() if name not in ("was", "would")}


# ---- what is supposed


def _before(records: tuple[Record, ...], seq: int, where: str) -> tuple[GameState | None, Record]:
    """Return a record and the state before it; None if it is the first."""
    line = line_of(records, seq, where=where)
    earlier = [record for record in line if record.seq < seq]
    return (replayed(earlier, where=where) if earlier else None), records[seq - 1]


def _choices(before: GameState | None, record: Record) -> list[str]:
    command = command_of(record)
    if before is None or command is None:
        return []
    return [one.id for one in alternatives(before, command)]


def _instead(
    args: argparse.Namespace, before: GameState | None, record: Record
) -> tuple[AnyCommand, ...] | None:
    command = command_of(record)
    if args.dice is not None:
        if not isinstance(command, Roll | FirstRoll):
            raise SettingsError(f"record {record.seq} is no roll", mend="--instead, or another N")
        return (_rolled(args.dice, record),)
    if args.instead is None:
        return None
    if args.instead.startswith("{"):
        return (_from_json(args.instead),)
    there = alternatives(before, command) if before is not None and command is not None else ()
    for one in there:
        if one.id == args.instead:
            return one.commands
    if args.instead == NOTHING:
        return ()
    known = ", ".join(one.id for one in there) or "none; a command as JSON is one, too"
    raise SettingsError(f"{args.instead!r} was no choice there", mend=f"there were: {known}")


def _rolled(text: str, record: Record) -> AnyCommand:
    """Return the command of a roll with other dice."""
    pips = text.split(",")
    if not all(word.strip() in FACES for word in pips):
        mend = "--dice 4,3: the pips of each die, from 1 to 6"
        raise SettingsError(f"{text!r} is no roll", mend=mend)
    return _command({**record.command, "dice": pips}, text)


def _from_json(text: str) -> AnyCommand:
    try:
        return _command(msgspec.json.decode(text), text)
    except msgspec.DecodeError as error:
        mend = '\'{"do": "claim", "by": 0}\', say'
        raise SettingsError(f"{text!r} is no JSON: {error}", mend=mend) from error


def _command(fields: Any, said: str) -> AnyCommand:
    try:
        told = {**fields, "dice": [int(n) for n in fields["dice"]]} if "dice" in fields else fields
        return command_from(told)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise SettingsError(f"{said!r} is no command: {error}") from error


def _house(texts: Iterable[str]) -> Iterator[tuple[str, object]]:
    for text in texts:
        name, is_one, value = text.partition("=")
        if not is_one:
            raise SettingsError(f"{text!r} is no rule", mend="rent_needs_claim=no, say")
        try:
            yield name, typed(name, value)
        except KeyError:
            mend = "`companion rules` names them"
            raise SettingsError(f"there is no house rule {name!r}", mend=mend) from None


# ---- what would have been


def _lines(outcome: Outcome, headlines: Headlines) -> Iterator[str]:
    speaker = headlines.speaker
    if outcome.refused:
        yield f"number {outcome.seq} cannot have been so: {speaker.refusal(outcome.refused)}"
        return
    if not outcome.stops:
        yield f"all that came after number {outcome.seq} fits: {outcome.followed} records"
    for one in outcome.stops[:1]:
        yield f"from number {one.seq} on it no longer fits: {_why(one, headlines)}"
    rest = outcome.stops[1:]
    if rest:
        yield "    nor do, as long as nothing else is done there:"
        yield from (f"    {one.seq}: {_why(one, headlines)}" for one in rest[:MOST_STOPS])
    if len(rest) > MOST_STOPS:
        yield f"    {len(rest) - MOST_STOPS} more"
    yield f"compared just after number {outcome.until} of {outcome.last}:"
    if not outcome.differences:
        yield "    nothing is different"
    for told in (compared(speaker, one) for one in outcome.differences):
        yield f"    {told.label}: {told.was} → {told.would}"


def _why(stop: Stop, headlines: Headlines) -> str:
    refused = headlines.speaker.refusal(stop.refusal) if stop.refusal else ""
    return why_stopped(headlines.speaker, stop, headlines.of(stop.seq), refused)
