"""What the unconfirmed facts of the editions name, and corrections laid over an edition."""

from typing import Any

import pytest

from companion.editions.effects import Collect
from companion.editions.load import edition_ids, load_edition
from companion.editions.model import Card, Unconfirmed
from companion.editions.unconfirmed import named_in
from companion.errors import EditionError
from companion.words import Space

STREETS = ("name", "price", "rents", "house_cost", "mortgage")
NAMED: dict[tuple[str, str], tuple[dict[int, tuple[str, ...]], int]] = {
    # (edition, beginning of the fact): spaces with the keys in doubt, and how many cards
    ("ru-2004", "space 27 name"): ({27: ("name",)}, 0),
    ("ru-2004", "space 4 and 38 amount"): ({4: ("amount",), 38: ("amount",)}, 0),
    ("ru-2004", "deck chance and deck chest"): ({}, 32),
    ("ru-2004", "edition.words"): ({}, 0),
    ("us-classic", "card chest of printings"): ({}, 0),
    ("us-classic", "edition.money.start_notes"): ({}, 0),
    ("uk-classic", "decks of recent printings"): ({}, 0),
    ("de-dm", "spaces 26, 27, 29 bare rent"): (dict.fromkeys((26, 27, 29), ("rents",)), 0),
    ("de-dm", "space 21, every figure"): ({21: STREETS}, 0),
    ("it-eg", "space 37 price"): ({37: ("price",)}, 0),
    ("it-eg", "spaces 12, 28 dice"): (dict.fromkeys((12, 28), ("dice_multiples",)), 0),
    ("it-eg", "space 3 hotel"): ({3: ("rents",)}, 0),
    ("it-eg", "spaces 6, 8 with 4"): (dict.fromkeys((6, 8, 11, 13), ("rents",)), 0),
    ("it-eg", "space 4 amount, space 38"): (dict.fromkeys((4, 38), ("amount",)), 0),
    ("it-eg", "card chance/advance-stazione-nord"): ({}, 1),
    ("got-2015", "space 9 name, space 6 name"): (dict.fromkeys((9, 6, 8), ("name",)), 0),
    ("got-2015", "places of the great houses"): (dict.fromkeys((5, 15, 25, 35), STREETS[:0]), 0),
    ("disney", "card chest/maleficent"): ({}, 1),
    ("disney", "amounts of cards"): ({}, 13),
    ("ports", "space 18 rents"): ({18: ("rents",)}, 0),
    ("ports", "card chest/stock-25-2"): ({}, 1),
}


def fact_of(edition_id: str, beginning: str) -> Unconfirmed:
    facts = [u for u in load_edition(edition_id).unconfirmed if u.fact.startswith(beginning)]
    assert len(facts) == 1, beginning
    return facts[0]


@pytest.mark.parametrize(("edition_id", "beginning"), NAMED)
def test_the_words_of_a_fact_say_what_it_is_about(edition_id: str, beginning: str) -> None:
    spaces, cards = NAMED[edition_id, beginning]
    named = named_in(fact_of(edition_id, beginning), load_edition(edition_id))
    assert set(named.spaces) == set(spaces)
    for space, keys in spaces.items():
        if keys:
            assert named.spaces[Space(space)] == keys
    assert len(named.cards) == cards


def test_all_lots_are_meant_where_a_fact_says_so() -> None:
    got = named_in(fact_of("got-2015", "names of the 22 lots"), load_edition("got-2015"))
    assert len(got.spaces) == 22
    ports = named_in(fact_of("ports", "names of the lots"), load_edition("ports"))
    assert len(ports.spaces) == 28
    disney = named_in(fact_of("disney", "names of spaces 3, 6"), load_edition("disney"))
    assert len(disney.spaces) == 17
    assert set(disney.spaces.values()) == {("name",)}
    scale = named_in(fact_of("it-eg", "rents that leave"), load_edition("it-eg"))
    assert Space(37) in scale.spaces
    assert set(scale.spaces.values()) == {("rents",)}


@pytest.mark.parametrize("edition_id", edition_ids())
def test_whatever_a_fact_names_the_edition_has(edition_id: str) -> None:
    edition = load_edition(edition_id)
    for fact in edition.unconfirmed:
        named = named_in(fact, edition)
        assert all(edition.card(card) for card in named.cards)
        assert all(edition.space(space).index == space for space in named.spaces)


