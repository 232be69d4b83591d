"""How a Pi's camera uses its sensor: all of it, for a part of it does not see the whole mat.

Asked for 1280 x 720 alone, libcamera takes a mode that cuts off a third of the width or more.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec


class Mode(msgspec.Struct, frozen=True):
    """A sensor's way of giving pictures."""

    width: int
    height: int
    bit_depth: int

    def shaped(self, width: int) -> tuple[int, int]:
        """Return the size of a picture that shows all that the sensor sees; even.

        It is so wide, or as the mode is: a wider one would only be stretched.
        """
        width = min(width, self.width)
        return width // 2 * 2, width * self.height // self.width // 2 * 2


WHOLE: Mapping[str, Mode] = {
    "imx708": Mode(2304, 1296, 10),  # Camera Module 3
    "imx219": Mode(1640, 1232, 10),  # Camera Module 2
    "ov5647": Mode(1296, 972, 10),  # Camera Module 1
    "imx477": Mode(2028, 1520, 12),  # High Quality Camera
}
"""By model: the mode in which the whole sensor is seen, two by two pixels as one."""


def whole_sensor(device: Any, width: int) -> Mode | None:
    """Return the mode of a Picamera2 that shows all its sensor sees; None where none is known.

    Args:
        device: the open, unconfigured device.
        width: of the pictures that are wanted; a larger mode than they need costs time.
    """
    model = str(device.camera_properties.get("Model", ""))
    known = next((mode for name, mode in WHOLE.items() if model.startswith(name)), None)
    return known or _found(device.sensor_modes, width)


def _found(modes: Sequence[Mapping[str, Any]], width: int) -> Mode | None:
    cropped = [mode for mode in modes if "crop_limits" in mode]
    widest = max((_area(mode) for mode in cropped), default=0)
    whole = [_mode(mode) for mode in cropped if _area(mode) == widest]
    enough = [mode for mode in whole if mode.width >= width] or whole
    return min(enough, key=lambda mode: (mode.width, -mode.bit_depth), default=None)


def _area(mode: Mapping[str, Any]) -> int:
    _left, _top, width, height = mode["crop_limits"]
    return int(width * height)


def _mode(said: Mapping[str, Any]) -> Mode:
    width, height = said["size"]
    return Mode(width, height, said["bit_depth"])
