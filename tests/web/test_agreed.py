"""What a table has agreed on beside the book stands on the table's screen and in the story."""

from pathlib import Path

from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.words import Seat
from tests.support.pages import living_room

ANN = Seat(0)


def test_house_rules_and_ways_to_play_are_named(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        token = room.seated("Ann", "Ben")[ANN]
        answer = room.table.submit(
            Begin(
                edition="got-2015",
                variants=("speed-die",),
                house={"jail_fine": 60, "rent_needs_claim": False},
                players=("Ann", "Ben"),
                first_roll=False,
            ),
            room.table.cause("banker", "banker"),
        )
        assert isinstance(answer, Accepted)
        html = room.client(token).get("/seat/story").text
        assert "House rules, unofficial" in html
        assert "With the speed die: 1000 more to begin with" in html
        assert "Here: 60" in html
        assert "Here: no" in html
        for path in ("/why/1", "/story"):
            told = room.client(token).get(path).text
            assert "Rent is due only if its owner asks for it in time. Here: no" in told
            assert "Where a rule of the book says otherwise, this counts." in told
        table = room.client().get("/table").text  # which nobody unfolds: the first of it is open
        assert "With the speed die: 1000 more to begin with" in table
        assert "<details" not in table


def test_a_table_by_the_book_says_nothing_of_it(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        token = room.begin()[ANN]
        paths = ("/table", "/seat/story", "/story", "/why/1")
        for html in (room.client(token).get(path).text for path in paths):
            assert "unofficial" not in html
            assert "another way" not in html
