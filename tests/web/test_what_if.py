"""Why, back to the dice; and what would have been, by page, changing nothing."""

import re

import pytest
from flask.testing import FlaskClient

from companion.game.commands import (
    Bid,
    Buy,
    Claim,
    Correct,
    Decline,
    Draw,
    Leave,
    NamedGoods,
    Offer,
    Roll,
)
from companion.journal.replay import replayed
from companion.table.story.commands import GoBack
from companion.words import Seat, Space
from tests.support.pages import Living, text_of

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def rent(room: Living) -> str:
    """Let Ben pay Ann a rent: records 2 to 5; return Ann's cookie."""
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    return tokens[ANN]


def test_why_leads_from_the_press_back_to_the_dice(room: Living) -> None:
    rent(room)
    html = room.client().get("/why/5").text
    chain = html[html.index('id="chain"') : html.index("</ol>")]
    assert re.findall(r'href="(/why/\d+)"', chain) == ["/why/4"]
    assert re.search(r"Ann, on a phone, <span[^>]*>\d+\.\d{3} s later", chain)


def test_why_shows_each_account_before_and_after(room: Living) -> None:
    rent(room)
    text = text_of(room.client(), "/why/5")
    assert "Ann +\N{NO-BREAK SPACE}4: 1,440 → 1,444".replace("\N{NO-BREAK SPACE}", " ") in text
    assert "Ben − 4: 1,500 → 1,496" in text


def test_why_names_the_section_of_the_rulebook(room: Living) -> None:
    room.begin(edition="ru-2004")
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    text = text_of(room.client(), "/why/3")
    assert re.search(r"ru-2004/purchase-02 .*? ПОКУПКА НЕДВИЖИМОСТИ", text)


def test_going_back_is_explained_too(room: Living) -> None:
    rent(room)
    room.table.submit(GoBack(to=1), room.table.cause("banker", "phone"))
    text = text_of(room.client(), "/why/6")
    assert "Ann + 56: 1,444 → 1,500" in text
    assert "What if" not in text


def test_from_every_record_one_may_ask_what_if(room: Living) -> None:
    ann = room.client(rent(room))
    for seq in range(2, 6):
        assert f"/what-if/{seq}" in ann.get(f"/why/{seq}").text
        text_of(ann, f"/what-if/{seq}")
    assert "/what-if/1" not in ann.get("/why/1").text


def test_what_if_it_had_been_other_dice(room: Living) -> None:
    ann = room.client(rent(room))
    text = text_of(ann, "/what-if/4?dice-0=1&dice-1=3")
    assert "Ben stands on Baltic Avenue Income Tax" in text
    assert "Cash of Ben $ 1,500 $ 1,300".replace("$ ", "$") in text.replace("$ ", "$")
    assert "Ben paid Ann the rent of Baltic Avenue: No rent is due to you now." in text


def test_what_if_somebody_had_chosen_otherwise(room: Living) -> None:
    ann = room.client(rent(room))
    assert "If nobody had bought it" in text_of(ann, "/what-if/3")
    text = text_of(ann, "/what-if/3?choice=decline")
    assert "Baltic Avenue belongs to Ann the Bank" in text
    text = text_of(ann, "/what-if/5?choice=nothing")
    assert "All that was played after it fits." in text


def test_what_if_another_card_had_been_drawn(room: Living) -> None:
    tokens = room.begin()
    card = next(c.id for c in room.state.edition.cards if c.deck == "chance")
    room.play(Roll(by=ANN, dice=(3, 4)), Draw(by=ANN, card=card))
    html = room.client(tokens[ANN]).get("/what-if/3").text
    cards = re.findall(r'<option value="(card:[^"]+)"', html)
    assert len(cards) == 15
    for other in cards:
        text_of(room.client(tokens[ANN]), f"/what-if/3?choice={other}")


def test_what_if_a_rule_had_been_another_one(room: Living) -> None:
    ann = room.client(rent(room))
    text = text_of(ann, "/what-if/4?rule=rent_needs_claim&value=no")
    assert "Ben paid Ann the rent of Baltic Avenue: No rent is due to you now." in text
    assert "Cash of Ann" in text


def test_asking_changes_nothing(room: Living) -> None:
    ann, before = room.client(rent(room)), room.table.history()
    for path in ("4?dice-0=6&dice-1=6", "3?choice=decline", "4?rule=jail_fine&value=1"):
        text_of(ann, f"/what-if/{path}")
    assert room.table.history() == before
    assert replayed(before) == room.state


