"""A late entry: its consequences are shown first, and the story tells it in its right place."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.game.commands import BookLate, Buy, Roll
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
RENT = "payer=1&payee=0&lot=3&amount=4&after=4&why=agreed"


def text_of(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def missed(room: Living) -> FlaskClient:
    """Let Ann miss the rent of Ben's landing (record 4); return the banker's browser."""
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    room.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
    return room.banker()


def booked(banker: FlaskClient, query: str) -> int:
    """Confirm what is shown; return the status."""
    html = banker.get(f"/banker/late?show=1&{query}").text
    form = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', html))
    assert form["do"] == "book-late"
    return banker.post("/do", data=form, headers=ORIGIN).status_code


def test_a_missed_rent_knows_its_place(room: Living) -> None:
    banker = missed(room)
    assert "amount=4&amp;after=4" in banker.get("/banker/late").text
    assert '<option value="4" selected>after number 4: Ben rolled 3' in re.sub(
        r"\s+", " ", banker.get(f"/banker/late?{RENT}").text
    )


def test_what_changes_is_shown_before_anything_is_booked(room: Living) -> None:
    banker = missed(room)
    text = text_of(banker, f"/banker/late?show=1&{RENT}")
    assert "Ben pays Ann $4" in text.replace("$ ", "$")
    assert "In the story it stands after: Ben rolled 3" in text
    assert "Cash of Ann $1,440 $1,444 Cash of Ben $1,500 $1,496" in text.replace("$ ", "$")
    assert "All that was played after it fits." in text
    assert room.table.view.seq == 6


def test_confirmed_it_is_booked_and_told_in_its_place(room: Living) -> None:
    banker = missed(room)
    assert booked(banker, RENT) == 303
    assert (room.state.cash(ANN), room.state.cash(BEN)) == (1444, 1496)
    html = banker.get("/seats/2/story").text
    rows = re.findall(r'href="/why/(\d+)"><span>([^<]+)', html[html.index("What happened") :])
    told = [(int(seq), text.strip()) for seq, text in rows]
    late = (7, "Ben paid Ann, booked late: agreed")
    assert told[0] == late
    assert told.index(late, 1) == told.index((4, "Ben rolled 3")) - 1
    assert "booked late, as number 7" in html
    why = banker.get("/why/7").text
    assert 'href="/why/4"' in why


def test_it_is_said_from_where_on_the_game_would_have_gone_otherwise(room: Living) -> None:
    banker = missed(room)
    query = "payer=2&payee=0&amount=1450&after=4&why=forgotten"
    text = text_of(banker, f"/banker/late?show=1&{query}")
    assert "From here on the game as it was played no longer fits: Cy bought Oriental" in text
    assert "Debts of Cy $0 $1,450" in text.replace("$ ", "$")
    assert booked(banker, query) == 303
    assert room.state.debts_of(CY)


@pytest.mark.parametrize(
    "query",
    ["payer=1&payee=1&amount=4&why=x", "payer=1&payee=0&amount=4&why=+"],
)
def test_what_the_rules_refuse_is_said_and_cannot_be_confirmed(room: Living, query: str) -> None:
    banker = missed(room)
    html = banker.get(f"/banker/late?show=1&{query}").text
    assert "Book it" not in html
    assert 'class="say note"' in html


@pytest.mark.parametrize(
    "query",
    [
        "payer=x&payee=0&amount=4&why=x",
        "payer=1&payee=0&amount=lots&why=x",
        "payer=1&payee=0&amount=4&why=x&after=now",
        "payer=1&payee=0&amount=4&why=x&lot=99",
        "amount=4",
    ],
)
def test_what_cannot_be_understood_is_asked_again(room: Living, query: str) -> None:
    assert "could not be understood" in text_of(missed(room), f"/banker/late?show=1&{query}")


@pytest.mark.parametrize("after", [1, 7, 999_999])
def test_a_place_that_is_none_is_left_out(room: Living, after: int) -> None:
    banker = missed(room)
    entry = BookLate(payer=BEN, payee=ANN, amount=4, lot=Space(3), after=after, why="agreed")
    text = text_of(banker, f"/banker/late?show=1&{RENT.replace('after=4', f'after={after}')}")
    assert "In the story" not in text
    room.play(entry)
    for path in ("/seats/0/story", "/why/7", "/banker"):
        text_of(banker, path)


def test_a_crafted_link_fills_in_no_other_field(room: Living) -> None:
    banker = missed(room)
    html = banker.get(f"/banker/late?show=1&{RENT}&do=correct&cash-0=9000&back=//evil").text
    assert "9000" not in html
    assert "evil" not in html
