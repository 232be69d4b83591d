"""The organiser's page of people: add somebody, a new password, remove."""

from collections.abc import Mapping
from typing import get_args

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.hub.members import Member, MemberRole
from companion.sayings.said import marked as _
from companion.shipping.wire import Refused
from web.club.context import club, member
from web.club.render import page
from web.club.wording import LAST_ORGANISER, refused_in_words, said

bp = Blueprint("people", __name__, url_prefix="/people")

LONGEST = 40
ROLES: Mapping[str, MemberRole] = {role: role for role in get_args(MemberRole)}
NO_NAME = _("Give a name.")
ADDED = _("{name} can sign in now.")
CHANGED = _("{name} has a new password, and is signed out everywhere.")


@bp.get("")
def people() -> ResponseReturnValue:
    """List who may sign in."""
    return _listed()


@bp.post("/add")
def add() -> ResponseReturnValue:
    """Let somebody in."""
    form = request.form
    name, role = " ".join(form.get("name", "").split())[:LONGEST], ROLES.get(form.get("role", ""))
    if role is None:
        abort(400)
    if not name:
        return _listed(said=said(NO_NAME)), 400
    made = club().hub.members.add(name, role, form.get("password", ""))
    if isinstance(made, Refused):
        return _listed(said=refused_in_words(made), name=name), 400
    return _listed(done=said(ADDED, name=name))


@bp.get("/<int:person>")
def one(person: int) -> ResponseReturnValue:
    """Show one of them: a new password, or removing."""
    return _about(_found(person))


@bp.post("/<int:person>/password")
def password(person: int) -> ResponseReturnValue:
    """Give somebody a new password."""
    found = _found(person)
    refused = club().hub.members.set_password(person, request.form.get("password", ""))
    if isinstance(refused, Refused):
        return _about(found, said=refused_in_words(refused)), 400
    club().forget()
    asking = member()
    if asking is not None and asking.id == person:
        return redirect(url_for("sign_in.sign_in"), 303)
    return _listed(done=said(CHANGED, name=found.name))


@bp.post("/<int:person>/remove")
def remove(person: int) -> ResponseReturnValue:
    """Remove somebody; never the last organiser."""
    found = _found(person)
    if _is_last_organiser(found):
        return _about(found, said=said(LAST_ORGANISER)), 400
    club().hub.members.remove(person)
    club().forget()
    return redirect(url_for("people.people"), 303)


def _listed(**values: str) -> str:
    rows = club().hub.members.all()
    here = url_for("people.people")
    return page("people.html", rows=rows, here=here, **values)


def _about(found: Member, **values: str) -> str:
    here = url_for("people.one", person=found.id)
    is_last = _is_last_organiser(found)
    return page("person.html", person=found, is_last=is_last, here=here, **values)


def _found(person: int) -> Member:
    found = next((one for one in club().hub.members.all() if one.id == person), None)
    if found is None:
        abort(404)
    return found


def _is_last_organiser(found: Member) -> bool:
    organisers = [one for one in club().hub.members.all() if one.role == "organiser"]
    return organisers == [found]
