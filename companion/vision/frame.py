"""A frame, and what every camera gives."""

from typing import Protocol, TypeAlias, runtime_checkable

import msgspec
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Height x width x 3 bytes, in OpenCV's order blue, green, red."""


Down: TypeAlias = tuple[float, float, float]
"""Which way is down, of any length: to the picture's right, to its bottom, and into it."""


class Frame(msgspec.Struct, frozen=True):
    """One picture of a camera's stream."""

    pixels: Pixels
    at: float  # seconds of the monotonic clock at which it was taken
    number: int  # counts from 0; a gap means that frames were dropped
    focus: float | None = None  # of a lens that focuses: where it stands, in dioptres
    down: Down | None = None  # where a phone feels that down is


class Camera(Protocol):
    """A source of frames; real cameras, clips, folders and the simulated table are alike."""

    @property
    def name(self) -> str:
        """What a person calls it: `usb:0`, `dir:photos`."""
        ...

    @property
    def simulated(self) -> bool:
        """Whether no real table is behind it; pages say so."""
        ...

    def read(self) -> Frame:
        """Wait for the next frame and return it.

        Raises:
            CameraError: the camera stopped giving frames; `read` may be tried again later.
        """
        ...

    def close(self) -> None:
        """Release the device; `read` is not called any more."""
        ...


@runtime_checkable
class Adjustable(Protocol):
    """A camera whose lens and exposure can be set; the lens moves only when it is told to."""

    @property
    def light_changes(self) -> bool:
        """Whether exposure and colours follow the light now; where it stands, they are held."""
        ...

    def focus_on(self, dioptres: float) -> None:
        """Set the lens, and leave it there."""
        ...

    def refocus(self) -> Frame:
        """Focus on what is seen now, and return a frame seen so; it takes seconds.

        Raises:
            CameraError: the camera gives no frames.
        """
        ...
