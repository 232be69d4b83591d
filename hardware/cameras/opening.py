"""From a source as a person writes it to an open camera."""

import logging
import sys
from collections.abc import Callable, Sequence

from companion.errors import CameraError
from companion.vision.frame import Camera
from hardware.cameras.address import shown
from hardware.cameras.clip import open_file
from hardware.cameras.devices import open_stream, open_usb
from hardware.cameras.folder import open_folder
from hardware.cameras.no_camera import NONE, PHOTOGRAPHS, NoCamera
from hardware.cameras.options import WRITTEN, CameraOptions, split_source
from hardware.cameras.phone import PhoneEye
from hardware.cameras.pi import open_pi, pi_is_there
from hardware.cameras.usb_names import usb_numbers
from hardware.simulated.table import SimulatedTable

AUTO_USB = range(4)
"""The USB numbers that `auto` tries; a Pi's codecs stand at 10 and above."""

SIMULATED = "sim"
"""The name of the simulated camera."""

_log = logging.getLogger(__name__)


def open_camera(
    source: str,
    options: CameraOptions | None = None,
    *,
    table: SimulatedTable | None = None,
    phone: PhoneEye | None = None,
) -> Camera:
    """Open a camera.

    Args:
        source: `auto`, `usb:N`, `usb:DEVICE`, `pi`, `phone`, `sim`, `none`, `photographs`,
            `file:CLIP_OR_PICTURE`, `dir:FOLDER`, or the address of an http or rtsp stream. All but
            addresses may end in options as `?rate=6&hold=2&loop=1`. `auto` takes the Pi's camera,
            else the first USB camera that gives a picture, else the simulated table; `name` says
            which it was.
        options: how frames are wanted where the source does not say.
        table: the simulated table to look at; without one a table of its own is set up.
        phone: the phone that may be the camera; without one nobody sends pictures.

    Raises:
        CameraError: it cannot be opened; the text says why and what to do.
    """
    kind, rest, options = split_source(source, options or CameraOptions())
    openers: dict[str, Callable[[], Camera]] = {
        "auto": lambda: _first_real(options) or _simulated(options, table),
        "usb": lambda: open_usb(rest, options),
        "pi": lambda: open_pi(options),
        "phone": lambda: (phone or PhoneEye()).camera(options),
        "sim": lambda: _simulated(options, table),
        NONE: lambda: NoCamera(NONE),
        PHOTOGRAPHS: lambda: NoCamera(PHOTOGRAPHS),
        "file": lambda: open_file(rest, options),
        "dir": lambda: open_folder(rest, options),
        "stream": lambda: open_stream(rest, options),
    }
    if kind not in openers:
        raise CameraError("is no camera", where=shown(source), mend=f"write one of: {WRITTEN}")
    camera = openers[kind]()
    _log.info("camera %s: %s", shown(source), camera.name)
    return camera


def stands_in(source: str, camera: Camera) -> bool:
    """Return whether the drawn table is looked at only because no camera was found."""
    return camera.name == SIMULATED and source.partition("?")[0] == "auto"


def model_of(camera: Camera) -> str:
    """Return what the maker calls a camera, where it says so; or nothing."""
    return str(getattr(camera, "model", ""))


def _simulated(options: CameraOptions, table: SimulatedTable | None) -> Camera:
    return (table or SimulatedTable()).camera(rate=options.rate)


def _first_real(options: CameraOptions) -> Camera | None:
    if pi_is_there():
        try:
            return open_pi(options)
        except CameraError as problem:
            _log.warning("%s", problem)
    for number in _worth_trying():
        try:
            return open_usb(str(number), options)
        except CameraError as problem:
            _log.info("%s", problem)
    return None


def _worth_trying() -> Sequence[int]:
    if sys.platform != "linux":
        return AUTO_USB
    return [number for number in usb_numbers() if number in AUTO_USB]
