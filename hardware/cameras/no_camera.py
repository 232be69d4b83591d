"""What is looked through where no camera is wanted: it gives no picture, and nothing is wrong."""

import threading

from companion.errors import CameraError
from companion.vision.frame import Frame

NONE, PHOTOGRAPHS = "none", "photographs"
"""Dice are typed; players photograph them with their phones."""

WAIT_S = 1.0
"""So long `read` waits before it says that there is nothing."""


def is_wanted(name: str) -> bool:
    """Return whether a camera of this name is one."""
    return name not in (NONE, PHOTOGRAPHS)


class NoFrameError(CameraError):
    """No frame is to be had now, and that is no trouble: ask again."""


class NoCamera:
    """Stands where no camera is wanted; from any thread.

    Args:
        name: `none` or `photographs`.
    """

    simulated = False

    def __init__(self, name: str) -> None:
        self.name = name
        self._closed = threading.Event()

    def read(self) -> Frame:
        """Wait a while.

        Raises:
            NoFrameError: always.
        """
        self._closed.wait(WAIT_S)
        raise NoFrameError("gives no pictures", where=self.name)

    def close(self) -> None:
        """End a `read` that waits."""
        self._closed.set()