def test_it_is_for_those_who_play_and_for_the_banker(room: Living) -> None:
    rent(room)
    assert room.client().get("/what-if/4").location == "/join"
    assert room.client("no such cookie").get("/what-if/4").location == "/join"
    assert room.banker().get("/what-if/4").status_code == 200


@pytest.mark.parametrize("seq", ["0", "1", "7", "6", "99999999999", "-1", "x"])
def test_what_is_no_record_of_play_is_not_found(room: Living, seq: str) -> None:
    ann = room.client(rent(room))
    room.table.submit(GoBack(to=4), room.table.cause("banker", "phone"))  # record 6
    assert ann.get(f"/what-if/{seq}").status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "dice-0=7&dice-1=1",
        "dice-0=x&dice-1=1",
        "dice-0=3",
        "choice=sing",
        "rule=sing&value=1",
        "rule=jail_fine&value=much",
        "rule=jail_fine&value=" + "9" * 400,
        "rule=doubles_to_jail&value=0",
    ],
)
def test_what_cannot_be_supposed_is_said(room: Living, query: str) -> None:
    ann, before = room.client(rent(room)), room.table.view.seq
    assert "What if?" in text_of(ann, f"/what-if/4?{query}", 400)
    assert room.table.view.seq == before


def test_one_question_at_a_time(room: Living, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = room.client(rent(room))
    monkeypatch.setattr("web.story.what_if.PATIENCE_S", 0.01)
    with room.context.supposing:
        assert "Ask again" in text_of(ann, "/what-if/4", 503)
    text_of(ann, "/what-if/4")


def test_a_record_that_was_taken_back_can_be_supposed_too(room: Living) -> None:
    ann = room.client(rent(room))
    room.table.submit(GoBack(to=2), room.table.cause("banker", "phone"))
    room.play(Decline(by=ANN))
    text = text_of(ann, "/what-if/5?choice=nothing")
    assert "All that was played after it fits." in text


# ---- Why, wherever an amount stands


def links(client: FlaskClient, path: str) -> list[str]:
    return re.findall(r'href="/why/([\w/]+)"[^>]*>\s*Why\b', client.get(path).text)


def test_an_open_rent_says_why(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    assert links(room.client(tokens[ANN]), "/seat") == ["3", "4"]
    assert links(room.client(tokens[BEN]), "/seat") == ["1", "4"]


def test_a_price_says_why_and_a_bid_takes_its_place(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)))
    assert "2" in links(room.client(tokens[ANN]), "/seat")
    room.play(Decline(by=ANN))
    assert "3" in links(room.client(tokens[CY]), "/seat")
    room.play(Bid(by=BEN, amount=20))
    assert "4" in links(room.client(tokens[CY]), "/seat")
    assert links(room.client(), "/table") == ["4"]


def test_a_debt_says_why(room: Living) -> None:
    tokens = room.begin()
    room.play(Correct(why="a test", cash={ANN: 50}), Roll(by=ANN, dice=(1, 3)))
    assert room.state.debts_of(ANN)
    assert "3" in links(room.client(tokens[ANN]), "/seat")


def test_an_offer_says_why_and_so_does_the_end(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(cash=70), take=NamedGoods(lots=(Space(3),))))
    assert "4" in links(room.client(tokens[BEN]), "/seat/trade")
    room.play(Leave(by=BEN))
    assert room.state.winners == (ANN,)
    assert "5" in links(room.client(tokens[ANN]), "/seat")


@pytest.mark.parametrize("path", ["/table", "/banker"])
def test_a_balance_leads_to_where_it_comes_from(room: Living, path: str) -> None:
    rent(room)
    assert 'href="/why/cash/1"' in room.banker().get(path).text
    text = text_of(room.client(), "/why/cash/1")
    assert "Ben paid Ann the rent of Baltic Avenue then $1,496 − 4" in text.replace("$ ", "$")


def test_what_was_taken_back_stands_in_the_balance_twice(room: Living) -> None:
    rent(room)
    room.table.submit(GoBack(to=3, why="a mistake"), room.table.cause("banker", "phone"))
    room.play(Roll(by=BEN, dice=(1, 3)))
    rows = re.findall(r'num">then ([^<]+)<', room.client().get("/why/cash/1").text)
    assert [int(re.sub(r"\D", "", row)) for row in rows] == [1300, 1500, 1496, 1500]


def test_a_seat_that_is_none_has_no_money(room: Living) -> None:
    assert room.client().get("/why/cash/0").status_code == 404
    room.begin()
    assert room.client().get("/why/cash/4").status_code == 404
