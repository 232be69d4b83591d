"""A table keeps its banknotes: who gives whom which notes, on every page, and a count of them."""

import re
from secrets import token_hex

import pytest
from flask.testing import FlaskClient

from companion.game.commands import Buy, Claim, Roll
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, sent, told

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


@pytest.fixture
def tokens(room: Living) -> list[str]:
    """A game with banknotes, in which Ann has bought and Ben owes her rent."""
    tokens = room.begin()
    assert sent(room.banker(), "/banker/banknotes", banknotes="on") == 303
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    return tokens


def open_ids(room: Living) -> list[str]:
    return [one.id for one in room.table.view.handing.open]


def test_each_phone_is_told_its_part(room: Living, tokens: list[str]) -> None:
    ann = told(room.client(tokens[ANN]).get("/seat").text)
    ben = told(room.client(tokens[BEN]).get("/seat").text)
    cy = told(room.client(tokens[CY]).get("/seat").text)
    assert "Give the Bank $60 Why? 1 × 50, 1 × 10" in ann
    assert "Ben gives you $4 Why? 4 × 1 I have it" in ann
    assert "Give Ann $4" in ben
    assert "I have it" not in ben
    assert "2 more payments are open" in cy


def test_the_table_screen_tells_all(room: Living, tokens: list[str]) -> None:
    text = told(room.client().get("/table").text)
    assert tokens
    assert "Ann gives the Bank $60" in text
    assert "Ben gives Ann $4 4 × 1" in text


def test_who_got_it_says_so(room: Living, tokens: list[str]) -> None:
    bank, rent = open_ids(room)
    assert sent(room.client(tokens[BEN]), "/handed", payment=rent) == 403
    assert sent(room.client(tokens[ANN]), "/handed", payment=bank) == 403
    assert sent(room.client(tokens[ANN]), "/handed", payment=rent) == 303
    assert open_ids(room) == [bank]
    assert "Ben handed $4 over to you" in told(room.client(tokens[ANN]).get("/seat/story").text)


def test_a_handing_over_and_the_setting_have_their_why(room: Living, tokens: list[str]) -> None:
    _bank, rent = open_ids(room)
    ann = room.client(tokens[ANN])
    sent(ann, "/handed", payment=rent)
    text = told(ann.get(f"/why/{room.table.view.seq}").text)
    assert "Ben handed $4 over to you" in text
    assert "Ann, on a phone" in text
    assert "Banknotes: we keep them, and hand over what is booked" in told(ann.get("/why/2").text)


def test_a_player_is_no_banker_by_saying_so(room: Living, tokens: list[str]) -> None:
    bank, _rent = open_ids(room)
    assert sent(room.client(tokens[ANN]), "/handed", payment=bank, as_banker=1) == 403


def test_the_banker_says_it_for_the_bank_and_for_all(room: Living, tokens: list[str]) -> None:
    banker = room.banker()
    assert tokens
    assert "To be handed over" in banker.get("/banker").text
    form = {"id": "y", "payment": open_ids(room), "as-banker": "1"}
    assert banker.post("/handed", data=form, headers=ORIGIN).status_code == 303
    assert open_ids(room) == []
    assert "To be handed over" not in banker.get("/banker").text


def test_what_is_open_no_more_is_refused(room: Living, tokens: list[str]) -> None:
    assert sent(room.client(tokens[ANN]), "/handed", payment="99.1") == 409
    assert sent(room.client(tokens[ANN]), "/handed") == 409


def test_the_setting_is_the_bankers(room: Living, tokens: list[str]) -> None:
    assert sent(room.client(tokens[ANN]), "/banker/banknotes", banknotes="off") == 403
    assert sent(room.banker(), "/banker/banknotes", banknotes="gold") == 400
    assert room.table.view.handing.mode == "on"


