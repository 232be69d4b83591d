"""Calling the arbiter by page: who plays may, all see it, nobody may where there is no club."""

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.game.commands import Roll
from companion.table.calling.commands import AnswerCall
from companion.words import Seat
from tests.support.messages import LANGUAGES
from tests.support.pages import ORIGIN, Living, text_of
from tests.support.player import banker
from tests.support.waiting import soon

ANN, BEN, CY = (Seat(n) for n in range(3))


def send(client: FlaskClient, path: str, **form: object) -> TestResponse:
    return client.post(
        path, data={name: str(value) for name, value in form.items()}, headers=ORIGIN
    )


def in_club(room: Living) -> list[str]:
    tokens = room.begin()
    room.table.note_club(there=True)
    soon(lambda: room.table.view.in_club)
    return tokens


def test_without_a_club_there_is_nobody_to_call(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    assert "Call the arbiter" not in text_of(ann, "/seat")
    assert ann.get("/call").status_code == 302
    answer = send(ann, "/call", about="rules")
    assert answer.status_code == 409
    assert "This table is in no club" in answer.text


def test_a_call_is_seen_on_every_page_and_taken_back_by_who_called(room: Living) -> None:
    tokens = in_club(room)
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    assert "Call the arbiter" in text_of(ann, "/seat")
    assert "a question about the rules" in text_of(ann, "/call")
    assert send(ann, "/call", by=ANN, about="rules", why="may <b>I</b>?").status_code == 303
    for client, path in ((ben, "/seat"), (room.client(), "/table"), (room.banker(), "/banker")):
        assert "Ann calls the arbiter: a question about the rules: may <b>I</b>?" in text_of(
            client, path
        )
    assert "You call the arbiter" in text_of(ann, "/seat")
    assert "Call the arbiter" not in text_of(ann, "/seat")
    assert "Call the arbiter" in text_of(ben, "/seat")
    assert "Take the call back" not in text_of(ben, "/seat")
    seq = room.table.view.calls[0].id
    assert send(ben, "/call/end", call=seq, by=BEN).status_code == 403
    room.play(Roll(by=ANN, dice=(1, 2)))
    assert send(ann, "/call/end", call=seq, by=ANN).status_code == 303
    assert room.table.view.calls == ()
    assert "The arbiter is not called for any more" in text_of(ben, "/seat/story")


def test_the_banker_calls_too_and_takes_any_call_back(room: Living) -> None:
    tokens = in_club(room)
    banker = room.banker()
    assert "Call the arbiter" in text_of(banker, "/banker")
    assert send(banker, "/call", about="people").status_code == 303
    assert "The banker calls the arbiter: we do not agree" in text_of(room.client(), "/table")
    assert send(room.client(tokens[CY]), "/call", by=CY, about="help").status_code == 303
    for call in room.table.view.calls:
        assert send(banker, "/call/end", call=call.id).status_code == 303
    assert room.table.view.calls == ()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"about": "nonsense"},
        {"about": "other"},
        {"about": "rules", "by": "99"},
        {"about": "rules", "by": "1"},
        {"about": "rules", "by": "-1"},
    ],
)
def test_what_makes_no_sense_is_refused_and_calls_nobody(
    room: Living, form: dict[str, str]
) -> None:
    ann = room.client(in_club(room)[ANN])
    assert send(ann, "/call", **form).status_code in (303, 400, 403)
    assert room.table.view.calls == ()
    assert send(ann, "/call/end", call="x").status_code == 400


def test_a_reason_is_cut_to_what_fits(room: Living) -> None:
    ann = room.client(in_club(room)[ANN])
    assert send(ann, "/call", about="other", why="x" * 5000).status_code == 303
    assert len(room.table.view.calls[0].why) == 400


def test_who_only_looks_on_sees_it_and_has_nothing_to_press(room: Living) -> None:
    tokens = in_club(room)
    send(room.client(tokens[ANN]), "/call", by=ANN, about="rules")
    html = room.client().get("/table").text
    assert "Ann calls the arbiter" in html
    assert "/call" not in html
    assert send(room.client(), "/call", about="rules").status_code in (302, 303, 403)
    assert len(room.table.view.calls) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_arbiters_answer_stands_with_the_call(room: Living, language: str) -> None:
    tokens = in_club(room)
    send(room.client(tokens[ANN]), "/call", by=ANN, about="rules")
    seq = room.table.view.calls[0].id
    for why in ("", "Rule 4 says so."):
        room.table.submit(
            AnswerCall(call=seq, why=why), replace(banker(room.table), arbiter="Judy")
        )
        html = room.client(tokens[BEN]).get("/seat", headers={"Accept-Language": language}).text
        assert "Judy" in html
        assert why in html
