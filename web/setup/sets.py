"""House rules as one sheet: to print, to keep under a name, to share; and to be taken in again."""

import io
import re
from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.editions.model import Edition
from companion.editions.typed import shown
from companion.errors import EditionError, SettingsError
from companion.sayings.said import marked as _
from web.phones.chairs import LONGEST_NAME, cleaned, is_too_long
from web.setup.answers import chosen_edition, house_texts, query_so_far
from web.setup.house import form, refused, typed_texts
from web.setup.house_form import changes, switches
from web.setup.house_rules import sentence_of, value_of
from web.setup.rule_sets import (
    MOST_BYTES,
    NoRuleSetError,
    RuleSet,
    RuleSets,
    read_set,
    written,
)
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("sets", __name__, url_prefix="/banker/game/rules")


class RuleTold(NamedTuple):
    """A house rule, what comes of it, and what the book says."""

    title: str
    consequence: str
    book: str


@bp.get("")
def sheet() -> ResponseReturnValue:
    """Show what is played otherwise than the book, on one page."""
    edition = chosen_edition()
    return _sheet(edition, "") if edition else redirect(url_for("setup.edition"))


@bp.post("/keep")
def keep() -> ResponseReturnValue:
    """Keep the rules under a name in the home."""
    edition = chosen_edition()
    if edition is None:
        return redirect(url_for("setup.edition"))
    try:
        one = _named(edition)
        if not one.name or is_too_long(one.name):
            words = _("Type a name for these rules, of at most {n} letters.")
            return _sheet(edition, speaker().say(words, n=LONGEST_NAME)), 409
        if not RuleSets(current().settings.home).keep(one):
            return _sheet(edition, speaker().say(_("So many are kept: forget one first."))), 409
    except EditionError as error:
        return refused(edition, house_texts(), error)
    except SettingsError as error:
        return _sheet(edition, error_in_words(speaker(), error)), 503
    return redirect(url_for("house.house", **query_so_far()), 303)  # type: ignore[arg-type]  # plain words


@bp.post("/share")
def share() -> ResponseReturnValue:
    """Return the rules as a small file."""
    edition = chosen_edition()
    if edition is None:
        return redirect(url_for("setup.edition"))
    try:
        one = _named(edition)
    except EditionError as error:
        return refused(edition, house_texts(), error)
    name = one.name[:LONGEST_NAME] or "house-rules"
    safe = re.sub(r"[^\w -]", "", name).strip() or "house-rules"
    file = io.BytesIO(written(replace(one, name=name)))
    return send_file(file, "application/json", as_attachment=True, download_name=f"{safe}.json")


@bp.post("/forget")
def forget() -> ResponseReturnValue:
    """Let a kept set go."""
    edition = chosen_edition()
    try:
        RuleSets(current().settings.home).forget(request.form.get("name", ""))
    except SettingsError as error:
        if edition:
            return form(edition, house_texts(), error_in_words(speaker(), error)), 503
    return redirect(url_for("house.house", **query_so_far()), 303)  # type: ignore[arg-type]  # plain words


@bp.post("/take-in")
def take_in() -> ResponseReturnValue:
    """Fill the step in with the rules of a file, checked as typed ones are."""
    edition, file = chosen_edition(), request.files.get("file")
    if edition is None:
        return redirect(url_for("setup.edition"))
    content = file.read() if file else b""
    if len(content) > MOST_BYTES:
        words = _("That file is too large for house rules: they need {n} KB at most.")
        return form(
            edition, house_texts() | typed_texts(), speaker().say(words, n=MOST_BYTES // 1024)
        ), 400
    try:
        one = read_set(content)
        changes(edition, one.texts)
    except NoRuleSetError:
        words = _("That is no file with house rules. One is made by “Share” at this step.")
        return form(edition, house_texts() | typed_texts(), speaker().say(words)), 400
    except EditionError as error:
        return refused(edition, one.texts, error)
    return form(edition, one.texts, "", notes=[*_notes(one, edition)])


def _notes(one: RuleSet, edition: Edition) -> Iterator[str]:
    """Yield what is to be known of a set that was taken in."""
    say = speaker().say
    yield say(
        _("Taken in: {name}. Look at the rules, then go on."), name=cleaned(one.name)[:LONGEST_NAME]
    )
    if one.unknown:
        words = _("These rules are not known here and were left out: {names}.")
        yield say(words, names=", ".join(one.unknown))
    if one.edition != edition.id:
        yield say(_("They were kept with another game: see whether their amounts fit this one."))


def _named(edition: Edition) -> RuleSet:
    """Return the rules chosen so far, under the name that was typed.

    Raises:
        EditionError: one of them cannot be meant.
    """
    changed = changes(edition, house_texts())
    name = cleaned(request.form.get("name", ""))
    return RuleSet(name, edition.id, {rule: shown(value) for rule, value in changed.items()})


def _kept_as(edition: Edition) -> str:
    """Return under which name the rules chosen so far are kept; nothing if they are not."""
    try:
        rules = _named(edition).rules
    except EditionError:
        return ""
    kept = RuleSets(current().settings.home).all
    return next((one.name for one in kept if (one.edition, one.rules) == (edition.id, rules)), "")


def _sheet(edition: Edition, said: str) -> str:
    return page(
        "setup/rules.html",
        said=said,
        edition=edition,
        told=[*_told(edition)],
        up=url_for("house.house", **query_so_far()),  # type: ignore[arg-type]  # plain words
        query=query_so_far(),
        name=cleaned(request.form.get("name", "")) or _kept_as(edition),
    )


def _told(edition: Edition) -> Iterator[RuleTold]:
    texts = house_texts()
    try:
        changed = changes(edition, texts)
    except EditionError:
        return
    thrown = {
        switch.name: switch for switch in switches(speaker(), edition, texts) if switch.thrown
    }
    for name, value in changed.items():
        book = value_of(speaker(), getattr(edition.parameters, name))
        if name in thrown:
            yield RuleTold(thrown[name].title, thrown[name].consequence, book)
        else:
            yield RuleTold(speaker().say(sentence_of(name)), value_of(speaker(), value), book)
