"""The banker goes on with another game, lays one aside, deletes one; never the one on the table."""

from companion.game.commands import Roll
from companion.table.games.commands import Begin
from companion.words import Seat
from tests.support.pages import ORIGIN, Living

HERE = "/banker/games"
FIRST, SECOND = "0001-us-classic", "0002-us-classic"


def two_games(room: Living) -> None:
    room.begin()
    room.play(Roll(by=Seat(0), dice=(1, 2)))
    room.table.submit(
        Begin(edition="us-classic", players=("Eve", "Finn"), first_roll=False, instead=True),
        room.table.cause("banker", "banker"),
    )


def ask(room: Living, path: str, **fields: str) -> int:
    data = {"id": "-".join([path, *fields.values()]), **fields}
    return room.banker().post(f"{HERE}/{path}", data=data, headers=ORIGIN).status_code


def test_the_games_are_listed_with_their_players(room: Living) -> None:
    assert "No game was played yet" in room.banker().get(HERE).text
    two_games(room)
    html = room.banker().get(HERE).text
    assert html.index("Eve, Finn") < html.index("on the table") < html.index("Ann, Ben, Cy, Dee")
    assert "2 entries" in html


def test_another_game_goes_on_where_it_stood(room: Living) -> None:
    two_games(room)
    assert ask(room, "resume", game=FIRST) == 303
    assert (room.table.view.game, room.table.view.seq) == (FIRST, 2)


def test_a_game_is_laid_aside_and_brought_back(room: Living) -> None:
    two_games(room)
    assert ask(room, "tidy", game=FIRST, what="archive") == 303
    assert room.table.games() == (SECOND,)
    assert "Laid aside" in room.banker().get(HERE).text
    assert ask(room, "tidy", game=FIRST, what="bring-back") == 303
    assert room.table.games() == (FIRST, SECOND)


def test_a_game_is_deleted_only_if_it_is_said_twice(room: Living) -> None:
    two_games(room)
    assert "Delete it for ever" in room.banker().get(f"{HERE}/delete?game={FIRST}").text
    assert ask(room, "tidy", game=FIRST, what="delete") == 400
    assert room.table.games() == (FIRST, SECOND)
    assert ask(room, "tidy", game=FIRST, what="delete", sure="1") == 303
    assert room.table.games() == (SECOND,)


def test_the_game_on_the_table_is_neither_deleted_nor_laid_aside(room: Living) -> None:
    two_games(room)
    assert room.banker().get(f"{HERE}/delete?game={SECOND}").status_code == 302
    for what in ("delete", "archive"):
        assert ask(room, "tidy", game=SECOND, what=what, sure="1") == 409
    assert room.table.games() == (FIRST, SECOND)
    room.play(Roll(by=Seat(0), dice=(1, 2)))


def test_what_is_no_game_is_refused(room: Living) -> None:
    two_games(room)
    for name in ("", "../phones", "0009-x"):
        assert ask(room, "tidy", game=name, what="delete", sure="1") == 400
        assert ask(room, "resume", game=name) == 400
    assert ask(room, "tidy", game=FIRST, what="burn") == 400
    assert room.table.games() == (FIRST, SECOND)


def test_nobody_keeps_the_chair_of_somebody_else_in_another_game(room: Living) -> None:
    two_games(room)
    phones = room.context.phones
    before = {**phones.sitters}
    assert ask(room, "resume", game=FIRST) == 303
    assert (phones.sitters, len(phones.held)) == (before, 4)
    assert ask(room, "resume", game=SECOND) == 303
    assert [one.name for one in phones.sitters.values()] == ["Eve", "Finn"]
    assert phones.held == frozenset()
    eve, form = room.client(), {"seat": "0", "id": "x"}
    assert eve.post("/join", data=form, headers=ORIGIN).status_code == 409
    phones.release(Seat(0))
    assert eve.post("/join", data=form, headers=ORIGIN).status_code == 303
    assert phones.held == {Seat(0)}
