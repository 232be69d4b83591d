"""What tables send to the hub: msgpack in, msgpack out; nothing is asked of a page here."""

import re
import time
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, current_app, g, request
from flask.typing import ResponseReturnValue

from companion.errors import HubError, ValueRefusedError
from companion.hub.hub import Hub
from companion.hub.pictures import LARGEST
from companion.hub.tables import ClubTable
from companion.shipping.wire import (
    MEDIA_TYPE,
    MOST,
    HubHead,
    Join,
    LeaseWish,
    OpenOrders,
    OrderAnswer,
    RecordBatch,
    Refused,
    RefusedCode,
    TableAddresses,
)
from companion.tries import asker_at

SMALL, BATCH = 4 << 10, 4 << 20
"""Bytes of a body: of a wish, and of a batch of records."""

STATUS: Mapping[RefusedCode, int] = {
    "code-unknown": 404,
    "game-unknown": 404,
    "token-void": 401,
    "code-used": 410,
    "too-large": 413,
    "digest-wrong": 422,
    "record-damaged": 422,
    "too-many-tries": 429,
    "hub-database": 503,
}
"""What is not named is a conflict, 409."""

PICTURE = "image/jpeg"
CERTIFICATE = "application/x-pem-file"

_DIGEST = re.compile("[0-9a-f]{64}")

WishT = TypeVar("WishT")

bp = Blueprint("ship", __name__)


def hub() -> Hub:
    """Return the hub of this app."""
    told: Hub = current_app.extensions["hub"]
    return told


@bp.get("/club/authority.pem")
def authority() -> ResponseReturnValue:
    """Hand out the certificate of the hub's authority; a table compares its print."""
    return Response(hub().authority() or abort(404), mimetype=CERTIFICATE)


@bp.before_request
def known() -> ResponseReturnValue | None:
    """Let nobody without a table's token at what is below; small bodies but where it is said."""
    request.max_content_length = SMALL
    if request.endpoint in ("ship.authority", "ship.join"):
        return None
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    table = hub().tables.of(token) if scheme.lower() == "bearer" else None
    if table is None:
        return refused(Refused("token-void"))
    g.club_table = table
    return None


@bp.post("/ship/join")
def join() -> ResponseReturnValue:
    """Give a table that shows its join code a token."""
    wish = wished(Join)
    asker = asker_at(request.remote_addr or "")
    return answer(hub().tables.join(wish.code, wish.box, asker))


@bp.get("/ship/games/<game>")
def head(game: str) -> ResponseReturnValue:
    """Say how far the hub has a game."""
    return answer(hub().records.head(named(game), asking().id) or Refused("game-unknown"))


@bp.post("/ship/games/<game>/lease")
def lease(game: str) -> ResponseReturnValue:
    """Give a table the lease of its game."""
    request.max_content_length = BATCH  # the first record may have an edition in it
    wish, records = wished(LeaseWish), hub().records
    return answer(records.lease(named(game), asking().id, wish.name, wish.edition, wish.first))


@bp.get("/ship/moves")
def moves() -> ResponseReturnValue:
    """List the games that this table may go on with."""
    return packed(hub().moves.open_to(asking().id))


@bp.post("/ship/games/<game>/take")
def take(game: str) -> ResponseReturnValue:
    """Give a table the lease of a game that it may go on with."""
    return answer(hub().moves.take(named(game), asking().id))


@bp.post("/ship/games/<game>/records")
def keep(game: str) -> ResponseReturnValue:
    """Keep a batch of records."""
    request.max_content_length = BATCH
    batch = wished(RecordBatch)
    right = batch.after >= 0 and len(batch.parcels) <= MOST and _DIGEST.fullmatch(batch.before)
    return answer(hub().records.keep(named(game), asking().id, batch)) if right else ("", 400)


@bp.get("/ship/games/<game>/records")
def after(game: str) -> ResponseReturnValue:
    """Give a table's own records back, from a number on."""
    seq = request.args.get("after", "0")
    if not (seq.isascii() and seq.isdecimal() and len(seq) < 10):
        return "", 400
    found = hub().records.head(named(game), asking().id)
    if found is None:
        return refused(Refused("game-unknown"))
    if not found.yours:
        return refused(Refused("game-elsewhere", {"table": found.table}))
    return packed(hub().records.after(game, int(seq)))


@bp.put("/ship/addresses")
def addresses() -> ResponseReturnValue:
    """Note where this table's pages are: the phones of a game that moves there are told."""
    hub().tables.note_addresses(asking().id, wished(TableAddresses).addresses)
    return "", 204


@bp.get("/ship/orders")
def orders() -> ResponseReturnValue:
    """List what this table is to do."""
    return packed(OpenOrders(now=time.time(), orders=hub().orders.open_for(asking().id)))


@bp.get("/ship/round")
def round_() -> ResponseReturnValue:
    """Say which round of a tournament sits at this table, and how much is left of it."""
    table = asking().id
    return packed(hub().round_tables.at([table]).get(table))


@bp.post("/ship/orders/<int:number>")
def answered(number: int) -> ResponseReturnValue:
    """Take what came of an order; what was answered before, or is not this table's, is left."""
    hub().orders.answered(number, asking().id, wished(OrderAnswer))
    return "", 204


@bp.get("/ship/pictures/<digest>")
def picture(digest: str) -> ResponseReturnValue:
    """Give a picture to a table that took a game over; to HEAD say whether it is there."""
    pictures = hub().pictures
    if request.method == "HEAD":
        return "", 200 if pictures.has_sent(named(digest)) else 404
    found = pictures.read(named(digest))
    return ("", 404) if found is None else Response(found, mimetype=PICTURE)


@bp.put("/ship/pictures/<digest>")
def keep_picture(digest: str) -> ResponseReturnValue:
    """Keep a picture that records rest on."""
    request.max_content_length = LARGEST
    content = request.get_data()
    if request.mimetype != PICTURE:
        return "", 415
    if not content.startswith(b"\xff\xd8"):
        return "", 400
    told = hub().pictures.keep(named(digest), content)
    return refused(told) if told is not None else ("", 204)


@bp.errorhandler(HubError)
def away(error: HubError) -> ResponseReturnValue:
    """Say that PostgreSQL is away; the table comes again, but with what it never keeps."""
    if isinstance(error, ValueRefusedError):
        return "", 400
    current_app.logger.warning("%s", error)
    return refused(Refused("hub-database"))


@bp.errorhandler(413)
def too_large(_: object) -> ResponseReturnValue:
    """Say that a body is too large."""
    return refused(Refused("too-large"))


def asking() -> ClubTable:
    """Return the table that asks."""
    told: ClubTable = g.club_table
    return told


def named(digest: str) -> str:
    """Return a digest that stands in an address; what is none is not found."""
    return digest if _DIGEST.fullmatch(digest) else abort(404)


def wished(kind: type[WishT]) -> WishT:
    """Return what was sent, read as *kind*; what is none is answered by 415 or 400."""
    if request.mimetype != MEDIA_TYPE:
        abort(415)
    try:
        return msgspec.msgpack.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, RecursionError):
        abort(400)


def answer(told: HubHead | Any) -> ResponseReturnValue:
    """Return the answer of the hub's parts, or why they refuse it."""
    return refused(told) if isinstance(told, Refused) else packed(told)


def packed(told: object) -> Response:
    """Return an answer as tables read it."""
    return Response(msgspec.msgpack.encode(told), mimetype=MEDIA_TYPE)


def refused(told: Refused) -> Response:
    """Return why something is refused."""
    response = packed(told)
    response.status_code = STATUS.get(told.code, 409)
    return response
