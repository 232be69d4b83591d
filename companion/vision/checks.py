"""What the doctor asks of the dice reader."""

import time
from collections.abc import Sequence

import numpy as np

from companion.doctor import Check
from companion.errors import CompanionError
from companion.vision.readings import DiceReader
from companion.vision.runtime_trial import Runtime, usable

TRAY_PX = 320


def runtime_checks(runtime: Runtime | None = None) -> Sequence[Check]:
    """Say what runs the nets; *runtime*: that, None: what is usable here."""
    found = runtime or usable()
    if found.name == "onnxruntime":
        return (Check("nets", "ok", "nets"),)
    return (Check("nets", "warn", "nets-other", {"why": found.why}),)


def reader_checks(reader: DiceReader) -> Sequence[Check]:
    """Let the reader look once at an empty tray, to see that it works and how long it takes."""
    empty = np.full((TRAY_PX, TRAY_PX, 3), 128, dtype=np.uint8)
    try:
        reader.read(empty, edge=26.0)  # the first look also loads the weights
        began = time.perf_counter()
        reader.read(empty, edge=26.0)
    except CompanionError as error:
        return (Check("dice reader", "bad", "reader-fails", {"error": error}),)
    ms = 1000 * (time.perf_counter() - began)
    return (Check("dice reader", "ok", "reader", {"ms": round(ms)}),)
