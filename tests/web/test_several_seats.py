"""One phone with several seats, a seat without a phone, a guest who goes, one who only looks on."""

import re

from companion.game.commands import Bid, Decline, Roll
from companion.journal.replay import is_played
from companion.table.answers import Accepted
from companion.words import Seat
from tests.support.pages import ORIGIN, Living
from web.phones.chairs import Sitter

ANN, KID, CY, GRAN = Seat(0), Seat(1), Seat(2), Seat(3)
ONE_TWO = {"do": "roll", "dice-0": "1", "dice-1": "2"}


def family(room: Living) -> str:
    """Begin: Ann's phone plays for Kid too, Gran has none; return Ann's cookie."""
    tokens = room.begin("Ann", "Kid", "Cy", "Gran")
    phones = room.context.phones
    phones.release(KID)
    phones.stand_up(GRAN)
    phones.add("Gran")
    cookie = phones.claim(KID, tokens[ANN])
    assert cookie is not None
    return cookie


# ---- several seats


def test_a_parent_adds_a_childs_seat_before_the_game(room: Living) -> None:
    ann = room.client(room.seated("Ann")[0])
    assert "One more seat on this phone" in ann.get("/seat").text
    assert "for a child say" in ann.get("/join?beside=1").text
    form = {"name": "Kid", "seat": "1", "colour": "red", "beside": "1"}
    assert ann.post("/join", data=form, headers=ORIGIN).status_code == 303
    assert ann.get("/seat", follow_redirects=True).text.count("this phone</span>") == 2
    assert room.context.phones.sitters == {ANN: Sitter("Ann", "blue"), KID: Sitter("Kid", "red")}


def test_a_phone_with_one_seat_moves_unless_it_says_beside(room: Living) -> None:
    ann = room.client(room.seated("Ann")[0])
    form = {"name": "Ann", "seat": "1", "colour": "red"}
    assert ann.post("/join", data=form, headers=ORIGIN).status_code == 303
    assert list(room.context.phones.sitters) == [KID]


def test_the_page_says_whose_seat_it_is_and_who_else_is_asked(room: Living) -> None:
    ann = room.client(family(room))
    kids = ann.get("/seats/1").text
    assert "<b>Kid</b>" in kids
    assert '<a href="/seats/1" aria-current="true">' in kids
    assert "is asked</em>" in kids  # it is Ann's turn
    assert "as the banker" not in kids
    assert ann.get("/seat").location == "/seats/0"


def test_the_phone_opens_at_the_seat_that_is_asked(room: Living) -> None:
    ann = room.client(family(room))
    roll = {**ONE_TWO, "by": "0", "id": "1"}
    assert ann.post("/do", data=roll, headers=ORIGIN).status_code == 303
    ann.post("/do", data={"do": "buy", "by": "0", "id": "2"}, headers=ORIGIN)
    ann.post("/do", data={"do": "end", "by": "0", "id": "3"}, headers=ORIGIN)
    assert ann.get("/seat").location == "/seats/1"
    assert ann.get("/seat/trade?with=2").location == "/seats/1/trade?with=2"


def test_every_command_names_its_seat(room: Living) -> None:
    ann = room.client(family(room))
    html = ann.get("/seats/1").text
    assert '<input type="hidden" name="by" value="0">' not in html
    roll = {**ONE_TWO, "by": "1", "id": "1"}
    assert "It is Ann&#39;s turn." in ann.post("/do", data=roll, headers=ORIGIN).text
    assert ann.post("/do", data={**roll, "by": "0"}, headers=ORIGIN).status_code == 303
    record = room.table.history()[-1]
    assert (record.cause.role, record.cause.seat) == ("seat", ANN)


def test_a_page_of_a_seat_that_is_gone_does_nothing_for_the_other(room: Living) -> None:
    ann = room.client(family(room))
    room.context.phones.release(ANN)  # it is Kid's phone alone now
    before = room.table.view.seq
    assert ann.post("/do", data={**ONE_TWO, "by": "0"}, headers=ORIGIN).status_code == 403
    assert not any(is_played(record) for record in room.table.history(before))


def test_a_parent_answers_for_each_seat_whether_the_game_stands_so(room: Living) -> None:
    ann, banker = room.client(family(room)), room.banker()
    form = {"turn": "0", "show": "1", "id": "s", "cash-0": "700"}
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    check = room.table.view.check
    assert check is not None
    for agreed in ({ANN}, {ANN, KID}):
        yes = {"check": check.id, "right": "yes"}
        assert ann.post("/check/agree", data=yes, headers=ORIGIN).status_code == 303
        now = room.table.view.check
        assert now is not None
        assert now.agreed == agreed


