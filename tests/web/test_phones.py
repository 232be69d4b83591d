"""Cookies, chairs, names."""

from pathlib import Path

import pytest

from companion.words import Seat
from web.phones import COLOURS, LONGEST_NAME, Phones, Sitter, cleaned, hashed

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return Phones(tmp_path / "phones.json")


def sit(phones: Phones, seat: Seat, name: str, token: str | None = None) -> str:
    cookie = phones.sit(seat, Sitter(name, COLOURS[seat]), token)
    assert cookie is not None
    return cookie


def test_a_seat_is_held_by_one_phone(phones: Phones) -> None:
    sit(phones, ANN, "Ann")
    assert phones.sit(ANN, Sitter("Ben", "red")) is None


def test_no_two_have_the_same_name(phones: Phones) -> None:
    sit(phones, ANN, "Ann")
    assert phones.sit(BEN, Sitter("Ann", "red")) is None


def test_a_phone_that_moves_leaves_its_chair_and_its_cookie(phones: Phones) -> None:
    old = sit(phones, ANN, "Ann")
    new = sit(phones, BEN, "Ann", old)
    assert list(phones.sitters) == [BEN]
    assert phones.of(new).seat == BEN
    assert not phones.of(old).known


def test_only_the_hash_of_a_cookie_is_on_disk(phones: Phones, tmp_path: Path) -> None:
    token = sit(phones, ANN, "Ann")
    kept = (tmp_path / "phones.json").read_text()
    assert token not in kept
    assert hashed(token) in kept


def test_phones_carry_on_after_a_restart(phones: Phones, tmp_path: Path) -> None:
    token = sit(phones, ANN, "Ann")
    again = Phones(tmp_path / "phones.json")
    assert again.of(token).seat == ANN
    assert again.colour(ANN) == COLOURS[ANN]


def test_a_released_seat_can_be_claimed_again(phones: Phones) -> None:
    lost = sit(phones, ANN, "Ann")
    assert phones.claim(ANN) is None
    phones.release(ANN)
    found = phones.claim(ANN)
    assert found is not None
    assert phones.of(found).seat == ANN
    assert not phones.of(lost).known


def test_a_banker_keeps_the_seat_and_gets_a_new_cookie(phones: Phones) -> None:
    token = sit(phones, ANN, "Ann")
    banker = phones.make_banker(token)
    assert phones.of(banker).banker
    assert phones.of(banker).seat == ANN
    assert not phones.of(token).known


def test_when_the_game_begins_the_chairs_close_up_with_their_phones(phones: Phones) -> None:
    ann, cy = sit(phones, ANN, "Ann"), sit(phones, Seat(5), "Cy")
    phones.close_ranks()
    assert [sitter.name for sitter in phones.sitters.values()] == ["Ann", "Cy"]
    assert (phones.of(ann).seat, phones.of(cy).seat) == (ANN, BEN)


def test_two_chairs_change_places_with_their_phones(phones: Phones) -> None:
    ann, ben = sit(phones, ANN, "Ann"), sit(phones, BEN, "Ben")
    phones.swap(ANN, BEN)
    assert (phones.of(ann).seat, phones.of(ben).seat) == (BEN, ANN)
    assert phones.sitters[ANN].name == "Ben"


def test_somebody_without_a_phone_gets_a_chair_and_a_free_colour(phones: Phones) -> None:
    sit(phones, ANN, "Ann")
    phones.add("Gran")
    assert phones.sitters[BEN].name == "Gran"
    assert phones.sitters[BEN].colour != COLOURS[ANN]
    assert BEN not in phones.held


def test_who_stands_up_is_gone_with_the_phone(phones: Phones) -> None:
    token = sit(phones, ANN, "Ann")
    phones.stand_up(ANN)
    assert not phones.sitters
    assert not phones.of(token).known


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann\n Lee ", "Ann Lee"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Ёжик 🦔", "Ёжик 🦔"),
        ("x" * 60, "x" * LONGEST_NAME),
        ("\u202egnp", "gnp"),
        (" \t", ""),
    ],
)
def test_a_name_is_shown_as_typed_but_printable_and_short(typed: str, shown: str) -> None:
    assert cleaned(typed) == shown
