"""Whatever is changed about a parameter, some scenario of every edition notices."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import replace

from companion.editions.load import edition_ids, edition_text, load_edition
from companion.editions.model import Edition
from companion.editions.parameters import Parameters
from tests.support.scenarios import editions_as, reads_of, result_in, texts_of

KINDS = get_type_hints(Parameters)


def others(name: str, value: Any) -> Iterator[Any]:
    """Yield other values that a parameter might have."""
    kind = KINDS[name]
    if isinstance(value, bool):
        yield not value
    elif get_origin(kind) is Literal:
        yield from (word for word in get_args(kind) if word != value)
    elif isinstance(value, tuple):
        yield value[:-1] or (*value, 1)
        yield (*value[:-1], value[-1] + 1) if value else (1,)
    else:
        yield value + (Decimal("0.1") if isinstance(value, Decimal) else 1)


def with_parameter(edition: Edition, name: str, value: Any) -> Edition:
    """Return *edition* with a parameter changed, unless a variant or house rule sets it."""
    own = getattr(load_edition(edition.id).parameters, name)
    if name in edition.house or getattr(edition.parameters, name) != own:
        return edition
    return replace(edition, parameters=replace(edition.parameters, **{name: value}))


def is_noticed(edition_id: str, name: str, value: Any) -> bool:
    """Return whether a scenario of the edition fails with this value; the likeliest are first."""
    reads = reads_of(edition_id)
    readers = [file for file in reads if name in reads[file]]
    with editions_as(lambda edition: with_parameter(edition, name, value)):
        return any(_fails(edition_id, file) for file in sorted(readers, key=_likely(name, reads)))


def _is_the_same(edition_id: str, name: str, value: Any) -> bool:
    """Return whether a value can make no difference.

    Debts paid in turn or evenly are the same without a card that makes several, and beside the
    fewest players a Banker apart is more than any smaller number of people.
    """
    rules = load_edition(edition_id).parameters
    if name == "banker_may_abstain_above":
        return bool(max(value, rules.banker_may_abstain_above) <= rules.players_min)
    in_words = {value, getattr(rules, name)} == {"in-turn", "card-evenly"}
    return in_words and "effect = { pay_each" not in edition_text(edition_id)


def _fails(edition_id: str, file: Path) -> bool:
    return not result_in(edition_id, texts_of(edition_id)[file]).passed


def _likely(name: str, reads: Any) -> Any:
    topic = name.split("_", maxsplit=1)[0]
    return lambda file: (not file.stem.startswith(topic), len(reads[file]))


@pytest.mark.parametrize("edition_id", edition_ids())
def test_a_changed_parameter_fails_a_scenario(edition_id: str) -> None:
    parameters = load_edition(edition_id).parameters
    unnoticed = [
        f"{name}={value}"
        for name in Parameters.__struct_fields__
        for value in others(name, getattr(parameters, name))
        if not _is_the_same(edition_id, name, value) and not is_noticed(edition_id, name, value)
    ]
    assert unnoticed == []


def test_other_values_are_other_values() -> None:
    for name in Parameters.__struct_fields__:
        value = getattr(load_edition("us-classic").parameters, name)
        assert value not in list(others(name, value))