# ---- a seat without a phone


def test_nobody_takes_the_seat_of_who_has_no_phone(room: Living) -> None:
    family(room)
    stranger = room.client()
    answer = stranger.post("/join", data={"seat": "3"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "That seat plays without a phone. The banker can let yours in." in answer.text
    assert "plays without a phone" in stranger.get("/join").text


def test_the_banker_lets_a_phone_in(room: Living) -> None:
    family(room)
    banker, grans = room.banker(), room.client()
    assert "Let a phone in for Gran" in banker.get("/banker").text
    banker.post("/banker/release", data={"seat": "3"}, headers=ORIGIN)
    assert "A phone may join" in banker.get("/banker").text
    assert grans.post("/join", data={"seat": "3"}, headers=ORIGIN).status_code == 303
    assert "Gran plays with a phone now." in room.client().get("/table").text


def test_the_banker_plays_in_two_taps_for_who_has_no_phone(room: Living) -> None:
    family(room)
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))  # all may bid
    banker = room.banker()
    assert 'href="/seats/3"' in banker.get("/banker").text  # one
    html = banker.get("/seats/3").text
    assert "You act for Gran, as the banker." in html
    bids = re.findall(r'name="by" value="(\d)">\s*<input type="hidden" name="do" value="bid"', html)
    assert set(bids) == {"3"}  # two: each button is Gran's
    form = {"do": "bid", "amount": "10", "by": "3", "id": "b"}
    assert banker.post("/do", data=form, headers=ORIGIN).status_code == 303
    assert room.state.auction is not None
    assert room.state.auction.leader == GRAN


def test_a_button_is_enough_for_who_has_no_phone(room: Living) -> None:
    family(room)
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    cause = room.table.cause("seat", "button", seat=GRAN, device="button-3")
    assert isinstance(room.table.submit(Bid(by=GRAN, amount=10), cause), Accepted)
    assert "Gran" in room.client().get("/table").text


# ---- a guest who goes


def test_a_guest_goes_with_the_phone_and_the_seat_stays(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    guest = room.client(tokens[1])
    assert "the banker plays for the seat" in guest.get("/me").text
    answer = guest.post("/me/give-up", data={"seat": "1"}, headers=ORIGIN)
    assert answer.status_code == 303
    assert guest.get("/seat").status_code == 302
    assert not room.state.players[1].out
    assert (
        "A phone of Ben has gone. The seat stays in the game." in room.client().get("/table").text
    )
    roll = {**ONE_TWO, "by": "1", "id": "1"}
    assert guest.post("/do", data=roll, headers=ORIGIN).status_code == 403


def test_nobody_sends_another_phone_away(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    for phone in (room.client(tokens[0]), room.banker(), room.client()):
        answer = phone.post("/me/give-up", data={"seat": "1"}, headers=ORIGIN)
        assert answer.status_code == 403
    assert "Ben" in room.client(tokens[1]).get("/seat").text


# ---- looking on


def test_a_spectator_sees_the_table_and_the_story_and_does_nothing(room: Living) -> None:
    spectator = room.client()
    assert "I only look on" in spectator.get("/join").text
    assert spectator.post("/watch", headers=ORIGIN).location == "/watch"
    assert "Waiting for the banker" in spectator.get("/watch").text
    assert spectator.get("/").location == "/watch"
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)))
    html = spectator.get("/watch").text
    assert "Baltic Avenue" in html
    assert "$1,500" in html.replace("\u202f", "").replace(" ", "").replace("&nbsp;", "")
    assert "<form" not in html
    assert spectator.post("/do", data=ONE_TWO, headers=ORIGIN).status_code == 403
    assert spectator.get("/seat").location == "/watch"
    assert "1 phone looks on" in room.banker().get("/banker").text


def test_the_banker_sends_away_who_looks_on(room: Living) -> None:
    room.begin()
    spectator, banker = room.client(), room.banker()
    assert spectator.post("/watch", headers=ORIGIN).location == "/watch"
    assert banker.post("/banker/spectators", headers=ORIGIN).status_code == 303
    assert "looks on" not in banker.get("/banker").text
    assert spectator.get("/watch").location == "/join"
    again = spectator.post("/watch", headers=ORIGIN)
    assert again.status_code == 409
    assert "The table screen shows the game" in again.text
    assert spectator.get("/table").status_code == 200


def test_a_player_does_not_become_a_spectator_by_mistake(room: Living) -> None:
    ann = room.client(room.seated("Ann")[0])
    ann.post("/watch", headers=ORIGIN)
    assert room.context.phones.held == {ANN}
    assert len(room.context.phones.spectators) == 0
