"""What the companion reckons by itself waits until it is confirmed, or its amounts are typed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Bid, Buy, Claim, Correct, Decline, Draw, Roll
from companion.game.events import Confirmed, Corrected, Differed, Help, Insisted, Paid, Proposed
from companion.journal.record import Record
from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.table.help.commands import Confirm, Contest, Drop, Insist, SetHelp
from companion.words import Money, Seat
from tests.support.helping import confirm_all, helping, proposal, say_so
from tests.support.table import ANN, BOB, CY, Hands, cash, code, hands, rent_is_due

TAX = Roll(by=ANN, dice=(1, 3))  # 200 to the Bank
TYPED_SHORT = {0: 180}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        yield at_table


def taxed(at: Hands, helps: Help = "propose") -> None:
    """Let Ann's roll onto a tax wait."""
    at.begin()
    helping(at, helps)
    at.play(TAX)


def records(at: Hands) -> tuple[Record, ...]:
    assert at.desk.game is not None
    return at.desk.game.records()


def asked(at: Hands) -> dict[Seat, set[str]]:
    return {seat: set(words) for seat, words in at.view.asked.items()}


# ---- proposing


def test_what_moves_no_money_waits_for_nobody(at: Hands) -> None:
    at.begin()
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert at.view.proposal is None
    assert cash(at) == 1440


def test_a_tax_waits_and_nothing_of_it_is_booked(at: Hands) -> None:
    taxed(at)
    (due,) = proposal(at).dues
    assert (due.payer, due.payee, due.amount, due.reason) == (ANN, "bank", 200, "tax")
    assert cash(at) == 1500
    assert at.view.state is not None
    assert at.view.state.players[ANN].at == 0
    assert asked(at) == {ANN: {"confirm"}}


def test_it_is_a_record_that_moves_nothing(at: Hands) -> None:
    taxed(at)
    last = records(at)[-1]
    (event,) = last.events
    assert isinstance(event, Proposed)
    assert event.seats == (ANN,)
    assert any(key.startswith("tax/") for key in event.also)
    assert last.command == {"do": "roll", "by": 0, "dice": [1, 3]}


def test_the_payer_confirms_and_it_is_booked_with_that_word(at: Hands) -> None:
    taxed(at)
    answer = say_so(at, ANN)
    assert isinstance(answer, Accepted)
    assert cash(at) == 1300
    assert at.view.proposal is None
    assert isinstance(answer.events[-1], Confirmed)
    assert records(at)[-1].command["do"] == "roll"


@pytest.mark.parametrize("helps", ["propose", "announce"])
def test_nobody_else_confirms_it(at: Hands, helps: Help) -> None:
    taxed(at, helps)
    answer = at.answer(Confirm(proposal=proposal(at).id, by=ANN), at.cause(seat=BOB))
    assert code(answer) == "not-allowed"
    assert (
        code(at.answer(Confirm(proposal=proposal(at).id, by=BOB), at.cause(seat=BOB)))
        == "not-asked"
    )
    assert cash(at) == 1500


def test_the_banker_confirms_for_anybody(at: Hands) -> None:
    taxed(at)
    banker = at.cause("banker", "banker")
    assert isinstance(at.answer(Confirm(proposal=proposal(at).id, by=ANN), banker), Accepted)
    assert cash(at) == 1300


def test_a_seats_button_confirms(at: Hands) -> None:
    taxed(at)
    button = at.cause("seat", "button", seat=ANN)
    assert isinstance(at.answer(Confirm(proposal=proposal(at).id, by=ANN), button), Accepted)
    assert cash(at) == 1300


def test_the_bank_pays_and_who_is_paid_confirms(at: Hands) -> None:
    at.begin()
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(3, 4)), Draw(by=ANN, card="chance/dividend"))
    assert asked(at) == {ANN: {"confirm"}}
    say_so(at, ANN)
    assert cash(at) == 1550


def test_where_several_pay_each_confirms_and_the_last_books(at: Hands) -> None:
    at.begin()
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(1, 1)), Draw(by=ANN, card="chest/birthday"))
    assert asked(at) == {BOB: {"confirm"}, CY: {"confirm"}}
    say_so(at, CY)
    assert asked(at) == {BOB: {"confirm"}}
    assert cash(at) == 1500
    say_so(at, BOB)
    assert (cash(at), cash(at, BOB), cash(at, CY)) == (1520, 1490, 1490)


