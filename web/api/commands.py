"""`POST /api/commands`, `GET /api/view`: the table as data, for tests and other programs."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, request, url_for

from companion.game.refusals import Refusal
from companion.sayings.said import marked as _
from companion.table.answers import Accepted, Answer
from companion.table.presses import PRESSED
from web.seat.view import seat_view
from web.shared.acting import PAGE, seat_for, status_of, submit
from web.shared.context import current, known_balances, phone, refused, sentence, speaker
from web.shared.scene import Scene
from web.table.view import table_view

ASK = _("Why was I too late?")

bp = Blueprint("api", __name__, url_prefix="/api")


def answered(answer: Answer) -> Response:
    """Return an answer as JSON: `{ok, seq}`, or `{refused, sentence}`.

    Who was too late for something also gets `why`, the page that tells it, and `ask`, its words.
    """
    if isinstance(answer, Accepted):
        return as_json({"ok": True, "seq": answer.seq})
    told = {"refused": refused(answer), "sentence": sentence(answer)}
    why = why_of(answer)
    if why:
        told |= {"why": why, "ask": speaker().say(ASK)}
    return as_json(told, status_of(answer))


def why_of(answer: Answer) -> str:
    """Return where it is told why somebody was too late; nothing where no press was recorded."""
    seq = answer.facts.get(PRESSED) if isinstance(answer, Refusal) else None
    return url_for("why.why", seq=seq) if seq else ""


def is_for_programs() -> bool:
    """Return whether the request is answered as data, whatever it comes to."""
    asked = request.accept_mimetypes.best == "application/json"
    return asked or request.path.startswith("/api/")


def as_json(data: object, status: int = 200) -> Response:
    """Return *data* as a JSON answer."""
    return Response(msgspec.json.encode(data), status, mimetype="application/json")


@bp.post("/commands")
def send() -> Response:
    """Send a command: `{"id": ..., "do": "bid", "amount": 190}`; `by` is the cookie's seat.

    In cash mode `{"do": "hand-over", "payments": ["12.1"]}` says that notes were handed over; of
    what the Bank got the banker says it, with `"as-banker": true`.
    """
    fields = _body()
    if fields is None:
        return answered(Refusal("bad-command", PAGE))
    given = fields.pop("by", None)
    seat, banker = seat_for(None if given is None else str(given))
    command_id = fields.pop("id", "")
    return answered(submit(fields, seat, str(command_id), banker=banker))


def _body() -> dict[str, Any] | None:
    if request.mimetype != "application/json":
        return None
    try:
        body = msgspec.json.decode(request.get_data())
    except (msgspec.DecodeError, RecursionError):
        return None
    return dict(body) if isinstance(body, Mapping) else None


@bp.get("/view")
def view() -> Response:
    """Return what a seat's page shows, or the table screen without `seat`.

    A phone sees its own seat; the banker any.
    """
    context = current()
    snapshot = context.view
    if snapshot.state is None:
        return as_json({"game": None, "seq": snapshot.seq})
    wanted = request.args.get("seat")
    if wanted is None:
        return as_json(table_view(Scene(context, snapshot, speaker())))
    seat, _banker = seat_for(wanted)
    if seat is None or str(seat) != wanted or seat not in snapshot.state.seats:
        return answered(Refusal("not-allowed", PAGE))
    assert phone().key
    knows, banks = known_balances(), phone().banker
    return as_json(seat_view(Scene(context, snapshot, speaker(), seat, knows=knows, banks=banks)))
