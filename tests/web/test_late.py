"""A late entry: its consequences are shown first, and the story tells it in its right place."""

import re

import pytest
from flask.testing import FlaskClient

from companion.accounts.statement import worths_of
from companion.game.commands import (
    Bankrupt,
    BookLate,
    Buy,
    Claim,
    Correct,
    End,
    Leave,
    Roll,
    TimeUp,
)
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, text_of

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
RENT = "payer=1&payee=0&lot=3&amount=4&after=4&why=agreed"


def missed(room: Living) -> FlaskClient:
    """Let Ann miss the rent of Ben's landing (record 4); return the banker's browser."""
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    room.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
    return room.banker()


def booked(banker: FlaskClient, query: str, way: str = "now") -> int:
    """Confirm one of the ways that are shown; return the status."""
    html = banker.get(f"/banker/late?show=1&{query}").text
    found = re.findall(
        r'<form method="post" action="(/do|/banker/late)"(.*?)</form>', html, re.DOTALL
    )
    for address, inside in found:
        form = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', inside))
        if form.get("way", "now") == way:
            return banker.post(address, data=form, headers=ORIGIN).status_code
    raise AssertionError(html)


def test_an_amount_that_the_box_has_no_notes_for_is_refused_by_its_reason(room: Living) -> None:
    room.begin(edition="de-dm")
    told = text_of(room.banker(), f"/banker/late?show=1&{RENT}")
    assert "Every amount is a multiple of 10,-" in told


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
    assert "After number 4: Ben rolled 3" in text
    assert text.count("Cash of Ann $1,440 $1,444 Cash of Ben $1,500 $1,496") == 2  # both ways
    assert "All that was played after it fits" in text
    assert text.index("Book it in its place") < text.index("Book it now")
    assert room.table.view.seq == 6


def test_booked_now_it_is_told_in_its_place_too(room: Living) -> None:
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


# ---- in its place


def test_in_its_place_it_is_as_if_it_had_been_pressed_in_time(room: Living) -> None:
    banker = missed(room)
    assert booked(banker, RENT, "place") == 303
    assert (room.state.cash(ANN), room.state.cash(BEN)) == (1444, 1496)
    assert [r.cause.repeats for r in room.table.history()[6:]] == [None, None, 5, 6]
    text = text_of(banker, "/seats/3/story")
    assert "The banker booked late, in its place after number 4 (Ben rolled 3): agreed" in text
    assert "Cy bought Oriental Avenue (number 6 again)" in text
    assert "Cy bought Oriental Avenue (counts as number 10 now)" in text
    assert "(booked late, in its place)" in text
    assert "(taken back)" not in text


def test_the_amount_is_the_referees_whatever_was_typed(room: Living) -> None:
    banker = missed(room)
    text = text_of(banker, f"/banker/late?show=1&{RENT.replace('amount=4', 'amount=400')}")
    assert "Ben paid Ann the rent of Baltic Avenue, $4" in text
    assert booked(banker, RENT.replace("amount=4", "amount=400"), "place") == 303
    assert room.state.cash(ANN) == 1444


def test_why_leads_from_what_counts_to_what_was_pressed_and_back(room: Living) -> None:
    banker = missed(room)
    booked(banker, RENT, "place")
    again, first = banker.get("/why/10").text, banker.get("/why/6").text
    assert "This is number 6 once more" in again
    assert 'href="/why/6"' in again
    assert "this counts again as number 10" in first
    assert 'href="/why/10"' in first
    late = text_of(banker, "/why/8")
    assert "Booked late, in its place. Number 7" in late
    assert 'href="/why/4"' in banker.get("/why/8").text  # the landing is its cause


def test_a_statement_and_the_worth_over_time_come_out_right(room: Living) -> None:
    banker = missed(room)
    booked(banker, RENT, "place")
    ledger = room.context.chronicle.ledger(room.table.view.game, 10)
    assert [b.seq for b in ledger.standing if b.kind == "rent"] == [8]
    assert "1,444" in text_of(banker, "/seats/0/statement")
    worths = worths_of(room.table.history())
    assert [one.turn for one in worths] == [0, 1, 2, 3]
    assert text_of(banker, "/story")


def test_what_no_longer_fits_is_told_with_its_place_and_cut_off(room: Living) -> None:
    banker = missed(room)
    room.play(Roll(by=DEE, dice=(1, 1)))
    query = "payer=2&payee=0&amount=1450&after=4&why=forgotten"
    text = text_of(banker, f"/banker/late?show=1&{query}")
    assert "no longer fits: Cy bought Oriental" in text
    assert "What no longer fits after it, as long as nothing else is done there Dee rolled" in text
    assert "2 steps are taken back" in text
    assert "Book it in its place" not in text
    assert booked(banker, query, "cut") == 303
    assert room.table.view.asked.keys() == {CY}
    assert room.state.cash(CY) == 50


