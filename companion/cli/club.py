"""`companion club`: the hub of many tables, with a lobby for all of them."""

import argparse
import logging
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from companion.cli.parser import Subparsers
from companion.cli.plain import exact, shown
from companion.cli.ports import add_router, add_tables, port, tls_port
from companion.club import Club, ClubOptions
from companion.errors import CompanionError, SettingsError
from companion.examination import EASY_PORT, OTHER_PORT
from companion.secure_port import BEYOND

EXAMPLE = """\
example:
  companion club --try
  companion club --database postgresql:///club
  companion club --database postgresql://club@db.local/club --name "Chess cafe" --port 8000

The database is PostgreSQL 15 or newer. A password may stand in the file ~/.pgpass.
More: docs/club.md
"""

LISTEN_S = 1.0
"""So often it looks whether it was asked to stop."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "club",
        description="Keep the records of many tables in PostgreSQL, and show them all in a lobby.",
        epilog=EXAMPLE,
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--database", metavar="ADDRESS", help="of the club's PostgreSQL")
    where.add_argument(
        "--try",
        action="store_true",
        dest="tries",
        help="a database and three tables that play by themselves, all gone when it ends",
    )
    parser.add_argument(
        "--home",
        type=Path,
        default=Path.home() / "club",
        metavar="DIR",
        help="where the hub's certificate is kept (default: %(default)s)",
    )
    parser.add_argument(
        "--name",
        type=club_name,
        default="Club",
        help="what the club is called, on all of its pages (default: %(default)s)",
    )
    parser.add_argument(
        "--host",
        default="0.0.0.0",  # noqa: S104 — tables and phones are to reach it
        metavar="H",
        help="the address to listen on (default: all)",
    )
    parser.add_argument(
        "--port",
        type=port,
        metavar="P",
        help=f"default: {EASY_PORT} where that is allowed, else {OTHER_PORT}; 0: any free one."
        " It leads people to https",
    )
    parser.add_argument(
        "--tls-port",
        type=tls_port,
        metavar="P",
        help=f"of all pages (default: {BEYOND} more than the port, so 443 beside 80)",
    )
    _add_hosting(parser)


def club_name(words: str) -> str:
    """Return what a club is called, as one line.

    Raises:
        ArgumentTypeError: nothing is left of it.
    """
    name = " ".join(words.split())
    if not name:
        raise argparse.ArgumentTypeError("a club has a name")
    return name


def _add_hosting(parser: argparse.ArgumentParser) -> None:
    add_tables(parser)
    add_router(parser)


def run(args: argparse.Namespace) -> int:
    """Run until a signal asks to stop; 130 after Ctrl-C, 0 after any other.

    Raises:
        CompanionError: a part cannot be had: the database, the folder, the port.
    """
    logging.basicConfig(level=logging.WARNING, format="companion: %(message)s", stream=sys.stderr)
    asked, received = threading.Event(), list[int]()

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        asked.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # the last: a closed terminal
        signal.signal(number, stop)
    if args.tries:
        _try(args, asked)
    else:
        _serve(args, asked)
    return 130 if received == [signal.SIGINT] else 0


def _serve(args: argparse.Namespace, asked: threading.Event) -> None:
    club = _started(args, args.database, args.home.expanduser())
    try:
        _tell(club)
        while not asked.wait(LISTEN_S):
            club.look()
    finally:
        club.stop()


def _try(args: argparse.Namespace, asked: threading.Event) -> None:
    """Try it out, with all that it takes, till it is asked to stop."""
    # Tables that play by themselves take what no hub needs.
    from companion.club_trial import ClubTrial  # noqa: PLC0415

    with ClubTrial() as trial:
        args.tables = trial.tables
        club = _started(args, trial.database, trial.folder / "hub")
        try:
            trial.begin(club)
            _tell(club)
            print(f"A table without a box, for phones: {trial.link}")
            print(f"Signed in as: {trial.name}   password: {trial.password}", flush=True)
            while not asked.wait(LISTEN_S):
                club.look()
                trial.look()
        finally:
            trial.end()
            club.stop()


def _started(args: argparse.Namespace, database: str, home: Path) -> Club:
    options = ClubOptions(
        database=database,
        home=home,
        name=args.name,
        host=args.host,
        port=EASY_PORT if args.port is None else args.port,
        tls_port=args.tls_port,
        tables=args.tables or "",
        routers=args.router,
    )
    try:
        return Club(options)
    except SettingsError:
        if args.port is not None or options.port == OTHER_PORT:
            raise
    args.port = OTHER_PORT
    return _started(args, database, home)


def _tell(club: Club) -> None:
    """Say where the lobby is, and how the first organiser gets in."""
    lines = [
        f"The club is ready. Lobby: {' or '.join(club.addresses)}",
        f"Tables join at {' or '.join(club.plain_addresses)}",
    ]
    try:
        code, risk = club.first_code, club.risk
    except CompanionError as error:
        lines.append(f"companion: {error}")
    else:
        if risk:
            lines.append(f"companion: {risk}")
        if code:
            lines.append(f"Nobody can sign in yet. Code of the first organiser: {code}")
    print("\n".join(map(shown, lines)), file=exact(sys.stdout), flush=True)
