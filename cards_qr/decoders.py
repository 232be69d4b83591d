"""Ordinary decoders, which say what a symbol says: zxing-cpp and zbar, each if it is installed."""

import contextlib
import ctypes
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Protocol, TypeVar

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.candidates import clockwise
from cards_qr.codebook import Corners
from cards_qr.patches import PER_MODULE, PatchGrid, from_quads, levelled_patches, sampled
from cards_qr.symbol import side_of

Grey = NDArray[np.uint8]
Made = TypeVar("Made")

_LONGEST_TO_ENLARGE = 2600  # pixels; twice as many would take longer than they are worth
_ENLARGED = 3.0  # times, with the paper around it
_CUT_OUT = (120.0, 420.0)  # pixels: the least and the most that a side is enlarged to
_CUT_OUT_ROOM = 0.18  # of the side, on each: a quiet zone, and what the square was taken too small
_Y800 = int.from_bytes(b"Y800", "little")  # a byte of grey for each pixel, as zbar names it
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
    """zbar through pyzbar's wrapper: best with one symbol at a time. Its corners' first may be any.

    Not through pyzbar's `decode`: that asks for the orientation of each symbol, and of a part of a
    text that is spread over several symbols (Structured Append, ISO/IEC 18004) zbar knows none.
    Version 0.1.9 raises a `ValueError` then, and all that is seen beside it is lost.

    Raises:
        ImportError: zbar's library is not on this machine.
    """

    def __init__(self) -> None:
        from pyzbar import locations, wrapper  # noqa: PLC0415 - raises where there is no zbar

        self._zbar: ModuleType = wrapper
        self._locations: ModuleType = locations

    def decode(self, grey: Grey) -> tuple[Decoded, ...]:
        """Return what is read at the picture's own size.

        Raises:
            MemoryError: zbar has no room for the picture.
        """
        zbar, pixels = self._zbar, np.ascontiguousarray(grey)
        height, width = pixels.shape
        with contextlib.ExitStack() as stack:
            scanner = _owned(
                stack, zbar.zbar_image_scanner_create(), zbar.zbar_image_scanner_destroy
            )
            for symbol in zbar.ZBarSymbol:  # zbar's symbol 0 stands for all of them: it comes first
                wanted = int(symbol is zbar.ZBarSymbol.QRCODE)
                zbar.zbar_image_scanner_set_config(
                    scanner, symbol, zbar.ZBarConfig.CFG_ENABLE, wanted
                )
            image = _owned(stack, zbar.zbar_image_create(), zbar.zbar_image_destroy)
            zbar.zbar_image_set_format(image, _Y800)
            zbar.zbar_image_set_size(image, width, height)
            zbar.zbar_image_set_data(image, pixels.ctypes.data, pixels.nbytes, None)
            if zbar.zbar_scan_image(scanner, image) < 0:
                return ()
            return tuple(self._read(image))

    def _read(self, image: object) -> Iterator[Decoded]:
        """Yield the whole symbols that zbar has seen in an image.

        A part of a text is none: it says nothing by itself.
        """
        zbar = self._zbar
        symbol = zbar.zbar_image_first_symbol(image)
        while symbol:
            size = zbar.zbar_symbol_get_loc_size(symbol)
            polygon = self._locations.convex_hull(
                (zbar.zbar_symbol_get_loc_x(symbol, n), zbar.zbar_symbol_get_loc_y(symbol, n))
                for n in range(size)
            )
            if symbol.contents.type == zbar.ZBarSymbol.QRCODE and len(polygon) == 4:
                length = zbar.zbar_symbol_get_data_length(symbol)
                data = ctypes.string_at(zbar.zbar_symbol_get_data(symbol), length)
                corners = clockwise(np.array(polygon, np.float64)).tolist()
                yield Decoded(data.decode("utf-8", "replace"), tuple(map(tuple, corners)))
            symbol = zbar.zbar_symbol_next(symbol)


def _owned(stack: contextlib.ExitStack, made: Made, destroy: Callable[[Made], object]) -> Made:
    """Return what a library has made, to be destroyed with the stack."""
    if not made:
        raise MemoryError("zbar")
    stack.callback(destroy, made)
    return made


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
