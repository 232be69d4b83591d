"""`companion backup`: a proven copy of the whole home, or which copies there are."""

import argparse
import time
from pathlib import Path

import msgspec

from companion.backups.choice import chosen_of
from companion.backups.copy_folder import FOLDER, CopyFolder, name_of
from companion.backups.manifest import Manifest
from companion.backups.writing import Order, Packer
from companion.cli.options import add_home
from companion.cli.parser import Subparsers
from companion.errors import BackupError

EXAMPLE = """\
example:
  companion backup
  companion backup --to /media/usb/monopoly.zip --pictures
  companion backup --list

A companion may be running meanwhile. Games, keyrings, phones, settings and what the dice taught
are copied; every game is proven first. `companion restore FILE` takes a copy back.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "backup",
        description="Make a copy of all games and settings, and prove it.",
        epilog=EXAMPLE,
    )
    add_home(parser)
    parser.add_argument(
        "--to", type=Path, metavar="FILE", help="default: a new file in the home's backups/"
    )
    parser.add_argument("--pictures", action="store_true", help="the kept pictures as well")
    parser.add_argument("--list", action="store_true", help="only say which copies there are")
    parser.add_argument("--json", action="store_true", help="one JSON object a copy")


def run(args: argparse.Namespace) -> int:
    """Make a copy and say what is in it; or list the copies of the home's own folder.

    Raises:
        BackupError: there is no such home, or what was written is not what is read.
        OSError: the copy cannot be written.
    """
    home = args.home.expanduser()
    if not home.is_dir():
        raise BackupError("there is no companion's folder", where=str(home), mend="see --home")
    place = CopyFolder(home / FOLDER)
    if args.list:
        for copy in place.copies():
            _tell(copy.path, copy.manifest, as_json=args.json)
        return 0
    home_id = chosen_of(home).home_id
    number = place.last_number(home_id) + 1
    order = Order(
        home_id=home_id, number=number, why="asked", wall=time.time(), pictures=args.pictures
    )
    to = args.to or place.folder / name_of(home_id, number)
    manifest = Packer(home).write(order, to.absolute())
    _tell(to, manifest, as_json=args.json)
    return 1 if manifest.left_out else 0


def _tell(path: Path, manifest: Manifest, *, as_json: bool) -> None:
    if as_json:
        told = {"file": str(path), **msgspec.to_builtins(manifest)}
        print(msgspec.json.encode(told).decode())
    else:
        print("\n".join(lines_of(path, manifest)))


def lines_of(path: Path, manifest: Manifest) -> list[str]:
    """Return what people want to know of a copy: from when, which games, what is missing."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(manifest.wall))
    games = ", ".join(f"{game.name} ({game.records} records)" for game in manifest.games)
    lost = [f"  left out, damaged: {wrong}" for wrong in manifest.left_out.values()]
    return [f"{path}: from {when}: {games or 'no game'}", *lost]
