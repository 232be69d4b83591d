"""USB cameras and network streams, through OpenCV."""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2

from companion.errors import CameraError
from companion.vision.opencv_log import silenced
from companion.vision.pictures import is_moderate
from hardware.cameras.address import shown
from hardware.cameras.live_camera import PATIENCE_S, LiveCamera
from hardware.cameras.options import CameraOptions

KNOWN = Path("/sys/class/video4linux")
"""Where Linux tells of its video devices."""


def open_usb(number: str, options: CameraOptions) -> LiveCamera:
    """Open the USB camera with that number.

    Raises:
        CameraError: there is none, it is in use, or it gives no picture.
    """
    name = f"usb:{number}"
    if not number.isdecimal():
        raise CameraError("a USB camera has a number", where=name, mend="write usb:0")
    if sys.platform == "linux" and not Path(f"/dev/video{number}").exists():
        found = ", ".join(f"usb:{n}" for n in usb_numbers()) or "-"
        raise CameraError(code="camera-missing", where=name, found=found)
    for wanted in _wanted(options):
        with silenced():
            capture = cv2.VideoCapture(int(number), cv2.CAP_ANY, wanted)
            good = capture.isOpened() and capture.grab()
        if good:
            return LiveCamera(capture, name=name, model=usb_model(number), rate=options.rate)
        capture.release()
    raise CameraError(code="camera-shut", where=name)


def usb_numbers() -> Sequence[int]:
    """Return the numbers of the video devices there are (Linux; elsewhere none are known)."""
    nodes = (re.fullmatch(r"video(\d+)", path.name) for path in Path("/dev").glob("video*"))
    return sorted(int(node[1]) for node in nodes if node)


def usb_cameras(known: Path = KNOWN) -> Mapping[str, str]:
    """Return the USB cameras there are (Linux), source and what each calls itself.

    A camera has more than one device; a Pi's codecs have some as well, and are no cameras.
    Elsewhere nobody can tell: the first two are named.
    """
    if sys.platform != "linux":
        return {"usb:0": "", "usb:1": ""}
    numbers = map(str, usb_numbers())
    return {f"usb:{n}": usb_model(n, known) for n in numbers if _is_a_camera(n, known)}


def _is_a_camera(number: str, known: Path) -> bool:
    node = known / f"video{number}"
    try:
        is_first = (node / "index").read_text("ascii", "replace").strip() == "0"
    except OSError:
        return False
    path = os.path.realpath(node)
    return is_first and ("/usb" in path or "/platform/" not in path)


def usb_model(number: str, known: Path = KNOWN) -> str:
    """Return what a camera calls itself (Linux); or nothing."""
    try:
        return (known / f"video{number}" / "name").read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def open_stream(address: str, options: CameraOptions) -> LiveCamera:
    """Open a network camera.

    Raises:
        CameraError: nobody answers there, or not with a picture.
    """
    name = shown(address)  # a password is nobody's business
    wait_ms = int(PATIENCE_S * 1000)
    wanted = {
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: wait_ms,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC: wait_ms,
        cv2.CAP_PROP_N_THREADS: 1,  # each further one would keep a picture back until the next
    }
    with silenced():
        capture = cv2.VideoCapture(
            address, cv2.CAP_FFMPEG, [value for pair in wanted.items() for value in pair]
        )
        good = capture.isOpened() and is_moderate(capture) and capture.grab()
    if not good:
        capture.release()
        speaks_rtsp = name.lower().startswith("rtsp")
        raise CameraError(code="rtsp-silent" if speaks_rtsp else "stream-silent", where=name)
    return LiveCamera(capture, name=name, rate=options.rate)


def _wanted(options: CameraOptions) -> Iterator[list[int]]:
    """Yield what to ask of a camera, less each time: one that is refused anything stays shut."""
    size = [
        cv2.CAP_PROP_FRAME_WIDTH,
        options.width,
        cv2.CAP_PROP_FRAME_HEIGHT,
        options.height,
    ]
    # Motion JPEG: uncompressed 1280 x 720 does not fit through USB 2 at this rate.
    yield [cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"), *size]
    yield size
    yield []