def test_the_banker_confirms_for_all_at_once(at: Hands) -> None:
    at.begin()
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(1, 1)), Draw(by=ANN, card="chest/birthday"))
    assert isinstance(
        at.answer(Confirm(proposal=proposal(at).id), at.cause("banker", "banker")), Accepted
    )
    assert cash(at) == 1520


def test_a_claimed_rent_waits_for_its_payer(at: Hands) -> None:
    rent_is_due(at)
    helping(at, "propose")
    at.play(Claim(by=ANN))
    assert asked(at) == {BOB: {"confirm"}}
    say_so(at, BOB)
    assert (cash(at), cash(at, BOB)) == (1444, 1496)


def test_what_cash_does_not_cover_is_proposed_as_a_debt(at: Hands) -> None:
    at.begin()
    correct = Correct(why="poor", cash={ANN: 20})
    at.pipeline.submit(correct, at.cause("banker", "banker"), at.replies.append)
    helping(at, "propose")
    at.play(TAX)
    assert proposal(at).dues[0].owed
    say_so(at, ANN)
    assert at.view.state is not None
    assert at.view.state.debts[0].amount == 200
    assert asked(at) == {ANN: {"bankrupt"}}  # 20 and no lot


def test_bids_and_the_hammer_wait_for_nobody(at: Hands) -> None:
    at.begin()
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=BOB, amount=5))
    at.clock.now = at.desk.due
    for _word in range(3):
        at.pipeline.tick()
        at.clock.now = min(at.desk.due, at.clock.now + 60)
    assert at.view.proposal is None
    assert cash(at, BOB) == 1495


def test_twice_is_once(at: Hands) -> None:
    taxed(at)
    cause, waits = at.cause(seat=ANN, command_id="tap"), proposal(at).id
    first = at.answer(Confirm(proposal=waits, by=ANN), cause)
    assert at.answer(Confirm(proposal=waits, by=ANN), cause) == first
    assert code(at.answer(Confirm(proposal=waits, by=ANN), at.cause(seat=ANN))) == "not-asked"
    assert cash(at) == 1300


def test_a_roll_that_is_sent_again_is_answered_as_before(at: Hands) -> None:
    at.begin()
    helping(at, "propose")
    cause = at.cause(seat=ANN, command_id="roll")
    at.pipeline.submit(TAX, cause, at.replies.append)
    at.pipeline.submit(TAX, cause, at.replies.append)
    assert at.replies[-1] == at.replies[-2]


# ---- play waits


def test_play_waits_for_it(at: Hands) -> None:
    rent_is_due(at)
    helping(at, "propose")
    at.play(Claim(by=ANN))
    seq = at.view.seq
    assert code(at.ask(Roll(by=CY, dice=(1, 2)))) == "not-confirmed"
    at.pipeline.submit(
        Correct(why="so", cash={CY: 1}), at.cause("banker", "banker"), at.replies.append
    )
    assert code(at.replies[-1]) == "not-confirmed"
    assert at.view.seq == seq


def test_dice_thrown_meanwhile_do_not_count_and_that_is_said(at: Hands) -> None:
    rent_is_due(at)
    helping(at, "propose")
    at.play(Claim(by=ANN))
    at.see_dice(1, 2, began=at.clock.now)
    notice = at.view.notices[-1]
    assert (notice.code, notice.facts["seat"], notice.facts["asked"]) == (
        "dice-not-due",
        BOB,
        "confirm",
    )
    assert at.view.doubt is None


def test_the_auctions_clock_stands_still_while_a_rent_waits(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(3, 3)))
    at.play(Roll(by=BOB, dice=(1, 2)), Decline(by=BOB), Bid(by=CY, amount=1))
    helping(at, "propose")
    at.play(Claim(by=ANN))
    assert at.view.auction is not None
    assert at.view.auction.waits
    assert code(at.ask(Bid(by=BOB, amount=2))) == "not-confirmed"
    say_so(at, BOB)
    assert not at.view.auction.waits
    at.play(Bid(by=BOB, amount=2))


# ---- announcing


