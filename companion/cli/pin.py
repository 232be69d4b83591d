"""`companion pin`: the banker's PIN, for whoever sits at the machine."""

import argparse

from companion.cli.options import add_home
from companion.cli.parser import Subparsers
from companion.errors import SettingsError
from companion.tries import wait_after
from web.phones.pin import FILE, reset, tries_so_far
from web.phones.tried import MOST

EXAMPLE = """\
example:
  companion pin
  companion pin --reset
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "pin",
        description="Say how often the banker's PIN was mistyped, or make a new one. A new one is"
        " shown here and nowhere else; whoever was the banker types it again. It works while the"
        " companion runs, and only at the machine.",
        epilog=EXAMPLE,
    )
    add_home(parser)
    parser.add_argument("--reset", action="store_true", help="make a new PIN; the old one is void")


def run(args: argparse.Namespace) -> int:
    """Show the new PIN, or the wrong tries.

    Raises:
        SettingsError: there is no companion in this home, or its file cannot be used.
    """
    path = args.home.expanduser() / FILE
    if not path.exists():
        raise SettingsError(
            "there is no PIN yet",
            where=str(path),
            mend="start the companion, it shows one; or name its folder with --home",
        )
    if not args.reset:
        tries = tries_so_far(path)
        longest = max(map(wait_after, tries.of.values()), default=0.0)
        print(f"{tries.in_hour} wrong tries in the hour of the last one, of at most {MOST}")
        print(f"{longest:.0f} s to wait after them for who tried most")
        return 0
    try:
        print(f"The banker's new PIN: {reset(path)}")
    except OSError as error:
        raise SettingsError(
            f"cannot be written: {error.strerror}", where=str(path), mend="make room"
        ) from None
    return 0
