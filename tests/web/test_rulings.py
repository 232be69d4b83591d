"""The banker goes back, books late, takes a game over and sets the table right, by page."""

from typing import get_args

import pytest
from flask.testing import FlaskClient

from companion.game.commands import Buy, Claim, Correct, Roll
from companion.game.refusals import Refusal
from companion.rules.plausibility import Kind
from companion.sayings.refusals import SENSE
from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, text_of
from tests.support.table import Tag

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def sent(client: FlaskClient, path: str, **fields: object) -> int:
    form = {"id": "x", **{name.replace("_", "-"): str(value) for name, value in fields.items()}}
    return client.post(path, data=form, headers=ORIGIN).status_code


BANKERS = [
    "/banker/back",
    "/banker/late",
    "/banker/take-over",
    "/banker/set-right",
    "/banker/deed",
]


@pytest.mark.parametrize("path", BANKERS)
def test_rulings_are_the_bankers(room: Living, path: str) -> None:
    ann = room.client(room.begin()[ANN])
    before = room.table.view.seq
    assert ann.get(path).status_code == 403
    if path != "/banker/late":
        assert sent(ann, path, to=1, seq=1) == 403
    assert sent(ann, "/do", do="book-late", payer="bank", payee=0, amount=9, why="x") == 403
    assert room.table.view.seq == before


@pytest.mark.parametrize("path", BANKERS)
def test_without_a_game_there_is_nothing_to_rule(room: Living, path: str) -> None:
    assert room.banker().get(path).status_code == 302


# ---- going back


def test_the_last_step_is_taken_back_by_one_button_that_names_it(room: Living) -> None:
    tokens = room.begin()
    banker = room.banker()
    assert "Take the last step back" not in banker.get("/banker").text
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    html = banker.get("/banker").text
    assert html.index("Take the last step back") < html.index("<p>Ann bought Baltic Avenue</p>")
    assert sent(banker, "/banker/back", seq=room.table.view.seq) == 303
    assert room.state.purchase is not None
    page = room.client(tokens[ANN]).get("/seat").text
    assert "Buy" in page  # the phone follows
    story = room.client(tokens[ANN]).get("/seat/story").text
    assert "You bought Baltic Avenue" in story
    assert "taken back" in story
    assert "went back to an earlier step (the last that counts: Ann rolled 3)" in story


def test_a_rewind_names_what_it_goes_back_to_and_what_changes(room: Living) -> None:
    room.begin()
    banker = room.banker()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    rows = banker.get("/banker/back").text
    assert rows.count('name="to"') == 4
    shown = banker.get("/banker/back?to=3").text
    assert "Back to just after number 3" in shown
    assert "Ann bought Baltic Avenue" in shown
    for part in ("Ben paid Ann the rent of Baltic Avenue", "$1,444", "$1,440", "$1,496", "$1,500"):
        assert part in shown
    reached = {"seq": room.table.view.seq, "to": 3, "why": "a die was off the table"}
    assert sent(banker, "/banker/back", **reached) == 303
    assert room.state.cash(ANN) == 1440
    assert "a die was off the table" in banker.get("/banker").text
    why = banker.get("/why/6").text
    assert "an earlier step (the last that counts: Ann bought Baltic Avenue)" in why
    assert "taken back later" in banker.get("/why/5").text
    assert "taken back later" not in why + banker.get("/why/3").text


def test_only_what_was_played_is_there_to_go_back_to(room: Living) -> None:
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)))
    room.banker()  # another phone that gives the PIN: told in the story, and no step
    room.play(Buy(by=ANN))
    pages = (text_of(room.banker(), f"/banker/back{to}") for to in ("", "?to=1"))
    assert not any("PIN" in page for page in pages)


