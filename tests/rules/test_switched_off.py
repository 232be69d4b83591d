"""A rule that is switched off is missed: by a scenario that shows it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from companion.editions.load import edition_ids, load_rulebook
from companion.game.events import Built
from companion.game.refusals import Refusal
from companion.rules import deciders
from companion.rules.citing import citing
from companion.rules.play import refuse
from companion.rules.registry import homes
from companion.rules.tariff import Tariff
from companion.words import RuleKey
from tests.support.scenarios import result_in, results_of, texts_of

Function = Callable[..., Any]

NO_RULE = "bank/no-rule-at-all"


def home_of(key: RuleKey) -> Function:
    """Return the function that is the home of a rule."""
    module, _, name = homes[key].rpartition(".")
    function: Function = getattr(import_module(module), name)
    return function


def off(function: Function) -> Function:
    """Return a function that does not do what *function* does, by the type that it returns."""
    told = function.__annotations__["return"]
    text = str(told)
    if told is None or text.endswith("| None"):
        return lambda *_, **__: None
    if "Iterator" in text or text == "tuple[str, ...]":
        return lambda *_, **__: iter(()) if "Iterator" in text else ()
    if "Refusal" in text or text.startswith("tuple["):
        return lambda *_, **__: refuse("bad-command", NO_RULE) if "Space" in text else ()
    if "play" in function.__annotations__:
        return lambda *_, **__: False  # nothing is done
    return lambda *args, **named: other_than(function(*args, **named))


def other_than(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case Fraction():
            return -value - 1  # the richest is the poorest
        case str():
            return NO_RULE
        case dict():
            return {name: one + 1 for name, one in value.items()}
        case Built():
            return replace(value, cost=value.cost + 1)
        case Tariff():
            value.amount = None if value.amount is None else value.amount + 1
            value.multiple += 1
            return value
        case Refusal():
            return None
        case _:
            return value._replace(amount=value.amount + 1)


@contextmanager
def switched_off(key: RuleKey) -> Iterator[None]:
    """Let the home of a rule do nothing, wherever it is called."""
    function = home_of(key)
    idle = off(function)
    rooms = [m for name, m in sys.modules.items() if name.startswith("companion.")]
    places = [(m, n) for m in rooms for n, there in vars(m).items() if there is function]
    patches: list[Any] = [patch.object(room, name, idle) for room, name in places]
    decided = {kind: idle for kind, decider in deciders.items() if decider is function}
    patches.append(patch.dict(deciders, decided))
    for of_kind in citing.values():
        cited = {because: idle for because, cites in of_kind.items() if cites is function}
        patches.append(patch.dict(of_kind, cited))
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()


def is_missed(key: RuleKey) -> bool:
    """Return whether a scenario that shows a rule of this key does so no more without its home."""
    with switched_off(key):
        for edition_id in edition_ids():
            ids = {rule.id for rule in load_rulebook(edition_id).told(key)}
            for file, result in results_of(edition_id).items():
                shows = ids.intersection(result.rules) and key in result.cites
                if shows and not _still_shows(key, edition_id, file):
                    return True
    return False


def _still_shows(key: RuleKey, edition_id: str, file: Path) -> bool:
    try:
        result = result_in(edition_id, texts_of(edition_id)[file])
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return False  # the referee stumbles over what is not there
    return result.passed and key in result.cites


def shown_keys() -> list[RuleKey]:
    """Return the keys of all rules that some scenario shows."""
    keys: dict[RuleKey, None] = {}
    for edition_id in edition_ids():
        book = load_rulebook(edition_id)
        for result in results_of(edition_id).values():
            named = [rule for rule_id in result.rules if (rule := book.rule(rule_id))]
            keys |= {k: None for rule in named for k in (rule.key, *rule.also) if k in result.cites}
    return sorted(keys)


def test_every_rule_that_is_shown_has_a_home() -> None:
    assert [key for key in shown_keys() if key not in homes] == []


def test_a_rule_that_is_switched_off_is_missed() -> None:
    for edition_id in edition_ids():
        results_of(edition_id)  # before anything is switched off
    assert [key for key in shown_keys() if key in homes and not is_missed(key)] == []


@pytest.mark.parametrize("key", ["rent/claim", "jail/fine", "mortgage/rounding"])
def test_what_was_switched_off_is_on_again(key: str) -> None:
    function = home_of(RuleKey(key))
    with switched_off(RuleKey(key)):
        assert home_of(RuleKey(key)) is not function
    assert home_of(RuleKey(key)) is function
