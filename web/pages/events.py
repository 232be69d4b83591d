"""`GET /events`: the live stream of a page."""

import re

from flask import Blueprint, Response, request

from web.context import current, phone

bp = Blueprint("events", __name__)

NAME = re.compile(r"[a-z0-9-]{1,40}")


@bp.get("/events")
def events() -> Response:
    """Serve a page's stream; `page` names the kind of page, `tab` a browser's tab.

    A phone has one stream for each kind of page: reloading it ends the older one. Who has no
    cookie, the table screen for one, is told apart by address and tab.
    """
    context = current()
    kind, tab = _name("page"), _name("tab")
    key = phone().key
    owner = f"{key}/{kind}" if phone().known else f"{request.remote_addr}/{kind}/{tab}"
    after = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    return Response(
        context.streams.serve(owner, after=after[:200], heartbeat_s=context.settings.heartbeat_s),
        mimetype="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


def _name(field: str) -> str:
    text = request.args.get(field, "")
    return text if NAME.fullmatch(text) else ""
