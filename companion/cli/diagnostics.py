"""`companion diagnostics`: one file to hand in with a question."""

import argparse
import time
from pathlib import Path

from companion.cli.options import add_camera, add_home, kind_of_buttons
from companion.cli.parser import Subparsers
from companion.diagnostics.report import Diagnostics
from companion.errors import SettingsError
from companion.examination import examine
from companion.files import words_of, write_whole

EXAMPLE = """\
example:
  companion diagnostics
  companion diagnostics --pictures --to question.zip
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "diagnostics",
        description="Write checks, versions, settings, the last readings and the log into one"
        " file, without names, PINs, addresses and names of networks. Nothing is sent.",
        epilog=EXAMPLE,
    )
    add_home(parser)
    add_camera(parser)
    parser.add_argument(
        "--buttons", type=kind_of_buttons, metavar="KIND", help="check the seats' buttons too"
    )
    parser.add_argument("--pictures", action="store_true", help="with pictures of the dice")
    parser.add_argument("--to", type=Path, metavar="FILE", help="the zip to write")


def run(args: argparse.Namespace) -> int:
    """Write the file, and say in one line what is in it.

    Raises:
        SettingsError: it cannot be written.
    """
    home = args.home.expanduser()
    to = args.to or Path(f"companion-diagnostics-{time.strftime('%Y%m%d-%H%M')}.zip")
    made = Diagnostics(
        home,
        lambda: examine(home, args.camera, buttons=args.buttons),
        options={"camera": args.camera, "buttons": args.buttons or ""},
    ).file(pictures=args.pictures)
    try:
        write_whole(to, made)
    except OSError as error:
        raise SettingsError(f"cannot be written: {words_of(error)}", where=str(to)) from error
    more = ", pictures of dice" if args.pictures else ""
    print(f"{to}: checks, versions, settings, readings, log{more}; no names. Nothing was sent.")
    return 0
