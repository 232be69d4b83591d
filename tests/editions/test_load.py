"""The editions that ship, as they are played."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.editions.effects import AdvanceNearest, Choice, DrawAgain, Pay
from companion.editions.load import (
    check_edition,
    edition_from_toml,
    edition_ids,
    edition_text,
    load_edition,
    load_rulebook,
    recorded_edition,
)
from companion.errors import EditionError, ExcludedError
from companion.words import Space

FIGURES = {  # space: price, mortgage, rents: the figures that both boards share
    1: (60, 30, (2, 10, 30, 90, 160, 250)),
    3: (60, 30, (4, 20, 60, 180, 320, 450)),
    5: (200, 100, (25, 50, 100, 200)),
    9: (120, 60, (8, 40, 100, 300, 450, 600)),
    11: (140, 70, (10, 50, 150, 450, 625, 750)),
    14: (160, 80, (12, 60, 180, 500, 700, 900)),
    19: (200, 100, (16, 80, 220, 600, 800, 1000)),
    21: (220, 110, (18, 90, 250, 700, 875, 1050)),
    24: (240, 120, (20, 100, 300, 750, 925, 1100)),
    28: (150, 75, ()),
    29: (280, 140, (24, 120, 360, 850, 1025, 1200)),
    32: (300, 150, (26, 130, 390, 900, 1100, 1275)),
    34: (320, 160, (28, 150, 450, 1000, 1200, 1400)),
    37: (350, 175, (35, 175, 500, 1100, 1300, 1500)),
    39: (400, 200, (50, 200, 600, 1400, 1700, 2000)),
}


@pytest.mark.parametrize("edition_id", edition_ids())
def test_what_ships_has_no_mistake(edition_id: str) -> None:
    """Every edition loads, alone and as each of its printings."""
    assert check_edition(edition_text(edition_id), edition_id) == []
    for printing in load_edition(edition_id).printings:
        assert load_edition(edition_id, [printing.id]).variants == (printing.id,)


@given(st.data())
def test_printings_may_be_laid_over_each_other(data: st.DataObject) -> None:
    """Any choice among the printings of a box is still a whole board with two whole decks."""
    edition = load_edition(data.draw(st.sampled_from(edition_ids())))
    names = [printing.id for printing in edition.printings if not printing.excludes]
    chosen = data.draw(st.lists(st.sampled_from(names))) if names else []
    played = load_edition(edition.id, chosen)
    assert len(played.spaces) == 40
    assert len(played.cards) == 32
    assert played.variants == tuple(dict.fromkeys(chosen))


def test_variants_that_exclude_each_other_are_not_played_together() -> None:
    """The short game has no time limit, in whichever order the two are named."""
    assert load_edition("ru-2004", ["short"]).parameters.houses_per_hotel == 3
    for both in (["short", "timed"], ["timed", "late-decks", "short"]):
        with pytest.raises(ExcludedError, match="not played together"):
            load_edition("ru-2004", both)


@pytest.mark.parametrize("edition_id", ["us-classic", "ru-2004"])
def test_the_deeds_carry_the_classic_figures(edition_id: str) -> None:
    """Prices, mortgages and rents are those of the printed deeds."""
    edition = load_edition(edition_id)
    spaces = [edition.space(Space(index)) for index in FIGURES]
    assert {s.index: (s.price, s.mortgage, s.rents) for s in spaces} == FIGURES
    assert sum(lot.price for lot in edition.lots) == 5690
    assert sum(sum(lot.rents) for lot in edition.lots if lot.group) == 61916


def test_an_amount_is_written_as_the_edition_writes_it() -> None:
    """Dollars before, thousands of roubles after."""
    written = [load_edition(e).currency.written(1500) for e in ("us-classic", "ru-2004")]
    assert written == ["$1,500", "1 500 тыс. руб."]


def test_what_the_two_rulebooks_answer_differently() -> None:
    """The switches that the two editions are told apart by."""
    us, ru = (load_edition(e).parameters for e in ("us-classic", "ru-2004"))
    assert (us.doubles_roll_may_be_declined, ru.doubles_roll_may_be_declined) == (False, True)
    assert (us.group_rent_doubles_when_mortgaged, ru.group_rent_doubles_when_mortgaged) == (
        True,
        False,
    )
    assert (us.mortgage_requires_clear, ru.mortgage_requires_clear) == ("group", "lot")


def test_an_older_printing_has_its_own_taxes_and_colours() -> None:
    """Before 2008 the income tax could be a share, and the first group was purple."""
    older = load_edition("us-classic", ["before-2008"])
    assert (older.space(Space(4)).percent, older.space(Space(38)).amount) == (10, 75)
    assert older.colours["brown"] == "purple"
    assert load_edition("us-classic").space(Space(4)).percent == 0


def test_a_later_printing_has_whole_new_decks() -> None:
    """Of the earlier decks nothing is left over."""
    first, later = load_edition("ru-2004"), load_edition("ru-2004", ["late-decks"])
    fine, nearest = first.card("chest/fine-or-chance"), later.card("chance/nearest-utility")
    assert fine is not None
    assert fine.effect == Choice((Pay(10, "fine"), DrawAgain("chance")))
    assert nearest is not None
    assert nearest.effect == AdvanceNearest("utility", 10)
    assert later.card("chest/fine-or-chance") is None


def test_a_board_written_before_a_parameter_came_has_its_default() -> None:
    """One's own file, and its text in an old journal: a hotel is paid for as it always was."""
    text = edition_text("ports").replace('hotel_sale_pays = "hotel-and-houses"\n', "")
    assert "hotel_sale_pays" not in text
    text = text.replace('id = "ports"\n', 'id = "ours"\nfrom = "ports"\n')
    assert check_edition(text, "ours.toml") == []
    for ours in (edition_from_toml(text, "ours.toml"), recorded_edition(text, "x", (), {}, {})):
        assert ours.parameters == load_edition("ports").parameters


