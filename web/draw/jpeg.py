"""The size of a JPEG, read from its header."""

import struct

FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # SOF0 to SOF15, but DHT, JPG and DAC


def size_of(jpeg: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels, or None if it is no JPEG."""
    at = 2
    while jpeg[:2] == b"\xff\xd8" and at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        if jpeg[at + 1] in FRAMES:
            height, width = struct.unpack(">HH", jpeg[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", jpeg[at + 2 : at + 4])[0])
    return None
