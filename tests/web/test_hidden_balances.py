"""Hidden balances are hidden everywhere, from everybody but their owners and the banker."""

import pytest

from companion.game.commands import Correct, Roll
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living

ANN, BEN = Seat(0), Seat(1)
ANNS, BENS = "1,234", "2,345"


@pytest.fixture
def tokens(room: Living) -> list[str]:
    """A game in which nobody is to know how much the others have."""
    cookies = room.begin()
    told = Correct(why="a test", cash={ANN: 1234, BEN: 2345}, owner={Space(3): ANN})
    assert isinstance(room.ask(told, banker=True), Accepted)
    assert hide(room, "yes") == 303
    return cookies


def hide(room: Living, hidden: str) -> int:
    form = {"hidden": hidden}
    return room.banker().post("/banker/balances", data=form, headers=ORIGIN).status_code


@pytest.mark.parametrize("path", ["/table", "/watch", "/api/view", "/join"])
def test_who_looks_on_sees_no_balance(room: Living, tokens: list[str], path: str) -> None:
    assert tokens
    html = room.client().get(path).text
    assert ANNS not in html.split('class="feed"')[0]
    assert BENS not in html.split('class="feed"')[0]


def test_a_player_sees_the_own_balance_alone(room: Living, tokens: list[str]) -> None:
    ann = room.client(tokens[ANN])
    assert ANNS in ann.get("/seat").text
    room.play(Roll(by=ANN, dice=(1, 3)))
    trade = ann.get("/seat/trade").text
    assert "•••" in trade
    assert BENS not in trade
    assert ann.get("/why/cash/0").status_code == 200
    assert ann.get("/why/cash/1").status_code == 403


def test_an_owner_does_not_learn_what_the_visitor_has(room: Living, tokens: list[str]) -> None:
    for seat in (ANN, BEN):
        room.ask(Roll(by=seat, dice=(1, 2)))
    html = room.client(tokens[ANN]).get("/seat").text
    assert "Rent due" in html
    assert BENS not in html


def test_why_tells_what_moved_and_not_what_stood_there(room: Living, tokens: list[str]) -> None:
    room.play(Roll(by=ANN, dice=(1, 3)))  # income tax
    seq = room.table.view.seq
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    assert f"{ANNS} →" in ann.get(f"/why/{seq}").text
    for phone in (ben, room.client()):
        html = phone.get(f"/why/{seq}").text
        assert "200" in html
        assert ANNS not in html
    assert f"{ANNS} →" in room.banker().get(f"/why/{seq}").text


def test_what_if_tells_no_balance_either(room: Living, tokens: list[str]) -> None:
    room.play(Roll(by=ANN, dice=(1, 3)))
    path = f"/what-if/{room.table.view.seq}?die0=1&die1=1&dice=1"
    assert ANNS in room.client(tokens[ANN]).get(path).text
    html = room.client(tokens[BEN]).get(path).text
    assert "•••" in html
    assert ANNS not in html


def test_the_table_as_data_keeps_them_too(room: Living, tokens: list[str]) -> None:
    game = room.client(tokens[BEN]).get("/api/game").json
    assert game is not None
    assert game["cash"] == [None, 2345, None, None]
    assert "books" not in game["state"]


def test_the_banker_sees_them_all(room: Living, tokens: list[str]) -> None:
    assert tokens
    html = room.banker().get("/banker").text
    assert ANNS in html
    assert BENS in html
    assert (room.banker().get("/api/game").json or {})["cash"][:2] == [1234, 2345]


@pytest.mark.parametrize(
    "path",
    [
        "late",
        "late?show=1&payer=1&payee=0&amount=4&why=agreed",
        "correct",
        "correct?seat=1&amount=1400&why=counted",
        "back?to=1",
        "set-right",
    ],
)
def test_nor_are_they_hidden_where_the_banker_mends(
    room: Living, tokens: list[str], path: str
) -> None:
    assert tokens
    room.play(Roll(by=ANN, dice=(1, 3)))  # something to go back from
    answer = room.banker().get(f"/banker/{path}")
    assert answer.status_code == 200
    assert "•••" not in answer.text


def test_it_is_the_bankers_to_set_and_outlives_a_restart(room: Living, tokens: list[str]) -> None:
    form = {"hidden": "no"}
    ann = room.client(tokens[ANN])
    assert ann.post("/banker/balances", data=form, headers=ORIGIN).status_code == 403
    room.revived()
    assert BENS not in room.client().get("/watch").text.split('class="feed"')[0]
    assert hide(room, "no") == 303
    assert BENS in room.client().get("/watch").text.split('class="feed"')[0]


def test_a_damaged_setting_is_as_none(room: Living, tokens: list[str]) -> None:
    assert tokens
    (room.context.settings.home / "pages.json").write_text("{")
    room.revived()
    assert not room.context.manners.hidden
