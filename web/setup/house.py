"""House rules at set-up: what families play as switches, all the rest in one sentence each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.model import Edition
from companion.editions.typed import Form, form_of, shown, words_of
from companion.errors import EditionError
from web.setup.answers import changes, chosen_edition, house_texts, query_so_far
from web.setup.house_rules import GROUPS, WORDS, value_of
from web.setup.rule_sets import RuleSets
from web.setup.steps import asked
from web.setup.switches import CASH, FAMILIAR, switches_of
from web.shared.broken import without_place
from web.shared.context import current, speaker

bp = Blueprint("house", __name__, url_prefix="/banker/game/house")


class HouseRule(NamedTuple):
    """One parameter as the page asks for it."""

    name: str
    sentence: str
    form: Form
    value: str  # as typed, or as the edition has it
    usual: str  # the edition's own
    book: str  # the same as the reader says it
    options: tuple[tuple[str, str], ...] = ()  # of a word: what is sent, what is read

    @property
    def changed(self) -> bool:
        """Whether the table plays it otherwise than the edition."""
        return self.value != self.usual


class Thrown(NamedTuple):
    """A switch as the page shows it."""

    name: str
    title: str
    consequence: str
    on: str  # as it is sent, thrown or not
    off: str
    thrown: bool


class KeptSet(NamedTuple):
    """A set of house rules that is kept, and where it is taken."""

    name: str
    href: str


class Section(NamedTuple):
    """A group of them."""

    title: str
    rules: tuple[HouseRule, ...]

    @property
    def changed(self) -> bool:
        """Whether any of them is changed."""
        return any(rule.changed for rule in self.rules)


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
    return {name: sent.getlist(name)[-1] for name in _sentences() if name in sent}


def refused(edition: Edition, texts: Mapping[str, str], error: EditionError) -> ResponseReturnValue:
    """Say which rule cannot be meant; all stand there to be mended."""
    sentence = speaker().say(_sentences()[error.where.rpartition(", ")[2]])
    return form(edition, texts, f"{sentence} {without_place(speaker(), error)}"), 400


def _with(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the answers so far, with these house rules."""
    return {**query_so_far("house"), "house": [f"{name}:{text}" for name, text in texts.items()]}


def _kept_sets() -> Iterator[KeptSet]:
    for one in RuleSets(current().settings.home).all:
        yield KeptSet(one.name, url_for("house.house", **_with(one.texts)))  # type: ignore[arg-type]  # plain words


def form(edition: Edition, texts: Mapping[str, str], said: str, notes: Sequence[str] = ()) -> str:
    """Return the step with the house rules in *texts*; *said*: why it did not go on."""
    sentences = _sentences()
    return asked(
        "house",
        edition,
        said=said,
        notes=notes,
        kept_sets=tuple(_kept_sets()),
        switches=tuple(switches(edition, texts)),
        cash=_rule(edition, texts, CASH, sentences[CASH]),
        unit=edition.currency.symbol,
        several=isinstance(edition.parameters.starting_cash, tuple),
        sections=tuple(_sections(edition, texts)),
        kept=query_so_far("house"),
    )


def switches(edition: Edition, texts: Mapping[str, str]) -> Iterator[Thrown]:
    """Yield what families play as switches, thrown as *texts* say."""
    say, rules = speaker().say, edition.parameters
    typed = texts.get("go_salary", "")
    salary = int(typed) if typed.isdecimal() else rules.go_salary
    written = edition.currency.written
    facts = {"salary": written(salary), "double": written(2 * salary)}
    for switch in switches_of(rules):
        name, on = switch.name, switch.on
        off = "no" if on == "yes" else "yes"
        thrown = texts.get(name, shown(getattr(rules, name))) == on
        title, consequence = say(switch.title), say(switch.consequence, **facts)
        yield Thrown(name, title, consequence, on, off, thrown)


def _sections(edition: Edition, texts: Mapping[str, str]) -> Iterator[Section]:
    for group in GROUPS:
        rest = (item for item in group.rules.items() if item[0] not in FAMILIAR)
        rules = tuple(_rule(edition, texts, name, sentence) for name, sentence in rest)
        yield Section(speaker().say(group.title), rules)


def _rule(edition: Edition, texts: Mapping[str, str], name: str, sentence: str) -> HouseRule:
    say, own = speaker().say, getattr(edition.parameters, name)
    usual = shown(own)
    options = tuple((word, say(WORDS[word])) for word in words_of(name))
    value, book = texts.get(name, usual), value_of(speaker(), own)
    return HouseRule(name, say(sentence), form_of(name), value, usual, book, options)


def _sentences() -> dict[str, str]:
    return {name: sentence for group in GROUPS for name, sentence in group.rules.items()}
