"""What the doctor asks of camera, light and buttons."""

import math
import queue
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from calibration.light import Light, complaints, judged, light_of
from calibration.mat_detection import MatFound, MatNotFound, lens_for, locate
from calibration.pose import Pose, pose_of
from calibration.store import Calibration
from cards_qr.tag_drawing import STICKER_MM, STICKER_MODULES
from companion.doctor import Check, Code, Facts
from companion.errors import CompanionError
from companion.vision.frame import Adjustable, Camera, Frame, Pixels
from companion.words import Seat
from hardware.cameras.faults import let_go
from hardware.cameras.no_camera import NONE, PHOTOGRAPHS, is_wanted
from hardware.cameras.opening import SIMULATED, model_of, open_camera, stands_in
from hardware.cameras.phone import PhoneEye
from hardware.cameras.reconnection import SteadyCamera
from hardware.field import Field, Locate, finder
from hardware.panel import Panels, open_panels
from hardware.patterns import ON
from hardware.presses import Trace
from hardware.simulated.table import SimulatedTable

SETTLING = 5
"""Frames that a camera's exposure may take to settle."""

BUTTONS: Mapping[str, Code] = {"mock": "buttons-simulated", "none": "buttons-none"}
"""What is found where nobody can press a button."""

STEEPEST = 40.0
"""Degrees of tilt up to which dice and tags are well seen."""

NO_CAMERA = Check("camera", "warn", "camera-none")

UNWANTED: Mapping[str, Code] = {NONE: "dice-typed", PHOTOGRAPHS: "dice-photographed"}
"""What is found where no camera is wanted."""
ROUGHLY_S = 0.1
"""By so much the time of a phone's pictures may be wrong before it is said."""

FEWEST_PX, ENOUGH_PX = 1.0, 1.25
"""Pixels a module of a tag: below the one it is read badly or not at all, with the other well."""


def camera_checks(
    source: str,
    table: SimulatedTable,
    known: Callable[[str], Calibration | None] = lambda _name: None,
) -> Sequence[Check]:
    """Open the camera, look once, and say what the picture is like.

    Args:
        source: as `open_camera` takes it.
        table: the simulated table to look at.
        known: what is known of a camera by its name.
    """
    try:
        camera = open_camera(source, table=table)
    except CompanionError as error:
        return (_failed("camera", "camera-fails", error),)
    if stands_in(source, camera):
        let_go(camera)
        return (NO_CAMERA,)
    if not is_wanted(camera.name):
        let_go(camera)
        return (Check("camera", "ok", UNWANTED[camera.name]),)
    try:
        drawn = known(camera.name)
        if drawn is not None and drawn.focus is not None and isinstance(camera, Adjustable):
            camera.focus_on(drawn.focus)
        return tuple(_looked(camera, drawn))
    finally:
        let_go(camera)


def deeds_checks(source: str, table: SimulatedTable) -> Sequence[Check]:
    """Open the camera for the deeds, look once, and say what the picture is like.

    Args:
        source: as `open_camera` takes it; `auto`: there is none.
        table: the simulated table to look at.
    """
    if source == "auto":
        return ()
    checks = camera_checks(source, table)
    return tuple(
        replace(check, name=f"deeds {check.name}")
        for check in checks
        if check.name in ("camera", "light")
    )


def _looked(camera: Camera, drawn: Calibration | None) -> Iterator[Check]:
    try:
        frame = [camera.read() for _ in range(SETTLING)][-1]
    except CompanionError as error:
        yield _failed("camera", "camera-fails", error)
        return
    yield from _seen(camera.name, model_of(camera), frame)
    yield from picture_checks(frame.pixels, finder(drawn), drawn)


def picture_checks(
    pixels: Pixels, find: Locate = locate, drawn: Calibration | None = None
) -> Iterator[Check]:
    """Yield what is to be said of one picture: mat or drawing, light and focus."""
    found = find(pixels)
    if isinstance(found, MatFound):
        yield _mat(found, pixels)
        yield from sticker_checks(_scale(found), _pose(found, pixels).height)
        light = light_of(pixels, found.homography, found.mat)
        wrong, good = judged(light), _good(light)
    else:
        yield from _without_mat(found, pixels, drawn)
        wrong, good = complaints(pixels), ""
    for one in wrong:
        yield Check("light", "warn", one.code, one.facts, one.detail)
    if not wrong:
        yield Check("light", "ok", "light-good", detail=good)


