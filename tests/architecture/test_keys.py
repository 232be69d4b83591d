"""Rules are named by keys that the catalogues have, and events say all that they do."""

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import get_args

from companion.editions.load import edition_ids, load_rulebook
from companion.editions.rulebook_file import TOPICS
from companion.game import events
from companion.game.refusals import Code
from companion.rules.citing import ANY, citing
from companion.rules.registry import homes
from tests.support.repository import ROOT

ROOMS = ("companion/rules", "companion/game", "companion/scenario")


def keys_in(source: str) -> Iterator[str]:
    """Yield every text of the form `topic/slug` in *source*, those with a hole left out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            topic, slash, slug = node.value.partition("/")
            if slash and slug and topic in TOPICS and " " not in slug:
                yield node.value


def keys_used() -> set[str]:
    """Return every key that the rules name."""
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    return {key for file in files for key in keys_in(file.read_text())}


def test_every_key_that_a_rule_names_stands_in_some_catalogue() -> None:
    keys = {key for edition in edition_ids() for key in load_rulebook(edition).keys}
    assert keys_used() - keys == set()


def test_keys_are_found_in_source() -> None:
    source = '"no key", "weather/rain", f"purchase/{kind}", because=key("rent/claim")'
    assert list(keys_in(f"f({source})")) == ["rent/claim"]


def test_every_rule_has_a_home_that_is_a_function() -> None:
    for key, home in homes.items():
        module, _, function = home.rpartition(".")
        assert callable(getattr(import_module(module), function)), key


def test_every_home_is_named_by_a_key_of_some_catalogue() -> None:
    keys = {key for edition in edition_ids() for key in load_rulebook(edition).keys}
    assert set(homes) - keys == set()


def kinds_of(base: type) -> Iterator[type]:
    """Yield every kind of event that is a *base*, those left out that are only bases."""
    kind: type
    for kind in base.__subclasses__():
        yield from kinds_of(kind) if kind.__subclasses__() else (kind,)


def test_what_is_cited_for_a_reason_is_told_for_that_reason() -> None:
    named = Counter(
        k for f in (ROOT / "companion/rules").glob("*.py") for k in keys_in(f.read_text())
    )
    reasons = {reason for of_kind in citing.values() for reason in of_kind} - {ANY}
    assert {reason for reason in reasons if named[reason] < 2} == set()


def test_every_event_stands_in_the_union_and_beside_the_others() -> None:
    kinds = {*kinds_of(events.Event)}
    assert kinds == set(get_args(events.AnyEvent))
    assert {kind for kind in kinds if getattr(events, kind.__name__, None) is not kind} == set()


def test_every_event_says_what_it_changes_and_what_it_posts() -> None:
    for kind in kinds_of(events.Event):
        said = [
            getattr(kind, name) for name in ("change", "entry", "besides") if hasattr(kind, name)
        ]
        assert not any(getattr(method, "__isabstractmethod__", False) for method in said), kind
        assert issubclass(kind, events.Booked) == hasattr(kind, "entry"), kind


def test_every_refusal_names_a_code_of_the_list() -> None:
    codes = set(get_args(Code))
    calls = (
        node
        for file in (ROOT / "companion/rules").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "refuse"
    )
    named = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert named
    assert named - codes == set()