def test_house_rules_stand_in_the_parameters() -> None:
    """What differs is played by and remembered; what is the edition's own anyway is not."""
    house = {"jail_fine": 60, "mortgage_interest": 0.2, "houses": 32}
    edition = load_edition("us-classic", house=house)
    assert (edition.parameters.jail_fine, edition.parameters.houses) == (60, 32)
    assert edition.house == {"jail_fine": 60, "mortgage_interest": Decimal("0.2")}


@pytest.mark.parametrize(
    ("name", "value", "parts"),
    [
        ("jail_fines", 60, ["jail_fines", "Did you mean jail_fine"]),
        ("wings", True, ["no such house rule", "wings"]),
        ("jail_fine", "60", ["jail_fine", "a whole number"]),
        ("jail_fine", True, ["jail_fine", "a whole number"]),
        ("jail_fine", -1, ["jail_fine", "cannot be meant"]),
        ("rent_needs_claim", 0, ["rent_needs_claim", "true or false"]),
        ("mortgage_interest", 1.5, ["mortgage_interest", "0 to 1"]),
        ("mortgage_requires_clear", "lots", ["Did you mean lot"]),
        ("houses", None, ["houses", "a whole number"]),
    ],
)
def test_a_house_rule_that_is_none_is_refused(name: str, value: object, parts: list[str]) -> None:
    """The error names the rule and the nearest right word."""
    with pytest.raises(EditionError) as caught:
        load_edition("us-classic", house={name: value})
    assert all(part in str(caught.value) for part in parts), str(caught.value)


@pytest.mark.parametrize(
    ("edition_id", "variants", "part"),
    [
        ("us-clasic", [], "Did you mean us-classic"),
        ("../us-classic", [], "There is no edition"),
        ("", [], "There are: de-dm, disney, "),
        ("us-classic", ["before-2009"], "Did you mean before-2008"),
        ("us-classic", ["late-decks"], "us-classic has no variant late-decks"),
    ],
)
def test_what_there_is_not_is_refused(edition_id: str, variants: list[str], part: str) -> None:
    """An unknown edition or variant is named, with what there is."""
    with pytest.raises(EditionError, match=part.replace(".", r"\.")):
        load_edition(edition_id, variants)


@pytest.mark.parametrize(
    ("edition_id", "variants", "house"),
    [
        (5, [], {}),
        (["us-classic"], [], {}),
        ("us-classic", 5, {}),
        ("us-classic", "before-2008", {}),
        ("us-classic", [["before-2008"]], {}),
        ("us-classic", [], 5),
        ("us-classic", [], {"jail_fine": {}}),
    ],
)
def test_what_a_scenario_may_hold_instead_is_refused(
    edition_id: Any, variants: Any, house: Any
) -> None:
    """Whatever a file or a request has in these places, the answer is an edition or an error."""
    with pytest.raises(EditionError):
        load_edition(edition_id, variants, house)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_each_edition_has_its_rulebook(edition_id: str) -> None:
    """Board and catalogue are of the same edition."""
    assert load_edition(edition_id).id == load_rulebook(edition_id).edition == edition_id