def test_going_back_to_nothing_is_refused_in_words(room: Living) -> None:
    room.begin()
    form = {"to": "7", "seq": str(room.table.view.seq)}
    answer = room.banker().post("/banker/back", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "nothing before that" in answer.text


def test_what_came_meanwhile_is_not_taken_back_unseen(room: Living) -> None:
    """The banker reads what would be taken back, and meanwhile somebody rolls."""
    room.begin()
    banker = room.banker()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    html = banker.get("/banker").text
    assert '<input type="hidden" name="seq" value="3">' in html
    room.play(Roll(by=BEN, dice=(3, 4)))
    answer = banker.post("/banker/back", data={"id": "u", "seq": "3"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert banker.post("/banker/back", data={"id": "v"}, headers=ORIGIN).status_code == 409
    assert "The game has gone on meanwhile." in answer.text
    assert room.table.view.seq == 4
    assert sent(banker, "/banker/back", seq=4) == 303
    assert room.state.turn.seat == ANN


def test_what_was_taken_back_is_not_the_last_roll_nor_the_last_change(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(3, 4)))
    assert sent(room.banker(), "/banker/back", seq=room.table.view.seq) == 303
    html = room.client(tokens[ANN]).get("/seat").text
    assert "You rolled <b>3</b>" in html


# ---- late entries


def test_a_roll_by_which_a_rent_was_missed_is_named_by_the_roll(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    room.play(Roll(by=CY, dice=(2, 3)), Buy(by=CY))
    assert sent(room.banker(), "/banker/back", seq=room.table.view.seq) == 303
    story = text_of(room.client(tokens[ANN]), "/seat/story")
    assert "went back to an earlier step (the last that counts: Cy rolled 5" in story


def test_a_missed_rent_is_offered_to_be_booked_late(room: Living) -> None:
    room.begin()
    banker = room.banker()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    room.play(Roll(by=CY, dice=(6, 4)))
    html = banker.get("/banker/late").text
    assert "Ann missed the rent of Baltic Avenue" in html
    assert "payer=1&amp;payee=0&amp;lot=3&amp;amount=4" in html
    chosen = banker.get("/banker/late?payer=1&payee=0&lot=3&amount=4").text
    assert 'name="amount" inputmode="numeric" pattern="[0-9 .,]*" required value="4"' in chosen
    form = {"do": "book-late", "payer": 1, "payee": 0, "amount": "4", "lot": 3, "why": "agreed"}
    assert sent(banker, "/do", **form) == 303
    assert room.state.cash(ANN) == 1444
    assert "Ben paid Ann, booked late: agreed" in banker.get("/banker").text


@pytest.mark.parametrize("form", [{"why": ""}, {"amount": "0"}, {"amount": "x"}, {"payee": "1"}])
def test_a_late_entry_needs_a_reason_an_amount_and_two_parties(
    room: Living, form: dict[str, str]
) -> None:
    room.begin()
    whole = {"do": "book-late", "payer": "1", "payee": "0", "amount": "4", "why": "agreed", **form}
    assert sent(room.banker(), "/do", **whole) == 400
    assert room.table.view.seq == 1


def test_the_reason_is_asked_for_in_words(room: Living) -> None:
    room.begin()
    form = {"do": "book-late", "payer": "1", "payee": "0", "amount": "4", "why": " "}
    answer = room.banker().post("/do", data=form, headers=ORIGIN)
    assert "Give the reason" in answer.text


# ---- taking a game over


def situation(room: Living, **changes: object) -> dict[str, str]:
    """Return a form of the whole table: as just after setting up, but for *changes*."""
    state = room.state
    form: dict[str, object] = {"id": "t", "seq": room.table.view.seq, "turn": 0}
    for seat in state.seats:
        form |= {f"cash-{seat}": 1500, f"at-{seat}": 0, f"jailed-{seat}": ""}
    for lot in state.lots:
        form |= {f"owner-{lot}": "", f"stands-{lot}": ""}
    form |= {"card-chance": "", "card-chest": ""}
    form |= {name.replace("_", "-"): value for name, value in changes.items()}
    return {name: str(value) for name, value in form.items()}


def test_a_running_game_is_typed_in_on_one_page(room: Living) -> None:
    tokens = room.begin(first_roll=True)
    banker = room.banker()
    assert "/banker/take-over" in banker.get("/banker").text
    html = banker.get("/banker/take-over").text
    assert html.count('<select name="owner-') == 28
    changes = {"cash_0": "1,200", "cash_1": 90, "at_1": 24, "jailed_2": 1, "card_chest": 3}
    lots = {"owner_6": 0, "owner_8": 0, "owner_9": 0, "stands_6": 2, "stands_8": 2, "stands_9": 1}
    more = {"owner_39": 1, "stands_39": "m", "turn": 2}
    form = situation(room, **changes, **lots, **more)
    assert banker.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    state = room.state
    assert [state.cash(seat) for seat in state.seats] == [1200, 90, 1500, 1500]
    assert (state.players[BEN].at, state.players[CY].jailed) == (24, 1)
    assert state.lots[Space(6)].level == 2
    assert state.lots[Space(39)].mortgaged
    assert state.jail_cards(DEE) == ("chest/jail-free",)
    assert state.turn.seat == CY
    assert "is taken over: Cy rolls next" in banker.get("/banker").text
    assert "/banker/take-over" not in banker.get("/banker").text
    assert banker.get("/banker/take-over").status_code == 302
    assert "Cy" in room.client(tokens[ANN]).get("/seat").text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stands_6": 3}, "Oriental Avenue is built on or mortgaged: somebody must own it."),
        ({"owner_12": 0, "stands_12": 3}, "No building can stand on Electric Company."),
        ({"cash_0": "twelve"}, "An amount is no number."),
        ({"cash_0": ""}, "An amount is no number."),
        ({"out_0": "1"}, "Ann is out of the game: the turn is somebody else"),
        ({"out_1": "1", "owner_5": 1}, "Ben is out of the game and cannot own anything."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(
    room: Living, changes: dict[str, object], said: str
) -> None:
    room.begin()
    form = situation(room, owner_1=2, **changes)
    answer = room.banker().post("/banker/take-over", data=form, headers=ORIGIN)
    assert answer.status_code == 400
    assert said in answer.text.replace("&#39;", "'")
    mine = answer.text.partition('name="owner-1"')[2]
    assert '<option value="2" selected>Cy</option>' in mine.partition("</select>")[0]
    assert room.table.view.seq == 1


def test_deeds_are_read_in_the_scan_field(room: Living) -> None:
    room.begin()
    room.lay(
        Tag("deed", 1),
        Tag("deed", 2, side="back"),
        Tag("deed", 9, valid=False),
        Tag("card", 4),
    )
    form = situation(room, owner_39=0, scan=1)
    answer = room.banker().post("/banker/take-over", data=form, headers=ORIGIN)
    assert "Ben has: Mediterranean Avenue, Baltic Avenue" in answer.text
    for field, value in (("owner-1", "1"), ("owner-3", "1"), ("stands-3", "m"), ("owner-39", "0")):
        chosen = answer.text.partition(f'name="{field}"')[2].partition("</select>")[0]
        assert f'<option value="{value}" selected' in chosen, field
    assert room.table.view.seq == 1


def test_pot_and_laps_are_asked_for_where_the_game_has_them(room: Living) -> None:
    room.seated("Ann", "Ben")
    plain = room.client(room.context.phones.make_banker(None))
    cause = room.table.cause("banker", "banker")
    house = {"parking_jackpot": True, "build_after_laps": 1}
    for rules in ({}, house):
        answer = room.table.submit(
            Begin(
                edition="us-classic",
                house=rules,
                players=("Ann", "Ben"),
                first_roll=False,
                instead=True,
            ),
            cause,
        )
        assert isinstance(answer, Accepted)
        html = plain.get("/banker/take-over").text
        assert ('name="pot"' in html, 'name="laps-1"' in html) == (bool(rules), bool(rules))
    form = situation(room, pot="1,150", laps_1=2)
    assert plain.post("/banker/take-over", data=form, headers=ORIGIN).status_code == 303
    assert room.state.pot == 1150
    assert room.state.players[BEN].laps == 2
    right = {**situation(room, pot="150", laps_1=2), "why": "miscounted", "id": "r"}
    shown = plain.post("/banker/set-right", data={**right, "why": ""}, headers=ORIGIN).text
    assert "$1,150" in shown
    for _time in ("first", "again, as the answer was lost"):
        assert plain.post("/banker/set-right", data=right, headers=ORIGIN).status_code == 303
    assert room.state.pot == 150
    assert set(room.state.books.totals().values()) == {0}


def test_an_empty_scan_field_is_said(room: Living) -> None:
    room.begin()
    form = situation(room, scan=1)
    answer = room.banker().post("/banker/take-over", data=form, headers=ORIGIN)
    assert "No deed of this set lies in the scan field." in answer.text


def test_everything_that_cannot_be_has_a_sentence(room: Living) -> None:
    assert set(SENSE) == set(get_args(Kind))
    room.begin()
    assert isinstance(room.ask(Correct(why="x", owner={Space(0): ANN})), Refusal)


# ---- setting the table right


@pytest.mark.parametrize("wrong", [{"at-0": "40"}, {"jailed-0": "99"}, {"stands-1": "9"}])
def test_what_no_board_has_is_refused_before_it_is_shown(
    room: Living, wrong: dict[str, str]
) -> None:
    room.begin()
    answer = room.banker().post(
        "/banker/set-right", data={**situation(room, owner_1=1), **wrong}, headers=ORIGIN
    )
    assert answer.status_code == 400
    assert "That could not be understood." in answer.text


def test_a_correction_of_anything_shows_before_and_after(room: Living) -> None:
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    banker = room.banker()
    form = situation(room, cash_0=1440, at_0=3, owner_3=1, stands_3=2, jailed_2=0, card_chance=3)
    form["seq"] = str(room.table.view.seq)
    shown = banker.post("/banker/set-right", data=form, headers=ORIGIN)
    assert shown.status_code == 200
    for part in ("Baltic Avenue", "Ben, 2 houses", "Cy in jail", "0 turns", "Jail cards of Dee"):
        assert part in shown.text
    assert room.table.view.seq == 3
    answer = banker.post("/banker/set-right", data={**form, "why": "mixed up"}, headers=ORIGIN)
    assert answer.status_code == 303
    state = room.state
    assert (state.lots[Space(3)].owner, state.lots[Space(3)].level) == (BEN, 2)
    assert state.players[CY].jailed == 0
    assert state.jail_cards(DEE) == ("chance/jail-free",)
    assert "The banker corrected: mixed up" in banker.get("/banker").text


def test_a_table_that_is_right_needs_no_correction(room: Living) -> None:
    room.begin()
    form = {**situation(room), "why": "nothing"}
    answer = room.banker().post("/banker/set-right", data=form, headers=ORIGIN)
    assert "Nothing differs from the books." in answer.text
    assert room.table.view.seq == 1


def test_a_page_of_yesterday_corrects_nothing(room: Living) -> None:
    room.begin()
    form = {**situation(room), "why": "late"}
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    answer = room.banker().post("/banker/set-right", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "The game has gone on meanwhile." in answer.text
    assert room.state.lots[Space(3)].owner == ANN


def test_who_is_out_hinders_no_correction(room: Living) -> None:
    room.begin()
    gone = room.client(room.context.phones.make_banker(None))
    assert sent(gone, "/do", do="leave", by=3) == 303
    form = {**situation(room, cash_0=1600, cash_3=0), "why": "found a note"}
    answer = room.banker().post("/banker/set-right", data=form, headers=ORIGIN)
    assert answer.status_code == 303
    assert room.state.cash(ANN) == 1600
    assert isinstance(room.ask(Roll(by=ANN, dice=(1, 2))), Accepted)
