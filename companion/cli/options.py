"""Options that several subcommands share."""

import argparse
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
