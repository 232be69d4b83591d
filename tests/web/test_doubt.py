"""What is asked about dice that are not sure, and what everybody else is told meanwhile."""

import re

import pytest
from msgspec.structs import replace

from companion.game.commands import Claim
from companion.table.witness import TableWitness
from companion.vision.readings import DiceReading
from companion.words import Seat, Space
from tests.support.doubtful import tray, unsure
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
    see(room, replace(SURE_OF_ONE, remark="cocked"))
    html = room.client().get("/table").text
    assert "I am not sure of this die" in html
    assert "A die is leaning." in html


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
    assert html.count('name="dice-0"') == 6  # no hidden field says the same a second time
    form = {"doubt": known, "dice-0": "4", "dice-1": "5", "id": "d", "back": "/seat"}
    assert ann.post("/doubt", data=form, headers=ORIGIN).status_code == 303
    assert room.state.players[ANN].at == Space(9)
