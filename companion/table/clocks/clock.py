"""The system's clocks."""

import time
from pathlib import Path
from uuid import uuid4

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class SystemClock:
    """See `companion.table.ports.Clock`."""

    def __init__(self) -> None:
        self.boot = _boot()

    def mono(self) -> float:
        """Return seconds that never jump."""
        return time.monotonic()

    def wall(self) -> float:
        """Return seconds since 1970, UTC; may jump by years."""
        return time.time()


def _boot() -> str:
    try:
        return _BOOT_ID.read_text().strip()
    except OSError:  # no Linux: then each start counts as a boot
        return str(uuid4())
