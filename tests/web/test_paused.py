"""A paused game says so on every page, and who paused it."""

import pytest
from msgspec.structs import replace

from companion.table.answers import Accepted
from companion.table.clocks.commands import GoOn, Pause
from companion.table.games.commands import Begin
from companion.words import Seat
from tests.support.pages import Living, sent, text_of

ANN, BEN = Seat(0), Seat(1)
PAUSED = "paused the game at"


def test_the_banker_pauses_the_game_and_lets_it_go_on(room: Living) -> None:
    tokens, banker = room.begin("Ann", "Ben"), room.banker()
    assert "Pause the game" in text_of(banker, "/banker")
    assert sent(banker, "/banker/pause") == 303
    for client, path in (
        (room.client(tokens[BEN]), "/seat"),
        (room.client(), "/table"),
        (banker, "/banker"),
    ):
        assert f"The banker {PAUSED}" in text_of(client, path), path
    assert "<h1>The game is paused</h1>" in room.client().get("/table").text
    assert "Roll the dice" not in text_of(room.client(tokens[ANN]), "/seat")
    page = text_of(banker, "/banker")
    assert "Go on with the game" in page
    assert "Pause the game" not in page
    assert sent(banker, "/banker/go-on") == 303
    assert PAUSED not in text_of(room.client(), "/table")
    assert "The game goes on after a pause" in text_of(room.client(tokens[ANN]), "/seat/story")


def test_a_banker_who_plays_is_named(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    ben = room.client(room.context.phones.make_banker(tokens[BEN]))
    assert sent(ben, "/banker/pause") == 303
    assert f"Ben {PAUSED}" in text_of(room.client(), "/table")


def test_what_is_sent_meanwhile_is_told_that_it_does_not_count(room: Living) -> None:
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    assert sent(room.banker(), "/banker/pause") == 303
    form = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0"}
    answer = ann.post("/do", data=form, headers={"Origin": "http://localhost"})
    assert answer.status_code == 409
    assert "The game is paused. The banker lets it go on." in answer.text


def test_it_is_still_paused_for_who_comes_back(room: Living) -> None:
    room.begin("Ann", "Ben")
    assert sent(room.banker(), "/banker/pause") == 303
    room.revived()
    assert PAUSED in text_of(room.client(), "/table")


@pytest.mark.parametrize("path", ["/banker/pause", "/banker/go-on"])
def test_only_the_banker_may(room: Living, path: str) -> None:
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    assert sent(ann, path) == 403


def test_the_agreed_time_is_later_by_the_pauses(room: Living) -> None:
    room.banker()
    room.seated("Ann", "Ben")
    timed = {"variants": ("timed",), "ends": "90 min", "first_roll": False}
    wanted = Begin(edition="ru-2004", players=("Ann", "Ben"), **timed)  # type: ignore[arg-type]
    banker = room.table.cause("banker", "phone")
    for command, later in ((wanted, 0), (Pause(), 0), (GoOn(), 600)):
        cause = replace(banker, mono=banker.mono + later)
        assert isinstance(room.table.submit(command, cause), Accepted)
    assert "agreed time: 90 min, and 10 min later for pauses" in text_of(room.client(), "/table")
    assert "agreed time: 90 min, and 10 min later" in text_of(room.banker(), "/banker")
