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
        ("us-classic", {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}),
    ],
)
def test_the_opening_notes_are_those_of_the_rules(edition_id: str, notes: dict[int, int]) -> None:
    """So many of each, 1500 together."""
    edition = load_edition(edition_id)
    assert edition.start_notes == notes
    assert sum(note * number for note, number in notes.items()) == 1500


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_card_does_one_thing_that_is_known(edition_id: str) -> None:
    """Each card has one effect, and each pile one card that leaves jail free."""
    edition = load_edition(edition_id)
    assert all(isinstance(card.effect, AnyEffect) for card in edition.cards)
    free = [card.deck for card in edition.cards if isinstance(card.effect, JailFree)]
    assert sorted(free) == ["chance", "chest"]
