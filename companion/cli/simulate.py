"""`companion simulate`: whole games between built-in players, and how fast they went."""

import argparse
import json
import os

import msgspec

from companion.bots import Game, Series
from companion.cli.options import whole
from companion.cli.parser import Subparsers
from companion.editions.load import load_edition

EXAMPLE = """\
example:
  companion simulate
  companion simulate --games 100 --edition ru-2004 --variants short --seed 7 --jobs 2
"""


WORTH_A_PROCESS = 50
"""So many games take longer than a process of their own takes to begin: some 20 ms each."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "simulate",
        description="Play whole games with built-in players: no clock, no camera. The last line is"
        " JSON: games, turns, commands, CPU seconds, and a fingerprint of all that happened.",
        epilog=EXAMPLE,
    )
    parser.add_argument(
        "--games", type=whole(1), default=1, metavar="N", help="so many (default: 1)"
    )
    parser.add_argument(
        "--players",
        type=whole(1),
        default=4,
        metavar="P",
        help="in each game (default: %(default)s)",
    )
    parser.add_argument(
        "--edition",
        default="us-classic",
        metavar="E",
        help="as in `companion editions` (default: %(default)s)",
    )
    parser.add_argument(
        "--variants", default="", metavar="V,...", help="rule sets and printings, as in the edition"
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        default=1,
        metavar="S",
        help="of the first game; each further game has the next number (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs",
        type=whole(1),
        default=None,
        metavar="J",
        help="so many games at a time (default: by cores, where there are games enough)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a game")


def run(args: argparse.Namespace) -> int:
    """Play, and print a line per game and the sum of them.

    Raises:
        EditionError: there is no such edition or variant.
        SettingsError: the edition is not for so many players.
        StuckError: the referee refused a built-in player.
    """
    variants = [name for name in args.variants.split(",") if name]
    edition = load_edition(args.edition, variants)
    jobs = args.jobs or max(1, min(os.cpu_count() or 1, args.games // WORTH_A_PROCESS))
    series = Series(edition, players=args.players, seed=args.seed, jobs=jobs)
    for game in series.play(args.games):
        print(msgspec.json.encode(game).decode() if args.json else _line(game), flush=True)
    total = {
        "games": args.games,
        "turns": series.turns,
        "commands": series.commands,
        "cpu_s": round(series.cpu_s, 3),
        "fingerprint": series.fingerprint,
    }
    print(json.dumps(total))
    return 0


def _line(game: Game) -> str:
    who = " and ".join(game.winners)
    ended = f"{who} won" if game.ended == "won" else "stopped, nobody has won"
    return f"game {game.game} (seed {game.seed}): {ended} after {game.turns} turns"
