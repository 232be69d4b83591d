"""A game that begins with dealt deeds can be begun, and a timed one ended, from the pages."""

from pathlib import Path

from companion.game.commands import Roll
from companion.game.refusals import Refusal
from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, living_room

ANN, BEN = Seat(0), Seat(1)
HANDS = {"lots-0": ["1", "5"], "lots-1": ["39", "12"]}


def begun(room: Living, variant: str) -> list[str]:
    tokens = room.seated("Ann", "Ben")
    answer = room.table.submit(
        Begin(
            edition="ru-2004",
            variants=(variant,),
            players=("Ann", "Ben"),
            first_roll=False,
            ends="21:00" if variant == "timed" else "",
        ),
        room.table.cause("banker", "banker"),
    )
    assert isinstance(answer, Accepted), answer
    return tokens


def test_the_banker_says_who_was_dealt_what(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        ann, banker = room.client(begun(room, "short")[0]), room.banker()
        assert "deals the deeds first" in ann.get("/seat").text
        assert "/banker/deal" in banker.get("/banker").text
        assert isinstance(room.ask(Roll(by=ANN, dice=(1, 2))), Refusal)
        assert banker.get("/banker/deal").text.count("<select") == 4
        answer = banker.post("/banker/deal", data={"do": "deal", **HANDS}, headers=ORIGIN)
        assert answer.status_code == 303
        state = room.table.view.state
        assert state is not None
        assert [state.cash(ANN), state.cash(BEN)] == [1500 - 60 - 200, 1500 - 400 - 150]
        assert banker.get("/banker/deal").status_code == 302  # nothing is left to deal
        assert isinstance(room.ask(Roll(by=ANN, dice=(1, 2))), Accepted)


def test_a_wrong_deal_is_refused_in_words(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        begun(room, "short")
        twice = {"do": "deal", "lots-0": ["1", "1"], "lots-1": ["39", "12"]}
        assert room.banker().post("/banker/deal", data=twice, headers=ORIGIN).status_code == 400
        assert room.table.view.state is not None
        assert room.table.view.state.deal_due


def test_nobody_but_the_banker_deals(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        ann = room.client(begun(room, "short")[0])
        answer = ann.post("/banker/deal", data={"do": "deal", **HANDS}, headers=ORIGIN)
        assert answer.status_code == 403


def test_the_banker_calls_the_agreed_time(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        begun(room, "timed")
        banker = room.banker()
        banker.post("/banker/deal", data={"do": "deal", **HANDS}, headers=ORIGIN)
        html = banker.get("/banker").text
        assert "Time is up" in html
        assert "21:00" in html
        assert banker.post("/do", data={"do": "time-up"}, headers=ORIGIN).status_code == 303
        assert room.table.view.state is not None
        assert room.table.view.state.winners


def test_ways_to_play_are_asked_apart_from_printings(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        html = room.banker().get("/banker/game/box?edition=ru-2004").text
        assert html.index("another printing") < html.index("another way") < html.index('"short"')
