"""Words of a command line -> the subcommand's `run` and its arguments.

Only the module of the subcommand that was asked for is imported: `companion --help` is quick, and
a library that is missing stops nothing but the subcommand that needs it.
"""

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn, TypeAlias

from companion.cli.subcommands import GROUPS, SUBCOMMANDS

EACH = "Each has its own help with an example, as in: "

Run: TypeAlias = Callable[[argparse.Namespace], int]


class Formatter(argparse.HelpFormatter):
    """Breaks sentences into lines, and leaves alone what has lines of its own, as examples have."""

    def add_argument(self, action: argparse.Action) -> None:
        """Leave room for the longest subcommand: argparse forgets that they stand further in."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            self._action_max_length += self._indent_increment

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the words; takes no abbreviated options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", Formatter)
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Leave with exit status 2."""
        self.exit(2, f"companion: {message} (see `{self.prog} --help`)\n")


# argparse gives what `add_subparsers` returns no public name.
Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001


def parse(words: Sequence[str]) -> tuple[Run, argparse.Namespace]:
    """Return what to run, and with which arguments.

    Raises:
        SystemExit: with 0 after help was given, with 2 after wrong usage was named.
        ImportError: a library is missing that the subcommand needs.
    """
    name = asked_for(words)
    parser, run = _build(name)
    args = parser.parse_args(words)
    return run, args


def asked_for(words: Sequence[str]) -> str | None:
    """Return the subcommand that *words* begin with; options stand only after it."""
    for count in (2, 1):
        name = " ".join(words[:count])
        if name in SUBCOMMANDS:
            return name
    return None


def _build(asked: str | None) -> tuple[Parser, Run]:
    parser = Parser(
        prog="companion",
        description="Banker and referee at a real Monopoly table.",
        epilog=f"{EACH}companion read dice --help",
    )
    rooms = {"": _subparsers(parser)}
    run: Run = _nothing
    for name, (module_name, summary) in SUBCOMMANDS.items():
        group, _, last = name.rpartition(" ")
        if group not in rooms:
            about, first = GROUPS[group], f"companion {name} --help"
            added = rooms[""].add_parser(
                group, help=about, description=f"{about.capitalize()}.", epilog=EACH + first
            )
            rooms[group] = _subparsers(added)
        if name == asked:
            module = import_module(module_name)
            module.add_parser(rooms[group])
            run = module.run
        else:
            rooms[group].add_parser(last, help=summary)
    return parser, run


def _subparsers(parser: Parser) -> Subparsers:
    return parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND", required=True)


def _nothing(args: argparse.Namespace) -> NoReturn:
    """Stand where no subcommand was asked for: the parser has left before this could run."""
    raise AssertionError(args)
