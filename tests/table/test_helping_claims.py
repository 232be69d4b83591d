"""While a roll is only proposed: claims count by when they were pressed; and the plug is pulled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Buy, Claim, Correct, Draw, Roll
from companion.game.events import Confirmed, Dropped, Help
from companion.table.answers import Accepted, Broken
from companion.table.help.commands import Confirm, Contest, Drop
from companion.words import Space
from tests.support.helping import confirm_all, helping, proposal, say_so
from tests.support.table import (
    ANN,
    BOB,
    CY,
    Hands,
    cash,
    code,
    hands,
    plugged_in_again,
    rent_is_due,
)

TAX = Roll(by=CY, dice=(1, 3))  # 200 to the Bank; ends the time for Ann's claim on Bob


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        yield at_table


@pytest.fixture
def held(at: Hands) -> Hands:
    """Bob stands on Ann's lot, and Cy's roll onto a tax waits; Ann has claimed nothing."""
    rent_is_due(at)
    helping(at, "propose")
    at.play(TAX)
    return at


# ---- claims


def test_a_claim_pressed_after_a_held_roll_waits_and_is_too_late(held: Hands) -> None:
    held.clock.now += 0.1
    assert held.ask(Claim(by=ANN)) is None
    assert [claim.seat for claim in held.view.claims] == [ANN]
    say_so(held, CY)
    assert code(held.replies[-1]) == "claim-too-late"
    assert held.view.claims == ()
    assert (cash(held, ANN), cash(held, CY)) == (1440, 1300)


def test_it_is_granted_if_that_was_no_roll(held: Hands) -> None:
    held.clock.now += 0.1
    assert held.ask(Claim(by=ANN)) is None
    held.answer(Drop(proposal=proposal(held).id), held.cause("banker", "banker"))
    assert isinstance(held.replies[-1], Accepted)
    assert confirm_all(held) == 1  # the rent waits now, for Bob
    assert (cash(held, ANN), cash(held, BOB)) == (1444, 1496)


def test_it_is_too_late_too_if_the_dice_were_others(held: Hands) -> None:
    held.clock.now += 0.1
    assert held.ask(Claim(by=ANN)) is None
    held.answer(Drop(proposal=proposal(held).id, dice=(2, 4)), held.cause("banker", "banker"))
    assert code(held.replies[-1]) == "claim-too-late"


def test_a_claim_pressed_before_a_held_roll_comes_before_it(held: Hands) -> None:
    thrown = proposal(held).cause.mono
    held.clock.now += 3
    assert isinstance(held.ask(Claim(by=ANN), at=thrown - 0.01), Accepted)
    assert proposal(held).command == Claim(by=ANN)
    say_so(held, BOB)
    assert proposal(held).command == TAX
    say_so(held, CY)
    assert (cash(held, ANN), cash(held, BOB), cash(held, CY)) == (1444, 1496, 1300)


def test_the_claim_that_comes_before_decides_what_the_roll_costs(held: Hands) -> None:
    """The rent makes Cy's debtor of nobody, but a roll is off while a debt is open."""
    thrown = proposal(held).cause.mono
    held.answer(Drop(proposal=proposal(held).id), held.cause("banker", "banker"))
    poor = Correct(why="poor", cash={BOB: 1})
    held.pipeline.submit(poor, held.cause("banker", "banker"), held.replies.append)
    held.clock.now = thrown + 1
    held.play(TAX)
    assert isinstance(held.ask(Claim(by=ANN), at=thrown + 1.2), Accepted)
    say_so(held, BOB)  # and owes it
    assert held.view.proposal is None
    assert held.view.notices[-1].facts["code"] == "in-debt"
    assert cash(held, CY) == 1500


def test_two_claims_wait_one_after_the_other(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(3, 6)), Buy(by=BOB))
    at.play(Roll(by=CY, dice=(3, 3)), Roll(by=CY, dice=(1, 2)))
    helping(at, "propose")
    at.play(Claim(by=ANN, lot=Space(6)), Claim(by=BOB, lot=Space(9)))
    assert proposal(at).command == Claim(by=ANN, lot=Space(6))
    say_so(at, CY)
    assert proposal(at).command == Claim(by=BOB, lot=Space(9))
    say_so(at, CY)
    assert cash(at, CY) < 1500 - 4
    assert at.view.state is not None
    assert at.view.state.rents == ()


