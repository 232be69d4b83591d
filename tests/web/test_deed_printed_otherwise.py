"""The banker sets the figures of a deed right, by page, and everybody reads the corrected ones."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.cli import main
from companion.game.commands import (
    AnyCommand,
    BookLate,
    Build,
    Buy,
    Choose,
    Claim,
    Correct,
    CorrectDeed,
    End,
    Mortgage,
    NamedGoods,
    Offer,
    Redeem,
    Roll,
    Sell,
    TimeUp,
)
from companion.game.refusals import Refusal
from companion.journal.replay import replayed
from companion.table.answers import Accepted
from companion.table.story.commands import PutIn, Undo
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, fresh_id, sent, text_of, told

ANN, BEN = Seat(0), Seat(1)
BALTIC, BALTIC_RENTS = Space(3), (4, 20, 60, 180, 320, 450)
ORIENTAL, VERMONT, CONNECTICUT = Space(6), Space(8), Space(9)


def form_of(lot: int, **fields: object) -> str:
    typed = {"lot": lot, "why": "printed so", **fields}
    named = (f"{name.replace('_at_', '-')}={value}" for name, value in typed.items())
    return f"/banker/deed?{'&'.join(named)}"


def corrected(room: Living, **fields: Any) -> None:
    assert isinstance(room.ask(CorrectDeed(why="printed so", **fields)), Accepted)


def why_of(room: Living, client: FlaskClient, seq: int = 0) -> str:
    return text_of(client, f"/why/{seq or room.table.view.seq}")


def test_the_banker_chooses_a_lot_types_a_figure_and_says_yes(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    banker = room.banker()
    assert "/banker/deed" in banker.get("/banker").text
    assert "/banker/deed?lot=3" in banker.get("/banker/deed").text
    asked = text_of(banker, "/banker/deed?lot=3")
    assert "Whole group 8" in asked
    shown = banker.get(form_of(3, rents_at_0=6, price=80))
    assert "Price Before $60 → After $80 Rent Before $4 → After $6" in told(shown.text)
    assert room.table.view.seq == 1
    seq = room.table.view.seq
    row = {f"rents-{n}": one for n, one in enumerate((6, *BALTIC_RENTS[1:]))}
    assert sent(ann, "/banker/deed", lot=3, why="mine", price=80, seq=seq) == 403
    data = {"id": fresh_id(), "lot": 3, "why": "printed so", "price": 80, "seq": seq, **row}
    assert banker.post("/banker/deed", data=data, headers=ORIGIN).status_code == 303
    assert (
        banker.post("/banker/deed", data={**data, "id": fresh_id()}, headers=ORIGIN).status_code
        == 409
    )
    space = room.state.edition.space(BALTIC)
    assert (space.price, space.rents) == (80, (6, *BALTIC_RENTS[1:]))


def test_every_page_shows_the_deed_as_it_is_corrected(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    corrected(room, lot=BALTIC, price=82, mortgage=33, rents=(7, *BALTIC_RENTS[1:]))
    told = "The banker set the deed of Baltic Avenue right: printed so (Price: $60 → $82;"
    assert told in text_of(ann, "/seat/story")
    room.play(Roll(by=ANN, dice=(1, 2)))
    for phone, path in ((room.client(), "/table"), (ann, "/seat")):
        assert "82" in text_of(phone, path)
        assert "Rent 7 Whole group 14" in text_of(phone, path)
    room.play(Buy(by=ANN))
    assert "Rent 7 Whole group 14" in text_of(ann, "/seat/deed/3")
    assert "Mortgage 33" in text_of(ann, "/seat/deed/3")
    assert room.state.cash(ANN) == 1500 - 82


def test_why_names_the_figure_that_an_amount_rests_on(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    corrected(room, lot=BALTIC, price=82, rents=(7, *BALTIC_RENTS[1:]))
    correction = room.table.view.seq
    said = f"(number {correction}; The banker: printed so)"
    about = why_of(room, ann, correction)
    assert "right: printed so (Price: $60 → $82; Rent: $4 → $7)" in about
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert f"Printed otherwise Price: $60 → $82 {said}" in why_of(room, ann)
    assert "Rent: $4" not in why_of(room, ann)
    room.play(Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    assert f"Printed otherwise Rent: $4 → $7 {said}" in why_of(room, ann)
    assert "Price: $60" not in why_of(room, ann)
    assert room.state.cash(BEN) == 1500 - 7


def test_what_was_asked_before_rests_on_no_correction(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    room.play(Roll(by=ANN, dice=(1, 2)))
    corrected(room, lot=BALTIC, price=82)
    room.play(Buy(by=ANN))
    assert room.state.cash(ANN) == 1500 - 60
    assert "Printed otherwise" not in why_of(room, ann)


def test_houses_and_mortgages_are_reckoned_by_the_corrected_deed(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    owner: dict[Space, Seat | None] = dict.fromkeys((ORIENTAL, VERMONT, CONNECTICUT), ANN)
    room.play(Correct(why="dealt", owner=owner, cash={ANN: 1000}))
    corrected(room, lot=ORIENTAL, house_cost=70)
    assert "a house costs the same on Vermont Avenue, Connecticut Avenue" in why_of(room, ann)
    corrected(room, lot=CONNECTICUT, mortgage=80)
    steps: list[tuple[AnyCommand, int, str]] = [
        (Build(by=ANN, lots={VERMONT: 1}), 930, "A house costs: $50 → $70"),
        (Sell(by=ANN, lots={VERMONT: 1}), 965, "A house costs: $50 → $70"),
        (Mortgage(by=ANN, lots=(CONNECTICUT,)), 1045, "Mortgage: $60 → $80"),
        (Redeem(by=ANN, lots=(CONNECTICUT,)), 957, "Mortgage: $60 → $80"),
    ]
    for command, cash, rests in steps:
        room.play(command)
        assert room.state.cash(ANN) == cash
        assert f"Printed otherwise {rests}" in why_of(room, ann)


def test_a_trade_that_was_offered_with_that_deed_lapses(room: Living) -> None:
    tokens = room.begin()
    owner: dict[Space, Seat | None] = {ORIENTAL: ANN, BALTIC: ANN, VERMONT: BEN}
    room.play(Correct(why="dealt", owner=owner, mortgaged={ORIENTAL: True}))
    for lot, other in ((ORIENTAL, BALTIC), (BALTIC, ORIENTAL)):
        room.play(Offer(by=ANN, to=BEN, give=NamedGoods(lots=(lot,)), take=NamedGoods(cash=9)))
        corrected(room, lot=other, mortgage=41 + other)
        assert room.state.offer_to(BEN) is not None
        corrected(room, lot=lot, mortgage=43 + lot)
        assert room.state.offer_to(BEN) is None
        assert "Ann's offer to you stands no more" in text_of(
            room.client(tokens[BEN]), "/seat/story"
        )


def test_a_share_of_all_possessions_rests_on_the_prices_in_it(room: Living) -> None:
    ann = room.client(room.begin(variants=("before-2008",))[ANN])
    room.play(Correct(why="dealt", owner={BALTIC: ANN, ORIENTAL: BEN}, at={ANN: Space(0)}))
    corrected(room, lot=BALTIC, price=160)
    corrected(room, lot=ORIENTAL, price=200)
    room.play(Roll(by=ANN, dice=(1, 3)), Choose(by=ANN, option="percent"))
    assert room.state.cash(ANN) == 1500 - 166
    assert "Printed otherwise Price: $60 → $160" in why_of(room, ann)
    assert "$200" not in why_of(room, ann)


def test_what_counts_at_the_end_rests_on_the_prices_in_it(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    room.play(Correct(why="dealt", owner={BALTIC: ANN}))
    corrected(room, lot=BALTIC, price=160, mortgage=40)
    room.play(Roll(by=ANN, dice=(4, 6)), End(by=ANN), TimeUp())
    assert room.state.winners == (ANN,)
    assert "Printed otherwise Price: $60 → $160" in why_of(room, ann)
    assert "Mortgage: $30" not in why_of(room, ann)


def test_a_late_entry_before_it_has_the_correction_told_again(room: Living) -> None:
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    corrected(room, lot=BALTIC, price=82)
    late = PutIn(
        place=3,
        command=BookLate(payer=BEN, payee="bank", amount=5, why="forgotten"),
        seen=room.table.view.seq,
        why="forgotten",
    )
    assert isinstance(room.table.submit(late, room.table.cause("banker", "banker")), Accepted)
    assert room.state.cash(BEN) == 1495
    assert room.state.edition.space(BALTIC).price == 82


def test_a_correction_is_taken_back_like_any_other(room: Living) -> None:
    room.begin()
    corrected(room, lot=BALTIC, price=82)
    answer = room.table.submit(Undo(why="the wrong deed"), room.table.cause("banker", "banker"))
    assert isinstance(answer, Accepted)
    assert room.state.edition.space(BALTIC).price == 60
    assert room.state.edition.corrections == {}


def test_the_records_lead_to_the_same_deed(room: Living) -> None:
    room.begin()
    corrected(room, lot=BALTIC, price=82)
    corrected(room, lot=BALTIC, price=84, mortgage=40)
    view = room.table.view
    state = replayed(room.context.chronicle.records(view.game, view.seq))
    assert state == room.state
    assert state.edition.corrections == {"spaces": [{"index": 3, "price": 84, "mortgage": 40}]}


WRONG = [
    ({"price": "0"}, "No deed says $0: each figure is 1 or more."),
    ({"price": "-5"}, "“-5” is no figure: type a whole number from 1 to 999,999,999."),
    ({"price": "2.5"}, "“2.5” is no figure: type a whole number from 1 to 999,999,999."),
    (
        {"price": "10000000000"},
        "“10000000000” is no figure: type a whole number from 1 to 999,999,999.",
    ),
    (
        {"mortgage": "60"},
        "A mortgage brings less than the price: $60 is too much for Baltic Avenue.",
    ),
    ({"rents_at_5": "45"}, "The rents of Baltic Avenue fall."),
    ({"price": "60"}, "The game has the deed of Baltic Avenue so already."),
    ({"price": "80", "why": ""}, "Give the reason: the ledger keeps it."),
]


@pytest.mark.parametrize(("typed", "said"), WRONG)
def test_what_no_deed_says_is_refused_in_words(
    room: Living, typed: dict[str, object], said: str
) -> None:
    room.begin()
    answer = room.banker().get(form_of(3, **typed))
    assert answer.status_code == 400
    assert said in told(answer.text)


def test_rents_that_fall_are_asked_about_and_then_taken(room: Living) -> None:
    room.begin()
    banker = room.banker()
    asked = banker.get(form_of(3, rents_at_5=45))
    assert "The rents fall, and are printed so" in asked.text
    shown = banker.get(form_of(3, rents_at_5=45, as_printed="yes"))
    assert "Rent with a hotel Before $450 → After $45" in told(shown.text)
    row = {f"rents-{n}": one for n, one in enumerate((*BALTIC_RENTS[:5], 45))}
    data = {"id": fresh_id(), "lot": 3, "why": "so", "as_printed": "yes", "seq": 1, **row}
    assert banker.post("/banker/deed", data=data, headers=ORIGIN).status_code == 303
    assert room.state.edition.space(BALTIC).rents[5] == 45


@pytest.mark.parametrize("lot", ["", "0", "40", "x", "-1", "²"])
def test_a_space_that_is_no_lot_leads_back_to_the_choice(room: Living, lot: str) -> None:
    room.begin()
    assert "Which deed of your box" in text_of(room.banker(), f"/banker/deed?lot={lot}")


def test_stations_and_utilities_have_figures_of_their_own(room: Living) -> None:
    room.begin()
    banker = room.banker()
    page = told(banker.get(form_of(5, rents_at_1=55)).text)
    assert "Rent with 2 owned Before $50 → After $55" in page
    page = told(banker.get(form_of(12, dice_multiples_at_1=12)).text)
    assert "Times the roll with 2 owned Before 10 → After 12" in page
    assert isinstance(room.ask(CorrectDeed(lot=Space(12), why="x", house_cost=5)), Refusal)


def test_only_the_banker_sees_the_page(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    assert ann.get("/banker/deed").status_code == 403


def test_without_a_game_there_is_no_deed(room: Living) -> None:
    assert room.banker().get("/banker/deed").status_code == 302


def test_programs_read_which_figure_was_set_right(
    room: Living, capsys: pytest.CaptureFixture[str]
) -> None:
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    corrected(room, lot=BALTIC, rents=(7, *BALTIC_RENTS[1:]))
    room.play(Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    (journal,) = (room.home / "games").glob("*.journal")
    assert main(["explain", str(journal), "--event", str(room.table.view.seq), "--json"]) == 0
    happened = json.loads(capsys.readouterr().out)["happened"]
    paid = next(one for one in happened if one["what"] == "paid")
    assert paid["printed_otherwise"] == ["Rent: $4 → $7 (number 4; The banker: printed so)"]
