"""The tables of a rulebook file -> `Rulebook`, every mistake being noted."""

import re
from collections import Counter

from companion.editions.rulebook import Rule, Rulebook
from companion.editions.tomlfile import TomlTable, likeliest
from companion.words import RuleKey

TOPICS = (
    *("setup", "bank", "turn", "doubles", "go", "purchase", "auction", "rent", "utility"),
    *("station", "card", "tax", "parking", "jail", "house", "hotel", "shortage", "sale"),
    *("mortgage", "loan", "bankruptcy", "end", "winner", "variant", "short", "timed", "fine"),
)
_NUMBER = re.compile(r"\d\d")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TEST = re.compile(r"tests/[\w/]+\.py::\w+")


def read_rulebook(file: TomlTable, edition_id: str) -> Rulebook:
    """Return the catalogue of the edition; what is wrong is noted in *file*."""
    file.knows("edition", "rule")
    facts = file.table("edition", needed=True)
    facts.knows("id", "name", "language", "source", "players", "components", "currency")
    if facts.text("id") != edition_id:
        facts.noted(f"this is the rulebook of {edition_id}", "id", f'id = "{edition_id}"')
    rules = tuple(_rule(table, edition_id) for table in file.tables("rule", known_by="id"))
    for rule_id, times in Counter(rule.id for rule in rules).items():
        if times > 1:
            file.noted(f"this id is there {times} times", f"rule {rule_id}", "number them anew")
    if not rules:
        file.noted("a rulebook without a rule", mend="[[rule]]")
    return Rulebook(edition=edition_id, name=facts.text("name"), rules=rules)


def _rule(table: TomlTable, edition_id: str) -> Rule:
    table.knows(
        *("id", "key", "also", "topic", "section", "rests_on", "says", "shows", "note"),
        *("by_test", "exempt"),
    )
    rule = Rule(
        id=table.text("id"),
        key=RuleKey(table.text("key")),
        also=tuple(map(RuleKey, table.texts("also"))),
        topic=table.word("topic", TOPICS),
        says=table.text("says"),
        shows=table.text("shows"),
        section=table.text("section", ""),
        rests_on=table.text("rests_on", ""),
        note=table.text("note", ""),
        by_test=table.text("by_test", ""),
        exempt=table.text("exempt", ""),
    )
    if bool(rule.section) == bool(rule.rests_on):
        table.noted("a rule has a section of the book or rests_on something, and not both")
    if rule.by_test and not _TEST.fullmatch(rule.by_test):
        table.noted(f"{rule.by_test!r} is no test", "by_test", "tests/FILE.py::NAME")
    _check_names(table, rule, edition_id)
    return rule


def _check_names(table: TomlTable, rule: Rule, edition_id: str) -> None:
    """Note an id that is not EDITION/TOPIC-NN and a key that is not topic/slug."""
    edition, _, rest = rule.id.partition("/")
    topic, _, number = rest.rpartition("-")
    if edition != edition_id:
        table.noted(f"this is the rulebook of {edition_id}", "id", f"{edition_id}/{rest}")
    if topic != rule.topic or not _NUMBER.fullmatch(number):
        table.noted(f"{rule.id!r} is no id of its topic", "id", f"{edition_id}/{rule.topic}-NN")
    for key in (rule.key, *rule.also):
        topic, _, slug = key.partition("/")
        if topic not in TOPICS or not _SLUG.fullmatch(slug):
            near = likeliest(topic, TOPICS)
            slug = "topic/slug in small letters, digits and hyphens"
            mend = f"did you mean {near!r}?" if near else slug
            table.noted(f"{key!r} is no key", "key" if key == rule.key else "also", mend)
    if len({rule.key, *rule.also}) <= len(rule.also):
        table.noted("a key is there twice", "also", "name each once")
