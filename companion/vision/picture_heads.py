"""What a picture's head tells: its format, how large it is, and what its decoder holds in memory.

A few kilobytes can decode to gigabytes; the decoder finds out too late.
"""

import io
import re
import warnings
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

Format: TypeAlias = Literal["JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF"]

MOST_SCANS = 64
"""Of a JPEG that comes in several; programs write a dozen, and each takes as long as a whole."""

_BESIDE: dict[Format, float] = {"PNG": 0.0, "BMP": 0.0, "WEBP": 3.0, "TIFF": 8.0, "GIF": 3.0}
_OF_SEVERAL = 7.0  # bytes a pixel of what moves: the frame before and the one to come
# Measured with OpenCV 5.0 (peak of a process, less what it returns), and rounded up.

_JPEG, _END, _SCAN = b"\xff\xd8", b"\xff\xd9", 0xDA
_STOP, _DUMMY, _RESTARTS = 0xD9, 0x01, range(0xD0, 0xD8)
_SEQUENTIAL, _PROGRESSIVE = (0xC0, 0xC1, 0xC9), (0xC2, 0xCA)
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_MARKER = re.compile(rb"\xff+([\x01-\xfe])")
_AFTER_SCAN = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")


class PictureHead(NamedTuple):
    """What was told."""

    format: Format
    width: int  # pixels, before it is turned upright
    height: int
    beside: float = 0.0  # bytes a pixel that the decoder holds beside the picture it gives
    shrinks: bool = False  # whether it can be decoded smaller

    @property
    def pixels(self) -> int:
        """How many it has."""
        return self.width * self.height


class _Frame(NamedTuple):
    """What a JPEG tells before its first scan."""

    kind: int
    width: int
    height: int
    parts: tuple[tuple[int, int], ...]  # of each component: how finely it is sampled

    @property
    def coefficients(self) -> float:
        """Bytes a pixel of all its coefficients, 16 bits each."""
        across, down = max(a for a, _ in self.parts), max(d for _, d in self.parts)
        return 2 * sum(a * d for a, d in self.parts) / (across * down)


def head_of(coded: bytes) -> PictureHead | None:
    """Return what a picture's head tells; None of one that is damaged or of another format."""
    return _head_of_jpeg(coded) if is_jpeg(coded) else _head_of_other(coded)


def notes_of(coded: bytes) -> frozenset[str] | None:
    """Return what is noted in a JPEG, by Pillow's names; None of what is none."""
    try:
        with Image.open(io.BytesIO(coded), formats=["JPEG"]) as picture:
            return frozenset(map(str, picture.info)) if picture.format == "JPEG" else None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None


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


def _head_of_other(coded: bytes) -> PictureHead | None:
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(coded), formats=list(_BESIDE)) as picture,
        ):
            width, height = picture.size
            name: Format = picture.format  # type: ignore[assignment]  # one of those asked for
            moves = name in ("PNG", "WEBP") and getattr(picture, "is_animated", False)
    except Image.DecompressionBombError:
        return PictureHead("PNG", 1 << 16, 1 << 16)  # larger than anything that is decoded
    except Exception:  # noqa: BLE001  # whatever a damaged head does to the library
        return None
    return PictureHead(name, width, height, _OF_SEVERAL if moves else _BESIDE[name])


def _head_of_jpeg(coded: bytes) -> PictureHead | None:
    frame, at, scans = None, 2, 0
    pattern, several = _MARKER, False
    while (marker := pattern.search(coded, at)) is not None:
        kind, at, pattern = marker[1][0], marker.end(), _MARKER
        if kind == _STOP:
            break
        if kind == _DUMMY or kind in _RESTARTS:
            continue
        end = at + int.from_bytes(coded[at : at + 2], "big")
        body = coded[at + 2 : end]
        if kind in _FRAMES:
            if frame is not None or (frame := _frame(kind, body)) is None:
                return None
        elif kind == _SCAN:
            if frame is None or not body:
                return None
            several = several or frame.kind in _PROGRESSIVE or body[0] < len(frame.parts)
            scans, pattern = scans + 1, _AFTER_SCAN
            if not several:
                break
            if scans > MOST_SCANS:
                return None
        at = max(end, at)
    if frame is None or not scans:
        return None
    # In several scans no pixel is done before the last: all coefficients wait.
    beside = frame.coefficients if several else 0.0
    return PictureHead("JPEG", frame.width, frame.height, beside, shrinks=True)


def _frame(kind: int, body: bytes) -> _Frame | None:
    """Return what a frame's header tells; None of one that is damaged, or of a kind apart."""
    height, width = int.from_bytes(body[1:3], "big"), int.from_bytes(body[3:5], "big")
    parts = tuple((byte >> 4, byte & 15) for byte in body[7::3])
    known = kind in (*_SEQUENTIAL, *_PROGRESSIVE) and width and height
    whole = len(body) >= 9 and len(parts) == body[5] and all(a and d for a, d in parts)
    return _Frame(kind, width, height, parts) if known and whole else None
