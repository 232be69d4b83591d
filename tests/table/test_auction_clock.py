"""Going once, going twice, sold: the clock outside the rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Bid, Buy, Correct, Decline, Hammer, Pass, Roll
from companion.game.refusals import Refusal
from companion.game.state import Debt, GameState
from companion.table.answers import Accepted
from companion.table.clocks.auction_clock import AuctionClock
from companion.table.clocks.commands import SetPace
from companion.table.clocks.timing import COME_BACK_S, PACES, Pace
from companion.table.games.commands import NoteSeats
from companion.table.games.seating import Seating
from companion.table.story.commands import Undo
from companion.words import RuleKey, Seat, Space
from tests.support.table import ANN, BOB, CY, Hands, hands, plugged_in_again

QUIET = PACES["ordinary"].quiet


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        at_table.begin()
        at_table.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
        yield at_table


def word(at: Hands) -> str:
    assert at.view.auction is not None
    return at.view.auction.word


def waits(at: Hands) -> str:
    assert at.view.auction is not None
    return at.view.auction.waits


def wait(at: Hands) -> None:
    """Let time pass until the clock has something to say, and let it say it."""
    at.clock.now = at.desk.due
    at.pipeline.tick()


def in_debt(state: GameState) -> GameState:
    debt = Debt(debtor=BOB, creditor="bank", amount=9, reason="tax", because=RuleKey("tax/income"))
    return replace(state, debts=(debt,))


def test_an_auction_is_called_twice_and_then_the_hammer_falls(at: Hands) -> None:
    at.play(Bid(by=BOB, amount=20))
    said = [word(at)]
    for _ in range(2):
        wait(at)
        said.append(word(at))
    wait(at)
    assert said == ["", "going-once", "going-twice"]
    assert at.view.auction is None
    assert at.view.state is not None
    assert at.view.state.lots[Space(3)].owner == BOB


def test_the_hammer_is_recorded_as_the_clocks(at: Hands) -> None:
    for _ in range(3):
        wait(at)
    record = at.records[-1]
    assert (record.cause.role, record.command) == ("clock", {"do": "hammer"})


def test_a_bid_starts_the_clock_anew(at: Hands) -> None:
    wait(at)
    wait(at)
    at.play(Bid(by=CY, amount=20))
    assert word(at) == ""
    assert at.desk.due == at.clock.now + QUIET


def test_a_refused_bid_starts_nothing_anew(at: Hands) -> None:
    at.play(Bid(by=BOB, amount=20))
    wait(at)
    due = at.desk.due
    at.clock.now += 1
    assert isinstance(at.ask(Bid(by=CY, amount=5)), Refusal)
    assert (word(at), at.desk.due) == ("going-once", due)


def test_when_all_but_the_leader_have_passed_the_hammer_falls_at_once(at: Hands) -> None:
    at.play(Bid(by=BOB, amount=20), Pass(by=ANN))
    assert at.desk.due > at.clock.now
    at.play(Pass(by=CY))
    assert at.desk.due == at.clock.now
    at.pipeline.tick()
    assert at.view.state is not None
    assert at.view.state.lots[Space(3)].owner == BOB


def test_when_all_have_passed_without_a_bid_it_ends_at_once(at: Hands) -> None:
    at.play(Pass(by=BOB), Pass(by=ANN), Pass(by=CY))
    at.pipeline.tick()
    assert at.view.auction is None
    assert at.view.state is not None
    assert at.view.state.lots[Space(3)].owner is None


def test_a_hammer_that_was_taken_back_does_not_fall_again_at_once(at: Hands) -> None:
    at.play(Bid(by=BOB, amount=20), Pass(by=ANN), Pass(by=CY))
    at.pipeline.tick()
    at.answer(Undo(seen=at.view.seq), at.cause("banker", "banker"))
    assert at.view.state is not None
    assert at.view.state.auction is not None
    assert at.desk.due == at.clock.now + QUIET


def test_a_correction_elsewhere_leaves_the_clock_running(at: Hands) -> None:
    wait(at)
    banker = at.cause("banker", "banker")
    at.pipeline.submit(Correct(why="found a note", cash={CY: 999}), banker, at.replies.append)
    assert word(at) == "going-once"


def test_an_open_debt_stops_the_clock_and_its_end_starts_it_anew(at: Hands) -> None:
    clock, state = AuctionClock(at.home.folder), at.view.state
    assert state is not None
    clock.see(state, 0.0)
    clock.see(in_debt(state), 5.0)
    assert clock.deadline is None
    assert not clock.tick(1e9)
    clock.see(state, 100.0)
    assert clock.deadline == 100.0 + QUIET


def test_a_hammer_that_fails_falls_again(at: Hands) -> None:
    clock, state = AuctionClock(at.home.folder), at.view.state
    assert state is not None
    clock.see(state, 0.0)
    fallen = 0
    for _ in range(5):
        assert clock.deadline is not None
        fallen += clock.tick(clock.deadline)
    assert fallen == 3


def test_an_auction_survives_a_restart_with_its_full_time(at: Hands) -> None:
    at.play(Bid(by=BOB, amount=20))
    wait(at)
    at.desk.close()
    again = Hands(at.home, at.clock)
    again.pipeline.wake()
    assert word(again) == ""
    assert again.desk.due == at.clock.now + QUIET
    again.desk.close()


def with_phones(at: Hands, *seats: Seat) -> None:
    seating = Seating(seats={seat: (f"phone-{seat}",) for seat in seats})
    start = at.cause("start", "start")
    assert isinstance(at.answer(NoteSeats(now=seating), start), Accepted)


def test_after_a_restart_the_clock_waits_until_all_phones_are_back(at: Hands) -> None:
    with_phones(at, ANN, CY)
    at.play(Bid(by=BOB, amount=20))
    with plugged_in_again(at) as again:
        assert waits(again) == "phones"
        assert again.desk.due == float("inf")
        again.desk.come_back((ANN,))
        again.clock.now += COME_BACK_S - 1
        again.pipeline.tick()
        assert waits(again) == "phones"
        again.desk.come_back((CY,))
        assert waits(again) == ""
        assert again.desk.due == again.clock.now + QUIET


def test_ten_seconds_after_the_first_phone_it_waits_no_longer(at: Hands) -> None:
    with_phones(at, ANN, CY)
    at.play(Bid(by=BOB, amount=20))
    with plugged_in_again(at) as again:
        again.desk.come_back((ANN,))
        wait(again)
        assert waits(again) == ""
        assert again.desk.due == again.clock.now + QUIET


def test_a_bid_after_a_restart_shows_that_somebody_is_back(at: Hands) -> None:
    with_phones(at, ANN, CY)
    with plugged_in_again(at) as again:
        again.play(Bid(by=BOB, amount=20))
        assert again.desk.due == again.clock.now + QUIET


@pytest.mark.parametrize("pace", ["hurried", "ordinary", "slow"])
def test_the_clock_is_as_fast_as_it_is_set(at: Hands, pace: Pace) -> None:
    at.answer(SetPace(pace=pace), at.cause("banker", "banker"))
    waited = []
    while at.view.auction is not None:
        waited.append(at.desk.due - at.clock.now)
        wait(at)
    times = PACES[pace]
    assert waited == [times.quiet, times.call, times.call]


def test_without_a_clock_the_hammer_waits_for_the_banker(at: Hands) -> None:
    banker = at.cause("banker", "banker")
    at.answer(SetPace(pace="banker"), banker)
    at.play(Bid(by=BOB, amount=20))
    assert at.desk.due == float("inf")
    assert waits(at) == "banker"
    assert isinstance(at.answer(Hammer(), banker), Accepted)


def test_the_pace_outlasts_the_evening_and_only_the_banker_sets_it(at: Hands) -> None:
    assert isinstance(at.answer(SetPace(pace="slow"), at.cause(seat=ANN)), Refusal)
    assert at.view.pace == "ordinary"
    at.answer(SetPace(pace="slow"), at.cause("banker", "banker"))
    with plugged_in_again(at) as again:
        assert again.view.pace == "slow"


def test_no_clock_runs_without_an_auction(tmp_path: Path) -> None:
    with hands(tmp_path / "other") as at:
        at.begin()
        at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
        assert at.view.auction is None
        assert at.desk.due == float("inf")
        assert isinstance(at.answer(Hammer(), at.desk.cause_of_clock()), Refusal)