def test_the_payer_types_what_the_rules_say_and_it_is_booked(at: Hands) -> None:
    taxed(at, "announce")
    assert proposal(at).helps == "announce"
    assert isinstance(say_so(at, ANN), Accepted)
    assert cash(at) == 1300


def test_without_an_amount_nothing_is_booked(at: Hands) -> None:
    taxed(at, "announce")
    for typed in ({}, {7: 200}, {0: -200}):
        answer = at.answer(
            Confirm(proposal=proposal(at).id, by=ANN, typed=typed), at.cause(seat=ANN)
        )
        assert code(answer) == "bad-command"
    ruled = at.answer(Confirm(proposal=proposal(at).id, by=ANN, as_ruled=True), at.cause(seat=ANN))
    assert code(ruled) == "bad-command"
    assert cash(at) == 1500


def test_another_amount_is_noted_beside_what_the_rules_say(at: Hands) -> None:
    taxed(at, "announce")
    waits = proposal(at).id
    at.answer(Confirm(proposal=waits, by=ANN, typed=TYPED_SHORT), at.cause(seat=ANN))
    (event,) = records(at)[-1].events
    assert isinstance(event, Differed)
    assert (event.typed, event.ruled) == ({0: 180}, {0: 200})
    assert proposal(at).typed == {0: 180}
    assert cash(at) == 1500


def test_then_one_tap_pays_what_the_rules_say(at: Hands) -> None:
    taxed(at, "announce")
    waits = proposal(at).id
    at.answer(Confirm(proposal=waits, by=ANN, typed=TYPED_SHORT), at.cause(seat=ANN))
    answer = at.answer(Confirm(proposal=waits, by=ANN, as_ruled=True), at.cause(seat=ANN))
    assert isinstance(answer, Accepted)
    assert cash(at) == 1300


def test_or_the_right_amount_is_typed_after_all(at: Hands) -> None:
    taxed(at, "announce")
    waits = proposal(at).id
    at.answer(Confirm(proposal=waits, by=ANN, typed=TYPED_SHORT), at.cause(seat=ANN))
    assert isinstance(say_so(at, ANN), Accepted)
    assert cash(at) == 1300


# ---- it is not so


@pytest.mark.parametrize("who", [ANN, BOB, CY])
def test_any_player_may_say_that_it_is_not_so_and_then_the_banker_rules(
    at: Hands, who: Seat
) -> None:
    taxed(at)
    waits = proposal(at).id
    answer = at.answer(Contest(proposal=waits, by=who, why="two threes"), at.cause(seat=who))
    assert isinstance(answer, Accepted)
    assert proposal(at).contested == {who: "two threes"}
    assert asked(at) == {}
    if who != ANN:
        assert code(say_so(at, ANN)) == "contested"
    assert isinstance(at.answer(Confirm(proposal=waits), at.cause("banker", "banker")), Accepted)
    assert cash(at) == 1300


def test_who_contested_may_confirm_after_all(at: Hands) -> None:
    taxed(at)
    at.answer(Contest(proposal=proposal(at).id, by=ANN), at.cause(seat=ANN))
    assert isinstance(say_so(at, ANN), Accepted)
    assert cash(at) == 1300


def test_nobody_contests_for_another(at: Hands) -> None:
    taxed(at)
    assert (
        code(at.answer(Contest(proposal=proposal(at).id, by=BOB), at.cause(seat=CY)))
        == "not-allowed"
    )
    assert proposal(at).contested == {}


def test_the_banker_drops_it_and_the_roll_is_due_again(at: Hands) -> None:
    taxed(at)
    answer = at.answer(
        Drop(proposal=proposal(at).id, why="off the table"), at.cause("banker", "banker")
    )
    assert isinstance(answer, Accepted)
    assert at.view.proposal is None
    assert asked(at) == {ANN: {"roll"}}
    assert cash(at) == 1500


def test_the_banker_says_what_the_dice_were(at: Hands) -> None:
    taxed(at)
    banker = at.cause("banker", "banker", command_id="d")
    waits = proposal(at).id
    answer = at.answer(Drop(proposal=waits, dice=(1, 2)), banker)
    assert isinstance(answer, Accepted)
    assert at.view.state is not None
    assert at.view.state.players[ANN].at == 3
    assert at.answer(Drop(proposal=waits, dice=(1, 2)), banker) == answer


