"""The pages of a club's hub: an app of its own, beside the one of a table."""

import secrets

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, HTTPException

from companion.errors import CompanionError, ValueRefusedError
from companion.hub.hub import Hub
from companion.hub.lobby_keeper import LobbyKeeper
from web.club import arbiter, hosted, lobby, moves, people, ship, sign_in, tables
from web.club import tournament as tournaments
from web.club.context import ClubContext, ClubSettings, Hosting, club, heard
from web.club.door import keep_the_door
from web.club.render import page
from web.club.view import ROLES
from web.club.wording import said
from web.hosted.where import where_of
from web.server.compression import compress
from web.server.guard import Asked, guard
from web.shared.addresses import hosts_of
from web.shared.broken import HOSTED, failed_of, led_on
from web.shared.language import speak

__all__ = ["create_club_app"]

SHIP = "/ship/"
"""What the addresses of tables begin with: their token is all that counts there."""


def create_club_app(
    hub: Hub, settings: ClubSettings, keeper: LobbyKeeper, hosting: Hosting | None = None
) -> Flask:
    """Return the app around a hub; *hosting*: of tables without a box, where it has such."""
    app = Flask("web", template_folder=".")  # the files of the table's pages are ours too
    app.request_class = Asked
    app.extensions["companion"] = ClubContext(hub, settings, keeper, hosting)
    app.extensions["hub"] = hub
    app.secret_key = None  # who signed in is a row of the database
    app.url_map.strict_slashes = False
    compress(app)
    guard(app, lambda: (*settings.names, *hosts_of(settings.addresses())), programs=(SHIP,))
    speak(app, heard)
    app.jinja_env.globals["fresh_id"] = lambda: secrets.token_hex(12)
    app.jinja_env.globals["role_name"] = lambda role: said(ROLES[role])
    for room in (arbiter, hosted, lobby, moves, people, ship, sign_in, tables):
        app.register_blueprint(room.bp)
    for part in tournaments.PARTS:
        app.register_blueprint(part)
    if hosting is not None:
        app.register_blueprint(where_of(hosting.holder))
    keep_the_door(app)
    app.after_request(_remember_table)
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(CompanionError, _away)
    return app


def _remember_table(response: Response) -> Response:
    """Let a table whose token was good send larger bodies."""
    bearer = request.authorization
    if request.path.startswith(SHIP) and bearer and bearer.token and response.status_code < 400:
        club().table_answered(bearer.token)
    return response


def _away(error: CompanionError) -> ResponseReturnValue:
    """Say that the database is away, or has no room; the page asks again by itself."""
    if isinstance(error, ValueRefusedError):  # however often it is asked
        return _failed(BadRequest())
    if error.code not in HOSTED:
        raise error
    answer = Response(page("away.html", full=error.code == "hub-full"), 503)
    answer.headers["Retry-After"] = "5"
    return answer


def _failed(error: HTTPException) -> ResponseReturnValue:
    """Return a page of ours for what Flask and the guard refuse."""
    if error.response is not None or error.code is None:
        return Response(error.description or "", error.code or 500, mimetype="text/plain")
    code, words = failed_of(error.code, error.description)
    if code == "other-host" or request.path.startswith(SHIP):
        settings = club().settings
        secure = settings.secure if request.is_secure else None
        right = (secure.addresses if secure else ()) or settings.addresses()
        words = led_on(code, words, right, said)
        return Response(words, error.code, mimetype="text/plain")
    beside = said(words) if code == "other-page" else ""
    return page("failed.html", code=error.code, said=beside), error.code
