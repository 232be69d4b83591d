"""The organiser's page of tables: add one, give it a new join code, remove it."""

import ssl

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.hub.database import plain
from companion.sayings.said import marked as _
from companion.shipping.join_code import print_of
from companion.shipping.wire import Refused
from web.club.context import club, heard
from web.club.render import page
from web.club.view import seen_words
from web.club.wording import error_in_words, refused_in_words, said

bp = Blueprint("tables", __name__, url_prefix="/tables")

LONGEST = 40
NO_NAME = _("Give the table a name.")


@bp.get("")
def tables() -> ResponseReturnValue:
    """List the tables."""
    return listed()


@bp.post("/add")
def add() -> ResponseReturnValue:
    """Add a table, and show its join code this once."""
    name = typed_name()
    if not name:
        return listed(said=said(NO_NAME)), 400
    secret = club().hub.tables.add(name)
    if isinstance(secret, Refused):
        return listed(said=refused_in_words(secret), name=name), 400
    return listed(code=join_code(secret), named=name)


@bp.post("/<int:table>/renew")
def renew(table: int) -> ResponseReturnValue:
    """Show a new join code; when it is used, the table's old token is void."""
    name = _name_of(table)
    return listed(code=join_code(club().hub.tables.renew(table)), named=name)


@bp.post("/<int:table>/kept-too")
def keep_too(table: int) -> ResponseReturnValue:
    """Set whether an answer at a table counts only once its record is at the hub."""
    _name_of(table)
    club().hub.tables.keep_too(table, wanted=request.form.get("wanted") == "yes")
    return redirect(url_for("tables.tables"), 303)


@bp.get("/<int:table>/remove")
def ask_to_remove(table: int) -> ResponseReturnValue:
    """Ask whether a table is really to be removed."""
    return page("remove_table.html", name=_name_of(table), table=table)


@bp.post("/<int:table>/remove")
def remove(table: int) -> ResponseReturnValue:
    """Remove it: its token is void, its games stay."""
    _name_of(table)
    club().hub.tables.remove(table)
    club().keeper.ring()
    return redirect(url_for("tables.tables"), 303)


def typed_name() -> str:
    """Return the name that was typed for a table, as it is shown."""
    return plain(request.form.get("name", ""), LONGEST)


def listed(**values: str) -> str:
    """Return the page; a join code on it is shown this once: loading it anew asks for none."""
    now = club().keeper.now()
    rows = [(one, seen_words(heard(), now, one.seen_at)) for one in club().hub.tables.all()]
    secure = club().settings.secure
    # Under another one a table does not trust the hub.
    addresses = tuple(secure.named(secure.addresses)) if secure else ()
    hosting, here = club().hosting, url_for("tables.tables")
    hosted = {one.id for one in hosting.tables.all()} if hosting else frozenset()
    risk = club().hub.database.risk()
    return page(
        "tables.html",
        risk=error_in_words(risk) if risk else "",
        rows=rows,
        hosts=hosting is not None,
        hosted=hosted,
        addresses=addresses,
        here=here,
        **values,
    )


def join_code(secret: str) -> str:
    """Return a join code as people type it: the secret, and by what the authority is known."""
    pem = club().hub.authority()
    der = ssl.PEM_cert_to_DER_cert(pem) if pem else b""
    return f"{secret}-{print_of(der)}"


def _name_of(table: int) -> str:
    found = next((one for one in club().hub.tables.all() if one.id == table), None)
    if found is None:
        abort(404)
    return found.name
