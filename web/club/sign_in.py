"""Signing in and out; the first organiser, who has the code that the terminal shows."""

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.shipping.wire import Refused
from companion.tries import asker_at
from web.club.context import COOKIE, club, reader
from web.club.render import page
from web.club.wording import NO_FIRST_CODE, refused_in_words, said

bp = Blueprint("sign_in", __name__)

KEPT_S = 30 * 24 * 3600
"""So long a browser stays signed in."""


@bp.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Ask for name and password; before anybody is there, for the code of the first start."""
    if club().hub.members.is_empty():
        return redirect(url_for("sign_in.first"))
    if reader() != "stranger":
        return redirect(url_for("lobby.lobby"))
    return page("sign_in.html", wait=0)


@bp.post("/sign-in")
def signed_in() -> ResponseReturnValue:
    """Sign somebody in."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    secret = club().hub.members.sign_in(name, password, asker_at(request.remote_addr or ""))
    if isinstance(secret, Refused):
        words, wait = refused_in_words(secret), secret.facts.get("wait", 0)
        here = url_for("sign_in.sign_in")
        return page("sign_in.html", said=words, wait=wait, name=name, here=here), 403
    return _with_cookie(secret)


@bp.get("/first")
def first() -> ResponseReturnValue:
    """Ask for the code that the terminal shows, and who the first organiser is."""
    if not club().hub.members.is_empty():
        return redirect(url_for("sign_in.sign_in"))
    return page("first.html")


@bp.post("/first")
def made_first() -> ResponseReturnValue:
    """Make the first organiser and sign them in; once there is one, nobody is made here."""
    members = club().hub.members
    if not members.is_empty():
        return redirect(url_for("sign_in.sign_in"), 303)
    name, password = request.form.get("name", "").strip(), request.form.get("password", "")
    if not club().is_first_code(request.form.get("code", "")):
        return _first_again(said(NO_FIRST_CODE), name)
    made = members.add(name, "organiser", password)
    if isinstance(made, Refused):
        return _first_again(refused_in_words(made), name)
    secret = members.sign_in(name, password, asker_at(request.remote_addr or ""))
    if isinstance(secret, Refused):
        return redirect(url_for("sign_in.sign_in"), 303)
    return _with_cookie(secret)


@bp.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Sign out: the cookie is worth nothing any more."""
    club().hub.members.sign_out(request.cookies.get(COOKIE, ""))
    club().forget()
    answer = redirect(url_for("sign_in.sign_in"), 303)
    answer.delete_cookie(COOKIE, secure=True, httponly=True, samesite="Lax")
    return answer


def _first_again(words: str, name: str) -> ResponseReturnValue:
    return page("first.html", said=words, name=name, here=url_for("sign_in.first")), 403


def _with_cookie(secret: str) -> Response:
    answer = redirect(url_for("lobby.lobby"), 303)
    answer.set_cookie(COOKIE, secret, max_age=KEPT_S, secure=True, httponly=True, samesite="Lax")
    assert isinstance(answer, Response)
    return answer
