"""`GET /events`: the live stream of a page."""

import re
from urllib.parse import urlsplit

from flask import Blueprint, Response, request

from web.server.guard import same_origin
from web.server.live import CARRIED, Stream, Streams
from web.shared.context import current, phone

bp = Blueprint("events", __name__)

NAME = re.compile(r"[a-z0-9-]{1,40}")


@bp.get("/events")
def events() -> Response:
    """Begin a page's stream; `page` names the kind of page, `tab` a browser's tab.

    A phone has one stream for each kind of page: reloading it ends the older one. Who has no
    seat, the table screen for one, is told apart by address and tab.
    """
    streams, asking = current().streams, phone()
    seated = asking.banker or bool(asking.seats)
    kind = name_in("page")
    owner = f"{asking.key}/{kind}" if seated else f"{request.remote_addr}/{kind}/{name_in('tab')}"
    has_begun, answer = begun_stream(streams, owner, asking.key, seated=seated)
    if has_begun and asking.seats:
        current().table.come_back(asking.seats)
    return answer


def begun_stream(streams: Streams, owner: str, key: str, *, seated: bool) -> tuple[bool, Response]:
    """Return whether the stream that is asked for has begun, and the answer to it.

    Args:
        streams: that it is to be one of.
        owner: whose it is and for what: `SOURCE/KIND/TAB`.
        key: of who asks; empty, if nobody knows.
        seated: whether who asks has a place of their own.
    """
    carried: list[Stream] | None = request.environ.get(CARRIED)
    first = streams.hello(_after() if seated else "")  # before: what fails here begins no stream
    wanted = carried is not None and request.method == "GET"
    stream = streams.begun(owner, key, seated=seated) if wanted else None
    if stream is None or carried is None:
        return False, _answer(streams.full())
    carried.append(stream)
    return True, _answer(first)


def _after() -> str:
    """Return the last number that a page of ours has seen; none, if another site's page asks.

    A plain link or picture anywhere may name this address, with the phone's cookie even.
    """
    came_from = urlsplit(request.headers.get("Referer", ""))
    if not same_origin(f"{came_from.scheme}://{came_from.netloc}", request.host):
        return ""
    return (request.headers.get("Last-Event-ID") or request.args.get("after", ""))[:200]


def _answer(first: bytes) -> Response:
    # Without a length: what follows is not known yet.
    return Response(
        iter((first,)), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


def name_in(field: str) -> str:
    """Return what a page calls itself, or its tab; nothing if that is no name."""
    text = request.args.get(field, "")
    return text if NAME.fullmatch(text) else ""
