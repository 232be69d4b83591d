"""Mr. Monopoly leads on by himself: what that costs or brings waits, whatever was said before."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game.commands import Bid, Buy, Choose, Correct, Decline, Hammer, Roll
from companion.game.events import Help
from companion.table.answers import Accepted
from companion.table.help.commands import Drop
from companion.words import Seat, Space
from tests.support.helping import helping, proposal, say_so
from tests.support.table import ANN, BOB, CY, Hands, cash, code, hands, plugged_in_again

LAST, FIRST = Space(39), Space(1)
"""The last lot before Go, on which the dice end, and the first after it."""

START, SALARY, BID = 2500, 200, 10


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        yield at_table


def begun(at: Hands, **house: Any) -> None:
    """Let Ann, who has been round the board once, stand five spaces before its last lot."""
    answer = at.ask_to_begin("got-2015", variants=("speed-die",), house=house)
    assert isinstance(answer, Accepted), answer
    corrected(at, Correct(why="a test", laps={ANN: 1}, at={ANN: Space(34)}))


def corrected(at: Hands, correct: Correct) -> None:
    at.pipeline.submit(correct, at.cause("banker", "banker"), at.replies.append)
    assert isinstance(at.replies[-1], Accepted), at.replies[-1]


def on_offer(at: Hands, helps: Help = "propose") -> None:
    """Let Ann leave the last lot to the auction in the first part of her move; Bob leads it."""
    helping(at, helps)
    at.play(Roll(by=ANN, dice=(2, 3), speed="mr"), Decline(by=ANN), Bid(by=BOB, amount=BID))
    assert at.view.proposal is None


def hammered(at: Hands) -> None:
    """Let the clock say its words until the hammer has fallen once."""
    for _word in ("going once", "going twice", "sold"):
        at.clock.now = at.desk.due
        at.pipeline.tick()


def stands(at: Hands) -> tuple[Space, object]:
    """Return where Ann stands, and who owns the last lot."""
    assert at.view.state is not None
    return at.view.state.players[ANN].at, at.view.state.lots[LAST].owner


@pytest.mark.parametrize("helps", ["propose", "announce"])
def test_the_salary_that_the_hammer_leads_to_waits(at: Hands, helps: Help) -> None:
    begun(at)
    on_offer(at, helps)
    hammered(at)
    (due,) = proposal(at).dues
    assert (due.payee, due.amount, due.reason) == (ANN, SALARY, "salary")
    assert stands(at) == (LAST, None)
    assert (cash(at, ANN), cash(at, BOB)) == (START, START)
    assert isinstance(say_so(at, ANN), Accepted)
    assert stands(at) == (FIRST, BOB)
    assert (cash(at, ANN), cash(at, BOB)) == (START + SALARY, START - BID)
    assert at.view.asked[ANN] == {"buy", "decline"}


def test_the_auctions_clock_stands_and_nobody_bids_meanwhile(at: Hands) -> None:
    begun(at)
    on_offer(at)
    hammered(at)
    assert at.view.auction is not None
    assert at.view.auction.waits
    assert code(at.ask(Bid(by=CY, amount=20))) == "not-confirmed"
    seq = at.view.seq
    at.clock.now += 60
    at.pipeline.tick()
    assert at.view.seq == seq


def test_the_bankers_hammer_waits_too(at: Hands) -> None:
    begun(at)
    on_offer(at)
    at.pipeline.submit(Hammer(), at.cause("banker", "banker"), at.replies.append)
    assert proposal(at).command == Hammer()


def test_where_the_banker_drops_it_the_auction_goes_on(at: Hands) -> None:
    begun(at)
    on_offer(at)
    hammered(at)
    at.answer(Drop(proposal=proposal(at).id), at.cause("banker", "banker"))
    assert at.view.auction is not None
    assert not at.view.auction.waits
    at.play(Bid(by=CY, amount=2 * BID))
    hammered(at)
    say_so(at, ANN)
    assert stands(at) == (FIRST, CY)


def test_it_waits_on_after_the_plug_was_pulled(at: Hands) -> None:
    begun(at)
    on_offer(at)
    hammered(at)
    with plugged_in_again(at) as again:
        assert again.view.proposal == proposal(at)
        assert again.view.auction is not None
        assert again.view.auction.waits
        say_so(again, ANN)
        assert stands(again) == (FIRST, BOB)
        assert cash(again, ANN) == START + SALARY


def test_a_rent_that_the_hammer_leads_to_waits_where_nobody_claims(at: Hands) -> None:
    begun(at, rent_needs_claim=False)
    assert at.view.state is not None
    others = (lot.index for lot in at.view.state.edition.lots if lot.index != LAST)
    corrected(at, Correct(why="a test", owner=dict.fromkeys(others, CY)))
    on_offer(at)
    hammered(at)
    assert [(due.payer, due.reason) for due in proposal(at).dues] == [
        ("bank", "salary"),
        (ANN, "rent"),
    ]
    rent = proposal(at).dues[1].amount
    say_so(at, ANN)
    assert cash(at, ANN) == START + SALARY - rent
    assert cash(at, CY) == START + rent


def test_a_hammer_that_leads_to_no_payment_waits_for_nobody(at: Hands) -> None:
    begun(at)
    corrected(at, Correct(why="a test", at={ANN: Space(1)}))
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(2, 3), speed="mr"), Decline(by=ANN), Bid(by=BOB, amount=BID))
    hammered(at)
    assert at.view.proposal is None
    assert cash(at, BOB) == START - BID
    assert stands(at)[0] == 8  # on to the next lot that is for sale


def test_what_buying_leads_to_waits_as_before(at: Hands) -> None:
    begun(at)
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(2, 3), speed="mr"), Buy(by=ANN))
    assert [due.reason for due in proposal(at).dues] == ["salary"]


def test_a_tax_chosen_on_its_button_is_not_asked_for_again_but_what_it_leads_to_is(
    at: Hands,
) -> None:
    assert isinstance(at.ask_to_begin("de-dm", house={"speed_die": True}), Accepted)
    assert at.view.state is not None
    others = (lot.index for lot in at.view.state.edition.lots if lot.index != FIRST)
    owner: dict[Space, Seat | None] = dict.fromkeys(others, CY)
    corrected(at, Correct(why="a test", laps={ANN: 1}, at={ANN: Space(0)}, owner=owner))
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(1, 3), speed="mr"), Choose(by=ANN, option="flat"))
    assert [due.reason for due in proposal(at).dues] == ["salary"]
    before, salary = cash(at, ANN), proposal(at).dues[0].amount
    say_so(at, ANN)
    assert cash(at, ANN) == before - at.view.state.edition.space(Space(4)).amount + salary
