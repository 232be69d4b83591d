"""What the camera sees; two boxes drawn on it where no mat is laid; a camera that was moved."""

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.errors import SettingsError
from companion.vision.plane import Zone
from web.doctor.findings import in_words
from web.doctor.page import ORDER
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.ports import CameraSight
from web.shared.render import page

bp = Blueprint("camera", __name__, url_prefix="/banker/camera")

SIDES = ("left", "top", "width", "height")


@bp.get("")
def camera() -> ResponseReturnValue:
    """Show the picture, what is right and wrong with it, and where the fields lie."""
    return _shown("")


@bp.get("/picture.jpg")
def picture() -> ResponseReturnValue:
    """Return the newest picture."""
    jpeg = _sight().picture()
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@bp.post("")
def draw() -> ResponseReturnValue:
    """Keep two boxes or throw them away, take all as right, measure anew; say why not."""
    sight = _sight()
    try:
        if "forget" in request.form:
            sight.forget()
        elif "settle" in request.form:
            sight.settle()
        elif "measure" in request.form:
            sight.measure()
        else:
            sight.draw(_box("tray", request.form), _box("scan", request.form))
    except SettingsError as error:
        return _shown(error_in_words(speaker(), error)), 409
    except (ValueError, OverflowError):  # no number, or no end to it
        abort(400)
    return redirect(url_for("camera.camera"), 303)


def _sight() -> CameraSight:
    sight = current().parts.sight
    if sight is None:
        abort(404)
    return sight


def _shown(said: str) -> str:
    sight = _sight()
    size, layout = sight.size, sight.layout
    checks = sorted(sight.checks(), key=lambda check: ORDER[check.health])
    told = [in_words(speaker(), check) for check in checks]
    boxes = _proposed(size, layout.tray, layout.scan) if size else {}
    # Where nobody knows where the mat lies, boxes are drawn as if there was none.
    by = "hand" if sight.strayed == "lost" else layout.by
    return page("camera/camera.html", size=size, by=by, boxes=boxes, checks=told, said=said,
                strayed=sight.strayed)  # fmt: skip


def _proposed(
    size: tuple[int, int], tray: Zone | None, scan: Zone | None
) -> dict[str, dict[str, int]]:
    """Return the boxes to begin with: those in use, or the picture's left and right."""
    width, height = size
    inset, middle = height // 10, width * 6 // 10
    zones = {
        "tray": tray or Zone(inset, inset, middle - 2 * inset, height - 2 * inset),
        "scan": scan or Zone(middle, inset, width - middle - inset, height - 2 * inset),
    }
    return {name: {side: getattr(zone, side) for side in SIDES} for name, zone in zones.items()}


def _box(name: str, form: MultiDict[str, str]) -> Zone:
    """Return a box of a form.

    Raises:
        ValueError: a number is missing, or none.
        OverflowError: it is infinite.
    """
    left, top, width, height = (round(float(form.get(f"{name}-{side}", ""))) for side in SIDES)
    return Zone(left, top, width, height)
