"""House rules at set-up: what families play as switches, all the rest in one sentence each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.model import Edition
from companion.editions.typed import shown
from companion.errors import EditionError
from web.setup.answers import chosen_edition, house_texts, query_so_far
from web.setup.house_form import cannot_be, changes, house_form
from web.setup.house_rules import NAMES
from web.setup.rule_sets import RuleSets
from web.setup.steps import asked
from web.shared.context import current, speaker

bp = Blueprint("house", __name__, url_prefix="/banker/game/house")


class KeptSet(NamedTuple):
    """A set of house rules that is kept, and where it is taken."""

    name: str
    href: str


@bp.get("")
def house() -> ResponseReturnValue:
    """Show the rules of the game that is set up, each to be changed."""
    edition = chosen_edition()
    if edition is None:
        return redirect(url_for("setup.edition"))
    return form(edition, house_texts(), "")


@bp.post("")
def chosen() -> ResponseReturnValue:
    """Go on with what differs from the edition, or say what cannot be meant."""
    edition = chosen_edition()
    if edition is None:
        return redirect(url_for("setup.edition"))
    texts = typed_texts()
    try:
        changed = changes(edition, texts)
    except EditionError as error:
        return refused(edition, texts, error)
    query = _with({name: shown(value) for name, value in changed.items()})
    where = "sets.sheet" if "sheet" in request.form else "setup.players"
    return redirect(url_for(where, **query), 303)  # type: ignore[arg-type]  # plain words


def typed_texts() -> dict[str, str]:
    """Return the rules as they stand in the form that was sent."""
    sent = request.form
    return {name: sent.getlist(name)[-1] for name in NAMES if name in sent}


def refused(edition: Edition, texts: Mapping[str, str], error: EditionError) -> ResponseReturnValue:
    """Say which rule cannot be meant; all stand there to be mended."""
    return form(edition, texts, cannot_be(speaker(), error)), 400


def _with(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the answers so far, with these house rules."""
    return {**query_so_far("house"), "house": [f"{name}:{text}" for name, text in texts.items()]}


def _kept_sets() -> Iterator[KeptSet]:
    for one in RuleSets(current().settings.home).all:
        yield KeptSet(one.name, url_for("house.house", **_with(one.texts)))  # type: ignore[arg-type]  # plain words


def form(edition: Edition, texts: Mapping[str, str], said: str, notes: Sequence[str] = ()) -> str:
    """Return the step with the house rules in *texts*; *said*: why it did not go on."""
    return asked(
        "house",
        edition,
        said=said,
        notes=notes,
        kept_sets=tuple(_kept_sets()),
        form=house_form(speaker(), edition, texts),
        kept=query_so_far("house"),
    )
