"""One-time codes: short-lived, used once, never the one of somebody who may not give the seat."""

import pytest
from flask.testing import FlaskClient

from companion.words import Seat
from tests.support.pages import ORIGIN, Living
from web.phones.codes import LENGTH, LETTERS, LIFE_S, MOST, Codes, SeatCode

ANN, BEN = Seat(0), Seat(1)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def made(room: Living, phone: FlaskClient, seat: Seat, what: str) -> str:
    """Let a phone make a code for a seat; return it as it is shown."""
    answer = phone.post("/me/code", data={"seat": str(seat), "what": what}, headers=ORIGIN)
    assert answer.status_code == 303
    code = room.context.codes._live[-1].shown
    assert code in phone.get("/me/code").text
    return code


def brought(phone: FlaskClient, code: str) -> int:
    return phone.post("/code", data={"c": code}, headers=ORIGIN).status_code


# ---- the codes themselves


def test_a_code_is_long_enough_that_nobody_guesses_it() -> None:
    assert len(LETTERS) ** LENGTH >= 2**40


def test_a_code_is_found_however_it_is_typed() -> None:
    codes = Codes()
    code = codes.make(ANN, "phone", share=False)
    for typed in (code.text, code.shown, code.shown.lower(), f" {code.text} "):
        assert codes.find(typed) == code
    mistaken = code.text.replace("0", "O").replace("1", "l")
    assert codes.find(mistaken) == code
    assert codes.find("") is None


def test_a_code_lives_two_minutes() -> None:
    clock = Clock()
    codes = Codes(clock=clock)
    code = codes.make(ANN, "phone", share=False)
    clock.now = LIFE_S - 1
    assert codes.find(code.text) == codes.of("phone") == code
    clock.now = LIFE_S
    assert codes.find(code.text) is codes.of("phone") is None
    assert not codes.spend(code)


def test_a_code_is_spent_once() -> None:
    codes = Codes()
    code = codes.make(ANN, "phone", share=True)
    assert codes.spend(code)
    assert not codes.spend(code)
    assert codes.find(code.text) is None


def test_a_new_code_for_a_seat_ends_the_older_one_of_that_phone_alone() -> None:
    codes = Codes()
    older, others = codes.make(ANN, "mine", share=True), codes.make(ANN, "other", share=True)
    newer = codes.make(ANN, "mine", share=False)
    assert codes.find(older.text) is None
    assert (codes.find(newer.text), codes.find(others.text)) == (newer, others)


def test_there_are_never_too_many() -> None:
    codes = Codes()
    all_of_them = [codes.make(ANN, f"phone {n}", share=True) for n in range(MOST + 3)]
    living: list[SeatCode | None] = [codes.find(code.text) for code in all_of_them]
    assert living == [None] * 3 + all_of_them[3:]


# ---- on phones


def test_a_player_plays_on_two_phones(room: Living) -> None:
    first, second = room.client(room.begin()[ANN]), room.client()
    assert brought(second, made(room, first, ANN, "share")) == 303
    for phone in (first, second):
        assert "Ann" in phone.get("/seat").text
    roll = {"do": "roll", "dice-0": "1", "dice-1": "2", "id": "r", "by": "0"}
    assert second.post("/do", data=roll, headers=ORIGIN).status_code == 303
    assert 'value="buy"' in first.get("/seat").text


def test_a_seat_is_handed_over_and_everybody_sees_it(room: Living) -> None:
    tokens = room.begin()
    first, second = room.client(tokens[ANN]), room.client()
    assert brought(second, made(room, first, ANN, "hand")) == 303
    assert "Ann" in second.get("/seat").text
    assert first.get("/seat").status_code == 302
    assert "The seat of Ann went to another phone." in room.client().get("/table").text
    assert "The seat of Ann went to another phone." in room.banker().get("/banker").text


def test_the_banker_hands_over_a_seat_whose_phone_is_lost(room: Living) -> None:
    lost, found = room.client(room.begin()[ANN]), room.client()
    assert brought(found, made(room, room.banker(), ANN, "hand")) == 303
    assert "Ann" in found.get("/seat").text
    assert lost.get("/seat").status_code == 302


def test_a_code_does_nothing_until_it_is_pressed(room: Living) -> None:
    first = room.client(room.begin()[ANN])
    code, stranger = made(room, first, ANN, "hand"), room.client()
    html = stranger.get(f"/code?c={code}").text
    assert "The seat of Ann" in html
    assert f'value="{code}"' in html
    assert "Ann" in first.get("/seat").text


def test_a_code_of_who_lost_the_seat_is_worth_nothing(room: Living) -> None:
    first = room.client(room.begin()[ANN])
    code = made(room, first, ANN, "share")
    room.banker().post("/banker/release", data={"seat": "0"}, headers=ORIGIN)
    assert brought(room.client(), code) == 409


@pytest.mark.parametrize("code", ["", "ABCD-EFGH", "x" * 500, "<b>"])
def test_a_wrong_code_is_said_and_costs_nobody_anything(room: Living, code: str) -> None:
    first = room.client(room.begin()[ANN])
    right, stranger = made(room, first, ANN, "hand"), room.client()
    for _try in range(20):
        answer = stranger.post("/code", data={"c": code}, headers=ORIGIN)
        assert answer.status_code == 409
    assert "That code is not known, or its two minutes are over." in answer.text.replace(
        "&#39;", "'"
    )
    assert brought(stranger, right) == 303


def test_nobody_makes_a_code_for_anothers_seat(room: Living) -> None:
    tokens = room.begin()
    for phone in (room.client(tokens[BEN]), room.client()):
        form = {"seat": "0", "what": "hand"}
        assert phone.post("/me/code", data=form, headers=ORIGIN).status_code == 403
    assert room.context.codes._live == ()


def test_a_parent_takes_a_childs_seat_by_a_code(room: Living) -> None:
    tokens = room.begin()
    parent = room.client(tokens[ANN])
    assert brought(parent, made(room, room.client(tokens[BEN]), BEN, "hand")) == 303
    assert room.context.phones.held >= {ANN, BEN}
    assert parent.get("/seat").location == "/seats/0"
    assert "Ben" in parent.get("/seats/1").text