def test_a_claim_pressed_twice_waits_once(at: Hands) -> None:
    rent_is_due(at)
    helping(at, "propose")
    at.play(Claim(by=ANN))
    seq = at.view.seq
    again = at.ask(Claim(by=ANN))
    assert isinstance(again, Accepted)
    assert (again.seq, at.view.seq) == (seq, seq)


def test_a_claim_to_nothing_waits_for_nothing(held: Hands) -> None:
    held.clock.now += 0.1
    assert code(held.ask(Claim(by=CY))) == "nothing-to-claim"


def test_a_claim_held_by_the_motion_waits_on_for_the_roll(at: Hands) -> None:
    rent_is_due(at)
    helping(at, "propose")
    began = at.clock.now
    at.eyes.motion(began)
    at.clock.now += 0.3
    assert at.ask(Claim(by=ANN)) is None
    at.clock.now += 1
    at.see_dice(1, 3, began=began)
    assert [claim.seat for claim in at.view.claims] == [ANN]
    assert proposal(at).cause.mono == began
    say_so(at, CY)
    assert code(at.replies[-1]) == "claim-too-late"


def test_a_claim_that_waits_ends_with_its_game_and_with_the_table(held: Hands) -> None:
    held.clock.now += 0.1
    assert held.ask(Claim(by=ANN)) is None
    held.begin(players=("Dee", "Eve"), another=True)
    assert code(held.replies[-1]) == "gone-on"
    assert held.view.proposal is None


def test_a_claim_that_waits_is_answered_when_the_table_closes(held: Hands) -> None:
    held.clock.now += 0.1
    assert held.ask(Claim(by=ANN)) is None
    held.desk.close()
    assert isinstance(held.replies[-1], Broken)


# ---- the plug


@pytest.mark.parametrize("helps", ["propose", "announce"])
def test_a_restart_brings_the_proposal_back(at: Hands, helps: Help) -> None:
    rent_is_due(at)
    helping(at, helps)
    at.play(TAX)
    before = at.view
    with plugged_in_again(at) as again:
        assert (again.view.proposal, again.view.asked) == (before.proposal, before.asked)
        assert (again.view.helps, again.view.state) == (before.helps, before.state)
        say_so(again, CY)
        assert cash(again, CY) == 1300


def test_what_was_said_to_it_comes_back_too(at: Hands) -> None:
    at.begin()
    helping(at, "announce")
    at.play(Roll(by=ANN, dice=(1, 1)), Draw(by=ANN, card="chest/birthday"))
    say_so(at, CY)
    at.answer(Confirm(proposal=proposal(at).id, by=BOB, typed={0: 11, 1: 11}), at.cause(seat=BOB))
    at.answer(Contest(proposal=proposal(at).id, by=BOB, why="my birthday"), at.cause(seat=BOB))
    before = proposal(at)
    assert (before.confirmed, len(before.typed), before.contested) == (
        (CY,),
        1,
        {BOB: "my birthday"},
    )
    with plugged_in_again(at) as again:
        assert again.view.proposal == before


def test_two_that_wait_come_back_in_their_order(held: Hands) -> None:
    held.clock.now += 3
    held.ask(Claim(by=ANN), at=proposal(held).cause.mono - 0.01)
    with plugged_in_again(held) as again:
        assert confirm_all(again) == 2
        assert (cash(again, ANN), cash(again, CY)) == (1444, 1300)


def test_a_claim_after_the_restart_comes_after_the_held_roll(held: Hands) -> None:
    with plugged_in_again(held) as again:
        assert again.ask(Claim(by=ANN)) is None
        say_so(again, CY)
        assert code(again.replies[-1]) == "claim-too-late"


def test_what_was_confirmed_is_not_asked_again_after_the_plug(held: Hands) -> None:
    say_so(held, CY)
    assert held.desk.game is not None
    assert any(isinstance(e, Confirmed) for e in held.desk.game.records()[-1].events)
    with plugged_in_again(held) as again:
        assert again.view.proposal is None


def test_what_was_dropped_is_not_asked_again_after_the_plug(held: Hands) -> None:
    held.answer(Drop(proposal=proposal(held).id), held.cause("banker", "banker"))
    with plugged_in_again(held) as again:
        assert again.view.proposal is None
        assert again.desk.game is not None
        assert isinstance(again.desk.game.records()[-1].events[0], Dropped)
