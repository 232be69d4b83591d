"""Pages that are none, and forms of an older page: what is said, and where one goes on."""

import pytest

from companion.game.commands import Buy, End, Roll
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, sent, text_of, told

ANN, BEN = Seat(0), Seat(1)


def test_a_seat_that_nobody_plays_is_none_while_a_game_runs(room: Living) -> None:
    room.begin("Ann", "Ben")
    banker = room.banker()
    for path in ("/seats/7", "/seats/7/deeds", "/seats/7/trade"):
        page = text_of(banker, path, 404)
        assert "There is no such seat" in page, path
        assert "Nobody plays seat 8 in the game that is on." in page
        assert "Waiting for the banker" not in page
        assert "The table screen" in page


def test_who_sits_down_for_the_next_game_still_waits(room: Living) -> None:
    room.begin("Ann", "Ben")
    room.context.phones.add("Cy")
    cy = room.client(room.context.phones.claim(Seat(2)))
    assert "Waiting for the banker to begin the game" in text_of(cy, "/seat")


def test_before_a_game_every_seat_waits(room: Living) -> None:
    assert "Waiting for the banker to begin the game" in text_of(room.banker(), "/seats/7")


def test_a_page_that_is_none_offers_the_ways_on(room: Living) -> None:
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    pages = {who: text_of(who, "/nowhere", 404) for who in (ann, room.banker(), room.client())}
    assert all("The table screen" in page for page in pages.values())
    assert ["The banker's page" in page for page in pages.values()] == [False, True, False]
    assert ["Join the game" in page for page in pages.values()] == [False, False, True]
    assert ["The story of the game" in page for page in pages.values()] == [True, True, False]


def test_the_ways_on_lead_somewhere(room: Living) -> None:
    room.begin("Ann", "Ben")
    banker = room.banker()
    html = banker.get("/nowhere").text.partition("<nav")[2].partition("</nav>")[0]
    ways = [piece.partition('"')[0] for piece in html.split('href="')[1:]]
    assert len(ways) == 3
    assert [banker.get(way).status_code for way in ways] == [200, 200, 200]


def test_a_form_of_an_older_page_is_told_what_happened_meanwhile(room: Living) -> None:
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), End(by=ANN))
    room.play(Roll(by=BEN, dice=(2, 4)))
    form = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0"}
    answer = ann.post("/do", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    page = told(answer.text)
    assert "Not done" in page
    assert "What happened last: Ben rolled 6" in page


@pytest.mark.parametrize("begun", [True, False])
def test_what_is_refused_before_anything_happened_is_refused_plainly(
    room: Living, *, begun: bool
) -> None:
    tokens = room.begin("Ann", "Ben") if begun else room.seated("Ann", "Ben")
    assert sent(room.client(tokens[BEN]), "/do", do="buy", by=1) == 409
