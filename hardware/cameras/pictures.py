"""Picture files: which there are, and what is in them."""

from pathlib import Path

from companion.vision.frame import Pixels
from companion.vision.pictures import still

SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
LONGEST = 1920
"""Pixels of the long side to which larger pictures are reduced, as a camera would give them."""


def pictures_in(folder: Path) -> list[str]:
    """Return the names of a folder's picture files in order; hidden files are none.

    Raises:
        OSError: the folder cannot be listed.
    """
    names = (entry.name for entry in folder.iterdir())
    return sorted(n for n in names if n.lower().endswith(SUFFIXES) and not n.startswith("."))


def is_picture(path: Path) -> bool:
    """Return whether the name is a still picture's."""
    return path.name.lower().endswith(SUFFIXES)


def load_picture(path: Path) -> Pixels:
    """Return the picture in *path*, as large as a camera would give it.

    Raises:
        PictureError: the file is missing, cut off, or no picture.
    """
    return still(path, longest=LONGEST)
