"""One set of rules for all tables of a tournament, until it begins."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.library import Library
from companion.editions.model import Edition
from companion.editions.typed import shown
from companion.errors import EditionError
from companion.hub.tournaments import Tournament
from companion.speaker import Speaker
from web.club.context import club, heard
from web.club.render import page
from web.club.tournament_view import changed, found
from web.club.wording import error_in_words, refused_in_words
from web.setup.house_form import cannot_be, changes, house_form
from web.setup.house_rules import NAMES, sentence_of, value_of
from web.setup.printings import about

bp = Blueprint("tournament_rules", __name__, url_prefix="/tournaments/<int:number>")


class ToldRules(NamedTuple):
    """What is played at all tables, in words."""

    edition: str
    ways: tuple[str, ...]  # printings and ways to play
    house: tuple[tuple[str, str], ...]  # rules otherwise than in the book, and what they are


@bp.get("/rules")
def rules(number: int) -> ResponseReturnValue:
    """Show the rules, each to be changed."""
    one = found(number)
    return _shown(one, one.variants, one.house)


@bp.post("/rules")
def play_by(number: int) -> ResponseReturnValue:
    """Set the rules, or say what cannot be meant."""
    one, form = found(number), request.form
    variants = tuple(form.getlist("variant"))
    texts = {name: form.getlist(name)[-1] for name in NAMES if name in form}
    try:
        edition = Library().edition(one.edition, variants)
    except EditionError as error:
        return _shown(one, one.variants, texts, error_in_words(error)), 400
    try:
        house = {name: shown(value) for name, value in changes(edition, texts).items()}
    except EditionError as error:
        return _shown(one, variants, texts, cannot_be(_speaker(edition), error)), 400
    refused = club().hub.tournaments.play_by(number, variants, house)
    if refused is not None:
        return _shown(one, variants, texts, refused_in_words(refused)), 409
    changed()
    return redirect(url_for("tournament.tournament", number=number), 303)


@bp.post("/kept-too")
def keep_too(number: int) -> ResponseReturnValue:
    """Set whether an answer at its tables counts only once its record is at the hub."""
    wanted = request.form.get("wanted") == "yes"
    club().hub.tournaments.keep_too(found(number).id, wanted=wanted)
    changed()
    return redirect(url_for("tournament.tournament", number=number), 303)


def told_rules(one: Tournament) -> ToldRules:
    """Return the rules of a tournament in words; as they stand, where the edition is not known."""
    try:
        edition = Library().edition(one.edition, one.variants)
        house = changes(edition, one.house)
    except EditionError:
        return ToldRules(one.edition, one.variants, tuple(one.house.items()))
    speaker = _speaker(edition)
    chosen = (each for each in edition.printings if each.id in edition.variants)
    return ToldRules(
        edition.name,
        tuple(about(speaker, each) for each in chosen),
        tuple(
            (speaker.say(sentence_of(name)), value_of(speaker, value))
            for name, value in house.items()
        ),
    )


def _speaker(edition: Edition) -> Speaker:
    return Speaker(heard(), edition, ())


def _shown(
    one: Tournament, variants: tuple[str, ...], texts: Mapping[str, str], said: str = ""
) -> str:
    edition = Library().edition(one.edition, variants)
    speaker = _speaker(edition)
    return page(
        "tournament_rules.html",
        said=said,
        tournament=one,
        edition=edition,
        told={each.id: about(speaker, each) for each in edition.printings},
        form=house_form(speaker, edition, texts),
    )
