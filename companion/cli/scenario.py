"""`companion scenario`: plays scenario files."""

import argparse
from itertools import chain
from pathlib import Path

import msgspec

from companion.cli.parser import Subparsers
from companion.scenario import Result, play_file, scenario_files

EXAMPLE = """\
example:
  companion scenario tests/scenarios/rent
  companion scenario --json disputed.toml
"""
TOLD = ("file", "title", "passed", "step", "why")


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "scenario",
        description="Play scenario files: small game situations with the outcome they expect.",
        epilog=EXAMPLE,
    )
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="FILE_OR_DIR", help="a scenario, or a folder of them"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="one JSON object a scenario, and of several editions each",
    )


def run(args: argparse.Namespace) -> int:
    """Play all scenarios; return 1 if any fails or there is none."""
    results = []
    for result in chain.from_iterable(map(play_file, scenario_files(args.paths))):
        results.append(result)
        print(_json(result) if args.json else _line(result), flush=True)
    failed = sum(not result.passed for result in results)
    if not args.json:
        print(f"{len(results) - failed} of {len(results)} passed")
    return 1 if failed or not results else 0


def _json(result: Result) -> str:
    names = (*TOLD, "edition") if result.several else TOLD
    told = {name: getattr(result, name) for name in names}
    return msgspec.json.encode(told).decode()


def _line(result: Result) -> str:
    file = f"{result.file} in {result.edition}" if result.several else result.file
    if result.passed:
        return f"ok    {file}"
    step = f"step {result.step}: " if result.step else ""
    return f"FAIL  {file}: {step}{result.why}"