def test_it_may_be_chosen_at_set_up(room: Living) -> None:
    room.seated("Ann", "Ben")
    banker = room.banker()
    page = banker.get("/banker/game/bank?edition=us-classic").text
    assert 'name="banknotes" value="wait"' in page
    answer = banker.post(
        "/banker/game",
        data={"id": "b", "edition": "us-classic", "first": "no", "banker": "0", "banknotes": "on"},
        headers=ORIGIN,
    )
    assert answer.status_code == 303
    text = told(room.client().get("/table").text)
    assert "The Bank gives Ann $1,500" in text
    assert "2 × 500, 2 × 100, 2 × 50, 6 × 20, 5 × 10, 5 × 5, 5 × 1" in text


def test_a_banker_who_plays_is_led_to_what_the_bank_gets_of_others(
    room: Living, tokens: list[str]
) -> None:
    words = "The Bank is to get 1 payment."
    assert words not in room.client(tokens[BEN]).get("/seat").text
    tokens[BEN] = room.context.phones.make_banker(tokens[BEN])
    assert words in room.client(tokens[BEN]).get("/seat").text


def test_hidden_balances_are_not_betrayed_by_notes(room: Living, tokens: list[str]) -> None:
    """Which notes Ann pays with tells what she has; the banker counts them, so is told."""
    room.context.manners.hide(hidden=True)
    cy, table = room.client(tokens[CY]).get("/seat").text, room.client().get("/table").text
    for text in map(told, (cy, table)):
        assert "Ann gives the Bank $60" in text
        assert "1 × 50" not in text
    assert "1 × 50, 1 × 10" in told(room.client(tokens[ANN]).get("/seat").text)
    assert "1 × 50, 1 × 10" in told(room.banker().get("/banker").text)
    assert room.client(tokens[CY]).get(f"/seats/{ANN}/notes").status_code == 403
    assert room.client(tokens[CY]).get(f"/seats/{ANN}/statement").status_code == 403
    assert "$1,444" not in told(room.client(tokens[CY]).get("/story").text)


def test_who_looks_on_is_told_too(room: Living, tokens: list[str]) -> None:
    assert tokens
    visitor = room.client()
    visitor.post("/watch", headers=ORIGIN)
    assert "2 more payments are open" in told(visitor.get("/watch").text)


def test_where_the_dice_wait_all_are_told(room: Living, tokens: list[str]) -> None:
    words = "The dice wait until all is handed over."
    assert words not in room.client(tokens[CY]).get("/seat").text
    assert sent(room.banker(), "/banker/banknotes", banknotes="wait") == 303
    assert words in room.client(tokens[CY]).get("/seat").text
    assert words in room.client().get("/table").text
    form = {"id": "y", "payment": open_ids(room), "as-banker": "1"}
    room.banker().post("/handed", data=form, headers=ORIGIN)
    assert words not in room.client().get("/table").text


# ---- counting


def test_a_count_that_fits_says_so(room: Living, tokens: list[str]) -> None:
    ann = room.client(tokens[ANN])
    assert "In notes there should be $1,500" in told(ann.get("/seat/notes").text)
    assert "It fits." in ann.get("/seat/notes?note-500=3").text


def test_a_count_that_differs_says_how_it_is_mended(room: Living, tokens: list[str]) -> None:
    text = told(room.client(tokens[ANN]).get("/seat/notes?note-500=2&note-100=3").text)
    assert "Too few: − 200" in text
    assert "The books are right: The Bank gives $200." in text
    assert "The banker corrects the books" in text


def test_corrected_by_a_count_the_notes_are_there_already(room: Living, tokens: list[str]) -> None:
    before = open_ids(room)
    page = room.banker().get(f"/seats/{ANN}/notes?note-500=2&note-100=3").text
    right = int(re.findall(r'name="amount" value="(\d+)"', page)[0])
    assert right == room.state.cash(ANN) - 200
    seq = room.table.view.seq
    fields = {"seat": 0, "amount": right, "why": "lost under the sofa"}
    assert tokens
    assert sent(room.banker(), "/banker/notes", **fields, seq=seq - 1) == 409
    assert sent(room.banker(), "/banker/notes", **fields, seq=seq) == 303
    assert room.state.cash(ANN) == right
    assert open_ids(room) == before
    assert room.table.view.handing.held[ANN] == 1300


