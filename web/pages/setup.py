"""Setting up a game: one question a page; the answers travel in the address until the last."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.model import Edition
from companion.errors import EditionError
from companion.table.answers import Answer, Broken
from web.context import cause_of, current
from web.pages.banker import bankers_only, chairs_are_free
from web.pages.commands import reply
from web.pages.render import page

bp = Blueprint("setup", __name__, url_prefix="/banker/game")


def plainly(fact: str) -> str:
    """Return where a fact stands in an edition's file, as words: `money: start notes`."""
    return fact.removeprefix("edition.").replace(".", ": ").replace("_", " ")


def _edition() -> Edition | None:
    """Return the edition chosen so far, or None."""
    wanted = request.args.get("edition", "")
    try:
        return current().parts.editions.edition(wanted) if wanted else None
    except EditionError:
        return None


def _query() -> dict[str, list[str]]:
    """Return the same for an address: each name once, with all its values."""
    return {name: request.args.getlist(name) for name, _value in _answers()}


def _answers() -> list[tuple[str, str]]:
    """Return what was answered so far, to be carried on."""
    names = ("edition", "variant", "first")
    return [(name, value) for name in names for value in request.args.getlist(name)]


@bp.get("/edition")
@bankers_only
def edition() -> ResponseReturnValue:
    """Which box lies on the table?"""
    shelf = current().parts.editions
    return page("setup/edition.html", editions=shelf.all(), mistakes=shelf.mistakes())


@bp.get("/box")
@bankers_only
def box() -> ResponseReturnValue:
    """Which printing of it?"""
    chosen = _edition()
    if chosen is None:
        return redirect(url_for("setup.edition"))
    if not chosen.printings:
        return redirect(url_for("setup.players", edition=chosen.id))
    return page("setup/box.html", edition=chosen)


@bp.get("/players")
@bankers_only
def players() -> ResponseReturnValue:
    """Who plays, in which order?"""
    if _edition() is None:
        return redirect(url_for("setup.edition"))
    phones = current().phones
    return page("setup/players.html", answers=_answers(), sitters=phones.sitters, held=phones.held,
                query=_query(), free=chairs_are_free())  # fmt: skip


@bp.get("/first")
@bankers_only
def first() -> ResponseReturnValue:
    """Do the dice decide who begins?"""
    if _edition() is None or len(current().phones.sitters) < 2:
        return redirect(url_for("setup.players", **_query()))  # type: ignore[arg-type]  # plain words
    return page("setup/first.html", answers=_answers(), query=_query())


@bp.get("/check")
@bankers_only
def check() -> ResponseReturnValue:
    """What no source settles is shown, to be checked against the board; then it begins."""
    chosen = _edition()
    if chosen is None or len(current().phones.sitters) < 2:
        return redirect(url_for("setup.edition"))
    return page(
        "setup/check.html",
        edition=chosen,
        plainly=plainly,
        answers=_answers(),
        query=_query(),
        sitters=current().phones.sitters,
        first_roll=request.args.get("first") != "no",
        running=current().view.state is not None,
    )


@bp.post("")
@bankers_only
def begin() -> ResponseReturnValue:
    """Begin the game; chairs then close up, and everybody's phone keeps its player."""
    return reply(_begun(), url_for("banker.banker"))


def _begun() -> Answer:
    context, form = current(), request.form
    if context.stopping:
        return Broken("stopped", "The companion is shutting down.")
    context.phones.close_ranks()  # players are numbered in the order of their chairs
    names = [sitter.name for sitter in context.phones.sitters.values()]
    return context.table.begin(
        form.get("edition", ""),
        variants=form.getlist("variant"),
        players=names,
        first_roll=form.get("first") != "no",
        cause=cause_of(None, form.get("id") or None, banker=True),
        replace="replace" in form,
    )
