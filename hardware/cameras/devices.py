"""USB cameras and network streams, through OpenCV."""

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2

from companion.errors import CameraError
from companion.vision.opencv_log import silenced
from companion.vision.pictures import is_moderate
from hardware.cameras.address import shown
from hardware.cameras.live_camera import PATIENCE_S, LiveCamera
from hardware.cameras.options import CameraOptions
from hardware.cameras.usb_names import is_device, number_of, usb_cameras, usb_model, usb_numbers


def open_usb(number: str, options: CameraOptions) -> LiveCamera:
    """Open the USB camera with that number, or of that device.

    Raises:
        CameraError: there is none, it is in use, or it gives no picture.
    """
    name = f"usb:{number}"
    if not is_device(number):
        mend = "write usb:0, or usb:DEVICE with a name below /dev/v4l/by-id"
        raise CameraError("a USB camera has a number", where=name, mend=mend)
    number = number_of(number)
    if not number or (sys.platform == "linux" and not Path(f"/dev/video{number}").exists()):
        found = ", ".join(usb_cameras() or (f"usb:{n}" for n in usb_numbers())) or "-"
        raise CameraError(code="camera-missing", where=name, found=found)
    for wanted in _wanted(options):
        with silenced():
            capture = cv2.VideoCapture(int(number), cv2.CAP_ANY, wanted)
            good = capture.isOpened() and capture.grab()
        if good:
            return LiveCamera(capture, name=name, model=usb_model(number), rate=options.rate)
        capture.release()
    raise CameraError(code="camera-shut", where=name)


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
