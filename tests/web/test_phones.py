"""Cookies, chairs, names."""

from pathlib import Path

import pytest

from companion.words import Seat
from web.phones.chairs import COLOURS, LONGEST_NAME, Sitter, cleaned, hashed, is_too_long
from web.phones.phones import Phones
from web.phones.spectators import AWAY_S, MOST, OF_AN_ADDRESS, Spectators

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


@pytest.mark.parametrize("name", ["JOS\u00c9", "jose\u0301", "\uff2a\uff4f\uff53\u00e9"])
def test_a_name_is_the_same_however_it_is_typed(phones: Phones, name: str) -> None:
    sit(phones, ANN, "Jos\u00e9")
    assert phones.sit(BEN, Sitter(name, "red")) is None
    phones.add(name)
    assert list(phones.sitters) == [ANN]
    assert sit(phones, BEN, "Jose")


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


# ---- several seats, several phones


def test_a_phone_may_hold_a_childs_seat_beside_its_own(phones: Phones) -> None:
    ann = sit(phones, ANN, "Ann")
    both = phones.sit(BEN, Sitter("Kid", "red"), ann, beside=True)
    assert phones.of(both).seats == (ANN, BEN)
    assert not phones.of(ann).known  # each seat comes with a new cookie
    assert list(phones.sitters) == [ANN, BEN]


def test_a_childs_seat_is_no_other_phones(phones: Phones) -> None:
    ann = phones.sit(BEN, Sitter("Kid", "red"), sit(phones, ANN, "Ann"), beside=True)
    assert phones.claim(BEN) is None
    phones.release(ANN)
    assert phones.of(ann).seats == (BEN,)
    phones.release(BEN)
    assert not phones.of(ann).known


def test_a_shared_seat_is_on_both_phones_and_a_handed_one_on_the_new_alone(phones: Phones) -> None:
    first = sit(phones, ANN, "Ann")
    second = phones.give(ANN, None, share=True)
    assert phones.of(first).seats == phones.of(second).seats == (ANN,)
    third = phones.give(ANN, None, share=False)
    assert not phones.of(first).known
    assert not phones.of(second).known
    assert phones.holders(ANN) == (hashed(third),)


def test_who_moves_takes_the_chair_from_the_other_phones_too(phones: Phones) -> None:
    """Or the second phone would hold whoever sits down there next."""
    first = sit(phones, ANN, "Ann")
    second = phones.give(ANN, None, share=True)
    moved = phones.sit(BEN, Sitter("Ann", "red"), first)
    assert phones.of(moved).seats == (BEN,)
    assert not phones.of(second).known
    third = sit(phones, ANN, "Cy")
    assert phones.holders(ANN) == (hashed(third),)


def test_a_new_name_on_the_same_chair_takes_it_from_nobody(phones: Phones) -> None:
    first = sit(phones, ANN, "Ann")
    second = phones.give(ANN, None, share=True)
    renamed = phones.sit(ANN, Sitter("Anna", "teal"), first)
    assert phones.of(renamed).seats == phones.of(second).seats == (ANN,)


def test_a_released_seat_leaves_all_its_phones(phones: Phones) -> None:
    first, second = sit(phones, ANN, "Ann"), phones.give(ANN, None, share=True)
    phones.release(ANN)
    assert not phones.of(first).known
    assert not phones.of(second).known


def test_a_phone_that_goes_leaves_the_seat_to_the_others(phones: Phones) -> None:
    first, second = sit(phones, ANN, "Ann"), phones.give(ANN, None, share=True)
    phones.give_up(ANN, hashed(first))
    assert not phones.of(first).known
    assert phones.of(second).seats == (ANN,)
    assert phones.sitters[ANN].name == "Ann"


def test_in_a_game_only_a_seat_that_the_banker_opened_can_be_claimed(phones: Phones) -> None:
    """Otherwise anybody's second browser would play for who has no phone."""
    sit(phones, ANN, "Ann")
    phones.add("Gran")
    assert phones.claim(BEN, started=True) is None
    phones.release(BEN)
    assert phones.awaited == {BEN}
    token = phones.claim(BEN, started=True)
    assert phones.of(token).seats == (BEN,)
    phones.give_up(BEN, hashed(token or ""))
    assert phones.claim(BEN, started=True) is None  # it is open once


def test_who_looks_on_has_no_seat_and_who_sits_down_looks_on_no_more(phones: Phones) -> None:
    token = phones.spectators.begin("127.0.0.9")
    assert (phones.of(token).looks_on, phones.of(token).seats) == (True, ())
    assert len(phones.spectators) == 1
    seated = sit(phones, ANN, "Ann", token)
    assert (phones.of(seated).looks_on, len(phones.spectators)) == (False, 0)


