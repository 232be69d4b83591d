"""Picture files: which there are, and what is in them."""

from pathlib import Path

import cv2
import numpy as np

from companion.errors import PictureError
from companion.vision.frame import Pixels

SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
LONGEST = 1920
"""Pixels of the long side to which larger pictures are reduced, as a camera would give them."""

_JPEG_BEGINS, _JPEG_ENDS = b"\xff\xd8", b"\xff\xd9"


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
    """Return the picture in *path*.

    Raises:
        PictureError: the file is missing, cut off, or no picture.
    """
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise PictureError(str(problem.strerror), where=str(path)) from problem
    # The decoder fills the rest of a half-copied JPEG with grey and says nothing.
    whole = not data.startswith(_JPEG_BEGINS) or _JPEG_ENDS in data
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if pixels is None or not whole:
        raise PictureError("is broken or no picture", where=str(path), mend="copy it again")
    return _reduced(np.asarray(pixels, np.uint8))


def _reduced(pixels: Pixels) -> Pixels:
    factor = LONGEST / max(pixels.shape[:2])
    if factor >= 1:
        return pixels
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
