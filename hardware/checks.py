"""What the doctor asks of camera, light and buttons."""

from collections.abc import Callable, Iterator, Sequence

from calibration.light import complaints
from calibration.locate import MatFound, locate
from companion.doctor import Check
from companion.errors import CompanionError
from companion.vision.frame import Camera, Frame, Pixels
from hardware.cameras.opening import open_camera
from hardware.cameras.steady import SteadyCamera
from hardware.panel import open_panels
from hardware.simulated.table import SimulatedTable

SETTLING = 5
"""Frames that a camera's exposure may take to settle."""


def camera_checks(source: str, table: SimulatedTable) -> Sequence[Check]:
    """Open the camera, look once, and say what the picture is like."""
    try:
        camera = open_camera(source, table=table)
    except CompanionError as error:
        return (Check("camera", "bad", str(error)),)
    try:
        return tuple(_looked(camera))
    finally:
        camera.close()


def _looked(camera: Camera) -> Iterator[Check]:
    try:
        frame = [camera.read() for _ in range(SETTLING)][-1]
    except CompanionError as error:
        yield Check("camera", "bad", str(error))
        return
    yield _seen(camera.name, frame.pixels)
    yield from picture_checks(frame.pixels)


def picture_checks(pixels: Pixels) -> Iterator[Check]:
    """Yield what is to be said of one picture: the mat in it, its light and focus."""
    found = locate(pixels)
    if isinstance(found, MatFound):
        yield Check("mat", "ok", f"found; its corners lie within {found.error_mm:.1f} mm")
        wrong = complaints(pixels, found.homography)
    else:
        words = f"{found.words}: the whole picture counts as the tray"
        yield Check("mat", "warn", words, "lay the printed mat under the camera")
        wrong = complaints(pixels)
    yield from (Check("light", "warn", complaint.words) for complaint in wrong)
    if not wrong:
        yield Check("light", "ok", "bright and sharp enough")


def watched_checks(camera: SteadyCamera, latest: Callable[[], Frame | None]) -> Sequence[Check]:
    """Say how a camera is that is being watched, by the *latest* frame that its watcher saw."""
    frame = latest()
    if camera.lost or frame is None:
        words = f"{camera.name} gives no picture"
        return (Check("camera", "bad", words, "look at its cable; it is asked again and again"),)
    return (_seen(camera.name, frame.pixels), *picture_checks(frame.pixels))


def _seen(name: str, pixels: Pixels) -> Check:
    if name == "sim":
        words = "no camera was found: the simulated table stands in"
        return Check("camera", "warn", words, "plug one in and start again")
    height, width = pixels.shape[:2]
    return Check("camera", "ok", f"{name} gives {width} x {height} pixels")


def button_checks(kind: str, seats: int) -> Sequence[Check]:
    """Open the buttons and say what they are."""
    try:
        open_panels(kind, seats).close()
    except CompanionError as error:
        return (Check("buttons", "bad", str(error)),)
    told = {"mock": "simulated, on their own page", "none": "none: phones do it all"}
    return (Check("buttons", "ok", told.get(kind, f"{kind}, {seats} seats")),)
