"""What the camera sees; what is drawn on it where no mat is laid; a camera that was moved."""

import math
from typing import NamedTuple

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
from web.shared.ports import CameraSight, FieldsNow
from web.shared.render import page
from web.stand.page import seeing

bp = Blueprint("camera", __name__, url_prefix="/banker/camera")

SIDES = ("left", "top", "width", "height")


class Drawing(NamedTuple):
    """The tray and the place for deeds, as a form has them."""

    tray: Corners
    scan: Zone
    inside: tuple[str, str]  # width and depth of the tray in mm, as somebody wrote them


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
    size, layout = sight.size, sight.layout
    if size:
        drawing = drawing or _proposed(size, layout)
    # Where nobody knows where the mat lies, it is drawn as if there was none.
    by = "hand" if sight.strayed == "lost" else layout.by
    unseen = current().unseen_dice
    return page("camera/camera.html", size=size, by=by, drawing=drawing, checks=told, said=said,
                strayed=sight.strayed, unseen=speaker().say(unseen) if unseen else "",
                seeing=seeing())  # fmt: skip


def _proposed(size: tuple[int, int], layout: FieldsNow) -> Drawing:
    """Return the drawing to begin with: the one in use, or the picture's left and right."""
    width, height = size
    inset, middle = height // 10, width * 6 // 10
    tray = layout.tray or Zone(inset, inset, middle - 2 * inset, height - 2 * inset)
    scan = layout.scan or Zone(middle, inset, width - middle - inset, height - 2 * inset)
    wide, deep = layout.inside or ("", "")
    a, b, c, d = ((round(x), round(y)) for x, y in layout.outline or tray.corners)
    return Drawing((a, b, c, d), scan, (_number(wide), _number(deep)))


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