@pytest.mark.parametrize("dice", [(1,), (1, 2, 3), (0, 7)])
def test_dice_that_cannot_be_are_refused(at: Hands, dice: tuple[int, ...]) -> None:
    taxed(at)
    answer = at.answer(Drop(proposal=proposal(at).id, dice=dice), at.cause("banker", "banker"))
    assert code(answer) == "bad-command"
    assert at.view.proposal is not None


def test_what_the_banker_alone_does_no_player_does(at: Hands) -> None:
    taxed(at)
    waits, ann = proposal(at).id, at.cause(seat=ANN)
    assert code(at.answer(Drop(proposal=waits), ann)) == "not-allowed"
    assert (
        code(at.answer(Insist(proposal=waits, typed=TYPED_SHORT, why="so"), ann)) == "not-allowed"
    )
    assert code(at.answer(SetHelp(helps="book"), ann)) == "not-allowed"
    assert at.view.proposal is not None


# ---- the table insists


def test_the_table_insists_and_the_ledger_has_both_amounts(at: Hands) -> None:
    taxed(at, "announce")
    at.answer(Confirm(proposal=proposal(at).id, by=ANN, typed=TYPED_SHORT), at.cause(seat=ANN))
    banker = at.cause("banker", "banker", command_id="i")
    answer = at.answer(
        Insist(proposal=proposal(at).id, typed=TYPED_SHORT, why="as at home"), banker
    )
    assert isinstance(answer, Accepted)
    booked, corrected = records(at)[-2:]
    paid = next(event for event in booked.events if isinstance(event, Paid))
    (correction,) = corrected.events
    assert paid.amount == 200
    assert isinstance(booked.events[-1], Insisted)
    assert isinstance(correction, Corrected)
    assert correction.why == "200 → 180: as at home"
    assert corrected.cause.role == "banker"
    assert cash(at) == 1320


def test_a_rent_that_is_insisted_on_changes_both_balances(at: Hands) -> None:
    rent_is_due(at)
    helping(at, "propose")
    at.play(Claim(by=ANN))
    at.answer(
        Insist(proposal=proposal(at).id, typed={0: 3}, why="so"), at.cause("banker", "banker")
    )
    assert (cash(at), cash(at, BOB)) == (1443, 1497)


@pytest.mark.parametrize(
    ("typed", "why", "refused"),
    [
        ({0: 200}, "so", "not-an-option"),
        ({5: 1}, "so", "not-an-option"),
        ({0: 1}, " ", "bad-command"),
        ({0: -1}, "so", "bad-command"),
        ({0: 9000}, "so", "not-enough-cash"),
    ],
)
def test_insisting_needs_another_amount_and_a_reason(
    at: Hands, typed: dict[int, Money], why: str, refused: str
) -> None:
    taxed(at)
    answer = at.answer(
        Insist(proposal=proposal(at).id, typed=typed, why=why), at.cause("banker", "banker")
    )
    assert code(answer) == refused
    assert cash(at) == 1500


# ---- the setting


def test_a_table_books_by_itself_unless_it_is_told_otherwise(at: Hands) -> None:
    at.begin()
    assert at.view.helps == "book"
    at.play(TAX)
    assert cash(at) == 1300


def test_a_game_may_begin_with_a_level(at: Hands) -> None:
    answer = at.answer(
        Begin(
            edition="ru-2004",
            variants=(),
            house={},
            players=("Ann", "Bob"),
            first_roll=False,
            instead=False,
            helps="announce",
        ),
        at.cause("banker", "banker"),
    )
    assert isinstance(answer, Accepted)
    assert (at.view.helps, cash(at)) == ("announce", 1500)


def test_what_is_open_stays_open_when_the_level_changes(at: Hands) -> None:
    taxed(at)
    helping(at, "book")
    assert proposal(at).helps == "propose"
    say_so(at, ANN)
    assert cash(at) == 1300
    assert confirm_all(at) == 0


def test_set_to_what_it_is_nothing_is_recorded(at: Hands) -> None:
    at.begin()
    seq = at.view.seq
    helping(at, "book")
    assert at.view.seq == seq
