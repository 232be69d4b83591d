"""What is asked about dice that are not sure, and what everybody else is told meanwhile."""

import re

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.game.commands import Claim
from companion.table.witness import TableWitness
from companion.vision.readings import DiceReading
from companion.words import Seat, Space
from tests.support.doubtful import pressed_by, tray, unsure
from tests.support.pages import ORIGIN, Living

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
SURE_OF_ONE = unsure(0.99, 0.5)


def see(room: Living, reading: DiceReading) -> str:
    """Let the camera see dice that it is not sure of; return the question's id."""
    at = room.table.cause("camera", "camera").mono
    TableWitness(room.table).dice(reading, tray(), at, at + 0.1)
    room.ask(Claim(by=DEE))  # comes after it in the queue
    doubt = room.table.view.doubt
    assert doubt is not None
    return doubt.id


def yes_of(html: str) -> dict[str, str]:
    """Return what the page's yes sends; nothing where it offers none."""
    found = re.search(r'<form [^>]*class="yes">(.*?)</form>', html, re.DOTALL)
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[1])) if found else {}


def answer(client: FlaskClient, **form: str) -> TestResponse:
    return client.post("/doubt", data=form, headers=ORIGIN)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "1 and 3?"),
        ("de", "1 und 3?"),
        ("it", "1 e 3?"),
        ("ru", "1 и 3?"),
    ],
)
def test_the_dice_are_asked_about_as_a_whole(room: Living, language: str, words: str) -> None:
    ann = room.client(room.begin()[ANN])
    see(room, SURE_OF_ONE)
    for path in ("/seat", "/table"):
        assert words in ann.get(path, headers={"Accept-Language": language}).text


def test_yes_is_the_rollers_and_the_bankers_and_says_what_is_guessed(room: Living) -> None:
    tokens = room.begin()
    known = see(room, unsure(0.4, 0.5))
    assert yes_of(room.client(tokens[BEN]).get("/seat").text) == {}
    for client, path in ((room.client(tokens[ANN]), "/seat"), (room.banker(), "/banker")):
        said = yes_of(client.get(path).text)
        assert (said["doubt"], said["dice-0"], said["dice-1"]) == (known, "1", "3")
    assert answer(room.client(tokens[ANN]), **yes_of(room.client(tokens[ANN]).get("/seat").text))
    assert room.state.players[ANN].at == Space(4)
    (reading,) = room.table.readings.all
    assert (reading.fate, reading.said, reading.pressed) == ("answered", (1, 3), False)


def test_a_second_yes_is_told_that_nobody_asks_and_books_nothing(room: Living) -> None:
    tokens = room.begin()
    see(room, SURE_OF_ONE)
    ann, banker = room.client(tokens[ANN]), room.banker()
    pages = [(ann, ann.get("/seat").text), (banker, banker.get("/banker").text)]
    answers = [answer(client, **yes_of(html)) for client, html in pages]
    assert [one.status_code for one in answers] == [303, 409]
    assert "Nobody asks for that now." in answers[1].text
    assert len(room.table.history()) == 2


def test_the_yes_of_an_old_page_is_to_the_dice_that_it_showed(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    see(room, SURE_OF_ONE)
    old = yes_of(ann.get("/seat").text)
    newer = see(room, SURE_OF_ONE)
    assert answer(ann, **old).status_code == 409
    assert room.table.view.doubt is not None
    assert room.table.view.doubt.id == newer


def test_what_names_no_whole_throw_offers_no_yes(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    see(room, replace(SURE_OF_ONE, dice=SURE_OF_ONE.dice[:1]))
    html = ann.get("/seat").text
    assert yes_of(html) == {}
    assert "What does the other die show?" in html
    assert "button says yes" not in html
    assert "button says yes" not in ann.get("/table").text


def test_a_face_that_nobody_knows_is_not_guessed(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    see(room, unsure(0.99, 0.1667))
    html = ann.get("/seat").text
    assert yes_of(html) == {}
    assert "What does the other die show?" in html
    assert html.count('class="face likely"') == 1


def test_a_button_is_promised_only_where_it_says_yes(room: Living) -> None:
    """Something moves in the tray: what was asked about may no longer lie there."""
    ann = room.client(room.begin()[ANN])
    see(room, SURE_OF_ONE)
    told = "Your button says yes too."
    assert told not in ann.get("/seat").text  # there is none
    room.context.parts = pressed_by(room.context.parts, ANN)
    assert told in ann.get("/seat").text
    TableWitness(room.table).motion(room.table.cause("camera", "camera").mono)
    room.ask(Claim(by=DEE))  # comes after it in the queue
    html = ann.get("/seat").text
    assert told not in html
    assert yes_of(html)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Ich sehe nur 1 Würfel."),
        ("it", "Vedo solo 1 dado."),
        ("ru", "Вижу только 1 кубик."),
    ],
)
def test_how_many_dice_were_seen_is_said_in_the_readers_language(
    room: Living, language: str, words: str
) -> None:
    ann = room.client(room.begin()[ANN])
    see(room, replace(SURE_OF_ONE, dice=SURE_OF_ONE.dice[:1]))
    assert words in ann.get("/seat", headers={"Accept-Language": language}).text


def test_the_others_are_told_who_says_what_the_dice_show(room: Living) -> None:
    tokens = room.begin()
    see(room, SURE_OF_ONE)
    told = "Ann says what the dice show"
    assert told in room.client(tokens[BEN]).get("/seat").text
    assert told not in room.client(tokens[ANN]).get("/seat").text
    assert told in room.client().get("/table").text


def test_the_banker_is_told_whose_roll_is_asked_about(room: Living) -> None:
    room.begin()
    see(room, SURE_OF_ONE)
    html = room.banker().get("/banker").text
    assert "Ann rolled" in html[html.index('id="doubt"') : html.index("That was no roll")]


def test_the_table_screen_asks_as_the_phone_does(room: Living) -> None:
    room.begin()
    room.context.parts = pressed_by(room.context.parts, ANN)
    see(room, replace(SURE_OF_ONE, remark="cocked"))
    html = room.client().get("/table").text
    assert "1 and 3?" in html
    assert "A die is leaning." in html
    assert "Ann rolled. Ann&#39;s button says yes." in html


def test_the_die_beside_a_doubtful_one_is_shown_as_read_and_may_be_said_otherwise(
    room: Living,
) -> None:
    ann = room.client(room.begin()[ANN])
    known = see(room, SURE_OF_ONE)
    html = ann.get("/seat").text
    beside = html[html.index('id="beside0"') : html.index("</details>", html.index('id="beside0"'))]
    assert "was read." in beside
    faces = re.findall(r'name="dice-0" value="(\d)" (?:required )?(checked)?', beside)
    assert sorted(faces) == [("1", "checked"), *((str(n), "") for n in range(2, 7))]
    picked = html[html.index('id="no-') :]
    assert picked.count('name="dice-0"') == 6  # no hidden field says the same a second time
    form = {"doubt": known, "dice-0": "4", "dice-1": "5", "id": "d", "back": "/seat"}
    assert ann.post("/doubt", data=form, headers=ORIGIN).status_code == 303
    assert room.state.players[ANN].at == Space(9)
