"""Options that several subcommands share."""

import argparse
from collections.abc import Callable
from pathlib import Path

from companion.errors import SettingsError
from hardware.pins import sources


def add_home(parser: argparse.ArgumentParser) -> None:
    """Add `--home`, the folder of one companion."""
    parser.add_argument(
        "--home",
        type=Path,
        default=Path.home() / "companion",
        metavar="DIR",
        help="where games, pictures and settings are kept (default: %(default)s)",
    )


def add_temporary(parser: argparse.ArgumentParser) -> None:
    """Add `--temporary`, for a home that need not last."""
    parser.add_argument(
        "--temporary",
        action="store_true",
        help="games may be lost at the next restart: say nothing where their folder lies in memory"
        " or in a container's own layer",
    )


def add_camera(parser: argparse.ArgumentParser) -> None:
    """Add `--camera`, what to look through."""
    parser.add_argument(
        "--camera",
        default="auto",
        metavar="SOURCE",
        help="auto, usb:N, usb:DEVICE (/dev/v4l/by-id/...), pi, phone, sim, none, photographs,"
        " file:CLIP_OR_PICTURE, dir:FOLDER, or an http:// or rtsp:// address (default: %(default)s:"
        " what was chosen under Which eye, else what is found)",
    )


def kind_of_buttons(word: str) -> str:
    """Return kinds of buttons, as `--buttons` names them.

    Raises:
        ArgumentTypeError: there is no such kind.
    """
    try:
        sources(word)
    except SettingsError as problem:
        raise argparse.ArgumentTypeError(f"{word!r}: {problem.mend}") from problem
    return word


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number; argparse turns the error into a line and status 2."""
    bounds = "" if least is None else f" from {least} upwards"
    if least is not None and most is not None:
        bounds = f" from {least} to {most}"

    def read(word: str) -> int:
        number = int(word) if word.removeprefix("-").isdecimal() else None
        too_small = least is not None and number is not None and number < least
        too_large = most is not None and number is not None and number > most
        if number is None or too_small or too_large:
            raise argparse.ArgumentTypeError(f"{word!r} is no whole number{bounds}")
        return number

    return read
