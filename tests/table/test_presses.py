"""Who was too late, or too low, finds the own press in the journal; hammering fills no card."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.accounts.causes import Causes
from companion.accounts.verification import pictures_beside, verify
from companion.game.commands import AnyCommand, Bid, Buy, Claim, Decline, Hammer, Roll
from companion.game.events import BidMade, PressRefused, RentLapsed
from companion.game.refusals import Refusal
from companion.journal.record import Record
from companion.journal.replay import replayed
from companion.journal.store import CommitError
from companion.table.answers import Accepted, Answer
from companion.table.disputing.commands import AskVote, CastVote, SetCustoms
from companion.table.presses import HAMMER_S, PRESSED
from companion.table.story.commands import GoBack, Undo
from companion.words import Seat, Space
from tests.support.table import ANN, BOB, CY, Hands, hands, rent_is_due

LOT = Space(3)
HAMMERED = 1000
MOST_BYTES = 4 * 1024
"""A thousand presses of one button may cost the card so much."""


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """Yield a table without a game."""
    with hands(tmp_path) as at_table:
        yield at_table


def records(at: Hands) -> tuple[Record, ...]:
    assert at.desk.game is not None
    return at.desk.game.records()


def refused(at: Hands) -> list[tuple[int, PressRefused]]:
    """Return all presses that stand in the journal as refused, with their records' numbers."""
    return [
        (record.seq, event)
        for record in records(at)
        for event in record.events
        if isinstance(event, PressRefused)
    ]


def pressed(at: Hands, command: AnyCommand, *, ago: float = 0.0, button: bool = False) -> Answer:
    """Send what a seat pressed some seconds ago."""
    cause = at.cause(seat=getattr(command, "by"), at=at.clock.now - ago, command_id="again")  # noqa: B009  # not every command has one
    at.pipeline.submit(
        command, replace(cause, origin="button") if button else cause, at.replies.append
    )
    return at.replies[-1]


def seq_in(answer: Answer) -> object:
    assert isinstance(answer, Refusal)
    return answer.facts.get(PRESSED)


def missed(at: Hands) -> int:
    """Let the rent of Bob's stop lapse by Cy's roll; return the number of that roll."""
    rent_is_due(at)
    at.play(Roll(by=CY, dice=(3, 4)))
    assert any(isinstance(event, RentLapsed) for event in records(at)[-1].events)
    return at.view.seq


def auction(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))


def test_a_claim_that_came_too_late_is_recorded_with_both_times(at: Hands) -> None:
    roll = missed(at)
    at.clock.now += 0.3
    answer = pressed(at, Claim(by=ANN), ago=0.05)
    ((seq, event),) = refused(at)
    assert seq_in(answer) == seq
    assert (event.seat, event.do, event.code, event.lot) == (ANN, "claim", "claim-too-late", LOT)
    assert event.against == roll
    cause = records(at)[seq - 1].cause
    assert (cause.seat, cause.mono) == (ANN, at.clock.now - 0.05)
    assert event.decided == at.clock.now


def test_it_is_on_disk_before_it_is_answered(at: Hands) -> None:
    missed(at)
    kept: list[int] = []
    at.pipeline.submit(Claim(by=ANN), at.cause(seat=ANN), lambda _: kept.append(len(refused(at))))
    assert kept == [1]


def test_a_refused_press_moves_nothing_and_proves(at: Hands) -> None:
    missed(at)
    before = at.view.state
    pressed(at, Claim(by=ANN))
    assert at.view.state == before
    assert replayed(records(at)) == before
    assert at.desk.game is not None
    path = at.home.folder / "games" / f"{at.desk.game.name}.journal"
    assert verify(path, pictures_beside(path)).damages == ()


def test_the_second_presser_of_an_auction_is_recorded_behind_the_first(at: Hands) -> None:
    auction(at)
    at.play(Bid(by=BOB, amount=10))
    first = at.view.seq
    answer = pressed(at, Bid(by=CY, amount=10), button=True)
    ((seq, event),) = refused(at)
    assert (event.seat, event.do, event.code) == (CY, "bid", "bid-too-low")
    assert (event.amount, event.against, seq_in(answer)) == (10, first, seq)
    assert isinstance(records(at)[first - 1].events[0], BidMade)


