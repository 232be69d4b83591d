"""House rules as a form for one reader: families' switches, the cash, all else a sentence each."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.editions.house import with_house_rules
from companion.editions.model import Edition
from companion.editions.typed import Form, form_of, shown, typed, words_of
from companion.errors import EditionError
from companion.speaker import Speaker
from web.setup.house_rules import GROUPS, WORDS, sentence_of, value_of
from web.setup.switches import CASH, FAMILIAR, switches_of
from web.shared.broken import without_place


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


class Section(NamedTuple):
    """A group of rules."""

    title: str
    rules: tuple[HouseRule, ...]

    @property
    def changed(self) -> bool:
        """Whether any of them is changed."""
        return any(rule.changed for rule in self.rules)


class HouseForm(NamedTuple):
    """All that a form of house rules shows."""

    switches: tuple[Thrown, ...]
    cash: HouseRule
    unit: str  # of its amounts
    several: bool  # whether the cash is another for each number of players
    sections: tuple[Section, ...]

    @property
    def is_opened(self) -> bool:
        """Whether any rule is changed that no switch shows."""
        return any(section.changed for section in self.sections)


def house_form(speaker: Speaker, edition: Edition, texts: Mapping[str, str]) -> HouseForm:
    """Return the form of an edition, filled in with *texts* by name of the rule."""
    return HouseForm(
        switches=tuple(switches(speaker, edition, texts)),
        cash=_rule(speaker, edition, texts, CASH, sentence_of(CASH)),
        unit=edition.currency.symbol,
        several=isinstance(edition.parameters.starting_cash, tuple),
        sections=tuple(_sections(speaker, edition, texts)),
    )


def changes(edition: Edition, texts: Mapping[str, str]) -> dict[str, object]:
    """Return the house rules among *texts* that differ from the book; blanks are as in the book.

    Raises:
        EditionError: one cannot be meant; `where` ends in its name.
    """
    rules = edition.parameters
    known = {name: text for name, text in texts.items() if text.strip() and hasattr(rules, name)}
    values = {name: typed(name, text) for name, text in known.items()}
    return with_house_rules(rules, values, "house")[1]


def cannot_be(speaker: Speaker, error: EditionError) -> str:
    """Return which rule cannot be meant, and why."""
    sentence = speaker.say(sentence_of(error.where.rpartition(", ")[2]))
    return f"{sentence} {without_place(speaker, error)}"


def switches(speaker: Speaker, edition: Edition, texts: Mapping[str, str]) -> Iterator[Thrown]:
    """Yield what families play as switches, thrown as *texts* say."""
    say, rules = speaker.say, edition.parameters
    text = texts.get("go_salary", "")
    salary = int(text) if text.isdecimal() else rules.go_salary
    written = edition.currency.written
    facts = {"salary": written(salary), "double": written(2 * salary)}
    for switch in switches_of(rules):
        name, on = switch.name, switch.on
        off = "no" if on == "yes" else "yes"
        thrown = texts.get(name, shown(getattr(rules, name))) == on
        title, consequence = say(switch.title), say(switch.consequence, **facts)
        yield Thrown(name, title, consequence, on, off, thrown)


def _sections(speaker: Speaker, edition: Edition, texts: Mapping[str, str]) -> Iterator[Section]:
    for group in GROUPS:
        rest = (item for item in group.rules.items() if item[0] not in FAMILIAR)
        rules = tuple(_rule(speaker, edition, texts, name, sentence) for name, sentence in rest)
        yield Section(speaker.say(group.title), rules)


def _rule(
    speaker: Speaker, edition: Edition, texts: Mapping[str, str], name: str, sentence: str
) -> HouseRule:
    say, own = speaker.say, getattr(edition.parameters, name)
    usual = shown(own)
    options = tuple((word, say(WORDS[word])) for word in words_of(name))
    value, book = texts.get(name, usual), value_of(speaker, own)
    return HouseRule(name, say(sentence), form_of(name), value, usual, book, options)
