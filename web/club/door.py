"""The door of the hub's pages: what every address asks for, one line each."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from flask import Flask, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from web.club.context import Reader, club, reader
from web.server.guard import SAFE_METHODS

Right: TypeAlias = Literal["anybody", "table", "member", "arbiter", "organiser"]

ASKS: Mapping[str, Right] = {
    "static": "anybody",
    "sign_in.sign_in": "anybody",
    "sign_in.signed_in": "anybody",
    "sign_in.first": "anybody",
    "sign_in.made_first": "anybody",
    "ship": "table",  # whose token is looked at there
    "ship.authority": "anybody",
    "sign_in.sign_out": "member",
    "lobby.lobby": "member",
    "lobby.events": "member",
    "arbiter": "arbiter",
    "moves": "organiser",
    "tables": "organiser",
    "hosted": "organiser",
    "where": "anybody",  # the router, which leads nobody else there
    "people": "organiser",
    "tournament": "organiser",
    "tournament.tournaments": "member",
    "tournament.tournament": "member",
    "tournament_rules": "organiser",
    "rounds": "member",
    "seats": "organiser",
    "standings": "member",
    "results": "arbiter",
    "results.table": "member",
    "public": "anybody",  # who has the key
}
"""Endpoint, or the name of a blueprint -> what it asks for."""

OPEN = frozenset[Right]({"anybody", "table"})
"""Of these nothing is asked here, not even who it is."""

MAY: Mapping[Right, frozenset[Reader]] = {
    "member": frozenset({"screen", "arbiter", "organiser"}),
    "arbiter": frozenset({"arbiter", "organiser"}),
    "organiser": frozenset({"organiser"}),
}
"""Anything else that is asked for -> who may."""

PLAIN = frozenset({"ship.authority", "where.where"})
"""What is answered without TLS: a table fetches the first before it trusts anybody, a router asks
the other."""


def right_for(endpoint: str) -> Right:
    """Return what a route asks for.

    Raises:
        LookupError: it stands in no line.
    """
    what = ASKS.get(endpoint) or ASKS.get(endpoint.partition(".")[0])
    if what is None:
        raise LookupError(f"{endpoint}: add one line to ASKS in web/club/door.py")
    return what


def keep_the_door(app: Flask) -> None:
    """Let nobody in who has no right to what an address asks for, and nobody without TLS.

    Raises:
        LookupError: a route of *app* stands in no line.
    """
    for rule in app.url_map.iter_rules():
        right_for(rule.endpoint)

    @app.before_request
    def refuse() -> ResponseReturnValue | None:
        endpoint = request.endpoint
        if club().settings.secure is not None and not request.is_secure and endpoint not in PLAIN:
            return _led_to_tls()
        if endpoint is None or request.routing_exception is not None:
            return None  # there is no such page
        what = right_for(endpoint)
        if what in OPEN or (who := reader()) in MAY[what]:
            return None
        if who == "stranger" and request.method in SAFE_METHODS:
            return redirect(url_for("sign_in.sign_in"))
        return abort(403)


def _led_to_tls() -> ResponseReturnValue:
    """Lead a reader to the same page over TLS; whoever sends something is refused."""
    secure = club().settings.secure
    host = request.host.rpartition(":")[0] or request.host
    address = secure.address_for(host.strip("[]")) if secure else ""
    if not address:
        abort(503)
    if request.method not in SAFE_METHODS:
        abort(403)
    return redirect(address + request.full_path.rstrip("?"))
