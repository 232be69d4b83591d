"""What is in the box: the rules that a catalogue has shown here and not by a scenario."""

import pytest

from companion.editions.effects import AnyEffect, JailFree
from companion.editions.load import edition_ids, load_edition


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_box_is_whole(edition_id: str) -> None:
    """The Bank begins with 28 deeds, 32 houses and 12 hotels; both piles have 16 cards."""
    edition = load_edition(edition_id)
    assert len(edition.lots) == 28
    assert (edition.parameters.houses, edition.parameters.hotels) == (32, 12)
    piles = [[card for card in edition.cards if card.deck == deck.id] for deck in edition.decks]
    assert [len(pile) for pile in piles] == [16, 16]


@pytest.mark.parametrize(
    ("edition_id", "notes"),
    [
        ("ru-2004", {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}),
        ("ports", {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}),
        ("us-classic", {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}),
        ("uk-classic", {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}),
        ("got-2015", {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}),
        ("disney", {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}),
        ("de-dm", {10000: 2, 2000: 3, 1000: 2, 500: 2, 100: 6, 50: 6, 20: 5}),
    ],
)
def test_the_opening_notes_are_those_of_the_rules(edition_id: str, notes: dict[int, int]) -> None:
    """So many of each, together what everybody begins with."""
    edition = load_edition(edition_id)
    assert edition.start_notes == notes
    cash = edition.starting_cash_of(2)
    assert sum(note * number for note, number in notes.items()) == cash
    assert cash == (30000 if edition_id == "de-dm" else 1500)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_deeds_are_streets_stations_and_utilities(edition_id: str) -> None:
    """22 streets in 8 colours, 4 stations and 2 utilities."""
    lots = load_edition(edition_id).lots
    streets = [lot.group for lot in lots if lot.kind == "street"]
    assert (len(streets), len(set(streets))) == (22, 8)
    kinds = [lot.kind for lot in lots]
    assert (kinds.count("station"), kinds.count("utility")) == (4, 2)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_card_does_one_thing_that_is_known(edition_id: str) -> None:
    """Each card has one effect, and each pile one card that leaves jail free."""
    edition = load_edition(edition_id)
    assert all(isinstance(card.effect, AnyEffect) for card in edition.cards)
    free = [card.deck for card in edition.cards if isinstance(card.effect, JailFree)]
    assert sorted(free) == ["chance", "chest"]


def test_the_disney_board_is_the_london_board_under_other_names() -> None:
    """Every space does what it does in London; only its name and those of the decks are others."""
    london, disney = load_edition("uk-classic"), load_edition("disney")
    assert [space.kind for space in disney.spaces] == [space.kind for space in london.spaces]
    assert [space.group for space in disney.spaces] == [space.group for space in london.spaces]
    shared = {space.name for space in london.spaces} & {space.name for space in disney.spaces}
    assert shared == {"Go", "Free Parking", "Go to Jail"}
    assert [deck.name for deck in disney.decks] == ["Show Time", "Magic Moments"]
    assert disney.words == {
        "house": "cottage",
        "hotel": "castle",
        "station": "transport",
        "utility": "special power",
    }


def test_the_disney_board_has_the_london_figures() -> None:
    """Prices, rents, mortgages, costs of buildings, taxes and notes are the same."""
    london, disney = load_edition("uk-classic"), load_edition("disney")
    for there, here in zip(london.spaces, disney.spaces, strict=True):
        assert (here.price, here.mortgage, here.rents) == (there.price, there.mortgage, there.rents)
        assert (here.house_cost, here.amount) == (there.house_cost, there.amount)
        assert (here.dice_multiples, here.percent) == (there.dice_multiples, there.percent)
    assert disney.notes == london.notes
    first, last = disney.spaces[1], disney.spaces[39]
    assert (first.name, first.price, first.mortgage) == ("Tarzan", 60, 30)
    assert (last.name, last.price, last.mortgage) == ("101 Dalmatians", 400, 200)
