"""The table from above, whose chairs are tapped to join."""

import re

from msgspec.structs import replace

from companion.words import Seat
from tests.support.pages import ORIGIN, Living, sent, text_of, told

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
CHAIR = re.compile(r'<(label|p) class="pick(?: gone)? at-(\d)"[^>]*>(.*?)</\1>', re.DOTALL)


def chairs(html: str) -> list[str]:
    """Return what each chair says, in the order of play."""
    found = {int(number): told(inside) for _tag, number, inside in CHAIR.findall(html)}
    return [found[n] for n in range(len(found))]


def test_the_table_shows_its_chairs_in_the_order_of_play_and_who_sits_there(room: Living) -> None:
    room.seated("Ann", "Ben")
    html = room.client().get("/join").text
    seen = chairs(html)
    assert seen[:2] == ["A Ann", "B Ben"]
    assert seen[2] == "Seat 3"
    assert len(seen) == 8
    assert 'class="token t-blue"' in html
    assert 'value="0"' not in html.partition("Your colour")[0]  # a taken chair cannot be tapped


def test_a_tapped_chair_is_taken(room: Living) -> None:
    ben = room.client()
    assert sent(ben, "/join", name="Ben", seat="5", colour="red") == 303
    assert list(room.context.phones.sitters) == [Seat(5)]


def test_who_taps_no_chair_gets_the_next_free_one(room: Living) -> None:
    room.seated("Ann", "Ben")
    assert sent(room.client(), "/join", name="Cy", seat="", colour="green") == 303
    assert room.context.phones.sitters[CY].name == "Cy"


def test_who_has_a_chair_and_taps_none_keeps_it(room: Living) -> None:
    _ann, ben = room.seated("Ann", "Ben")
    assert sent(room.client(ben), "/join", name="Benno", seat="", colour="red") == 303
    assert [one.name for one in room.context.phones.sitters.values()] == ["Ann", "Benno"]


def test_a_choice_that_is_gone_from_the_page_is_no_choice(room: Living) -> None:
    """Somebody took it while the name was typed: another one is not given unasked."""
    answer = room.client().post("/join", data={"name": "Cy", "colour": "red"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "Tap a chair and a colour." in answer.text


def test_who_was_quicker_is_said_and_shown(room: Living) -> None:
    room.seated("Ann")
    form = {"name": "Ben", "seat": "0", "colour": "red"}
    answer = room.client().post("/join", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "Ann sits there by now. Tap another chair." in told(answer.text)
    assert chairs(answer.text)[0] == "A Ann"
    assert 'value="Ben"' in answer.text


def test_nobody_becomes_somebody_else_because_the_banker_was_quicker(room: Living) -> None:
    """The banker put Gran on the chair that Ben's page still showed as free."""
    room.context.phones.add("Gran")
    form = {"name": "Ben", "seat": "0", "colour": "red"}
    answer = room.client().post("/join", data=form, headers=ORIGIN)
    assert "Gran sits there by now." in told(answer.text)
    assert not room.context.phones.held


def test_who_sits_there_without_a_phone_is_tapped_to_be_it(room: Living) -> None:
    room.context.phones.add("Gran")
    grans = room.client()
    assert chairs(grans.get("/join").text)[0] == "G I am Gran"
    assert sent(grans, "/join", seat="as-0") == 303
    assert room.context.phones.held == {ANN}


def test_at_a_full_table_no_chair_is_left(room: Living) -> None:
    room.seated(*"ABCDEFGH")
    form = {"name": "Late", "seat": "", "colour": "red"}
    answer = room.client().post("/join", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "All chairs are taken." in answer.text


def test_a_taken_chair_says_which_button_it_has_when_the_game_begins(room: Living) -> None:
    """Then chairs close up: the button is that of one's place among the players."""
    context = room.context
    assert "Button" not in text_of(room.client(), "/join")
    context.parts = replace(context.parts, button_seats=(ANN,))
    room.seated("Ann")
    assert sent(room.client(), "/join", name="Cy", seat="4", colour="red") == 303
    seen = chairs(room.client().get("/join").text)
    assert [seen[n].partition("Button ")[2] for n in (0, 1, 4, 5)] == ["1", "", "2", ""]


def test_the_picture_follows_the_banker_who_lets_people_change_places(room: Living) -> None:
    room.seated("Ann", "Ben", "Cy")
    banker = room.banker()
    assert sent(banker, "/banker/game/players?edition=us-classic", what="up", seat=1) == 303
    assert sent(banker, "/banker/game/players?edition=us-classic", what="remove", seat=2) == 303
    assert chairs(room.client().get("/join").text)[:3] == ["B Ben", "A Ann", "Seat 3"]
