"""Homes in which throws were read, as a table leaves them behind."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.journal.pictures import Pictures
from companion.table.dice.readings import FILE, KeptReading, KeptReadings
from companion.vision.readings import DieReading


def drawn(shade: int) -> bytes:
    """Return a small JPEG unlike those of other shades."""
    pixels = np.full((40, 60, 3), shade % 256, np.uint8)
    pixels[: 1 + shade // 256] = 255
    return cv2.imencode(".jpg", pixels)[1].tobytes()


def kept(number: int, read: Sequence[int] = (3, 5), **more: Any) -> KeptReading:
    """Return a reading with a number for an id, booked unless *more* says otherwise."""
    dice = tuple(
        DieReading(pips, (20.0 + 30 * k, 20.0), 12.0, 0.99, (1 / 6,) * 6)
        for k, pips in enumerate(read)
    )
    usual: dict[str, Any] = {
        "wall": 1.7e9 + number, "boot": "3c1f", "began": float(number), "game": "0001-ru-2004",
        "seat": 1, "verdict": "sure", "confidence": 0.99, "fate": "booked", "seq": number + 2,
    }  # fmt: skip
    return KeptReading(id=f"{number:016x}", dice=dice, **{**usual, **more})


def home_with(home: Path, *readings: KeptReading, pictured: bool = True) -> Path:
    """Return a home in which readings were kept, each with a picture unless it names one."""
    pictures, file = Pictures(home / "pictures"), KeptReadings(home / FILE)
    for reading in readings:
        digest = reading.evidence
        if digest is None and pictured:
            digest = pictures.keep(drawn(int(reading.id, 16)))
        file.keep(KeptReading(**{**_fields(reading), "evidence": digest}))
    return home


def _fields(reading: KeptReading) -> dict[str, Any]:
    return {name: getattr(reading, name) for name in reading.__struct_fields__}
