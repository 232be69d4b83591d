"""Disputes, the own last step and votes by page: on every phone and in the story."""

import re

import pytest
from flask.testing import FlaskClient

from companion.game.commands import Buy, Claim, Correct, Mortgage, Roll
from companion.game.events import Rewound
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, text_of

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def send(client: FlaskClient, path: str, **fields: object) -> int:
    form = {name: str(value) for name, value in fields.items()}
    return client.post(path, data=form, headers=ORIGIN).status_code


def rent(room: Living) -> list[str]:
    """Let Ben pay Ann a rent: records 2 to 5; return the cookies."""
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    return tokens


def customs(room: Living, **fields: object) -> None:
    form = {"window_s": 120, "vote_s": 60, **fields}
    assert send(room.banker(), "/banker/customs", **form) == 303


# ---- disputes


def test_a_dispute_is_seen_by_everybody_and_stays_in_the_story(room: Living) -> None:
    tokens = rent(room)
    ben = room.client(tokens[BEN])
    assert "This is wrong" in text_of(ben, "/why/5")
    assert send(ben, "/dispute", seq=5, why="I was on Oriental") == 303
    for client, path in (
        (room.client(tokens[CY]), "/seat"),
        (room.client(), "/table"),
        (room.banker(), "/banker"),
    ):
        text = text_of(client, path)
        assert "Ben disputes: Ben paid Ann the rent of Baltic Avenue" in text
        assert "I was on Oriental" in text
    assert "Ben disputes number 5" in text_of(room.client(tokens[CY]), "/seat/story")
    assert "You dispute number 5" in text_of(ben, "/why/5")
    assert "This is wrong" not in text_of(ben, "/why/5")
    text_of(ben, "/why/6")


@pytest.mark.parametrize(
    ("ruling", "said"),
    [("stands", "number 5 stands"), ("corrected", "number 5 was wrong and is corrected")],
)
def test_the_banker_rules_and_it_is_told(room: Living, ruling: str, said: str) -> None:
    tokens = rent(room)
    send(room.client(tokens[BEN]), "/dispute", seq=5, why="x")
    banker = room.banker()
    form = {"dispute": 5, "seq": room.table.view.seq, "ruling": ruling, "why": "looked at"}
    assert send(room.client(tokens[BEN]), "/banker/disputes", **form) == 403
    assert send(banker, "/banker/disputes", **form) == 303
    assert room.table.view.disputes == ()
    assert f"The banker: {said} " in text_of(room.client(tokens[ANN]), "/seat/story")
    assert "looked at" in text_of(room.client(tokens[ANN]), "/why/5")


def test_a_correction_settles_its_dispute_and_each_leads_to_the_other(room: Living) -> None:
    tokens = rent(room)
    send(room.client(tokens[BEN]), "/dispute", seq=5, why="x")
    banker = room.banker()
    assert 'href="/banker/correct?dispute=5"' in banker.get("/banker").text
    query = "dispute=5&seat=0&amount=1500&why=counted+again"
    html = banker.get(f"/banker/correct?{query}").text
    assert "This settles the dispute: Ben paid Ann" in html
    assert '<input type="hidden" name="dispute" value="5">' in html
    form = {"seat": 0, "amount": 1500, "why": "counted again", "dispute": 5}
    form["seq"] = room.table.view.seq
    assert send(banker, "/banker/correct", **form) == 303
    assert room.table.view.disputes == ()
    assert room.state.cash(ANN) == 1500
    story = text_of(room.client(tokens[ANN]), "/seat/story")
    corrected = "The banker corrected: counted again (Ann: $1,444 → $1,500)"
    assert f"{corrected}, because number 5 was disputed" in story
    assert "number 5 was wrong and is corrected" in story
    assert 'href="/why/7"' in banker.get("/why/5").text
    assert "Corrected because of a dispute" in banker.get("/why/7").text
    assert send(banker, "/banker/correct", **form, id="again") == 409


def test_a_correction_for_a_dispute_that_is_none_is_a_plain_one(room: Living) -> None:
    rent(room)
    html = room.banker().get("/banker/correct?dispute=4&seat=0&amount=1500&why=x").text
    assert "This settles" not in html
    assert 'name="dispute"' not in html


def test_the_banker_sees_what_goes_with_it_and_takes_it_back(room: Living) -> None:
    tokens = rent(room)
    send(room.client(tokens[BEN]), "/dispute", seq=4, why="x")
    banker = room.banker()
    html = banker.get("/banker").text
    panel = html[html.index('id="undone-4"') : html.index("Take all of this back")]
    assert panel.index("Ben paid Ann") < panel.index("Ben rolled 3")
    form = {"dispute": 4, "ruling": "taken-back", "why": "x"}
    assert send(banker, "/banker/disputes", **form, seq=5) == 409  # the dispute came since
    assert send(banker, "/banker/disputes", **form, seq=6) == 303
    assert room.state.players[BEN].at == Space(0)
    assert "was wrong and is taken back" in text_of(banker, "/banker")


def test_nothing_is_said_to_be_corrected_before_it_is(room: Living) -> None:
    tokens = rent(room)
    send(room.client(tokens[BEN]), "/dispute", seq=5, why="x")
    banker = room.banker()
    assert "I have corrected it" not in banker.get("/banker").text
    room.play(Correct(why="so", cash={BEN: 1500}))
    assert "I have corrected it" in banker.get("/banker").text