@pytest.mark.parametrize("button", [False, True])
def test_a_press_just_after_the_hammer_is_recorded(at: Hands, *, button: bool) -> None:
    auction(at)
    at.play(Bid(by=BOB, amount=10))
    at.answer(Hammer(), at.desk.cause_of_clock())
    hammer = at.view.seq
    at.clock.now += 0.2
    # By then a button's word is that of a claim.
    pressed(at, Claim(by=CY) if button else Bid(by=CY, amount=20), button=button)
    ((_, event),) = refused(at)
    assert (event.do, event.against, event.amount) == ("bid", hammer, None if button else 20)


def test_a_bid_long_after_the_hammer_is_a_mistake(at: Hands) -> None:
    auction(at)
    at.play(Bid(by=BOB, amount=10))
    at.answer(Hammer(), at.desk.cause_of_clock())
    at.clock.now += HAMMER_S + 1
    pressed(at, Bid(by=CY, amount=20))
    assert refused(at) == []


def test_a_mistake_that_nobody_competed_with_is_not_recorded(at: Hands) -> None:
    auction(at)
    seq = at.view.seq
    mistakes = (
        Bid(by=BOB, amount=0),  # the first bid, below the least
        Bid(by=BOB, amount=10**6),
        Buy(by=BOB),
        Roll(by=BOB, dice=(1, 1)),
        Claim(by=BOB),
    )
    for mistake in mistakes:
        assert isinstance(pressed(at, mistake), Refusal)
    assert at.view.seq == seq


def test_a_button_pressed_for_nothing_is_not_recorded(at: Hands) -> None:
    at.begin()
    for _ in range(3):
        assert isinstance(pressed(at, Claim(by=ANN), button=True), Refusal)
    assert refused(at) == []


def test_what_the_banker_tries_for_somebody_is_no_press(at: Hands) -> None:
    missed(at)
    at.answer(Claim(by=ANN), at.cause("banker", "phone", seat=ANN))
    assert refused(at) == []


def test_a_voice_after_the_end_of_a_vote_is_recorded(at: Hands) -> None:
    rent_is_due(at)
    told = replace(at.desk.waiting.customs, vote=True)
    at.answer(SetCustoms(customs=told), at.cause("banker", "phone"))
    at.answer(AskVote(by=ANN, to=2, why="a mistake"), at.cause(seat=ANN))
    assert at.view.vote is not None
    vote = at.view.vote.id
    at.answer(CastVote(by=CY, vote=vote, yes=True), at.cause(seat=CY))
    back = at.view.seq
    answer = at.answer(CastVote(by=BOB, vote=vote, yes=False), at.cause(seat=BOB))
    ((seq, event),) = refused(at)
    assert (event.seat, event.do, event.against) == (BOB, "vote", back)
    assert seq_in(answer) == seq


def test_the_second_who_asks_for_a_vote_is_recorded_behind_the_first(at: Hands) -> None:
    rent_is_due(at)
    told = replace(at.desk.waiting.customs, vote=True)
    at.answer(SetCustoms(customs=told), at.cause("banker", "phone"))
    at.answer(AskVote(by=ANN, to=2, why="a mistake"), at.cause(seat=ANN))
    first = at.view.seq
    answer = at.answer(AskVote(by=BOB, to=3, why="another"), at.cause(seat=BOB))
    ((seq, event),) = refused(at)
    assert (event.seat, event.code, event.against) == (BOB, "one-at-a-time", first)
    assert seq_in(answer) == seq


@pytest.mark.parametrize("vote", [-1, 0, 3, 99])
def test_a_voice_in_no_vote_at_all_is_not_recorded(at: Hands, vote: int) -> None:
    rent_is_due(at)
    told = replace(at.desk.waiting.customs, vote=True)
    at.answer(SetCustoms(customs=told), at.cause("banker", "phone"))
    assert isinstance(at.answer(CastVote(by=BOB, vote=vote, yes=True), at.cause(seat=BOB)), Refusal)
    assert refused(at) == []


