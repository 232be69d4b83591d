"""`companion games`: which games a home has; lay one aside, bring it back, delete it."""

import argparse
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.cli.options import add_home
from companion.cli.parser import Subparsers
from companion.errors import JournalError
from companion.journal.home import Home
from companion.journal.listing import GamesOnDisk
from companion.table.games.tidying import KeptGame, glance

EXAMPLE = """\
example:
  companion games
  companion games --archive 0003-ru-2004
  companion games --delete 0003-ru-2004 --sure

Listing may be done at any time; for the rest stop the companion first, or use the banker's page.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "games",
        description="List the games of a home; lay one aside, bring it back, delete it.",
        epilog=EXAMPLE,
    )
    add_home(parser)
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--archive", metavar="GAME", help="lay a game aside")
    act.add_argument("--bring-back", metavar="GAME", help="bring back one that was laid aside")
    act.add_argument("--delete", metavar="GAME", help="delete a game for ever; with --sure")
    parser.add_argument("--sure", action="store_true", help="that it is really to be deleted")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")


def run(args: argparse.Namespace) -> int:
    """Do what is asked, then list the games.

    Raises:
        JournalError: there is no such game, it is the one that is played, or it is damaged.
        SettingsError: a companion works with the home.
    """
    home = args.home.expanduser()
    if not home.is_dir():
        raise JournalError("there is no companion's folder", where=str(home), mend="see --home")
    if args.archive:
        _changed(home, args.archive, Home.archive)
    elif args.bring_back:
        _changed(home, args.bring_back, Home.bring_back)
    elif args.delete:
        if not args.sure:
            raise JournalError("it would be gone for ever", where=args.delete, mend="say --sure")
        _changed(home, args.delete, Home.delete)
    here = GamesOnDisk(home)
    kept = [(name, False) for name in here.games()] + [(name, True) for name in here.archived()]
    for name, is_aside in kept:
        _tell(glance(here, name), is_aside=is_aside, as_json=args.json)
    if not kept and not args.json:
        print(f"{home}: no game yet")
    return 0


def _changed(folder: Path, name: str, act: Callable[[Home, str], None]) -> None:
    with closing(Home(folder)) as home:
        if name == home.current:
            mend = "go on with another one first"
            raise JournalError("that game is the one that is played", where=name, mend=mend)
        act(home, name)


def _tell(game: KeptGame, *, is_aside: bool, as_json: bool) -> None:
    if as_json:
        plain = msgspec.to_builtins(replace(game, damaged=None))
        plain |= {"damaged": str(game.damaged or ""), "aside": is_aside}
        print(msgspec.json.encode(plain).decode())
        return
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.wall)) if game.records else "-"
    told = (
        str(game.damaged or "") or f"{', '.join(game.players)}; {game.records} records, last {when}"
    )
    print(f"{game.name}: {told}{' (laid aside)' if is_aside else ''}")
