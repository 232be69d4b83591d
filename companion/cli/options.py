"""Options that several subcommands share."""

import argparse
from collections.abc import Callable
from pathlib import Path


def add_home(parser: argparse.ArgumentParser) -> None:
    """Add `--home`, the folder of one companion."""
    parser.add_argument(
        "--home",
        type=Path,
        default=Path.home() / "companion",
        metavar="DIR",
        help="where games, pictures and settings are kept (default: %(default)s)",
    )


def add_camera(parser: argparse.ArgumentParser) -> None:
    """Add `--camera`, what to look through."""
    parser.add_argument(
        "--camera",
        default="auto",
        metavar="SOURCE",
        help="auto, usb:N, pi, sim, file:CLIP_OR_PICTURE, dir:FOLDER, or an http:// or rtsp://"
        " address (default: %(default)s)",
    )


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number; argparse turns the error into a line and status 2."""
    bounds = f"from {least} upwards" if most is None else f"from {least} to {most}"

    def read(word: str) -> int:
        if not word.isdecimal() or int(word) < least or (most is not None and int(word) > most):
            raise argparse.ArgumentTypeError(f"{word!r} is no whole number {bounds}")
        return int(word)

    return read
