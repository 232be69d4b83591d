"""Load pictures and clips from files; whatever is wrong with one is said clearly."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.errors import PictureError
from companion.vision.frame import Frame, Pixels

CLIPS = frozenset({".avi", ".m4v", ".mjpeg", ".mjpg", ".mkv", ".mov", ".mp4", ".webm"})
"""Endings, in lower case, of files that are opened as clips."""
LARGEST = 120_000_000
"""More pixels than any camera here gives; beyond it a file is damaged or means harm."""
_JPEG, _SCAN, _END = b"\xff\xd8", 0xDA, b"\xff\xd9"


def is_clip(path: Path) -> bool:
    """Return whether a file's name says that it holds moving pictures."""
    return path.suffix.lower() in CLIPS


def still(path: Path) -> Pixels:
    """Return the picture in a file, upright as its camera noted.

    Raises:
        PictureError: there is no such file, or it holds no whole picture.
    """
    coded = _bytes(path)
    if coded.startswith(_JPEG) and _is_cut_short(coded):
        raise PictureError("the picture is cut short", where=str(path), mend="copy it again")
    pixels = _decoded(coded)
    if pixels is None:
        raise PictureError(
            "this is no picture that can be read",
            where=str(path),
            mend="JPEG, PNG, WebP, BMP and TIFF are read",
        )
    return pixels


def clip(path: Path) -> Iterator[Frame]:
    """Yield the frames of a clip, each with its time in the clip.

    Raises:
        PictureError: there is no such file, or it holds no frame.
    """
    _size(path)
    stream = cv2.VideoCapture(str(path))
    try:
        number = 0
        rate = stream.get(cv2.CAP_PROP_FPS) or 30.0
        while True:
            there, pixels = stream.read()
            if not there:
                break
            yield Frame(np.asarray(pixels, np.uint8), number / rate, number)
            number += 1
    finally:
        stream.release()
    if number == 0:
        raise PictureError(
            "this is no clip that can be read", where=str(path), mend="MP4 with H.264 is read"
        )


def _bytes(path: Path) -> bytes:
    _size(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error


def _size(path: Path) -> None:
    """Make sure that a file is there and not empty."""
    try:
        if path.is_dir():
            raise PictureError("this is a folder", where=str(path), mend="name the pictures in it")
        if path.stat().st_size == 0:
            raise PictureError("the file is empty", where=str(path), mend="copy it again")
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> PictureError:
    missing = isinstance(error, FileNotFoundError)
    what = "there is no such file" if missing else f"the file cannot be read: {error.strerror}"
    mend = "check the name" if missing else "check its permissions"
    return PictureError(what, where=str(path), mend=mend)


def _decoded(coded: bytes) -> Pixels | None:
    try:
        # Older releases of the library do not say in their types that None may come.
        picture: object = cv2.imdecode(np.frombuffer(coded, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # larger than the library takes
        return None
    if not isinstance(picture, np.ndarray) or picture.size > 3 * LARGEST:
        return None
    return np.asarray(picture, np.uint8)


def _is_cut_short(jpeg: bytes) -> bool:
    """Return whether a JPEG has no end mark after its first scan.

    The decoder fills the missing part with grey and says nothing, and grey dice are no dice.
    """
    at = 2
    while at + 4 <= len(jpeg):
        if jpeg[at] != 0xFF:
            return False  # not as the standard has it; the decoder shall decide
        if jpeg[at + 1] == _SCAN:
            return _END not in jpeg[at:]
        fill = jpeg[at + 1] == 0xFF
        at += 1 if fill else 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return True