def test_where_play_waits_it_says_so(room: Living) -> None:
    tokens = rent(room)
    customs(room, waits="yes")
    send(room.client(tokens[BEN]), "/dispute", seq=5, why="x")
    for client, path in ((room.client(tokens[CY]), "/seat"), (room.client(), "/table")):
        seen = text_of(client, path)
        assert "Play waits for the banker." in seen
        assert "photograph the dice" not in seen
        assert "Cy rolls" not in seen
    form = {"do": "roll", "dice-0": 3, "dice-1": 4, "id": "r"}
    assert send(room.client(tokens[CY]), "/do", **form) == 409


@pytest.mark.parametrize("seq", ["", "x", "0", "-1", "99", "1", "²"])
def test_what_is_no_record_is_not_disputed(room: Living, seq: str) -> None:
    tokens = rent(room)
    assert send(room.client(tokens[BEN]), "/dispute", seq=seq, why="x") in (400, 409)
    assert room.table.view.seq == 5


def test_who_holds_no_seat_disputes_and_votes_nothing(room: Living) -> None:
    rent(room)
    customs(room, vote="yes")
    for path in ("/dispute", "/take-back", "/vote", "/banker/disputes", "/banker/customs"):
        assert send(room.client(), path, seq=5, to=2, say="yes", why="x") == 403
    assert room.table.view.seq == 5


# ---- the own last step


def test_the_own_last_step_is_taken_back_from_the_own_page(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    assert "Take it back: You bought Baltic Avenue" in text_of(ann, "/seat")
    assert "Take it back" not in text_of(ben, "/seat")
    assert send(ben, "/take-back", seq=3) == 409
    assert send(ben, "/take-back", seq=3, by=0) == 403
    assert send(ann, "/take-back", seq=2) == 409
    assert send(ann, "/take-back", seq=3) == 303
    assert room.state.cash(ANN) == 1500
    assert "Ann took a step back (Ann bought Baltic Avenue)" in text_of(ben, "/seat/story")
    assert "Take it back" not in text_of(ann, "/seat")


def test_after_the_next_roll_it_is_too_late(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(3, 4)))
    assert "Take it back" not in text_of(room.client(tokens[ANN]), "/seat")
    assert send(room.client(tokens[ANN]), "/take-back") == 409


# ---- votes


def test_the_table_votes_to_go_back(room: Living) -> None:
    tokens = rent(room)
    ann, ben, cy = (room.client(tokens[seat]) for seat in (ANN, BEN, CY))
    assert "Ask the table" not in text_of(ben, "/seat/story")
    assert ben.get("/vote").status_code == 302
    customs(room, vote="yes")
    assert "Ask the table to go back" in text_of(ben, "/seat/story")
    assert "Ann bought Baltic Avenue" in text_of(ben, "/vote")
    assert send(ben, "/vote", to=3, why="he was elsewhere") == 303
    for client, path in ((ann, "/seat"), (cy, "/seat"), (room.client(), "/table")):
        text = text_of(client, path)
        assert "Ben would like to go back to just after: Ann bought Baltic Avenue" in text
        assert "1 for it, 0 against it; 3 are needed" in text
    vote = re.search(r'name="vote" value="(\w+)"', ann.get("/seat").text)
    assert vote is not None
    assert send(ann, "/vote", vote=vote[1], say="no") == 303
    assert send(ann, "/vote", vote=vote[1], say="yes") == 303
    assert send(ann, "/vote", vote=vote[1], say="yes", by=3) == 403  # nobody else's voice
    assert room.table.view.vote is not None
    assert send(cy, "/vote", vote=vote[1], say="yes") == 303
    event = room.table.history()[-1].events[0]
    assert isinstance(event, Rewound)
    assert event.voted == (BEN, ANN, CY)
    assert "The table voted to go back to an earlier step: Ben, Ann, Cy" in text_of(
        ben, "/seat/story"
    )


def test_a_vote_that_makes_no_sense_is_refused(room: Living) -> None:
    tokens = rent(room)
    customs(room, vote="yes")
    ben = room.client(tokens[BEN])
    assert send(ben, "/vote", vote="x", say="perhaps") == 400
    assert send(ben, "/vote", vote="x", say="yes") == 400
    assert send(ben, "/vote", to="x") == 400
    assert send(ben, "/vote", to=99) == 409


# ---- settings


def test_the_banker_sets_how_disputes_are_settled(room: Living) -> None:
    tokens = rent(room)
    customs(room, window_s=45, waits="yes", vote="yes", vote_s=30)
    told = room.table.view.customs
    assert (told.window_s, told.waits, told.vote, told.vote_s) == (45, True, True, 30)
    html = room.banker().get("/banker").text
    assert 'name="window_s" inputmode="numeric" pattern="[0-9]+" required value="45"' in html
    for wrong in ({"window_s": 1}, {"window_s": "x"}, {"vote_s": 10**8}):
        form = {"window_s": 60, "vote_s": 60, **wrong}
        assert send(room.banker(), "/banker/customs", **form) == 400
    assert send(room.client(tokens[ANN]), "/banker/customs", window_s=60, vote_s=60) == 403
    assert room.table.view.customs == told


def test_a_mortgage_in_anothers_turn_is_not_for_taking_back(room: Living) -> None:
    tokens = rent(room)
    room.play(Mortgage(by=ANN, lots=(Space(3),)))
    assert "Take it back" not in text_of(room.client(tokens[ANN]), "/seat")
