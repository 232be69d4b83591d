"""Clocks that jump: of a program that is started with one, and of no other."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

HOUR_S = 3600

NEEDED = "these tests need Debian's libfaketime, 0.9.10 or newer: sudo apt install libfaketime"
_LIBRARIES = Path("/usr/lib")


class SteppedClock:
    """What Debian's libfaketime reads: how far a program's clock is off, by the hour of day alone.

    What measures how long something takes goes on as ever. No clock goes faster: at a rate
    (`+0 x10`) libfaketime 0.9.10 never lets a program return from `threading.Event.wait`.

    Args:
        folder: where others may walk.
    """

    def __init__(self, folder: Path) -> None:
        self._file, self.off_s = folder / "off", 0
        self.step(0)

    def step(self, seconds: int) -> None:
        """Have it jump."""
        self.off_s += seconds
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{self.off_s:+d}\n")
        fresh.chmod(0o644)
        fresh.replace(self._file)

    def env(self, *, threads: bool) -> Mapping[str, str]:
        """Return what a program is started with; *threads*: whether it has several."""
        name = "libfaketimeMT.so.1" if threads else "libfaketime.so.1"
        library = next(iter(_LIBRARIES.glob(f"*/faketime/{name}")), None)
        assert library, f"no {name}: {NEEDED}"
        return {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    @contextmanager
    def around(self, *, threads: bool) -> Iterator[None]:
        """Have the programs that are started meanwhile go by it."""
        with patch.dict(os.environ, self.env(threads=threads)):
            yield


@contextmanager
def stepped_clock() -> Iterator[SteppedClock]:
    """Give a clock that goes right until it is told to jump."""
    folder = Path(tempfile.mkdtemp(prefix="clock-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield SteppedClock(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
