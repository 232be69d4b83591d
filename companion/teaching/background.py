"""Long work beside the game: on one core, in the time that the game leaves."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from threadpoolctl import threadpool_limits

MODEST = 10
"""How far the work stands back behind everything else; 0: not at all, 19: as far as can be."""


@contextmanager
def in_background() -> Iterator[None]:
    """Let this thread stand back, for good, and its products of matrices keep to one core."""
    with suppress(AttributeError, OSError):  # only Linux gives single threads a priority
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), MODEST)
    with threadpool_limits(limits=1, user_api="blas"):
        yield
