"""`companion rules`: the catalogue as a table, and how much of it is shown by scenarios."""

import argparse
import sys
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from companion.cli.parser import Subparsers
from companion.editions.coverage import Coverage, Showing, coverage_of
from companion.editions.load import edition_ids, load_rulebook
from companion.editions.rulebook import Rule, Rulebook
from companion.errors import ScenarioError
from companion.scenario import play_file, scenario_files

EXAMPLE = """\
example:
  companion rules ru-2004
  companion rules ru-2004 --coverage tests/scenarios
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = "List the rules of an edition, or say which of them are shown by scenarios."
    parser = subparsers.add_parser("rules", description=says, epilog=EXAMPLE)
    parser.add_argument(
        "edition", nargs="?", metavar="EDITION", help="as in `companion editions` (default: all)"
    )
    parser.add_argument(
        "--coverage",
        nargs="+",
        default=[],
        metavar="DIR",
        help="play the scenarios in these folders and say which rules they show",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print the catalogue or its coverage, of all editions where none is named.

    Raises:
        EditionError: there is no such edition.
        ScenarioError: a folder has no scenarios.
    """
    ids = [args.edition] if args.edition else edition_ids()
    rulebooks = [load_rulebook(edition_id) for edition_id in ids]
    if args.coverage:
        showings = _shown_by(_scenarios_in(args.coverage), ids)
        for rulebook in rulebooks:
            _print_coverage(rulebook, coverage_of(rulebook, showings), as_json=args.json)
        return 0
    for rule in [rule for rulebook in rulebooks for rule in rulebook.rules]:
        print(_json(rule) if args.json else f"{rule.id:22}  {rule.key:32}  {rule.says}")
    return 0


def _scenarios_in(folders: Sequence[str]) -> list[Path]:
    """Return the scenario files below *folders*, in order, each once.

    Raises:
        ScenarioError: one of them has none.
    """
    found: dict[Path, None] = {}
    for folder in map(Path, folders):
        files = [file for file in scenario_files([folder]) if file.is_file()]
        if not files:
            mend = "a folder with scenario files, *.toml"
            raise ScenarioError("there are no scenarios here", where=str(folder), mend=mend)
        found.update(dict.fromkeys(files))
    return [*found]


def _shown_by(files: Iterable[Path], editions: Collection[str]) -> list[Showing]:
    """Play scenarios and return what the passing ones show.

    Those that fail are named on stderr, as far as they may be of one of the *editions*.
    """
    showings = []
    for result in chain.from_iterable(map(play_file, files)):
        if result.passed:
            showings.append(Showing(result.rules, result.cites))
        elif not result.edition or result.edition in editions:
            step = f"step {result.step}: " if result.step else ""
            print(f"companion: {result.file}: shows no rule: {step}{result.why}", file=sys.stderr)
    return showings


def _print_coverage(rulebook: Rulebook, coverage: Coverage, *, as_json: bool) -> None:
    if as_json:
        print(_json(coverage))
        return
    for rule_id in coverage.missing:
        rule = rulebook.rule(rule_id)
        assert rule is not None
        if rule_id in coverage.uncited:
            print(f"named but not cited  {rule_id:22}  {rule.key}: {rule.says}")
        else:
            print(f"missing  {rule_id:22}  {rule.says}")
    print(
        f"{coverage.by_scenario} by scenario, {coverage.by_test} by test,"
        f" {coverage.exempt} exempt, {len(coverage.missing)} missing"
    )
    share = f"{coverage.percent:.1f} % ({coverage.covered} of {coverage.rules})"
    print(f"{coverage.edition}: {share}")


def _json(record: Rule | Coverage) -> str:
    plain = msgspec.to_builtins(record)
    plain.pop("uncited", None)  # a hint for who writes scenarios
    return msgspec.json.encode(plain).decode()
