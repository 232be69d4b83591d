"""Chance is the same everywhere, and fair."""

from collections import Counter

from companion.bots.chance import Chance
from companion.editions.load import load_edition

EDITION = load_edition("us-classic")


def test_the_same_seed_throws_the_same_dice_on_every_machine() -> None:
    chance = Chance(EDITION, seed=1)
    assert [chance.dice() for _ in range(6)] == [(2, 2), (2, 3), (2, 1), (6, 4), (4, 2), (6, 6)]


def test_every_face_comes_up_about_as_often() -> None:
    chance = Chance(EDITION, seed=2)
    faces = Counter(chance.die() for _ in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1100 for count in faces.values())


def test_a_pile_is_turned_over_before_a_card_comes_again() -> None:
    chance = Chance(EDITION, seed=3)
    pile = sorted(card.id for card in EDITION.cards if card.deck == "chest")
    first = [chance.card("chest", ()) for _ in pile]
    assert pile == sorted(first)
    assert first == [chance.card("chest", ()) for _ in pile]


def test_a_kept_card_is_not_in_the_pile() -> None:
    chance = Chance(EDITION, seed=4)
    drawn = {chance.card("chance", ("chance/jail-free",)) for _ in range(40)}
    assert "chance/jail-free" not in drawn
    assert len(drawn) == 15


def test_shuffling_loses_nothing() -> None:
    chance = Chance(EDITION, seed=5)
    shuffled = chance.shuffled(range(28))
    assert list(range(28)) == sorted(shuffled)
    assert list(range(28)) != shuffled
