"""Black pictures: a few kilobytes that would take hundreds of megabytes when they are decoded."""

import struct
import zlib
from collections.abc import Mapping

import cv2
import numpy as np

_PIECE = 1 << 20  # bytes that are packed at once: making one must not take what is forbidden


def png(width: int, height: int, *, channels: int = 3, bits: int = 8) -> bytes:
    """Return a PNG of 1 (grey), 3 or 4 (with transparency) channels of 8 or 16 bits."""
    kind = {1: 0, 3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    left, packer, packed = height * (1 + width * channels * bits // 8), zlib.compressobj(9), b""
    while left > 0:
        packed += packer.compress(bytes(min(left, _PIECE)))
        left -= _PIECE
    chunks = {b"IHDR": header, b"IDAT": packed + packer.flush(), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks, chunks.values()))


def jpeg(width: int, height: int, *, progressive: bool = False, fine: bool = False) -> bytes:
    """Return a JPEG; *fine*: of colours as finely sampled as brightness."""
    options: Mapping[int, int] = {
        cv2.IMWRITE_JPEG_PROGRESSIVE: int(progressive),
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR: (
            cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444 if fine else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
        ),
    }
    return _coded(".jpg", np.zeros((height, width, 3), np.uint8), options)


def other(ending: str, width: int, height: int) -> bytes:
    """Return a picture of another format, by the ending of its name."""
    return _coded(ending, np.zeros((height, width, 3), np.uint8), {})


def _coded(ending: str, pixels: np.ndarray, options: Mapping[int, int]) -> bytes:
    flat = [number for pair in options.items() for number in pair]
    return cv2.imencode(ending, pixels, flat)[1].tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    crc = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc)
