"""A page is told which presses without an answer were booked, and only what it shows itself."""

from typing import Any

import pytest
from flask import render_template

from companion.words import Seat
from tests.support.pages import ORIGIN, Living
from web.server.presses import BOOKED, MOST, PRESSED
from web.shared import render

ANN = Seat(0)


def test_what_was_booked_is_told_to_who_asks(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    asked = {PRESSED: "one two"}
    assert ann.get("/seat", headers=asked).headers[BOOKED] == ""
    roll = {"id": "two", "do": "roll", "dice": [1, 2]}
    assert ann.post("/api/commands", json=roll, headers=ORIGIN).status_code == 200
    assert ann.get("/seat", headers=asked).headers[BOOKED] == "two"
    refused = {"id": "one", "do": "roll", "dice": [1, 2]}
    assert ann.post("/api/commands", json=refused, headers=ORIGIN).status_code == 409
    assert ann.get("/seat", headers=asked).headers[BOOKED] == "two"


def test_who_asks_for_none_is_told_nothing(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    assert BOOKED not in ann.get("/seat").headers


def test_no_more_are_looked_up_than_a_page_keeps(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    roll = {"id": "last", "do": "roll", "dice": [1, 2]}
    assert ann.post("/api/commands", json=roll, headers=ORIGIN).status_code == 200
    for before, told in ((MOST - 1, "last"), (MOST, "")):
        asked = " ".join([*(f"a-{number}" for number in range(before)), "last"])
        assert ann.get("/seat", headers={PRESSED: asked}).headers[BOOKED] == told


def test_a_page_that_was_drawn_before_it_is_not_told_of_it(
    room: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = room.begin()[ANN]
    ann, other = room.client(token), room.client(token)

    def draw_while_it_is_booked(template: str, **values: Any) -> str:
        roll = {"id": "one", "do": "roll", "dice": [1, 2]}
        assert other.post("/api/commands", json=roll, headers=ORIGIN).status_code == 200
        return render_template(template, **values)

    with monkeypatch.context() as patch:
        patch.setattr(render, "render_template", draw_while_it_is_booked)
        assert ann.get("/seat", headers={PRESSED: "one"}).headers[BOOKED] == ""
    assert ann.get("/seat", headers={PRESSED: "one"}).headers[BOOKED] == "one"