def test_every_change_of_hands_is_noted_with_its_phone(phones: Phones, tmp_path: Path) -> None:
    ann = sit(phones, ANN, "Ann")
    shared = phones.give(ANN, None, share=True)
    phones.give_up(ANN, hashed(shared))
    phones.release(ANN)
    back = phones.claim(ANN)
    again = Phones(tmp_path / "phones.json")
    assert [(move.name, move.how) for move in again.moves] == [
        ("Ann", "shared"),
        ("Ann", "given-up"),
        ("Ann", "released"),
        ("Ann", "joined"),
    ]
    assert (again.moves[0].phone, again.moves[3].phone) == (
        hashed(shared)[:12],
        hashed(back or "")[:12],
    )
    assert not again.of(ann).known
    assert phones.news == phones.moves[-1]
    assert again.news is None  # after a restart it is no news


def test_chairs_close_up_with_all_the_seats_of_a_phone(phones: Phones) -> None:
    ann = phones.sit(Seat(5), Sitter("Kid", "red"), sit(phones, CY, "Ann"), beside=True)
    phones.close_ranks()
    assert phones.of(ann).seats == (ANN, BEN)


def test_a_file_of_an_older_companion_is_read(tmp_path: Path) -> None:
    old = f'{{"phones":[{{"key":"{hashed("a")}","seat":1,"banker":true}}],"sitters":{{}}}}'
    (tmp_path / "phones.json").write_text(old)
    phone = Phones(tmp_path / "phones.json").of("a")
    assert (phone.seats, phone.banker) == ((BEN,), True)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann\n Lee ", "Ann Lee"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Ёжик 🦔", "Ёжик 🦔"),
        ("x" * 60, "x" * 60),
        ("\u202egnp", "gnp"),
        (" \t", ""),
        ("The 👨\u200d👩\u200d👧", "The 👨\u200d👩\u200d👧"),
        ("❤️\u200d🔥", "❤️\u200d🔥"),
        ("An\u200dn", "Ann"),
        ("\u200d", ""),
    ],
)
def test_a_name_is_shown_as_typed_but_printable(typed: str, shown: str) -> None:
    assert cleaned(typed) == shown


@pytest.mark.parametrize(
    ("name", "is_long"),
    [
        ("x" * LONGEST_NAME, False),
        ("x" * (LONGEST_NAME + 1), True),
        ("e\u0301" * LONGEST_NAME, False),
        ("👨\u200d👩\u200d👧" * 30, False),
        ("e" + "\u0301" * 400, True),
    ],
)
def test_the_letters_of_a_name_are_counted_as_people_do(name: str, *, is_long: bool) -> None:
    assert is_too_long(name) == is_long


def test_who_looks_on_is_not_on_disk_and_few_are_of_one_address(
    phones: Phones, tmp_path: Path
) -> None:
    sit(phones, ANN, "Ann")
    kept = (tmp_path / "phones.json").read_bytes()
    crowd = [phones.spectators.begin("192.168.1.66") for _ in range(700)]
    other = phones.spectators.begin("192.168.1.77")
    assert [phones.of(token).looks_on for token in crowd[-OF_AN_ADDRESS - 1 :]] == [
        False,
        *OF_AN_ADDRESS * [True],
    ]
    assert phones.of(other).looks_on
    assert len(phones.spectators) == OF_AN_ADDRESS + 1
    assert (tmp_path / "phones.json").read_bytes() == kept


def test_a_crowd_of_many_addresses_is_bounded() -> None:
    spectators = Spectators()
    for n in range(700):
        spectators.begin(f"10.0.{n // 250}.{n % 250}")
    assert len(spectators) == MOST


def test_who_was_sent_away_looks_on_again_later() -> None:
    now = [0.0]
    spectators = Spectators(lambda: now[0])
    token = spectators.begin("192.168.1.66")
    assert spectators.send_away() == (hashed(token or ""),)
    assert spectators.begin("192.168.1.66") is None
    assert spectators.begin("192.168.1.77") is not None
    now[0] = AWAY_S
    assert spectators.begin("192.168.1.66") is not None


def test_a_damaged_file_is_set_aside_and_said_until_a_banker_is_in(
    phones: Phones, tmp_path: Path
) -> None:
    token, path = sit(phones, ANN, "Ann"), tmp_path / "phones.json"
    path.write_bytes(path.read_bytes()[:-9])
    again = Phones(path)
    assert not again.of(token).known
    assert "phones.json" in str(again.broken)
    assert (tmp_path / "phones.json.damaged-1").exists()
    path.write_text("[]")
    Phones(path)
    assert (tmp_path / "phones.json.damaged-2").read_text() == "[]"
    again.make_banker(None)
    assert again.broken is None
    assert Phones(path).has_banker
