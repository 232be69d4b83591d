"""What pages say of an auction: who may bid, how fast it is, and that nobody bid."""

import re
from pathlib import Path

import pytest

from companion.game.commands import Bid, Decline, Hammer, Pass, Roll, Want, command_from
from companion.table.answers import Accepted
from companion.table.clocks.timing import PACES
from companion.table.games.commands import Begin
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, living_room, served
from tests.support.waiting import soon
from tests.web.test_live import line

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)


def declined(room: Living, edition: str = "us-classic") -> list[str]:
    """Let Ann leave the lot on space 3 to the auction."""
    tokens = room.begin("Ann", "Ben", "Cy", edition=edition)
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    return tokens


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_an_auction_without_a_bid_says_so_on_every_phone_and_the_table_screen(room: Living) -> None:
    tokens = declined(room)
    room.ask(Hammer(), banker=True)
    told = "Nobody bid: Baltic Avenue stays with the Bank"
    for page in (
        *(room.client(token).get("/seat") for token in tokens),
        room.client().get("/table"),
    ):
        note = re.search(r'<p class="say note">([^<]*)</p>', page.text)
        assert note is not None
        assert note[1] == told
    room.play(Roll(by=BEN, dice=(1, 3)))
    assert '<p class="say note">' not in room.client(tokens[CY]).get("/seat").text


def test_a_building_that_nobody_bids_for_is_no_lot_that_stays(room: Living) -> None:
    tokens = room.begin("Ann", "Ben", "Cy")
    short = {
        "do": "correct",
        "why": "a test",
        "owner": {1: 0, 3: 0, 6: 1, 8: 1, 9: 1},
        "bank": {"houses": 1},
    }
    assert isinstance(room.ask(command_from(short), banker=True), Accepted)
    room.play(Want(by=ANN, lots={Space(1): 1}), Want(by=BEN, lots={Space(6): 1}))
    room.ask(Hammer(), banker=True)
    assert "The building stays with the Bank" in room.client(tokens[CY]).get("/seat").text


def test_the_table_screen_names_all_who_may_bid(room: Living) -> None:
    declined(room)
    assert "May bid: Ann, Ben, Cy" in room.client().get("/table").text
    room.play(Bid(by=BEN, amount=10), Pass(by=CY))
    html = room.client().get("/table").text
    assert "May bid: Ann" in html
    assert "May bid: Ann, Cy" not in html


def test_who_declined_is_not_named_where_they_may_not_bid(room: Living) -> None:
    room.seated("Ann", "Ben", "Cy")
    begin = Begin(
        edition="us-classic",
        players=("Ann", "Ben", "Cy"),
        house={"auction_decliner_may_bid": False},
        first_roll=False,
    )
    room.banker()
    assert isinstance(room.ask(begin, banker=True), Accepted)  # type: ignore[arg-type]
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    assert "May bid: Ben, Cy" in room.client().get("/table").text


def test_after_the_last_pass_the_hammer_falls_by_itself(room: Living) -> None:
    declined(room)
    room.play(Bid(by=BEN, amount=10), Pass(by=CY), Pass(by=ANN))
    assert soon(lambda: room.state.auction is None)


def test_the_banker_sets_how_fast_auctions_are(room: Living) -> None:
    tokens = declined(room)
    form = {"pace": "banker", "id": "p"}
    assert (
        room.client(tokens[ANN]).post("/banker/pace", data=form, headers=ORIGIN).status_code == 403
    )
    banker = room.banker()
    assert banker.post("/banker/pace", data=form, headers=ORIGIN).status_code == 303
    assert room.table.view.pace == "banker"
    assert "No clock runs: the hammer is yours." in banker.get("/banker").text
    html = room.client(tokens[ANN]).get("/seat").text
    assert "No clock runs: the banker lets the hammer fall." in html
    assert "<progress" not in html


def test_the_seconds_that_pages_name_are_those_of_the_clock(room: Living) -> None:
    declined(room)
    said = text(room.banker().get("/banker").text)
    for times in PACES.values():
        assert f"after {times.quiet + 2 * times.call:.0f} " in said


@pytest.mark.parametrize(("answer", "pace"), [("slow", "slow"), ("", "ordinary")])
def test_set_up_asks_how_fast_auctions_are(room: Living, answer: str, pace: str) -> None:
    room.seated("Ann", "Ben")
    banker = room.banker()
    page = banker.get("/banker/game/bank?edition=us-classic")
    assert 'name="pace" value="ordinary" checked' in page.text
    form = {"edition": "us-classic", "banker": "0", "pace": answer, "first": "no", "id": "b"}
    assert banker.post("/banker/game", data=form, headers=ORIGIN).status_code == 303
    assert room.table.view.pace == pace
    wrong = banker.post("/banker/game", data={**form, "pace": "x", "id": "c"}, headers=ORIGIN)
    assert wrong.status_code == 400


def test_after_a_restart_a_stream_of_each_phone_lets_the_clock_go_on(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        tokens = declined(room)
    with living_room(tmp_path) as room, served(room) as url:
        view = room.table.view
        assert view.auction is not None
        assert view.auction.waits == "phones"
        html = room.client(tokens[ANN]).get("/seat").text
        assert "The clock waits until the phones are back." in html
        for token in tokens:
            with line(url, token=token) as stream:
                assert stream.event()["event"] == "hello"
        assert soon(lambda: getattr(room.table.view.auction, "waits", None) == "")


def test_every_bid_of_one_tap_says_its_amount_and_the_price_its_why(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=CY, amount=70))
    html = room.client(tokens[BEN]).get("/seat").text
    said = re.findall(r"<button[^>]*>\s*((?:Bid )?\$\d+)<", html)
    assert said == ["Bid $80", "$90", "$120"]
    assert ">Why this price?</a>" in html
