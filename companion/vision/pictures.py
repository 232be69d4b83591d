"""Load pictures and clips from files; whatever is wrong with one is said clearly."""

import math
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.errors import LargePictureError, PictureBusyError, PictureError
from companion.vision.frame import Frame, Pixels
from companion.vision.opencv_log import silenced
from companion.vision.picture_heads import PictureHead, head_of, is_cut_short

CLIPS = frozenset({".avi", ".m4v", ".mjpeg", ".mjpg", ".mkv", ".mov", ".mp4", ".webm"})
"""Endings, in lower case, of files that are opened as clips."""
ROOMY = 25_000_000
"""Pixels that a phone's picture may have as it is; a JPEG of more is decoded at half, a quarter or
an eighth of its size: no die is read at more than a thousand pixels across."""
ROOM = 160_000_000
"""Bytes that decoding may take: the decoder holds what it gives twice, three bytes a pixel. The
service has 400 MB, of which a game with phones takes half."""
LARGEST = 210_000_000
"""More pixels than any phone gives; beyond it a file is damaged or means harm."""
LARGEST_FILE = 100_000_000
"""Bytes; `ROOMY` pixels that nothing could compress come to three quarters of it."""
LARGEST_FRAME = 10_000_000
"""Pixels of a clip's or stream's frame: more than 4K has."""
_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_HEIC = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_HEAD = 1 << 20  # bytes of a file that tell whether it is a picture
_ONE_AT_A_TIME = threading.Lock()
"""Of the whole process: there is room for one picture, whoever brings it."""


def is_clip(path: Path) -> bool:
    """Return whether a file's name says that it holds moving pictures."""
    return path.suffix.lower() in CLIPS


def still(path: Path, *, reduced: bool = True, longest: int | None = None) -> Pixels:
    """Return the picture in a file, upright as its camera noted.

    Args:
        path: of the file.
        reduced: whether a huge one may come smaller; not where places in it were told.
        longest: pixels of the long side; a larger one comes smaller.

    Raises:
        PictureError: there is no such file, or it holds no whole picture.
    """
    return decoded(_bytes(path), str(path), reduced=reduced, longest=longest)


def decoded(
    coded: bytes,
    where: str = "",
    *,
    reduced: bool = True,
    longest: int | None = None,
    wait_s: float = -1.0,
) -> Pixels:
    """Return a picture as it came, upright as its camera noted; from any thread.

    The one door for pictures: what it takes in memory is bounded, and one is decoded at a time.

    Args:
        coded: JPEG, PNG, WebP, BMP, TIFF or GIF.
        where: names it in an error.
        reduced: whether a huge one may come smaller.
        longest: pixels of the long side; a larger one comes smaller.
        wait_s: so long it waits for others' pictures; below 0: until it is its turn.

    Raises:
        LargePictureError: decoding it would take more than `ROOM`.
        PictureBusyError: others' pictures took too long.
        PictureError: it is no whole picture.
    """
    if is_cut_short(coded):
        raise PictureError("the picture is cut short", where=where, mend="copy it again")
    head = head_of(coded)
    if head is None:
        raise _no_picture(where)
    flags = _REDUCED[_reduction(head, where, reduced=reduced)]
    if not _ONE_AT_A_TIME.acquire(timeout=wait_s):
        raise PictureBusyError("other pictures are looked at", where=where, mend="try again")
    try:
        pixels = _decoded(coded, flags)
        if pixels is None:
            raise _no_picture(where)
        return pixels if longest is None else _no_longer(pixels, longest)
    finally:
        _ONE_AT_A_TIME.release()


def decoded_or_none(coded: bytes) -> Pixels | None:
    """Return a picture of our own, that was kept; None if it is gone or damaged."""
    try:
        return decoded(coded, reduced=False)
    except PictureError:
        return None


def clip(path: Path) -> Iterator[Frame]:
    """Yield the frames of a clip, each with its time in the clip.

    Raises:
        PictureError: there is no such file, or it holds no frame.
    """
    stream = opened_clip(path)
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


def opened_clip(path: Path) -> cv2.VideoCapture:
    """Open a clip; what holds no frame gives none.

    Raises:
        LargePictureError: its frames are larger than 4K.
        PictureError: there is no such file.
    """
    head = head_of(_bytes(path, _HEAD))
    # The library opens pictures as clips, and decodes them whole to find out their size.
    if head is None or head.pixels <= LARGEST_FRAME:
        with silenced():
            stream = cv2.VideoCapture(str(path))
        if is_moderate(stream):
            return stream
        stream.release()
    raise LargePictureError(
        "its pictures are larger than 4K", where=str(path), mend="make the clip smaller"
    )


def is_moderate(stream: cv2.VideoCapture) -> bool:
    """Return whether a stream's frames are small enough, as far as it tells."""
    size = stream.get(cv2.CAP_PROP_FRAME_WIDTH) * stream.get(cv2.CAP_PROP_FRAME_HEIGHT)
    return size <= LARGEST_FRAME


def _bytes(path: Path, most: int | None = None) -> bytes:
    """Return what is in a file, or its first *most* bytes."""
    _size(path, LARGEST_FILE if most is None else math.inf)
    try:
        with path.open("rb") as file:
            return file.read(most)
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


def _reduction(head: PictureHead, where: str, *, reduced: bool) -> int:
    """Return by how much a picture has to be reduced, lest decoding it takes more than `ROOM`.

    Raises:
        LargePictureError: that does not help.
    """
    ways = _REDUCED if reduced and head.shrinks else (1,)
    for by in ways:
        size = head.pixels * (head.beside + 6 / by**2)
        if size <= ROOM and head.pixels <= min(LARGEST, ROOMY * by**2):
            return by
    raise LargePictureError(
        "the picture is too large",
        where=where,
        mend="make it smaller, or save it as an ordinary JPEG" if reduced else "make it smaller",
    )


def _no_picture(where: str) -> PictureError:
    return PictureError(
        "this is no picture that can be read",
        where=where,
        mend="JPEG, PNG, WebP, BMP, TIFF and GIF are read",
    )


def _decoded(coded: bytes, flags: int) -> Pixels | None:
    try:
        # Older releases of the library do not say in their types that None may come.
        with silenced():
            picture: object = cv2.imdecode(np.frombuffer(coded, np.uint8), flags)
    except cv2.error:  # larger than the library takes
        return None
    return np.asarray(picture, np.uint8) if isinstance(picture, np.ndarray) else None


def _no_longer(pixels: Pixels, longest: int) -> Pixels:
    high, wide = pixels.shape[:2]
    scale = longest / max(high, wide)
    if scale >= 1:
        return pixels
    size = max(1, round(wide * scale)), max(1, round(high * scale))  # a line of pixels stays one
    smaller = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)


def is_heic(coded: bytes) -> bool:
    """Return whether it begins as HEIC, as iPhones write it: few libraries open that."""
    return coded[4:8] == b"ftyp" and coded[8:12] in _HEIC
