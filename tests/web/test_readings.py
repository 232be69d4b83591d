"""A player challenges a sure reading, the banker rules, and the table tells how good it reads."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.game.commands import Buy, Claim, Roll
from companion.game.events import Rewound
from companion.table.dice.readings import KeptReading
from companion.table.story.commands import Undo
from companion.table.witness import TableWitness
from companion.words import Seat, Space
from tests.support.doubtful import tray, unsure
from tests.support.pages import ORIGIN, Living

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
HERE = "/banker/readings"


def throw(room: Living, *, sure: bool = True) -> KeptReading:
    """Let the camera read a one and a three; return what was kept of it."""
    at = room.table.cause("camera", "camera").mono
    read = replace(unsure(0.99, 0.98 if sure else 0.5), verdict="sure" if sure else "unsure")
    TableWitness(room.table).dice(read, tray(), at, at + 0.1)
    room.ask(Claim(by=DEE))  # comes after it in the queue
    return room.table.readings.all[-1]


def send(client: FlaskClient, path: str, **fields: object) -> int:
    form = {name: str(value) for name, value in fields.items()}
    return client.post(path, data=form, headers=ORIGIN).status_code


def challenged(room: Living, token: str) -> KeptReading:
    one = throw(room)
    assert send(room.client(token), f"/misread/{one.id}") == 303
    return one


def test_the_link_stands_beside_a_roll_that_the_camera_booked(room: Living) -> None:
    tokens = room.begin()
    one = throw(room)
    for seat in (ANN, CY):
        html = room.client(tokens[seat]).get("/seat").text
        assert re.findall(r'href="(/misread/\w+)">([^<]+)<', html) == [
            (f"/misread/{one.id}", "Read wrong?")
        ]


@pytest.mark.parametrize("sure", [True, False])
def test_the_dice_that_counted_are_outlined_where_a_roll_is_explained(
    room: Living, *, sure: bool
) -> None:
    tokens = room.begin()
    one = throw(room, sure=sure)
    if not sure:
        form = {"doubt": one.id, "dice-0": 4, "dice-1": 6, "id": "d"}
        assert send(room.client(tokens[ANN]), "/doubt", **form) == 303
    html = room.client(tokens[CY]).get(f"/why/{room.table.view.seq}").text
    assert f"/pictures/{one.evidence}.jpg" in html
    assert html.count('<rect class="outline"') == len(one.shown) == 2


def test_a_picture_that_is_gone_is_not_shown_where_a_roll_is_explained(room: Living) -> None:
    tokens = room.begin()
    one = throw(room)
    (path,) = room.home.rglob(f"{one.evidence}*")
    path.write_bytes(b"")
    html = room.client(tokens[CY]).get(f"/why/{room.table.view.seq}").text
    assert "<figure" not in html


def test_a_typed_or_answered_roll_has_no_such_link(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(4, 6)))
    assert "/misread/" not in room.client(tokens[ANN]).get("/seat").text
    one = throw(room, sure=False)
    form = {"doubt": one.id, "dice-0": 4, "dice-1": 6, "id": "d"}
    assert send(room.client(tokens[BEN]), "/doubt", **form) == 303
    assert "/misread/" not in room.client(tokens[BEN]).get("/seat").text
    assert room.client().get(f"/misread/{one.id}").status_code == 404


def test_a_challenge_shows_the_picture_and_what_was_read(room: Living) -> None:
    tokens = room.begin()
    one = throw(room)
    html = room.client(tokens[CY]).get(f"/misread/{one.id}").text
    assert f"/pictures/{one.evidence}.jpg" in html
    assert html.count('class="outline"') == 2
    assert "The dice were read wrong" in html
    assert room.table.view.challenged == ()


def test_every_player_challenges_and_the_game_goes_on(room: Living) -> None:
    tokens = room.begin()
    one = challenged(room, tokens[CY])
    assert [c.id for c in room.table.view.challenged] == [one.id]
    assert "Said to be read wrong" in room.client(tokens[ANN]).get("/seat").text
    assert "These dice are said to be read wrong." in room.client().get("/table").text
    assert "The banker looks at it" in room.client(tokens[CY]).get(f"/misread/{one.id}").text
    room.play(Buy(by=ANN) if room.state.purchase else Roll(by=BEN, dice=(4, 6)))


def test_a_phone_without_a_seat_challenges_nothing(room: Living) -> None:
    room.begin()
    one = throw(room)
    assert send(room.client(), f"/misread/{one.id}") == 403
    assert room.table.view.challenged == ()
    assert send(room.banker(), f"/misread/{one.id}") == 303
    assert "The banker says that the dice were read wrong." in room.banker().get("/banker").text


def test_a_reading_that_is_none_is_not_found(room: Living) -> None:
    tokens = room.begin()
    assert room.client(tokens[ANN]).get("/misread/none").status_code == 404
    assert send(room.client(tokens[ANN]), "/misread/none") == 409


def test_the_banker_takes_it_back_and_rolls_anew_in_one_step(room: Living) -> None:
    tokens = room.begin()
    one = challenged(room, tokens[CY])
    seq = room.table.view.seq
    room.play(Roll(by=BEN, dice=(4, 5)), Buy(by=BEN))
    banker = room.banker()
    html = banker.get("/banker").text
    assert "Cy says that the dice were read wrong." in html
    assert f"/pictures/{one.evidence}.jpg" in html
    assert re.findall(r'name="dice-(\d)" value="(\d)"\s+required\s+checked', html) == [
        ("0", "1"),
        ("1", "3"),
    ]
    taken = html[html.index("With the roll this is taken back") :]
    assert taken.index("Ben bought Connecticut Avenue") < taken.index("Ben rolled 9")
    form = {"reading": one.id, "id": "r", "dice-0": 1, "dice-1": 5, "why": "a five, not a three"}
    assert send(banker, HERE, **form, seq=seq, what="again") == 409  # Ben has rolled since
    seq = room.table.view.seq
    assert send(banker, HERE, **form, seq=seq, what="again") == 303
    back, roll = room.table.history()[-2:]
    assert isinstance(back.events[0], Rewound)
    assert back.events[0].why == "a five, not a three"
    assert (roll.cause.role, roll.cause.evidence) == ("banker", one.evidence)
    assert room.state.players[ANN].at == Space(6)
    assert room.state.players[BEN].at == Space(0)
    assert room.table.view.challenged == ()
    assert "says that the dice were read wrong" not in banker.get("/banker").text
    story = room.client(tokens[ANN]).get("/seat/story").text
    assert "a five, not a three" in story


def test_without_a_reason_the_story_says_to_each_what_it_was(room: Living) -> None:
    tokens = room.begin()
    one = challenged(room, tokens[CY])
    form = {"reading": one.id, "dice-0": 1, "dice-1": 5, "seq": room.table.view.seq}
    assert send(room.banker(), HERE, **form, what="again") == 303
    back = room.table.history()[-2].events[0]
    assert isinstance(back, Rewound)
    assert back.why == "the dice were read wrong"
    german = room.client(tokens[ANN]).get("/seat/story", headers={"Accept-Language": "de"}).text
    assert "): die Würfel wurden falsch gelesen" in german


def test_it_was_right(room: Living) -> None:
    tokens = room.begin()
    one = challenged(room, tokens[CY])
    assert send(room.banker(), HERE, reading=one.id, what="right") == 303
    assert "found that it was right" in room.client(tokens[CY]).get(f"/misread/{one.id}").text
    assert "/misread/" not in room.client(tokens[CY]).get("/seat").text
    assert "Said to be wrong, and found right." in room.banker().get(HERE).text


def test_a_wrong_reading_may_leave_the_game_as_it_is(room: Living) -> None:
    one = challenged(room, room.begin()[CY])
    seq = room.table.view.seq
    form = {"reading": one.id, "dice-0": 1, "dice-1": 5}
    assert send(room.banker(), HERE, **form, what="wrong", seq=seq) == 303
    assert room.table.view.seq == seq
    html = room.banker().get(HERE).text
    assert "Booked without asking, and wrong." in html


def test_who_says_just_what_was_read_is_told_what_to_do(room: Living) -> None:
    one = challenged(room, room.begin()[CY])
    form = {"reading": one.id, "what": "wrong", "dice-0": 1, "dice-1": 3, "id": "w"}
    answer = room.banker().post(HERE, data=form, headers=ORIGIN)
    assert answer.status_code == 409
    told = "Just that was read: 1, 3. Choose what lay there, or say that it was right."
    assert told in answer.text


def test_a_roll_that_was_taken_back_meanwhile_can_only_be_marked(room: Living) -> None:
    one = challenged(room, room.begin()[CY])
    banker = room.banker()
    room.table.submit(Undo(), room.table.cause("banker", "phone"))
    html = banker.get("/banker").text
    assert "That roll was taken back already." in html
    assert "Take the roll back and roll these" not in html
    assert send(banker, HERE, reading=one.id, **{"dice-0": 1, "dice-1": 5}, what="wrong") == 303
    assert room.table.readings.all[0].is_wrong


def test_a_banker_who_plays_is_told_on_the_own_page(room: Living) -> None:
    tokens = room.begin()
    tokens[BEN] = room.context.phones.make_banker(tokens[BEN])
    one = challenged(room, tokens[CY])
    assert "Rule on it" in room.client(tokens[BEN]).get("/seat").text
    assert "Rule on it" not in room.client(tokens[ANN]).get("/seat").text
    assert send(room.client(tokens[BEN]), HERE, reading=one.id, what="right") == 303
    assert "Rule on it" not in room.client(tokens[BEN]).get("/seat").text


def test_a_roll_taken_back_without_a_challenge_is_ruled_on_in_the_list(room: Living) -> None:
    room.begin()
    one = throw(room)
    room.table.submit(Undo(), room.table.cause("banker", "phone"))
    banker = room.banker()
    html = banker.get(HERE).text
    assert "taken back. Nobody has said whether it was wrong." in html
    assert "Of these taken back, right or wrong" in html
    assert "Was it wrong?" in html
    form = {"reading": one.id, "dice-0": 1, "dice-1": 5, "what": "wrong", "back": HERE}
    answer = banker.post(HERE, data=form, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, HERE)
    html = banker.get(HERE).text
    assert "Booked without asking, and wrong. The roll was taken back." in html
    assert "Was it wrong?" not in html
    assert room.table.view.seq == 3


def test_ruling_is_the_bankers(room: Living) -> None:
    tokens = room.begin()
    one = challenged(room, tokens[CY])
    cy = room.client(tokens[CY])
    assert cy.get(HERE).status_code == 403
    assert send(cy, HERE, reading=one.id, what="right") == 403
    assert len(room.table.view.challenged) == 1


@pytest.mark.parametrize(
    "form",
    [
        {"what": "maybe"},
        {"what": "again", "dice-0": "x"},
        {"what": "again", "dice-0": 1},
        {"what": "wrong", "dice-0": 1, "dice-1": 7},
    ],
)
def test_a_form_that_says_nothing_is_refused(room: Living, form: dict[str, object]) -> None:
    one = challenged(room, room.begin()[CY])
    assert send(room.banker(), HERE, reading=one.id, seq=room.table.view.seq, **form) == 400
    assert len(room.table.view.challenged) == 1


def test_the_list_shows_read_and_said_newest_first(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(4, 6)))
    one = throw(room, sure=False)
    ben = room.client(tokens[BEN])
    assert send(ben, "/doubt", doubt=one.id, **{"dice-0": 1, "dice-1": 5}, id="a") == 303
    assert room.state.purchase is not None
    room.play(Buy(by=BEN))
    two = throw(room, sure=False)
    assert send(room.client(tokens[CY]), "/doubt", doubt=two.id, none=1, id="b") == 303
    html = room.banker().get(HERE).text
    first, second = html.index(f"reading-{two.id}"), html.index(f"reading-{one.id}")
    assert first < second
    assert "Asked: it was no roll." in html[first:second]
    assert "Asked: it was something else." in html[second:]
    assert html[second:].count('class="die"') == 4  # read and said
    assert "Too few throws to say how good that is." in html
    assert re.findall(
        r"<dt>(Asked and answered|First guess right)</dt><dd[^>]*>([^<]+)<", html
    ) == [
        ("Asked and answered", "2"),
        ("First guess right", "0 of 2"),
    ]


def test_it_is_counted_how_the_questions_were_answered(room: Living) -> None:
    room.begin()
    sure, asked = throw(room), throw(room, sure=False)
    for number, kept in enumerate((
        *[sure] * 25, *[replace(sure, ruling="wrong", said=(1, 5))] * 2,
        *[replace(asked, fate="answered", said=(3, 1))] * 4,
        *[replace(asked, fate="answered", said=(1, 3), pressed=True)] * 3,
        *[replace(asked, fate="answered", said=(1, 5))] * 2,
        replace(asked, fate="no-roll"),
    )):  # fmt: skip
        room.table.readings.keep(replace(kept, id=f"more{number}"))
    html = room.banker().get(HERE).text
    counted = dict(re.findall(r"<dt>([^<]+)</dt><dd class=\"num\">([^<]+)<", html))
    assert counted == {
        "Throws": "38",
        "Read without asking": "28 (74 %)",
        "Of these known to be wrong": "2",
        "Asked and answered": "10",
        "First guess right": "7 of 10",
        "Yes by phone": "4",
        "Yes by button": "3",
        "Faces had to be picked": "2",
        "It was no roll": "1",
        "Right at the first look": "33 of 37 (89 %)",
    }


def test_a_picture_that_is_gone_is_said(room: Living, tmp_path: Path) -> None:
    tokens = room.begin()
    one = challenged(room, tokens[CY])
    for kept in (tmp_path / "pictures").glob("??/*.jpg"):
        kept.unlink()
    for client, path in (
        (room.client(tokens[ANN]), f"/misread/{one.id}"),
        (room.banker(), "/banker"),
        (room.banker(), HERE),
    ):
        html = client.get(path).text
        assert "The picture is gone." in html
        assert "/pictures/" not in html


def test_many_readings_are_shown_on_demand(room: Living) -> None:
    room.begin()
    one = throw(room, sure=False)
    for number in range(24):
        room.table.readings.keep(replace(one, id=f"more{number}", fate="no-roll"))
    banker = room.banker()
    assert banker.get(HERE).text.count('id="reading-') == 20
    assert banker.get(f"{HERE}?all=1").text.count('id="reading-') == 25


def test_enough_throws_are_shares_and_none_wrong_is_a_bound(room: Living) -> None:
    room.begin()
    one = throw(room)
    for number in range(299):
        room.table.readings.keep(replace(one, id=f"more{number}"))
    html = room.banker().get(HERE).text
    assert "The last 200 throws" in html
    found = re.findall(r"known to be wrong</dt><dd[^>]*>([^<]+)<", html)
    assert found == ["none: below 1.5 %", "none: below 1.0 %"]
    assert "100 %" in html


def test_a_table_without_a_throw_says_so(room: Living) -> None:
    assert "No throw has been read at this table yet." in room.banker().get(HERE).text


def test_the_bankers_and_the_doctors_page_lead_there(room: Living) -> None:
    banker = room.banker()
    assert HERE in banker.get("/banker").text
    assert HERE in banker.get("/doctor").text
    assert HERE not in room.client().get("/doctor").text
    room.begin()
    assert HERE in banker.get("/banker").text
