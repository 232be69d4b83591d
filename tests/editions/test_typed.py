"""House rules as people type them."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.editions.house import house_as_kept, with_house_rules
from companion.editions.load import edition_ids, load_edition
from companion.editions.parameters import Parameters
from companion.editions.typed import form_of, shown, typed, words_of
from companion.errors import EditionError

NAMES = Parameters.__struct_fields__


@pytest.mark.parametrize("edition_id", edition_ids())
def test_whatever_is_shown_can_be_typed_and_is_the_same(edition_id: str) -> None:
    rules = load_edition(edition_id).parameters
    texts = {name: shown(getattr(rules, name)) for name in NAMES}
    values = {name: typed(name, text) for name, text in texts.items()}
    assert with_house_rules(rules, values, "x") == (rules, {})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("jail_fine", " 60 ", 60),
        ("mortgage_interest", "0,05", Decimal("0.05")),
        ("mortgage_interest", "5 %", Decimal("0.05")),
        ("mortgage_interest", "5%", Decimal("0.05")),
        ("jail_card_turns", "1, 2,3", [1, 2, 3]),
        ("jail_card_turns", "", []),
        ("dealt_deeds", "2", 2),
        ("starting_cash", "1500, 1200", [1500, 1200]),
        ("build_evenly", "no", False),
        ("build_when", "any-time", "any-time"),
    ],
)
def test_what_people_type_is_understood(name: str, text: str, value: object) -> None:
    assert typed(name, text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("jail_fine", "ten"),
        ("jail_fine", "-1"),
        ("jail_fine", "1.5"),
        ("jail_fine", ""),
        ("jail_fine", "9" * 40),
        ("jail_fine", "٣"),
        ("mortgage_interest", "a tenth"),
        ("jail_card_turns", "1, two"),
        ("starting_cash", "1500,"),
        ("build_evenly", "maybe"),
    ],
)
def test_what_means_nothing_is_named(name: str, text: str) -> None:
    with pytest.raises(EditionError) as caught:
        typed(name, text)
    assert caught.value.where == name
    assert caught.value.mend


def test_a_word_has_its_words() -> None:
    assert words_of("utility_roll") == ("arriving", "fresh")
    assert words_of("jail_fine") == ()
    assert {form_of(name) for name in NAMES} == {
        *("yes-no", "word", "whole", "ratio", "list", "by-players"),
    }


@given(st.sampled_from(NAMES), st.text(max_size=12))
def test_nothing_that_is_typed_breaks_anything(name: str, text: str) -> None:
    rules = load_edition("us-classic").parameters
    with suppress(EditionError):
        played, changed = with_house_rules(rules, {name: typed(name, text)}, "x")
        assert {n for n in NAMES if getattr(played, n) != getattr(rules, n)} == set(changed)


def test_a_record_keeps_a_ratio_exactly() -> None:
    kept = {"mortgage_interest": "0.05", "jail_fine": 60, "build_when": "any-time"}
    house = house_as_kept(kept)
    assert house == {**kept, "mortgage_interest": Decimal("0.05")}
    assert load_edition("us-classic", (), house).parameters.mortgage_interest == Decimal("0.05")
