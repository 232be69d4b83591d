"""Every field of every command can be said in a scenario, as its type is said there."""

from typing import Any, Literal, NamedTuple, get_args, get_origin

import pytest

from companion.editions.load import load_edition
from companion.errors import ScenarioError
from companion.game.commands import AnyCommand, Command, command_from
from companion.game.fields import fields_of, is_struct, kinds_of
from companion.scenario.reading import Reader
from companion.words import CardId, DeckId, Money, Option, Seat, Space

READER = Reader(("Ann", "Bob", "Cy"), load_edition("us-classic"))
WHERE, CARD = "step 1", READER.edition.cards[3].id


class Said(NamedTuple):
    """A value as a file says it, and what it is."""

    text: Any
    value: Any


SAID = {
    Seat: Said("Bob", 1),
    Space: Said("street:last", 39),
    Money: Said("2 * price(street:first) - 1", 119),
    CardId: Said(CARD, CARD),
    DeckId: Said("chance", "chance"),
    Option: Said("station:first", "5"),
    str: Said("a word", "a word"),
    int: Said(2, 2),
    bool: Said(text=True, value=True),
}


def said(kind: Any) -> Said:
    """Return a value of a type."""
    first = kinds_of(kind)[0]
    if first in SAID:
        return SAID[first]
    made, of = get_origin(first), get_args(first)
    if made is Literal:
        return Said(of[0], of[0])
    if is_struct(first):
        parts = {name: said(part) for name, part in fields_of(first).items()}
        text = {name: part.text for name, part in parts.items()}
        return Said(text, {name: part.value for name, part in parts.items()})
    if made is dict:
        key, value = map(said, of)
        return Said({str(key.text): value.text}, {key.value: value.value})
    assert made is tuple, first
    row = [said(one) for one in of if one is not Ellipsis]
    return Said([one.text for one in row], [one.value for one in row])


def step_of(kind: type[Command]) -> Said:
    """Return a command of a *kind* with all its fields."""
    text, value = said(kind)
    do = {"do": kind.__struct_config__.tag}
    return Said(do | text, do | value)


@pytest.mark.parametrize("kind", get_args(AnyCommand))
def test_every_field_of_a_command_is_read_by_its_type(kind: type[Command]) -> None:
    text, value = step_of(kind)
    assert value.keys() == {"do", *fields_of(kind)}
    assert READER.read(kind, text, WHERE) == value
    assert READER.command(text, WHERE) == command_from(value)


@pytest.mark.parametrize("kind", get_args(AnyCommand))
def test_a_player_a_space_or_a_card_that_there_is_not_is_named_in_each_field(
    kind: type[Command],
) -> None:
    text = step_of(kind).text
    wrong = {Seat: ("Zoe", "Zoe"), Space: ("street:30", "street:30"), CardId: ("x/y", "x/y")}
    for name, field in fields_of(kind).items():
        noun = kinds_of(field)[0]
        if noun in wrong:
            typed, named = wrong[noun]
            with pytest.raises(ScenarioError, match=rf"{WHERE}, {name}: .*{named}"):
                READER.command(text | {name: typed}, WHERE)


def test_a_key_that_no_command_has_is_named_with_what_to_do() -> None:
    with pytest.raises(ScenarioError, match="unknown field `colour`"):
        READER.command({"do": "buy", "by": "Ann", "colour": "red"}, WHERE)
