"""The page of a phone that is the camera, what it sends, and who may: whom the banker let in."""

import math
import secrets
from typing import Any, NamedTuple, get_args
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Response, abort, g, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.sayings.said import marked as _
from companion.vision.frame import Down
from companion.vision.phone_frames import Away, EyeNow, RoundTrip, Stamp
from web.phones.chairs import Phone, hashed
from web.shared.context import COOKIE, current, give_cookie, phone, speaker
from web.shared.phone_eye import PhoneFrames
from web.shared.render import page
from web.stand.asking import Asks, number_of

bp = Blueprint("stand", __name__, url_prefix="/eye")

LONGEST_RUN = 40  # letters
LIGHTEST = 0.1  # of what is felt, where it has a direction at all

TOKEN_BYTES, TOKEN_LETTERS = 32, 43
"""Of a guest's cookie, and what they are written as."""

SENT = frozenset({"stand.begin", "stand.frame", "stand.time", "stand.leave"})
"""What only the phone that was let in sends."""


class Seeing(NamedTuple):
    """What the banker's pages tell of phones as cameras."""

    asking: list[tuple[Asks, str]]  # who asks, and whose phone that is; nothing: a guest's
    eye: Phone | None  # who was let in
    whose: str
    now: EyeNow


@bp.before_request
def only_whom_was_let_in() -> ResponseReturnValue | None:
    """Take nothing of a phone that is not the camera: it is told, and stops."""
    return _said(status=403) if request.endpoint in SENT and not phone().eye else None


@bp.get("")
def eye() -> ResponseReturnValue:
    """Show the page of the phone in the stand."""
    _frames()
    asking, there, port = phone(), current().phones.eye, current().parts.secure
    secure = port.address_for(urlsplit(request.host_url).hostname or "") if port else ""
    return page(
        "stand/stand.html",
        is_in=asking.eye,
        other=there is not None and not asking.eye,
        secure=f"{secure}{url_for('stand.eye')}" if secure else "",
    )


@bp.get("/state")
def state() -> ResponseReturnValue:
    """Return how it stands with the phone that asks."""
    current().asking.look(phone().key)
    return _said()


@bp.post("/ask")
def ask() -> ResponseReturnValue:
    """Offer this phone as the camera; the banker's own needs nobody to let it in."""
    _frames()
    context, asking = current(), phone()
    if asking.banker:
        _let_in(asking.key)
        g.pop("phone", None)  # it has a right more than when it was looked up
        return _said()
    address = request.remote_addr or ""
    if asking.eye or asking.key in context.asking:
        return _said()
    if not context.asking.may(address):
        return _said(state="full")
    # A guest that has asked before keeps its cookie, and the number by which it is known.
    given = len(request.cookies.get(COOKIE, "")) == TOKEN_LETTERS
    token = "" if asking.known or given else secrets.token_urlsafe(TOKEN_BYTES)
    key = hashed(token) if token else asking.key
    context.asking.ask(key, address)
    response = _said(state="asks", number=number_of(key))
    if token:
        give_cookie(response, token)
    return response


@bp.post("/begin")
def begin() -> ResponseReturnValue:
    """Begin to take frames: the page has opened its camera."""
    return _said(run=_frames().begin())


@bp.post("/frame")
def frame() -> ResponseReturnValue:
    """Take a frame; say what became of it, and how the next ones are wanted."""
    frames = _frames()
    stamp = Stamp(_run(), int(_number("n")), _number("taken"), _number("sent"), _trip(), _down())
    return _said(frame=frames.take(request.get_data(cache=False), stamp))


@bp.post("/time")
def time() -> ResponseReturnValue:
    """Tell our time, and learn from the last round trip."""
    trip, frames = _trip(), _frames()
    if trip is not None:
        frames.heard(_run(), trip)
    return _said()


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Note that the phone stops for a while, and why."""
    why: Away | None = next((w for w in get_args(Away) if w == request.args.get("why")), None)
    if why is None:
        abort(400)
    _frames().leave(_run(), why)
    return Response(status=204)


@bp.post("/answer")
def answer() -> ResponseReturnValue:
    """Let a phone that asks be the camera, or not; who was it before is it no more."""
    asks = current().asking.find(request.form.get("phone", ""))
    if asks is not None:
        if "yes" in request.form:
            _let_in(asks.key)
        current().asking.answered(asks, no="yes" not in request.form)
    is_used = current().parts.eye is None or _frames().state.used
    return redirect(url_for("banker.banker" if is_used else "eye.eye"), 303)  # where it is chosen


@bp.post("/send-away")
def send_away() -> ResponseReturnValue:
    """Let no phone be the camera any more."""
    current().phones.end_seeing()
    _frames().forget()
    return redirect(url_for("camera.camera"), 303)


def seeing() -> Seeing | None:
    """Return what is to be told the banker; None where no phone may be the camera."""
    frames, context = current().parts.phone_eye, current()
    if frames is None:
        return None
    asking = [(one, _whose(context.phones.with_key(one.key))) for one in context.asking.all]
    there = context.phones.eye
    return Seeing(asking, there, _whose(there) if there else "", frames.state)


def _whose(one: Phone) -> str:
    sitters = current().phones.sitters
    names = [sitters[seat].name for seat in one.seats if seat in sitters]
    return ", ".join(names) or (speaker().say(_("Banker")) if one.banker else "")


def _let_in(key: str) -> None:
    if not current().phones.with_key(key).eye:
        current().phones.let_see(key)
        _frames().forget()


def _frames() -> PhoneFrames:
    frames = current().parts.phone_eye
    if frames is None:
        abort(404)
    return frames


def _said(*, status: int = 200, state: str = "", **more: Any) -> Response:
    """Return how it stands, as the page's script hears it."""
    frames, asking = _frames(), phone()
    if not state:
        state = "in" if asking.eye else "asks" if asking.key in current().asking else "no"
    told = {"state": state, "number": number_of(asking.key), **more}
    if asking.eye:
        told |= {"now": frames.now(), "wanted": msgspec.to_builtins(frames.wanted)}
        told |= {"eye": msgspec.to_builtins(frames.state)}
    response = jsonify(told)
    response.status_code = status
    return response


def _run() -> str:
    return request.args.get("run", "")[:LONGEST_RUN]


def _number(name: str) -> float:
    """Return a number of the query; without one, what was sent is no frame of ours."""
    try:
        value = float(request.args[name])
    except ValueError:
        abort(400)
    if not math.isfinite(value):
        abort(400)
    return value


def _trip() -> RoundTrip | None:
    if "told" not in request.args:
        return None
    return RoundTrip(_number("asked"), _number("told"), _number("heard"))


def _down() -> Down | None:
    if "into" not in request.args:
        return None
    down = (_number("right"), _number("bottom"), _number("into"))
    return down if math.hypot(*down) > LIGHTEST else None
