"""Load pictures and clips from files; whatever is wrong with one is said clearly."""

import io
import math
import warnings
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from companion.errors import PictureError
from companion.vision.frame import Frame, Pixels
from companion.vision.opencv_log import silenced

CLIPS = frozenset({".avi", ".m4v", ".mjpeg", ".mjpg", ".mkv", ".mov", ".mp4", ".webm"})
"""Endings, in lower case, of files that are opened as clips."""
LARGEST = 120_000_000
"""More pixels than any camera here gives; beyond it a file is damaged or means harm."""
LARGEST_FILE = 400_000_000
"""Bytes; `LARGEST` pixels that nothing could compress come to about so many."""
ROOMY = 25_000_000
"""A JPEG of more pixels than this is decoded at half or a quarter of its size: a Pi's memory is
small, and no die is read at more than a thousand pixels across."""
_JPEG, _SCAN, _END = b"\xff\xd8", 0xDA, b"\xff\xd9"
_HEIC = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_ENDLESS = (LARGEST, LARGEST)  # pixels, of what must not be opened


def is_clip(path: Path) -> bool:
    """Return whether a file's name says that it holds moving pictures."""
    return path.suffix.lower() in CLIPS


def still(path: Path, *, reduced: bool = True) -> Pixels:
    """Return the picture in a file, upright as its camera noted.

    Args:
        path: of the file.
        reduced: whether a huge one may come smaller; not where places in it were told.

    Raises:
        PictureError: there is no such file, or it holds no whole picture.
    """
    return decoded(_bytes(path), str(path), reduced=reduced)


def decoded(coded: bytes, where: str = "", *, reduced: bool = True) -> Pixels:
    """Return a picture as it came, upright as its camera noted; *where* names it in an error.

    Raises:
        PictureError: it is no whole picture, or far too large.
    """
    if is_cut_short(coded):
        raise PictureError("the picture is cut short", where=where, mend="copy it again")
    told = told_size(coded)
    size = None if told is None else told[0] * told[1]
    if size is not None and size > LARGEST:
        raise PictureError(
            f"the picture has more than {LARGEST // 1_000_000} million pixels",
            where=where,
            mend="make it smaller",
        )
    pixels = _decoded(coded, _reduction(coded, size) if reduced else cv2.IMREAD_COLOR)
    if pixels is None:
        raise PictureError(
            "this is no picture that can be read",
            where=where,
            mend="JPEG, PNG, WebP, BMP, TIFF and GIF are read",
        )
    return pixels


def clip(path: Path) -> Iterator[Frame]:
    """Yield the frames of a clip, each with its time in the clip.

    Raises:
        PictureError: there is no such file, or it holds no frame.
    """
    _size(path)
    with silenced():
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
    _size(path, LARGEST_FILE)
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error


def _size(path: Path, most: float = math.inf) -> None:
    """Make sure that a file is there, not empty and of at most *most* bytes."""
    try:
        if path.is_dir():
            raise PictureError("this is a folder", where=str(path), mend="name the pictures in it")
        size = path.stat().st_size
        if size == 0:
            raise PictureError("the file is empty", where=str(path), mend="copy it again")
        if size > most:
            raise PictureError(
                f"the file has {size // 1_000_000} MB", where=str(path), mend="name a picture"
            )
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> PictureError:
    missing = isinstance(error, FileNotFoundError)
    what = "there is no such file" if missing else f"the file cannot be read: {error.strerror}"
    mend = "check the name" if missing else "check its permissions"
    return PictureError(what, where=str(path), mend=mend)


def told_size(coded: bytes) -> tuple[int, int] | None:
    """Return the width and height that a picture's head tells of; None where it is not understood.

    A few kilobytes can decode to gigabytes; the decoder finds out too late.
    """
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(coded)) as picture:
            return picture.size
    except Image.DecompressionBombError:
        return _ENDLESS
    except Exception:  # noqa: BLE001  # what is broken, the decoder finds out and says
        return None


def _reduction(coded: bytes, size: int | None) -> int:
    if size is None or size <= ROOMY or not is_jpeg(coded):
        return cv2.IMREAD_COLOR
    return cv2.IMREAD_REDUCED_COLOR_2 if size <= 4 * ROOMY else cv2.IMREAD_REDUCED_COLOR_4


def _decoded(coded: bytes, flags: int) -> Pixels | None:
    try:
        # Older releases of the library do not say in their types that None may come.
        with silenced():
            picture: object = cv2.imdecode(np.frombuffer(coded, np.uint8), flags)
    except cv2.error:  # larger than the library takes
        return None
    if not isinstance(picture, np.ndarray) or picture.size > 3 * LARGEST:
        return None
    return np.asarray(picture, np.uint8)


def is_heic(coded: bytes) -> bool:
    """Return whether it begins as HEIC, as iPhones write it: few libraries open that."""
    return coded[4:8] == b"ftyp" and coded[8:12] in _HEIC


def is_jpeg(coded: bytes) -> bool:
    """Return whether it begins as a JPEG."""
    return coded.startswith(_JPEG)


def is_cut_short(coded: bytes) -> bool:
    """Return whether it is a JPEG without an end mark after its first scan.

    The decoder fills the missing part with grey and says nothing, and grey dice are no dice.
    """
    if not is_jpeg(coded):
        return False
    at, jpeg = 2, coded
    while at + 4 <= len(jpeg):
        if jpeg[at] != 0xFF:
            return False  # not as the standard has it; the decoder shall decide
        if jpeg[at + 1] == _SCAN:
            return _END not in jpeg[at:]
        fill = jpeg[at + 1] == 0xFF
        at += 1 if fill else 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return True
