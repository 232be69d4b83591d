"""What the doctor asks of the dice reader."""

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.doctor import Check
from companion.errors import CompanionError, SettingsError
from companion.vision import taught
from companion.vision.nets import Nets
from companion.vision.readings import DiceReader

TRAY_PX = 320


def reader_checks(reader: DiceReader) -> Sequence[Check]:
    """Let the reader look once at an empty tray, to see that it works and how long it takes."""
    empty = np.full((TRAY_PX, TRAY_PX, 3), 128, dtype=np.uint8)
    try:
        reader.read(empty, edge=26.0)  # the first look also loads the weights
        began = time.perf_counter()
        reader.read(empty, edge=26.0)
    except CompanionError as error:
        mend, facts = "install the companion anew", {"error": error}
        return (Check("dice reader", "bad", str(error), mend, "reader-fails", facts),)
    ms = 1000 * (time.perf_counter() - began)
    words = f"one look at the tray takes {ms:.0f} ms"
    return (Check("dice reader", "ok", words, code="reader", facts={"ms": round(ms)}),)


def taught_checks(file: Path) -> Sequence[Check]:
    """Say how sure the reader is of this table's dice, where they were taught."""
    try:
        known = taught.load(file)
    except SettingsError as error:
        failed = Check("taught dice", "warn", str(error), code="taught-fails",
                       facts={"error": error})  # fmt: skip
        return (failed,)
    if known is None:
        return ()
    if not known.fits(Nets().digest):
        words = "the reader is another than the one your dice were taught to; it reads as shipped"
        mend = "Teach the dice, on the banker's page: your throws are kept, learn from them again"
        return (Check("taught dice", "warn", words, mend, "taught-other"),)
    trial = known.after
    words = (
        f"{known.throws} throws were shown; of {trial.throws} that tried it"
        f"{f' on {known.day}' if known.day else ''} {trial.sure} were "
        f"read without asking, {trial.wrong or 'none'} wrong"
    )
    facts = {
        "shown": known.throws,
        "tried": trial.throws,
        "sure": trial.sure,
        "wrong": trial.wrong,
    }
    return (Check("taught dice", "ok", words, code="taught", facts=facts),)
