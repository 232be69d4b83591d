"""The one that is chosen speaks, and nobody else; nothing old is said."""

from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.game.commands import Roll
from companion.table.answers import Accepted
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, living_room
from web.voice.box import BoxNews


def choose(room: Living, by: str, level: str = "full") -> int:
    form = {"by": by, "level": level}
    return room.banker().post("/banker/voice", data=form, headers=ORIGIN).status_code


def heard(screen: FlaskClient, **query: str) -> Any:
    return screen.get("/voice/news", query_string=query).get_json()


def test_nobody_speaks_until_the_banker_says_who(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        tokens = room.begin("Ann", "Ben")
        assert 'id="voice"' not in room.client().get("/table").text
        assert choose(room, "table") == 303
        assert 'id="voice"' in room.client().get("/table").text
        assert 'id="voice"' not in room.client(tokens[0]).get("/seat").text
        assert choose(room, "phone-1") == 303
        assert 'id="voice"' not in room.client().get("/table").text
        assert 'id="voice"' not in room.client(tokens[0]).get("/seat").text
        assert 'id="voice"' in room.client(tokens[1]).get("/seat").text
        assert choose(room, "phone-1", "loud") == 400
        for nobody in ("phone-7", "phone-x", "phone-²", "phone-", "phone--1", "table-1", "radio"):
            assert choose(room, nobody) == 400


def test_what_was_chosen_outlives_a_restart(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        room.begin("Ann", "Ben")
        choose(room, "table", "brief")
        room.revived()
        assert room.context.voice.now.by == "table"
        assert room.context.voice.now.level == "brief"


def test_the_screen_hears_what_is_new_and_nothing_before_it_came(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        room.begin("Ann", "Ben")
        choose(room, "table")
        screen = room.client()
        first = heard(screen, where="table", tab="one", here="")
        assert first["here"]
        assert first["say"] == []
        assert room.table.view.state is not None
        seat = room.table.view.state.turn.seat
        assert isinstance(room.ask(Roll(by=Seat(seat), dice=(1, 2)), banker=True), Accepted)
        asked = {"where": "table", "tab": "one", "mark": first["mark"]}
        second = heard(screen, **asked)
        assert second["say"][0]["earcon"] == "roll"
        assert ", 3." in second["say"][0]["text"]
        third = heard(screen, **asked | {"mark": second["mark"]})
        assert third["say"] == []
        assert heard(screen, **asked | {"mark": "x:9999999999:"})["say"] == []


def test_who_listens_before_a_game_hears_it_begin(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        choose(room, "table")
        screen = room.client()
        first = heard(screen, where="table", tab="one", here="")
        assert (first["here"], first["say"]) == (True, [])
        room.begin("Ann", "Ben")
        second = heard(screen, where="table", tab="one", mark=first["mark"])
        assert second["say"][0]["text"] == "The game begins."
        assert second["say"][-1]["text"] == "Ann's turn."


def test_of_two_screens_the_one_tapped_last_speaks(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        room.begin("Ann", "Ben")
        choose(room, "table")
        screen = room.client()
        assert heard(screen, where="table", tab="one", here="")["here"]
        assert heard(screen, where="table", tab="two", here="")["here"]
        assert not heard(screen, where="table", tab="one")["here"]
        assert not heard(screen, where="seat", tab="two")["here"]


def test_the_box_speaks_in_its_language_and_then_no_screen_does(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        room.begin("Ann", "Ben")
        assert 'value="box"' not in room.banker().get("/banker/voice").text
        room.context.parts = replace(room.context.parts, can_speak=lambda: True)
        assert 'value="box"' in room.banker().get("/banker/voice").text
        news = BoxNews(room.context)
        assert news.since("") is None
        form = {"by": "box", "level": "brief", "language": "xx"}
        assert room.banker().post("/banker/voice", data=form, headers=ORIGIN).status_code == 400
        form["language"] = "de"
        assert room.banker().post("/banker/voice", data=form, headers=ORIGIN).status_code == 303
        assert 'id="voice"' not in room.client().get("/table").text
        assert not heard(room.client(), where="table", tab="one", here="")["here"]
        first = news.since("")
        assert first is not None
        assert (first.language, first.announcements) == ("de", [])
        assert isinstance(room.ask(Roll(by=Seat(0), dice=(1, 2)), banker=True), Accepted)
        second = news.since(first.mark)
        assert second is not None
        assert second.announcements[0].text.startswith("Ann, 3.")
        assert "Zu verkaufen" in second.announcements[0].text or len(second.announcements) > 1
        again = news.since(second.mark)
        assert again is not None
        assert not again.announcements