def watched_checks(
    camera: SteadyCamera,
    latest: Callable[[], Frame | None],
    field: Field,
    looked: Callable[[], int] | None = None,
) -> Sequence[Check]:
    """Say how a camera is that is being watched; of a drawn table only that it is drawn.

    Args:
        camera: it.
        latest: gives the frame that its watcher saw last.
        field: what its watcher knows of the table.
        looked: at how many frames its watcher has looked.
    """
    frame = latest()
    if not camera.looks:
        return (Check("camera", "ok", UNWANTED[camera.name]),)
    if camera.stands_in:
        return (NO_CAMERA,)
    if camera.lost or frame is None:
        return (Check("camera", "bad", "camera-lost", {"name": camera.name}),)
    seen = _seen(camera.name, camera.model, frame)
    frames = () if looked is None else _frames(frame.number + 1, looked())
    checks = picture_checks(frame.pixels, finder(field.drawn), field.drawn)
    return (*seen, *frames, *_strayed(field), *checks, *_light(camera))


def deeds_camera_checks(
    camera: SteadyCamera, latest: Callable[[], Frame | None]
) -> Sequence[Check]:
    """Say how a camera is that sees only where deeds are laid; nothing where there is none.

    Args:
        camera: it.
        latest: gives the frame that its watcher saw last.
    """
    name, frame = "deeds camera", latest()
    if not camera.looks:
        return ()
    if camera.lost or frame is None:
        return (Check(name, "bad", "camera-lost", {"name": camera.name}),)
    seen = (replace(check, name=name) for check in _seen(camera.name, camera.model, frame))
    light = (Check("deeds light", "warn", one.code, one.facts) for one in complaints(frame.pixels))
    return (*seen, *light)


def phone_checks(phone: PhoneEye) -> Sequence[Check]:
    """Say how well the time of a phone's pictures is known, or why none come."""
    now = phone.state
    if not now.used:
        return ()
    if not now.sees:
        return (_failed("phone", "camera-fails", phone.trouble),)
    if now.bound_s is None or now.bound_s > ROUGHLY_S:
        return (Check("phone", "warn", "phone-untimed"),)
    facts = {"ms": math.ceil(now.bound_s * 1000), "late": round(now.lag_s * 1000)}
    return (Check("phone", "ok", "phone-timed", facts),)


def _frames(taken: int, looked: int) -> Iterator[Check]:
    facts = {"taken": taken, "looked": looked, "skipped": max(taken - looked, 0)}
    yield Check("frames", "ok", "frames", facts)


def _light(camera: SteadyCamera) -> Iterator[Check]:
    if camera.light_changes:
        yield Check("light", "warn", "light-changes")


def _strayed(field: Field) -> Iterator[Check]:
    """Ask about what has moved far: only people know whether it was on purpose."""
    if not field.moved:
        return
    if field.strayed == "followed":
        yield Check("place", "warn", "place-followed", {"cm": field.moved_cm})
    else:
        yield Check("place", "bad", "place-lost")


def _mat(found: MatFound, pixels: Pixels) -> Check:
    pose, scale = _pose(found, pixels), _scale(found)
    facts = {"mm": found.error_mm, "scale": scale, "degrees": round(pose.tilt)}
    if pose.tilt <= STEEPEST:
        return Check("mat", "ok", "mat-found", facts)
    return Check("mat", "warn", "mat-steep", facts)


def _pose(found: MatFound, pixels: Pixels) -> Pose:
    plane = found.homography
    return pose_of(plane, plane.lens or lens_for(pixels.shape), found.mat)


def _without_mat(found: MatNotFound, pixels: Pixels, drawn: Calibration | None) -> Iterator[Check]:
    """Say why no mat is seen, or how the tray lies that was drawn in its stead."""
    size = (pixels.shape[1], pixels.shape[0])
    hand = drawn is not None and drawn.fits(*size) and drawn.tray and not drawn.homography
    if drawn is None or not hand or found.code != "no-mat":
        yield Check("mat", "warn", "mat-far" if found.far else found.code, found.facts)
        return
    lying = drawn.lying
    if lying is None:
        yield Check("mat", "ok", "tray-unsized")
        return
    facts = {"scale": lying.px_per_mm, "degrees": round(lying.tilt)}
    if lying.tilt <= STEEPEST:
        yield Check("mat", "ok", "tray-drawn", facts)
    else:
        yield Check("mat", "warn", "tray-steep", facts)
    yield from sticker_checks(lying.px_per_mm)


def _scale(found: MatFound) -> float:
    return found.homography.px_per_mm((found.mat.width / 2, found.mat.depth / 2))