def test_a_forgotten_fine_is_asked_for_where_the_edition_has_fines(room: Living) -> None:
    banker = missed(room)
    assert "A fine that was forgotten" not in banker.get("/banker/late").text
    query = "payer=1&payee=bank&amount=5&fine=out-of-turn&after=4&why=seen+by+all"
    assert "Book it in its place" not in banker.get(f"/banker/late?show=1&{query}").text
    assert "Book it now" in banker.get(f"/banker/late?show=1&{query}").text


def test_what_somebody_has_played_meanwhile_is_not_taken_along_unseen(room: Living) -> None:
    banker = missed(room)
    html = banker.get(f"/banker/late?show=1&{RENT}").text
    form = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', html))
    room.play(Roll(by=DEE, dice=(1, 1)))
    del form["do"]
    answer = banker.post("/banker/late", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert room.table.view.seq == 7


def test_who_does_not_say_what_was_seen_looks_once_more(room: Living) -> None:
    banker = missed(room)
    form = {"payer": "1", "payee": "0", "amount": "4", "why": "agreed", "seq": "x", "after": "4"}
    assert banker.post("/banker/late", data=form, headers=ORIGIN).status_code == 409
    assert room.table.view.seq == 6


@pytest.mark.parametrize("form", [{}, {"seq": "6"}])
def test_a_form_without_sense_is_refused(room: Living, form: dict[str, str]) -> None:
    banker = missed(room)
    fields = {"payer": "1", "payee": "0", "amount": "4", "why": "agreed"}
    answer = banker.post("/banker/late", data={**fields, **form}, headers=ORIGIN)
    assert answer.status_code == 400


def test_only_the_banker_puts_something_in(room: Living) -> None:
    missed(room)
    form = {"payer": "1", "payee": "0", "amount": "4", "why": "x", "after": "4", "seq": "6"}
    answer = room.app.test_client().post("/banker/late", data=form, headers=ORIGIN)
    assert answer.status_code == 403
    assert room.table.view.seq == 6


@pytest.mark.parametrize(
    "query",
    ["payer=1&payee=1&amount=4&why=x", "payer=1&payee=0&amount=4&why=+"],
)
def test_what_the_rules_refuse_is_said_and_cannot_be_confirmed(room: Living, query: str) -> None:
    banker = missed(room)
    html = banker.get(f"/banker/late?show=1&{query}").text
    assert "Book it now" not in html
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
    assert "In its place" not in text
    room.play(entry)
    for path in ("/seats/0/story", "/why/7", "/banker"):
        text_of(banker, path)


def test_a_crafted_link_fills_in_no_other_field(room: Living) -> None:
    banker = missed(room)
    html = banker.get(f"/banker/late?show=1&{RENT}&do=correct&cash-0=9000&back=//evil").text
    assert "9000" not in html
    assert "evil" not in html


# ---- around the end


def ruined(room: Living) -> FlaskClient:
    """Let Ann win: Ben cannot pay the rent of the lot that he came to in record 5."""
    room.begin("Ann", "Ben")
    assert isinstance(room.ask(Correct(why="poor", cash={BEN: 2}), banker=True), Accepted)
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    room.play(Claim(by=ANN), Bankrupt(by=BEN))
    assert room.state.winners == (ANN,)
    return room.banker()


def test_what_would_have_saved_who_is_out_may_be_put_in_and_the_game_goes_on(room: Living) -> None:
    banker = ruined(room)
    assert re.search(r'(?s)<select name="payee".*Ben', banker.get("/banker/late").text)
    query = "payer=bank&payee=1&amount=50&after=4&why=a+dividend"
    text = text_of(banker, f"/banker/late?show=1&{query}")
    assert "Go back there and play on" in text
    assert "no longer fits: Ben is bankrupt" in text
    assert "Book it now" not in text
    assert "The game is over." in text
    assert booked(banker, query, "cut") == 303
    assert room.state.winners == ()
    assert "Roll the dice." in text_of(banker, "/seats/0")


def test_where_it_ends_the_game_sooner_that_is_told(room: Living) -> None:
    """Time was called while Ann's rent was open; had she asked for it, that was the end."""
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    assert isinstance(room.ask(TimeUp(), banker=True), Accepted)
    room.play(End(by=BEN))
    banker = room.banker()
    text = text_of(banker, f"/banker/late?show=1&{RENT}")
    assert "With it the game is over there. Winner: Ann" in text
    assert "1 step that was played after it counts no more." in text
    assert "play on" not in text
    assert booked(banker, RENT, "cut") == 303
    assert room.state.winners == (ANN,)


def test_a_rent_that_was_missed_is_offered_after_its_visitor_is_out(room: Living) -> None:
    banker = missed(room)
    assert isinstance(room.ask(Correct(why="poor", cash={BEN: 0}), banker=True), Accepted)
    room.play(Roll(by=DEE, dice=(1, 1)))
    assert "Ann missed the rent of Baltic Avenue" in text_of(banker, "/banker/late")
    room.play(Leave(by=BEN))
    assert "Ann missed the rent of Baltic Avenue" in text_of(banker, "/banker/late")
