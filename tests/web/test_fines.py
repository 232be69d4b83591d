"""Where the rules know fines the banker takes them from the page; elsewhere nobody is asked."""

from pathlib import Path

import pytest

from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, living_room

ANN, BEN = Seat(0), Seat(1)


def begun(room: Living, edition: str) -> list[str]:
    """Begin a game of Ann and Ben; return their tokens."""
    tokens = room.seated("Ann", "Ben")
    answer = room.table.submit(
        Begin(edition=edition, variants=(), players=("Ann", "Ben"), first_roll=False),
        room.table.cause("banker", "banker"),
    )
    assert isinstance(answer, Accepted), answer
    return tokens


@pytest.mark.parametrize("fault", ["wrong-token", "out-of-turn", "dice-off-table"])
def test_the_banker_takes_a_fine(tmp_path: Path, fault: str) -> None:
    with living_room(tmp_path) as room:
        begun(room, "ports")
        banker = room.banker()
        assert f'value="{fault}"' in banker.get("/banker").text
        fined = {"do": "fine", "player": str(BEN), "for": fault}
        assert banker.post("/do", data=fined, headers=ORIGIN).status_code == 303
        state = room.table.view.state
        assert state is not None
        assert [state.cash(seat) for seat in (ANN, BEN)] == [1500, 1450]


def test_no_player_fines_another(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        ann = room.client(begun(room, "ports")[0])
        fined = {"do": "fine", "player": str(BEN), "for": "wrong-token"}
        assert ann.post("/do", data=fined, headers=ORIGIN).status_code == 403
        assert room.table.view.state is not None
        assert room.table.view.state.cash(BEN) == 1500


def test_where_the_rules_know_no_fine_none_is_offered(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        begun(room, "ru-2004")
        assert "wrong-token" not in room.banker().get("/banker").text
