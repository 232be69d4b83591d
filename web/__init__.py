"""Pages and live events for phones and the table screen."""

import errno
from collections.abc import Callable, Sequence
from functools import partial
from gettext import NullTranslations
from urllib.parse import urlsplit

from flask import Flask, Response, g, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.local import LocalProxy

from companion.errors import CompanionError, ErrorCode
from companion.sayings.announcements import TONES
from companion.sayings.said import marked as _
from companion.table.answers import Broken
from companion.table.table import Table
from web.api.commands import as_json, is_for_programs
from web.areas import BLUEPRINTS
from web.draw.dice import PIPS
from web.phones.chairs import COLOUR_NAMES
from web.phones.seating import follow_seats
from web.server.compression import compress
from web.server.guard import Asked, guard
from web.server.presses import tell_of_presses
from web.server.rights import keep_the_door
from web.shared.addresses import hosts_of
from web.shared.broken import failed_of, led_on
from web.shared.commands import reply
from web.shared.context import Context, broken_in_words, current, fresh_id, phone, speaker
from web.shared.context import language as spoken
from web.shared.language import speak
from web.shared.ports import Parts
from web.shared.render import back, page, read_out
from web.shared.settings import Settings

__all__ = ["around", "create_app", "create_pages", "not_kept", "own_names"]

DISK_FAILS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}
NOT_KEPT = _("The disk takes nothing more, so this was not kept. Make room, then do it again.")


def create_app(table: Table, settings: Settings, parts: Parts) -> Flask:
    """Return the app around a live table."""
    return around(create_pages(own_names), Context(table, settings, parts))


def around(pages: Flask, context: Context) -> Flask:
    """Give *pages* of `create_pages` the one table that they show, and return them."""
    pages.extensions["companion"] = context
    context.follower.begin()
    return pages


def own_names() -> tuple[str, ...]:
    """Return what the machine of the table that is asked is called now."""
    settings = current().settings
    return (*settings.names, *hosts_of(settings.addresses()))


def create_pages(
    names: Callable[[], tuple[str, ...]], right: Callable[[], Sequence[str]] | None = None
) -> Flask:
    """Return the pages of whichever table: its `Context` is the app's, or comes with a request.

    *names*: returns what this machine is called now, beside IP addresses and localhost.
    *right*: returns where the table is that was asked for by a strange address, if anybody knows;
    None: its settings say it.
    """
    app = Flask(__name__, template_folder=".")  # each area has its own: "trade/trade.html"
    app.request_class = Asked
    app.secret_key = None  # no sessions: a phone is its cookie, and what it may do is kept here
    app.url_map.strict_slashes = False
    compress(app)
    guard(app, names)
    _speak(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    keep_the_door(app)
    app.before_request(_answered_before)
    tell_of_presses(app, _is_shown)
    app.register_error_handler(HTTPException, partial(_failed, right or _right_addresses))
    app.register_error_handler(OSError, not_kept)
    follow_seats(app)
    return app


def _speak(app: Flask) -> None:
    """Let templates speak the reader's language; catalogues are looked up at every call."""

    def heard() -> NullTranslations:
        return current().catalogues[spoken()]

    speak(app, heard)
    app.jinja_env.globals["pips"] = PIPS
    app.jinja_env.globals["tones"] = TONES
    # Not given to each page: so what pages import is made once, and not for each of them anew.
    app.jinja_env.globals |= {"phone": LocalProxy(phone), "back": LocalProxy(back)}
    app.jinja_env.globals |= {"fresh_id": fresh_id, "read_out": read_out}
    app.jinja_env.filters["tenths"] = "{:.1f}".format
    app.jinja_env.filters["digits"] = lambda amount: speaker().digits(amount)
    app.jinja_env.globals["colour_name"] = lambda colour: heard().gettext(COLOUR_NAMES[colour])


def _answered_before() -> ResponseReturnValue | None:
    """Answer a form that was sent before: what its page would ask now may be gone by then."""
    form = request.form if request.method == "POST" else {}
    known = current().table.answered(form.get("id"))
    if known is None:
        return None
    return reply(known, form.get("back") or urlsplit(request.referrer or "").path)


def _is_shown(command_id: str) -> bool:
    """Return whether the page that was made shows what a command has done, so its tag says."""
    known = current().table.answered(command_id)
    game, seq = f"{g.get('tag', '')}::".split(":")[:2]
    return known is not None and (known.game != game or known.seq <= int(seq or 0))


def not_kept(error: OSError) -> ResponseReturnValue:
    """Say that the disk, or the database, takes nothing: what was to be kept is as before."""
    if error.errno in DISK_FAILS:
        return reply(Broken("not-saved", speaker().say(NOT_KEPT)), "")
    code: ErrorCode | None = getattr(error, "code", None)  # of a table whose files are no files
    if code is None:
        raise error
    return reply(Broken("not-saved", broken_in_words(CompanionError(code=code))), "")


def _right_addresses() -> Sequence[str]:
    """Return where these pages are: over TLS for who asked so."""
    context = current()
    secure = context.parts.secure if request.is_secure else None
    return (secure.addresses if secure else ()) or context.settings.addresses()


def _failed(right: Callable[[], Sequence[str]], error: HTTPException) -> ResponseReturnValue:
    """Return a page of ours, or JSON to a program, for what Flask and the guard refuse."""
    if error.response is not None or error.code is None:
        return Response(error.description or "", error.code or 500, mimetype="text/plain")
    # Flask's own words are English: ours are said instead.
    code, words = failed_of(error.code, error.description)
    said = led_on(code, words, right(), speaker().say)
    if is_for_programs():
        return as_json({"refused": code, "sentence": said}, error.code)
    if code == "other-host":
        return Response(said, error.code, mimetype="text/plain")
    beside = said if code == "other-page" else ""  # else the heading says it
    return page("shared/failed.html", code=error.code, said=beside), error.code
