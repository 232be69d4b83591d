"""The organiser's pages of tables without a box: their links, codes and first PINs."""

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.errors import HubError, SettingsError
from companion.hosting.tables import HostedTable
from companion.sayings.said import marked as _
from companion.shipping.wire import Refused
from web.club.context import Hosting, club
from web.club.render import page
from web.club.tables import NO_NAME, listed, typed_name
from web.club.wording import refused_in_words, said
from web.draw.code import code_of
from web.phones.pin import FILE, first_pin, reset

bp = Blueprint("hosted", __name__, url_prefix="/tables/hosted")

NOT_READ = _("The PIN cannot be read just now.")
NOT_MADE = _("No new PIN could be made just now. Try again in a moment.")


@bp.post("")
def add() -> ResponseReturnValue:
    """Add a table without a box, and show how one gets there."""
    hosting, name = _hosting(), typed_name()
    if not name:
        return listed(said=said(NO_NAME)), 400
    made = hosting.tables.add(name)
    if isinstance(made, Refused):
        return listed(said=refused_in_words(made), hosted_name=name), 400
    club().keeper.ring()
    return redirect(url_for("hosted.table", table=made.id), 303)


@bp.get("/<int:table>")
def table(table: int) -> ResponseReturnValue:
    """Show a table's link, its code, and its PIN until a banker is in."""
    return _shown(_found(table))


@bp.post("/<int:table>/pin")
def new_pin(table: int) -> ResponseReturnValue:
    """Make a new PIN; who became the banker by an older one is none any more."""
    found = _found(table)
    try:
        reset(_hosting().taken(found.id) / FILE)
    except (HubError, SettingsError, OSError):
        return _shown(found, said(NOT_MADE)), 503
    return redirect(url_for("hosted.table", table=found.id), 303)


@bp.get("/<int:table>/remove")
def ask_to_remove(table: int) -> ResponseReturnValue:
    """Ask whether it is really to be removed."""
    found = _found(table)
    lines = club().keeper.lobby.lines
    playing = any(line.table == found.name and not line.is_over for line in lines)
    return page("remove_hosted.html", table=found, playing=playing)


@bp.post("/<int:table>/remove")
def remove(table: int) -> ResponseReturnValue:
    """Remove it: its link leads nowhere, its games stay."""
    _hosting().tables.remove(_found(table).id)
    club().keeper.ring()
    return redirect(url_for("tables.tables"), 303)


def _shown(found: HostedTable, wrong: str = "") -> str:
    hosting = _hosting()
    link = f"{hosting.address}/t/{found.key}/"
    try:
        pin = first_pin(hosting.folder(found.id) / FILE)
    except SettingsError:
        pin, wrong = "", wrong or said(NOT_READ)
    return page("hosted.html", table=found, link=link, drawn=code_of(link), pin=pin, said=wrong)


def _hosting() -> Hosting:
    return club().hosting or abort(404)


def _found(table: int) -> HostedTable:
    return _hosting().tables.of(table) or abort(404)
