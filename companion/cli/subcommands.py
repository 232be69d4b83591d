"""The subcommands there are, in the order of `companion --help`.

To add one: a file beside this one with `add_parser(subparsers)`, which adds its parser (with an
example in the epilog), and `run(args) -> int`, which returns the exit status and raises a
`CompanionError` for what is broken; then a line here.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Subcommand(NamedTuple):
    """Where a subcommand lives, and its line in the list."""

    module: str
    summary: str


SUBCOMMANDS: Mapping[str, Subcommand] = {
    "run": Subcommand("companion.cli.run", "start the companion"),
    "club": Subcommand("companion.cli.club", "many tables: their records, and a lobby"),
    "worker": Subcommand("companion.cli.worker", "tables of a club that have no box"),
    "router": Subcommand("companion.cli.router", "lead to a club's tables: nginx's configuration"),
    "read dice": Subcommand("companion.cli.read_dice", "read the dice of pictures or clips"),
    "read tags": Subcommand("companion.cli.read_tags", "read the tags of deeds and cards"),
    "print": Subcommand("companion.cli.print_sheets", "stickers, cards and the mat to print"),
    "scenario": Subcommand("companion.cli.scenario", "play scenario files"),
    "rules": Subcommand("companion.cli.rules", "the rules of an edition, and which are shown"),
    "editions": Subcommand("companion.cli.editions", "list, check or begin editions"),
    "simulate": Subcommand("companion.cli.simulate", "play whole games with built-in players"),
    "verify": Subcommand("companion.cli.verify", "prove a game's journal"),
    "explain": Subcommand("companion.cli.explain", "why: the rules and the arithmetic of a game"),
    "export": Subcommand("companion.cli.export", "all that was booked, for other programs"),
    "readings export": Subcommand(
        "companion.cli.readings_export", "this table's throws in one file, without names"
    ),
    "readings score": Subcommand(
        "companion.cli.readings_score", "how well the throws of such files were read"
    ),
    "games": Subcommand("companion.cli.games", "list the games, lay one aside, delete one"),
    "backup": Subcommand("companion.cli.backup", "copy all games and settings"),
    "restore": Subcommand("companion.cli.restore", "take a copy back"),
    "what-if": Subcommand("companion.cli.what_if", "a game with one thing otherwise"),
    "pin": Subcommand("companion.cli.pin", "reset the banker's PIN"),
    "calibrate": Subcommand("companion.cli.calibrate", "find the mat under the camera"),
    "update": Subcommand("companion.cli.update", "put a release in use, or go back by itself"),
    "hotspot": Subcommand("companion.cli.hotspot", "a Wi-Fi of the machine's own for the phones"),
    "doctor": Subcommand("companion.cli.doctor", "check every part and say what to do"),
    "diagnostics": Subcommand(
        "companion.cli.diagnostics", "one file to hand in with a question, without names"
    ),
}

GROUPS: Mapping[str, str] = {
    "read": "read still pictures",
    "readings": "how dice were read at tables: proof to hand on",
}
