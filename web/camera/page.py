"""What the camera sees; what is drawn on it where no mat is laid; a camera that was moved."""

import math
from typing import Literal, NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.errors import SettingsError
from companion.vision.plane import Corners, Zone
from web.camera.picture import jpeg_of
from web.doctor.findings import in_words
from web.doctor.page import ORDER
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.ports import CameraSight
from web.shared.render import page
from web.stand.page import seeing

bp = Blueprint("camera", __name__, url_prefix="/banker/camera")

SIDES = ("left", "top", "width", "height")


class Drawing(NamedTuple):
    """The tray and the place for deeds, as a form has them."""

    tray: Corners
    scan: Zone
    inside: tuple[str, str]  # width and depth of the tray in mm, as somebody wrote them


Rim = Literal["unsought", "found", "none"]
"""Whether a tray was looked for by its rim, and found."""


@bp.get("")
def camera() -> ResponseReturnValue:
    """Show the picture, what is right and wrong with it, and where the fields lie."""
    return _shown()


@bp.get("/picture.jpg")
def picture() -> ResponseReturnValue:
    """Return the newest picture."""
    return jpeg_of(_sight())


@bp.post("")
def draw() -> ResponseReturnValue:
    """Keep what is drawn or throw it away, take all as right, measure anew; say why not."""
    sight, drawing = _sight(), None
    try:
        if "forget" in request.form:
            sight.forget()
        elif "settle" in request.form:
            sight.settle()
        elif "measure" in request.form:
            sight.measure()
        else:
            drawing = _drawing(request.form)
            sight.draw(drawing.tray, drawing.scan, _inside(drawing.inside))
    except SettingsError as error:
        return _shown(error_in_words(speaker(), error), drawing), 409
    except (ValueError, OverflowError):  # no number, or no end to it
        abort(400)
    return redirect(url_for("camera.camera"), 303)


def _sight() -> CameraSight:
    sight = current().parts.sight
    if sight is None:
        abort(404)
    return sight


def _shown(said: str = "", drawing: Drawing | None = None) -> str:
    """Return the page; with a drawing that was refused, so that it can be mended."""
    sight = _sight()
    checks = sorted(sight.checks(), key=lambda check: ORDER[check.health])
    told = [in_words(speaker(), check) for check in checks]
    size, layout, rim = sight.size, sight.layout, "unsought"
    # Where nobody knows where the mat lies, it is drawn as if there was none.
    by = "hand" if sight.strayed == "lost" else layout.by
    if size and drawing is None:
        drawing, rim = _proposed(sight, size, seek=by == "nothing" or "find" in request.args)
    unseen, deeds = current().unseen_dice, current().parts.deeds_eye
    return page("camera/camera.html", size=size, by=by, drawing=drawing, rim=rim, checks=told,
                said=said, strayed=sight.strayed, unseen=speaker().say(unseen) if unseen else "",
                seeing=seeing(), apart=deeds is not None and deeds.looks)  # fmt: skip


def _proposed(sight: CameraSight, size: tuple[int, int], *, seek: bool) -> tuple[Drawing, Rim]:
    """Return the drawing to begin with, and whether it is a tray that was looked for.

    The tray that is found by its rim, or the one in use, or the picture's left; the place for
    deeds in use, or beside the tray.
    """
    layout, (width, height) = sight.layout, size
    found = sight.find_tray() if seek else None
    inset = height // 10
    left = Zone(inset, inset, width * 6 // 10 - 2 * inset, height - 2 * inset)
    outline = found or layout.outline or (layout.tray or left).corners
    a, b, c, d = ((round(x), round(y)) for x, y in outline)
    scan = layout.scan or _beside((a, b, c, d), size)
    wide, deep = ("", "") if found else layout.inside or ("", "")
    drawing = Drawing((a, b, c, d), scan, (_number(wide), _number(deep)))
    return drawing, "found" if found else "none" if seek else "unsought"


def _beside(tray: Corners, size: tuple[int, int]) -> Zone:
    """Return the largest strip of the picture that lies beside a tray, within a margin."""
    (width, height), (xs, ys) = size, zip(*tray, strict=True)
    inset = height // 20
    left, right = round(min(xs)), round(max(xs))
    top, low = round(min(ys)), round(max(ys))
    strips = (
        Zone(right + inset, inset, width - right - 2 * inset, height - 2 * inset),
        Zone(inset, inset, left - 2 * inset, height - 2 * inset),
        Zone(inset, low + inset, width - 2 * inset, height - low - 2 * inset),
        Zone(inset, inset, width - 2 * inset, top - 2 * inset),
    )
    best = max(strips, key=lambda strip: min(strip.width, strip.height))
    if min(best.width, best.height) < inset:  # the tray fills the picture
        return Zone(width * 6 // 10, inset, width * 4 // 10 - inset, height - 2 * inset)
    return best


def _number(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _drawing(form: MultiDict[str, str]) -> Drawing:
    """Return what a form draws.

    Raises:
        ValueError: a number is missing, or none.
        OverflowError: it is infinite.
    """

    def number(name: str) -> int:
        return round(float(form.get(name, "")))

    a, b, c, d = ((number(f"tray-x{n}"), number(f"tray-y{n}")) for n in range(1, 5))
    scan = Zone(*(number(f"scan-{side}") for side in SIDES))
    inside = (form.get("tray-width", "").strip(), form.get("tray-depth", "").strip())
    return Drawing((a, b, c, d), scan, inside)


def _inside(written: tuple[str, str]) -> tuple[float, float] | None:
    """Return how large a tray is said to be; what is no number is none."""
    return (_millimetres(written[0]), _millimetres(written[1])) if any(written) else None


def _millimetres(written: str) -> float:
    try:
        return float(written.replace(",", "."))
    except ValueError:
        return math.nan