def test_the_check_of_the_table_counts_what_is_open(room: Living, tokens: list[str]) -> None:
    """Ann has paid nothing yet: 1,500 in notes fit, though the books say less."""
    banker = room.banker()
    assert tokens
    assert sent(banker, "/check/begin") == 303
    known = room.table.view.check
    assert known is not None
    for whose in known.order:
        sent(banker, "/check/finish", check=known.id, pile=whose)
    assert sent(banker, "/check/count", check=known.id, sum_0="1500") == 303
    assert "in notes. By the books" not in told(banker.get("/check").text)
    assert sent(banker, "/check/count", check=known.id, sum_0="1400") == 303
    assert "Ann has $1,400 in notes. By the books it is $1,500." in told(banker.get("/check").text)


def test_without_banknotes_no_page_speaks_of_them(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    ann = room.client(tokens[ANN])
    assert "Give the Bank" not in ann.get("/seat").text
    assert "Count my banknotes" not in ann.get("/me").text


def test_an_edition_whose_notes_nobody_knows_is_told_in_sums(room: Living) -> None:
    tokens = room.begin(edition="it-eg")
    assert sent(room.banker(), "/banker/banknotes", banknotes="on") == 303
    html = room.client(tokens[ANN]).get("/seat/notes").text
    assert 'name="sum"' in html
    assert "No source names the banknotes" in html


# ---- as data


def as_data(client: FlaskClient, **fields: object) -> int:
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    body = {"id": token_hex(4), "do": "hand-over", **named}
    return client.post("/api/commands", json=body, headers=ORIGIN).status_code


def test_it_is_said_as_data_by_who_got_it_and_by_nobody_else(
    room: Living, tokens: list[str]
) -> None:
    bank, rent = open_ids(room)
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    for client in (ben, room.client(), room.client(tokens[CY])):
        assert as_data(client, payments=[rent]) == 403
        assert as_data(client, payments=[rent], by=int(ANN)) == 403
        assert as_data(client, payments=[rent], as_banker=True) == 403
    assert as_data(ann, payments=[bank]) == 403
    assert as_data(ann, payments=[rent, bank]) == 403
    assert open_ids(room) == [bank, rent]
    assert as_data(ann, payments=[rent]) == 200
    assert open_ids(room) == [bank]
    assert as_data(room.banker(), payments=[bank], as_banker=True) == 200
    assert open_ids(room) == []


def test_the_same_id_hands_over_once(room: Living, tokens: list[str]) -> None:
    _bank, rent = open_ids(room)
    ann = room.client(tokens[ANN])
    assert [as_data(ann, payments=[rent], id="once") for _ in range(2)] == [200, 200]
    assert as_data(ann, payments=[rent], id="again") == 409


@pytest.mark.parametrize(
    "payments", [None, "2.0", [], [7], ["x" * 41], ["x"] * 201, {"a": 1}, [["2.0"]], True]
)
def test_payments_that_are_none_are_refused(
    room: Living, tokens: list[str], payments: object
) -> None:
    seq = room.table.view.seq
    assert as_data(room.client(tokens[ANN]), payments=payments) in (400, 409)
    assert room.table.view.seq == seq


def test_a_count_is_booked_although_somebody_pressed_too_late_meanwhile(
    room: Living, tokens: list[str]
) -> None:
    """What only tells of presses and phones makes no form stale."""
    banker, seq = room.banker(), room.table.view.seq
    assert sent(room.client(tokens[CY]), "/me/give-up", seat=int(CY)) == 303
    form = {"seat": int(ANN), "amount": 999, "why": "counted"}
    assert room.table.view.seq > seq
    assert sent(banker, "/banker/notes", seq=seq, **form) == 303
    assert sent(banker, "/banker/notes", seq=seq, **form) == 409
    assert sent(banker, "/banker/notes", seq="x", **form) == 409


# ---- what stands under the thumb while the dice wait


def foot(room: Living, token: str) -> str:
    """Return the foot of a seat's page."""
    html = room.client(token).get("/seat").text
    return html[html.index('id="foot"') :]


@pytest.fixture
def held(room: Living) -> list[str]:
    """A game whose dice wait, Cy's turn to roll, until Ben has given Ann her rent."""
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    assert sent(room.banker(), "/banker/banknotes", banknotes="wait") == 303
    room.play(Claim(by=ANN))
    return tokens


def test_who_is_to_get_notes_has_that_as_the_one_filled_button(
    room: Living, held: list[str]
) -> None:
    ann = foot(room, held[ANN])
    assert re.findall(r'<button class="do[^"]*">([^<]*)<', ann) == ["I have it"]
    assert "Ben gives you $4" in told(ann)
    assert room.client(held[ANN]).get("/seat").text.count("I have it") == 1
    assert sent(room.client(held[ANN]), "/handed", payment=open_ids(room)[0]) == 303
    assert "I have it" not in room.client(held[ANN]).get("/seat").text


def test_nobody_is_told_to_roll_while_the_dice_wait(room: Living, held: list[str]) -> None:
    words = "The dice wait until all is handed over."
    for seat in (BEN, CY):
        page = room.client(held[seat]).get("/seat").text
        assert told(page).count(words) == 1
        assert words in told(foot(room, held[seat]))
        assert 'id="type-dice"' not in page
        assert "Roll the dice" not in told(page)
    sent(room.client(held[ANN]), "/handed", payment=open_ids(room)[0])
    assert "Roll the dice" in told(foot(room, held[CY]))


def test_a_banker_who_plays_says_on_the_same_card_that_the_bank_has_it(
    room: Living, tokens: list[str]
) -> None:
    bank, rent = open_ids(room)
    assert "The Bank has it" not in room.client(tokens[ANN]).get("/seat").text
    ann = room.client(room.context.phones.make_banker(tokens[ANN]))
    html = ann.get("/seat").text
    card = re.search(
        rf'<section[^>]* id="handover-{bank.replace(".", "-")}".*?</section>', html, re.DOTALL
    )
    assert card
    assert f'name="payment" value="{bank}"' in card[0]
    assert 'name="as-banker" value="1"' in card[0]
    assert "The Bank has it" in card[0]
    assert sent(ann, "/handed", payment=bank, as_banker=1, by=ANN) == 303
    assert open_ids(room) == [rent]


def test_a_program_of_a_banker_who_plays_is_offered_it_too(room: Living, tokens: list[str]) -> None:
    bank, rent = open_ids(room)

    def offered(client: FlaskClient) -> dict[str, str]:
        view = client.get("/api/view?seat=0").json
        assert view is not None
        return {one["id"]: one["button"] for one in view["handovers"]}

    assert offered(room.client(tokens[ANN])) == {bank: "", rent: "I have it"}
    ann = room.client(room.context.phones.make_banker(tokens[ANN]))
    assert offered(ann) == {bank: "The Bank has it", rent: "I have it"}
    command = {"do": "hand-over", "payments": [bank], "as-banker": True, "id": "bank"}
    assert ann.post("/api/commands", json=command, headers=ORIGIN).status_code == 200
    assert open_ids(room) == [rent]


def test_notes_to_count_are_written_as_all_amounts_are(room: Living) -> None:
    [ann, _ben] = room.begin("Ann", "Ben", edition="de-dm")
    assert sent(room.banker(), "/banker/banknotes", banknotes="on") == 303
    page = room.client(ann).get("/seat/notes", headers={"Accept-Language": "de"}).text
    assert "10.000 ×" in page
