"""Pages of many tables in one process, each below `/t/KEY/`; and who holds which table."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec
from flask import Flask, abort, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError
from web import create_pages, not_kept
from web.hosted.lost import Hall, again
from web.hosted.rooms import PREFIX, STATIC, Hosted, Rooms, parted
from web.hosted.where import Holding, where_of
from web.server.compression import compress
from web.server.guard import Asked, guard
from web.shared.addresses import hosts_of
from web.shared.context import TABLE
from web.shared.language import speak

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["HostedSettings", "create_hosted_app"]

REFUSED = "companion.refused"
"""In a request's environment: why a table cannot be had just now."""


class HostedSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What all pages of a worker have in common."""

    names: Callable[[], tuple[str, ...]] = tuple  # host names that lead here beside IP addresses
    address: str = ""  # where people reach the tables, as https://club.example; where it is known
    pages: int = 1000  # of all tables that are open at once and hear by themselves what is new
    build: str = "dev"  # changes when the program does; an old page then reloads itself


def create_hosted_app(rooms: Rooms, settings: HostedSettings, holder: Holding) -> Flask:
    """Return the app of all tables that *rooms* has.

    Args:
        rooms: finds the table of a key, and wakes it.
        settings: of the place.
        holder: returns who holds the table of a key now, for the router.
    """
    hall = Flask("web", template_folder=".", static_url_path=STATIC)
    lost, hosted = Hall(settings.build, settings.address), Hosted(rooms, settings.pages)

    def names() -> tuple[str, ...]:
        return (*settings.names(), *hosts_of([settings.address]))

    hall.request_class = Asked
    hall.extensions["companion"] = hosted
    hall.secret_key = None
    hall.url_map.strict_slashes = False
    compress(hall)
    guard(hall, names)
    speak(hall, lost.heard)
    hall.register_blueprint(where_of(holder))
    hall.add_url_rule(f"{PREFIX}<key>", "enter", _enter)

    @hall.before_request
    def refused() -> ResponseReturnValue | None:
        error: Exception | None = request.environ.get(REFUSED)
        return lost.away(error) if error is not None else None

    hall.register_error_handler(HTTPException, lost.failed)
    pages = create_pages(names, lost.right_addresses)
    pages.register_error_handler(CompanionError, lost.away)

    @pages.errorhandler(OSError)
    def not_had(error: OSError) -> ResponseReturnValue:
        """Ask again for what is only to be seen; say of what was sent that it is not done."""
        is_seen = request.method in ("GET", "HEAD") and getattr(error, "code", None) is not None
        return lost.away(error) if is_seen else not_kept(error)

    pages.after_request(again)
    hall.wsgi_app = _Doors(hall.wsgi_app, pages.wsgi_app, hosted)  # type: ignore[method-assign]  # Flask's own way
    hall.extensions["pages"] = pages
    return hall


def _enter(key: str) -> ResponseReturnValue:
    """Lead to a table whose address was typed without its last slash."""
    if request.path.endswith("/"):
        abort(404)
    return redirect(f"{PREFIX}{key}/", 308)


class _Doors:
    """Leads a request to the pages of its table, or to the hall where there is none.

    Args:
        hall: answers where there is no table.
        pages: answers for the table in the request's environment.
        hosted: finds tables.
    """

    def __init__(self, hall: "WSGIApplication", pages: "WSGIApplication", hosted: Hosted) -> None:
        self._hall, self._pages, self._hosted = hall, pages, hosted

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        key, rest = parted(environ.get("PATH_INFO", ""))
        try:
            context = self._hosted.of(key) if key else None
        except (CompanionError, OSError) as error:  # the latter of what lies in a database
            return self._hall({**environ, REFUSED: error}, start_response)
        if context is None:
            return self._hall(environ, start_response)
        inside = {"SCRIPT_NAME": f"{PREFIX}{key}", "PATH_INFO": rest, TABLE: context}
        return self._pages({**environ, **inside}, start_response)
