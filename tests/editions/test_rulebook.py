"""The catalogues: their ids, their keys, and what a person can mistype in one."""

from collections import Counter

import pytest

from companion.editions.load import edition_ids, load_rulebook, rulebook_from_toml
from companion.editions.rulebook_file import TOPICS
from companion.errors import EditionError
from companion.rules.registry import homes
from companion.words import RuleKey
from tests.support.repository import ROOT

GOOD = """
[edition]
id = "my-own"
name = "Mine"

[[rule]]
id = "my-own/rent-02"
key = "rent/claim"
topic = "rent"
rests_on = "common rule"
says = "Rent is due on request."
shows = "given / when / then"
"""


def test_the_catalogues_are_whole() -> None:
    """As many rules as the books have, in all topics that a game must have."""
    rulebooks = {edition_id: load_rulebook(edition_id) for edition_id in edition_ids()}
    assert {name: len(book.rules) for name, book in rulebooks.items()} == {
        "de-dm": 213,
        "disney": 169,
        "got-2015": 162,
        "it-eg": 178,
        "ports": 209,
        "ru-2004": 236,
        "uk-classic": 209,
        "us-classic": 213,
    }
    for book in rulebooks.values():
        lacking = {*TOPICS} - {rule.topic for rule in book.rules}
        assert lacking <= {"variant", "short", "timed", "fine", "loan"}


def test_the_same_rule_has_the_same_key_in_both_editions() -> None:
    """Rules are compared edition by edition: most keys are shared, under the same number."""
    ru, us = load_rulebook("ru-2004"), load_rulebook("us-classic")
    shared = {*ru.keys} & {*us.keys}
    assert len(shared) == 225
    for key in shared:
        numbers = [[rule.id.split("/")[1] for rule in book.told(key)] for book in (ru, us)]
        assert numbers[0] == numbers[1]


@pytest.mark.parametrize("edition_id", ["ru-2004", "us-classic"])
def test_a_key_that_is_told_twice_is_meant_twice(edition_id: str) -> None:
    """Two rules share a key only where the book says the same thing in two places."""
    count = Counter(rule.key for rule in load_rulebook(edition_id).rules)
    assert {key for key, times in count.items() if times > 1} == {
        "doubles/third",
        "go/by-card",
        "go/on-the-way-to-jail",
        "house/even",
        "house/group-mortgaged",
        "sale/group-built",
    }


@pytest.mark.parametrize("edition_id", edition_ids())
def test_a_rule_is_found_by_id_and_by_key(edition_id: str) -> None:
    """An explanation finds the paragraph from either side."""
    book = load_rulebook(edition_id)
    for rule in book.rules:
        assert book.rule(rule.id) is rule
        assert rule in book.told(rule.key)
    assert book.rule(f"{edition_id}/rent-99") is None
    assert book.told(RuleKey("rent/of-the-moon")) == ()


def test_every_rule_of_the_referee_is_in_a_catalogue() -> None:
    """No function says it is the home of a rule that nobody has written down."""
    known = {key for edition_id in edition_ids() for key in load_rulebook(edition_id).keys}
    assert homes
    assert {*homes} - known == set()


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_tests_that_show_rules_are_there(edition_id: str) -> None:
    """Where a rule names its test, that test exists."""
    for rule in load_rulebook(edition_id).rules:
        if rule.by_test:
            file, _, name = rule.by_test.partition("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_a_rulebook_without_a_mistake_is_read() -> None:
    """The text from which the slips below are made is a good one."""
    (rule,) = rulebook_from_toml(GOOD, "my.toml", "my-own").rules
    assert (rule.id, rule.key, rule.says) == (
        "my-own/rent-02",
        "rent/claim",
        "Rent is due on request.",
    )


@pytest.mark.parametrize(
    ("there", "typed", "parts"),
    [
        ('id = "my-own"', 'id = "yours"', ["edition, id", "the rulebook of my-own"]),
        ("my-own/rent-02", "yours/rent-02", ["yours/rent-02, id", "my-own/rent-02"]),
        ("my-own/rent-02", "my-own/rent-2", ["no id of its topic", "my-own/rent-NN"]),
        ("my-own/rent-02", "my-own/jail-02", ["no id of its topic", "my-own/rent-NN"]),
        ("rent/claim", "rent/Claim", ["'rent/Claim' is no key"]),
        ("rent/claim", "rents/claim", ["'rents/claim' is no key", "did you mean 'rent'"]),
        ('topic = "rent"', 'topic = "rnt"', ["rent-02, topic", "Did you mean rent"]),
        ('rests_on = "common rule"', "", ["a section of the book or rests_on"]),
        ("says =", "say =", ["rent-02, say", "Did you mean says"]),
        ('shows = "given', 'by_test = "x"\nshows = "given', ["'x' is no test"]),
        ("[[rule]]", "[rule]", ["rule", "a list of tables"]),
        ('topic = "rent"', "topic = rent", ["Line 9", "no TOML"]),
    ],
)
def test_a_slip_in_a_rulebook_is_named(there: str, typed: str, parts: list[str]) -> None:
    """The first mistake is named with the rule it is in."""
    assert there in GOOD
    with pytest.raises(EditionError) as caught:
        rulebook_from_toml(GOOD.replace(there, typed, 1), "my.toml", "my-own")
    assert all(part in str(caught.value) for part in ["my.toml", *parts]), str(caught.value)


def test_a_rule_may_say_what_other_books_say_in_several() -> None:
    """Further keys lead to the same rule; a key that is told nowhere leads to none."""
    text = GOOD.replace("topic =", 'also = ["rent/no-reminder"]\ntopic =')
    book = rulebook_from_toml(text, "my.toml", "my-own")
    (rule,) = book.rules
    assert book.told(RuleKey("rent/claim")) == book.told(RuleKey("rent/no-reminder")) == (rule,)
    assert book.told(RuleKey("rent/due")) == ()
    assert book.keys == ("rent/claim", "rent/no-reminder")


@pytest.mark.parametrize(
    ("also", "what"),
    [
        ('["Rent"]', "'Rent' is no key"),
        ('["rent/claim"]', "a key is there twice"),
        ('"rent/due"', "a list of texts"),
    ],
)
def test_a_slip_in_further_keys_is_named(also: str, what: str) -> None:
    """Further keys are checked like the first."""
    text = GOOD.replace("topic =", f"also = {also}\ntopic =")
    with pytest.raises(EditionError, match=what):
        rulebook_from_toml(text, "my.toml", "my-own")


def test_an_id_stands_for_one_rule() -> None:
    """The same id twice is a mistake."""
    twice = GOOD + GOOD[GOOD.index("[[rule]]") :]
    with pytest.raises(EditionError, match="this id is there 2 times"):
        rulebook_from_toml(twice, "my.toml", "my-own")