def test_hammering_a_button_costs_the_card_four_records(at: Hands) -> None:
    missed(at)
    before = records(at)
    path = at.home.folder / "games" / f"{at.view.game}.journal"
    size = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))
    answers = {seq_in(pressed(at, Claim(by=ANN), button=True)) for _ in range(HAMMERED)}
    assert [event.times for _, event in refused(at)] == [1, 10, 100, 1000]
    assert len(records(at)) == len(before) + 4
    assert answers == {before[-1].seq + 1}  # all are told of the first press
    grown = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*")) - size
    written = sum(len(str(record)) for record in records(at)[len(before) :])
    assert written < MOST_BYTES
    assert grown < 16 * MOST_BYTES  # whole pages of the log


def test_hammering_goes_on_after_a_restart(at: Hands) -> None:
    missed(at)
    for _ in range(12):
        pressed(at, Claim(by=ANN))
    first = refused(at)[0][0]
    at.desk.close()
    later = Hands(at.home, at.clock)
    later.pipeline.wake()
    assert seq_in(pressed(later, Claim(by=ANN))) == first
    assert [event.times for _, event in refused(later)] == [1, 10]


def test_each_higher_bid_is_a_new_contest(at: Hands) -> None:
    auction(at)
    at.play(Bid(by=BOB, amount=10))
    pressed(at, Bid(by=CY, amount=10))
    at.play(Bid(by=CY, amount=20))
    pressed(at, Bid(by=BOB, amount=20))
    pressed(at, Bid(by=ANN, amount=20))
    assert [(event.seat, event.times) for _, event in refused(at)] == [(CY, 1), (BOB, 1), (ANN, 1)]


def test_the_same_command_may_be_sent_again_and_be_accepted_then(at: Hands) -> None:
    """A refused press has no id in the journal: else its sender would hear that it was done."""
    missed(at)
    assert isinstance(pressed(at, Claim(by=ANN)), Refusal)
    at.answer(GoBack(to=4, why=""), at.cause("banker", "phone"))
    answer = pressed(at, Claim(by=ANN))
    assert isinstance(answer, Accepted)
    assert not any(isinstance(event, PressRefused) for event in answer.events)


def test_a_refused_press_makes_nobodys_look_at_the_game_stale(at: Hands) -> None:
    missed(at)
    seen = at.view.seq
    pressed(at, Claim(by=ANN))
    answer = at.answer(Undo(why="", seen=seen), at.cause("banker", "phone"))
    assert isinstance(answer, Accepted)


def test_the_auction_runs_out_although_somebody_presses(at: Hands) -> None:
    auction(at)
    at.play(Bid(by=BOB, amount=10))
    call = at.view.auction
    at.clock.now += 1
    pressed(at, Bid(by=CY, amount=10))
    assert at.view.auction == call


def test_the_chain_of_causes_leads_from_the_press_to_what_won(at: Hands) -> None:
    roll = missed(at)
    pressed(at, Claim(by=ANN))
    ((seq, _),) = refused(at)
    assert roll in Causes(records(at)).of(seq)


def test_what_cannot_be_saved_is_refused_all_the_same(
    at: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed(at)

    def full(*_args: object, **_more: object) -> None:
        raise CommitError("full", where="here", disk_full=True)

    with monkeypatch.context() as disk:
        disk.setattr("companion.journal.sqlite.SqliteJournal.append_all", full)
        answer = pressed(at, Claim(by=ANN))
    assert isinstance(answer, Refusal)
    assert (answer.code, seq_in(answer)) == ("claim-too-late", None)
    assert refused(at) == []
    assert seq_in(pressed(at, Claim(by=ANN))) == at.view.seq  # the next press is the first


def test_nobody_elses_press_is_taken_for_it(at: Hands) -> None:
    missed(at)
    assert seq_in(pressed(at, Claim(by=Seat(2)))) is None
    assert refused(at) == []
