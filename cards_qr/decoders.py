"""Ordinary decoders, which say what a symbol says: zxing-cpp and zbar, each if it is installed."""

import contextlib
from collections.abc import Sequence
from types import ModuleType
from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.candidates import clockwise
from cards_qr.codebook import Corners
from cards_qr.patches import PER_MODULE, PatchGrid, from_quads, levelled_patches, sampled
from cards_qr.symbol import side_of

Grey = NDArray[np.uint8]

_LONGEST_TO_ENLARGE = 2600  # pixels; twice as many would take longer than they are worth
_ENLARGED = 3.0  # times, with the paper around it
_CUT_OUT = (120.0, 420.0)  # pixels: the least and the most that a side is enlarged to
_CUT_OUT_ROOM = 0.18  # of the side, on each: a quiet zone, and what the square was taken too small
_CLEAN_MODULE, _CLEAN_QUIET_ZONE = 8, 4


class Decoded(msgspec.Struct, frozen=True):
    """A text, and the corners of its symbol as far as the decoder tells them."""

    text: str
    corners: Corners


class Decoder(Protocol):
    """Reads the QR codes of a picture."""

    def decode(self, grey: Grey) -> tuple[Decoded, ...]:
        """Return every code in *grey* (height x width bytes) whose text could be read."""
        ...


class ZxingDecoder:
    """zxing-cpp. Its corners stand clockwise from the symbol's own top left.

    Raises:
        ImportError: the optional extra is not installed.
    """

    def __init__(self) -> None:
        import zxingcpp  # noqa: PLC0415 - an optional extra

        self._library: ModuleType = zxingcpp

    def decode(self, grey: Grey) -> tuple[Decoded, ...]:
        """Return what is read at the picture's own size, and enlarged twice."""
        found = self._at(grey, 1)
        if max(grey.shape) <= _LONGEST_TO_ENLARGE:
            twice = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
            found += self._at(np.asarray(twice, np.uint8), 2)
        return _each_place_once(found)

    def _at(self, grey: Grey, scale: int) -> list[Decoded]:
        library = self._library
        codes = library.read_barcodes(
            np.ascontiguousarray(grey),
            # `QRCode` would take Micro QR codes in, whose weak check lets false texts through.
            formats=library.BarcodeFormat.QRCodeModel2,
            try_rotate=False,
            try_invert=False,
            try_downscale=False,
        )
        found = []
        for code in codes:
            where = code.position
            points = (where.top_left, where.top_right, where.bottom_right, where.bottom_left)
            corners = tuple(((p.x + 0.5) / scale - 0.5, (p.y + 0.5) / scale - 0.5) for p in points)
            found.append(Decoded(code.text, corners))
        return found


class ZbarDecoder:
    """zbar through pyzbar: best with one symbol at a time. Its corners' first may be any.

    Raises:
        ImportError: zbar's library is not on this machine.
    """

    def __init__(self) -> None:
        from pyzbar import pyzbar  # noqa: PLC0415 - raises where the system has no zbar

        self._library: ModuleType = pyzbar

    def decode(self, grey: Grey) -> tuple[Decoded, ...]:
        """Return what is read at the picture's own size."""
        codes = self._library.decode(
            np.ascontiguousarray(grey), symbols=[self._library.ZBarSymbol.QRCODE]
        )
        return tuple(
            Decoded(
                code.data.decode("utf-8", "replace"),
                tuple(map(tuple, clockwise(np.array(code.polygon, np.float64)).tolist())),
            )
            for code in codes
            if len(code.polygon) == 4
        )


class Decoders(msgspec.Struct, frozen=True):
    """The decoders there are on this machine."""

    zxing: Decoder | None = None
    zbar: Decoder | None = None

    @property
    def complaint(self) -> str:
        """One line that says what is missing and what that costs; empty if nothing is."""
        if self.zbar:
            return ""
        what = "the library zbar is missing (on Debian: apt install libzbar0)"
        if self.zxing:
            return f"{what}: zxing-cpp reads in its place"
        return f"{what}: tags of this set are read, foreign codes are not"

    def any_one(self) -> Decoder | None:
        """Return a decoder for single symbols."""
        return self.zbar or self.zxing


def installed() -> Decoders:
    """Return the decoders of this machine; what is missing is left out."""
    zxing: Decoder | None = None
    zbar: Decoder | None = None
    with contextlib.suppress(ImportError):  # an optional extra
        zxing = ZxingDecoder()
    with contextlib.suppress(ImportError):  # `complaint` says so
        zbar = ZbarDecoder()
    return Decoders(zxing, zbar)


def redrawn(grey: Grey, corners: Corners, version: int) -> Grey:
    """Return the symbol at *corners* drawn anew, every module clean: what a decoder likes best."""
    grid = PatchGrid(side_of(version), 1)
    matrices = from_quads(np.array([corners]))
    patch = levelled_patches(sampled(grey, matrices, grid, fine=True), grid)
    square = patch.reshape(grid.width, grid.width)[PER_MODULE:-PER_MODULE, PER_MODULE:-PER_MODULE]
    split = square.reshape(grid.side, PER_MODULE, grid.side, PER_MODULE)
    light = np.pad(split.mean(axis=(1, 3)) > 0, _CLEAN_QUIET_ZONE, constant_values=True)
    block = np.ones((_CLEAN_MODULE, _CLEAN_MODULE), np.uint8)
    return np.kron(light.astype(np.uint8) * np.uint8(255), block)


def decoded_at(grey: Grey, quad: NDArray[np.float64], decoder: Decoder) -> tuple[Decoded, ...]:
    """Return what a decoder reads in one dark square alone, laid straight and enlarged.

    Args:
        grey: the whole picture.
        quad: 4 x 2 corners of the square in pixels, clockwise, right to about a tenth.
        decoder: reads it.
    """
    length = float(np.clip(_ENLARGED * np.ptp(quad, axis=0).max(), *_CUT_OUT))
    gap = _CUT_OUT_ROOM * length
    straight = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (length - 2 * gap) + gap
    there = cv2.getPerspectiveTransform(quad.astype(np.float32), straight.astype(np.float32))
    size = (round(length), round(length))
    cut = cv2.warpPerspective(
        grey, there, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    back = np.asarray(np.linalg.inv(there), np.float64)
    return tuple(
        Decoded(code.text, tuple(map(tuple, _through(back, code.corners).tolist())))
        for code in decoder.decode(np.asarray(cut, np.uint8))
    )


def _through(matrix: NDArray[np.float64], corners: Corners) -> NDArray[np.float64]:
    points = np.array([corners], np.float64)
    return np.asarray(cv2.perspectiveTransform(points, matrix)[0], np.float64)


def _each_place_once(found: Sequence[Decoded]) -> tuple[Decoded, ...]:
    kept: list[Decoded] = []
    for code in found:
        middle = np.mean(code.corners, axis=0)
        shapes = [np.array(other.corners, np.float32) for other in kept]
        x, y = float(middle[0]), float(middle[1])
        if all(cv2.pointPolygonTest(s, (x, y), measureDist=False) < 0 for s in shapes):
            kept.append(code)
    return tuple(kept)
