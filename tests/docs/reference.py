"""What stands in the sources and is looked up: each subcommand's options, each refusal."""

import argparse
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from companion.cli.parser import Parser
from companion.cli.subcommands import SUBCOMMANDS
from companion.sayings.refusals import ANSWERS
from tests.docs.tables import table


def options() -> str:
    """Return a section for each subcommand: what it does, its words, its examples."""
    return "\n\n".join(_section(name) for name in sorted(SUBCOMMANDS))


def refusals() -> str:
    """Return the table of what the rules may answer instead of doing it."""
    rows = [(f"`{code}`", one.exact or one.plain) for code, one in sorted(ANSWERS.items())]
    return table(("code", "sentence"), rows)


def _section(name: str) -> str:
    parser = parser_of(name)
    parts = [f"### {name}", parser.description or ""]
    rows = list(_rows(parser))
    if rows:
        parts.append(table(("option", "does"), rows))
    _, _, example = (parser.epilog or "").partition("example:\n")
    commands, _, remarks = dedent(example).strip().partition("\n\n")
    if commands:
        lines = "\n".join(line.strip() for line in commands.splitlines())
        parts += [f"```sh\n{lines}\n```", remarks] if remarks else [f"```sh\n{lines}\n```"]
    return "\n\n".join(parts)


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a subcommand."""
    rooms = Parser(prog="companion").add_subparsers()
    import_module(SUBCOMMANDS[name].module).add_parser(rooms)
    return rooms.choices[name.rpartition(" ")[2]]


def _rows(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            yield f"`{_usage(action)}`", _help(parser, action)


def _usage(action: argparse.Action) -> str:
    names = ", ".join(action.option_strings)
    if action.nargs == 0:
        return names
    what = action.metavar or action.dest.upper()
    if action.choices is not None and action.metavar is None:
        what = "|".join(map(str, action.choices))
    what = " ".join(what) if isinstance(what, tuple) else what
    what = {"?": f"[{what}]", "*": f"[{what}...]", "+": f"{what}..."}.get(str(action.nargs), what)
    return f"{names} {what}".strip()


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    told = {**vars(action), "prog": parser.prog}
    return ((action.help or "") % told).replace(str(Path.home()), "~")