def test_a_correction_is_laid_over_the_edition_and_what_is_as_printed_is_none() -> None:
    corrections: dict[str, Any] = {
        "spaces": [{"index": 3, "name": "Our road", "price": 60}, {"index": 5, "price": 200}],
        "cards": [{"id": "chance/speeding", "text": "Too fast", "effect": {"collect": 15}}],
    }
    edition = load_edition("us-classic", (), {"jail_fine": 60}, corrections)
    assert edition.space(Space(3)).name == "Our road"
    assert edition.card("chance/speeding") == Card(
        id="chance/speeding", deck="chance", text="Too fast", effect=Collect(15)
    )
    assert edition.parameters.jail_fine == 60
    assert edition.corrections == {
        "spaces": [{"index": 3, "name": "Our road"}],
        "cards": [{"id": "chance/speeding", "text": "Too fast", "effect": {"collect": 15}}],
    }


def test_the_board_has_the_last_word_over_a_printing() -> None:
    older = load_edition("us-classic", ["before-2008"])
    assert older.space(Space(38)).amount == 75
    corrections = {"spaces": [{"index": 38, "amount": 80}]}
    corrected = load_edition("us-classic", ["before-2008"], {}, corrections)
    assert corrected.space(Space(38)).amount == 80
    assert corrected.space(Space(4)).percent == 10
    as_printed = {"spaces": [{"index": 38, "amount": 75}]}
    assert load_edition("us-classic", ["before-2008"], {}, as_printed) == older


MISTAKES: list[tuple[dict[str, Any], list[str]]] = [
    ({"spaces": [{"index": 1, "mortgage": 600}]}, ["space 1, mortgage", "600 on a price of 60"]),
    ({"spaces": [{"index": 1, "price": 0}]}, ["space 1, price", "0 cannot be meant"]),
    ({"spaces": [{"index": 1, "price": "60"}]}, ["space 1, price", "a whole number"]),
    ({"spaces": [{"index": 1, "price": True}]}, ["space 1, price", "a whole number"]),
    ({"spaces": [{"index": 1, "rents": [2, 10]}]}, ["space 1, rents", "Figures: 2", "but 6"]),
    ({"spaces": [{"index": 1, "rents": [9, 1, 1, 1, 1, 1]}]}, ["space 1, rents", "not rise"]),
    ({"spaces": [{"index": 1, "house_cost": 60}]}, ["brown cost 50, 60"]),
    ({"spaces": [{"index": 1, "name": ""}]}, ["space 1, name", "a text in quotes"]),
    ({"spaces": [{"index": 1, "kind": "tax"}]}, ["spaces 1, kind", "Nobody reads"]),
    ({"spaces": [{"index": 1, "group": "red"}]}, ["spaces 1, group", "Nobody reads"]),
    ({"spaces": [{"index": 1, "amount": 5}]}, ["space 1, amount", "Nobody reads"]),
    ({"spaces": [{"index": 44, "name": "x"}]}, ["spaces 44, index", "nothing of this kind"]),
    ({"spaces": [{"index": "1", "name": "x"}]}, ["spaces 1, index", "nothing of this kind"]),
    ({"spaces": [{"name": "x"}]}, ["spaces 1, index", "nothing of this kind"]),
    ({"spaces": 3}, ["spaces", "a list of tables"]),
    ({"cards": [{"id": "chance/back-4", "text": "x"}]}, ["chance/back-4, id", "chance/back-3"]),
    ({"cards": [{"id": "chance/back-3", "effect": {"back": 0}}]}, ["effect, back", "0 cannot"]),
    (
        {"cards": [{"id": "chance/back-3", "effect": {"fly": 1}}]},
        ["effect", "does this: fly"],
    ),
    ({"cards": [{"id": "chance/back-3", "deck": "chest"}]}, ["chance/back-3, deck", "Nobody"]),
    ({"parameters": {"go_salary": 1}}, ["parameters", "Nobody reads"]),
]


@pytest.mark.parametrize(("corrections", "parts"), MISTAKES)
def test_a_correction_is_checked_like_a_file(corrections: dict[str, Any], parts: list[str]) -> None:
    with pytest.raises(EditionError) as caught:
        load_edition("us-classic", (), {}, corrections)
    assert str(caught.value).startswith("us-classic, corrections")
    for part in parts:
        assert part in str(caught.value)


def test_corrections_are_a_table() -> None:
    with pytest.raises(EditionError, match="a table"):
        load_edition("us-classic", (), {}, [1])  # type: ignore[arg-type]  # as a request may have it