def sticker_checks(scale: float, height: float | None = None) -> Iterator[Check]:
    """Say whether stickers of the usual size are large enough for the camera where it hangs.

    Args:
        scale: pixels per millimetre in the middle of the mat.
        height: of the camera above the mat in millimetres; None: nobody knows, and only
            stickers that are too small are told.
    """
    px = scale * STICKER_MM / STICKER_MODULES
    mm = round(STICKER_MM)
    if px < FEWEST_PX:
        enough = math.ceil(ENOUGH_PX * STICKER_MODULES / scale)
        yield Check(
            "sticker size", "warn", "stickers-small", {"px": px, "mm": mm, "enough": enough}
        )
    elif height is not None:
        cm = round(height / 10)
        yield Check("sticker size", "ok", "stickers-large", {"px": px, "mm": mm, "cm": cm})


def _good(light: Light) -> str:
    blur = "" if light.blur is None else f", blur {light.blur:.1f} pixels"
    return f"paper {light.paper:.0f} of 255{blur}"


def _seen(name: str, model: str, frame: Frame) -> Iterator[Check]:
    """Yield which camera it is, its mode, and where its lens stands."""
    if name == SIMULATED:
        yield Check("camera", "ok", "camera-simulated")
        return
    height, width = frame.pixels.shape[:2]
    called = f"{name} ({model})" if model else name
    yield Check("camera", "ok", "camera-seen", {"name": called, "width": width, "height": height})
    if frame.focus:
        yield Check("focus", "ok", "focus", {"cm": round(100 / frame.focus)})


def button_checks(kind: str, seats: int, home: Path | None = None) -> Sequence[Check]:
    """Open the buttons and say what they are; *home*: see `open_panels`."""
    panels = open_panels(kind, seats, home)
    try:
        return panel_checks(panels, kind, seats)
    finally:
        panels.close()


def press_checks(
    kind: str, seats: int, home: Path | None, seconds: float, tell: Callable[[Seat, Trace], object]
) -> Sequence[Check]:
    """Wait until every button has been pressed once, or for so many seconds; say which was not.

    Who has pressed sees the lamp of the same seat come on. Where no hand can press, nobody waits.

    Args:
        kind: see `open_panels`.
        seats: likewise.
        home: likewise.
        seconds: how long at most.
        tell: told each seat whose press has ended, or is a long one, and what was seen of it.
    """
    panels = open_panels(kind, seats, home)
    heard: queue.SimpleQueue[Seat] = queue.SimpleQueue()
    panels.on_press = lambda seat, _at: panels.show(seat, ON)
    panels.on_end = lambda seat, _at, _long: heard.put(seat)
    by_hand = panels.seats if panels.are_real else ()
    until, silent, pressed = time.monotonic() + seconds, [*by_hand], list[Seat]()
    try:
        while silent and (left := until - time.monotonic()) > 0:
            with suppress(queue.Empty):
                seat = heard.get(timeout=left)
                trace = panels.trace(seat)
                assert trace is not None
                tell(seat, trace)
                if seat in silent:
                    silent.remove(seat)
                    pressed.append(seat)
        return (*panel_checks(panels, kind, seats), *_presses(sorted(pressed), silent))
    finally:
        panels.close()


def _presses(pressed: Sequence[Seat], silent: Sequence[Seat]) -> Iterator[Check]:
    listed, missed = (", ".join(str(seat + 1) for seat in some) for some in (pressed, silent))
    if silent:
        facts = {"pressed": listed or "0", "silent": missed}
        yield Check("buttons", "warn", "buttons-unpressed", facts)
    elif pressed:
        yield Check("buttons", "ok", "buttons-pressed", {"pressed": listed})


def panel_checks(panels: Panels, kind: str, seats: int) -> Sequence[Check]:
    """Say how buttons and lamps of a kind are, which so many seats are to have."""
    failed = tuple(_failed("buttons", "buttons-fail", one) for one in panels.troubles)
    if failed:
        return (*failed, *_dead(panels))
    code = BUTTONS.get(kind, "buttons")
    found = Check("buttons", "ok", code, {"kind": kind, "seats": seats})
    return (found, *_dead(panels))


def _dead(panels: Panels) -> Iterator[Check]:
    for one in panels.taken:
        code: Code = "button-taken" if one.part == "button" else "lamp-taken"
        facts: Facts = {"seat": one.seat + 1, "pin": one.pin}
        yield Check("buttons", "warn", code, facts, f"{one.why}; {one.mend}")
    for seat, pin, use in panels.reserved:
        yield Check("buttons", "warn", "pin-reserved", {"seat": seat + 1, "pin": pin, "use": use})
    for seat in panels.stuck:
        yield Check("buttons", "warn", "button-stuck", {"seat": seat + 1})


def _failed(name: str, code: Code, error: CompanionError) -> Check:
    return Check(name, "bad", code, {"error": error})
