"""`companion restore`: a copy takes the place of all games and settings."""

import argparse
from pathlib import Path

import msgspec

from companion.backups.restoring import restore
from companion.cli.backup import lines_of
from companion.cli.options import add_home
from companion.cli.parser import Subparsers

EXAMPLE = """\
example:
  companion restore ~/companion/backups/companion-3f9ac1d2-00012.zip
  companion restore /media/usb/monopoly.zip --home /tmp/try

The copy is proven first. It replaces games and settings as a whole; what was there is kept aside.
Stop the companion before: two cannot work with one folder.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "restore",
        description="Prove a copy and let it take the place of all games and settings.",
        epilog=EXAMPLE,
    )
    parser.add_argument("copy", type=Path, metavar="FILE", help="made by `companion backup`")
    add_home(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Take the copy back and say where the old content lies.

    Raises:
        BackupError: the copy is damaged, or cannot be written there.
        SettingsError: a companion works with the home.
    """
    restored = restore(args.copy, args.home.expanduser())
    if args.json:
        print(
            msgspec.json.encode(
                msgspec.to_builtins(restored) | {"aside": str(restored.aside)}
            ).decode()
        )
    else:
        print("\n".join(lines_of(args.copy, restored.manifest)))
        print(f"taken back; what was there before lies in {restored.aside}")
    return 0
