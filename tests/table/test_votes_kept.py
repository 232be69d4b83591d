"""A vote that runs, play that waits and the pause of who lost a vote outlive the companion."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Buy, Claim, Roll
from companion.game.events import Disputed, Rewound, VoteFailed, WaitEnded
from companion.game.refusals import Refusal
from companion.journal.store import CommitError
from companion.table.answers import Accepted, Answer, Broken
from companion.table.disputing.commands import AskVote, CastVote, RaiseDispute, RuleOn, SetCustoms
from companion.table.disputing.disputes import MOST_VOICES, Vote
from companion.table.disputing.waiting import HOLD_S, PAUSE_S
from companion.table.story.commands import GoBack
from companion.words import Seat
from tests.support.table import ANN, BOB, CY, Hands, hands, rent_is_due

VOTE_S = 60
AWAY_S = 25.0
"""So long the companion is down."""


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """Yield a table that waits for rulings and votes, with a rent that may be claimed."""
    with hands(tmp_path) as at_table:
        rent_is_due(at_table)
        told = replace(at_table.desk.waiting.customs, waits=True, vote=True, vote_s=VOTE_S)
        assert (
            code(at_table.answer(SetCustoms(customs=told), at_table.cause("banker", "phone"))) == ""
        )
        yield at_table


Restart = Callable[[Hands], Hands]


def killed(at: Hands) -> Hands:
    """Return the table as the next process finds it; the machine stayed on."""
    at.desk.close()
    at.clock.now += AWAY_S
    later = Hands(at.home, at.clock)
    later.pipeline.wake()
    return later


def unplugged(at: Hands) -> Hands:
    """Return the table after a power cut: nobody knows how long it was off."""
    at.clock.boot, at.clock.now = "another", 12.0 - AWAY_S
    return killed(at)


either = pytest.mark.parametrize("restart", [killed, unplugged])


def code(answer: Answer | None) -> str:
    return answer.code if isinstance(answer, Refusal | Broken) else ""


def asked(at: Hands, seat: Seat = ANN, back_to: int = 2, command_id: str | None = None) -> str:
    cause = at.cause(seat=seat, command_id=command_id)
    return code(at.answer(AskVote(by=seat, to=back_to, why="a mistake"), cause))


def said(at: Hands, seat: Seat, *, yes: bool, command_id: str | None = None) -> str:
    vote = at.view.vote.id if at.view.vote else 0
    return code(
        at.answer(CastVote(by=seat, vote=vote, yes=yes), at.cause(seat=seat, command_id=command_id))
    )


def disputed(at: Hands, seq: int = 3, seat: Seat = CY) -> str:
    return code(at.answer(RaiseDispute(seq=seq, why="miscounted"), at.cause(seat=seat)))


def running(at: Hands) -> Vote:
    assert at.view.vote is not None
    return at.view.vote


def last_events(at: Hands) -> list[object]:
    assert at.desk.game is not None
    return list(at.desk.game.records()[-1].events)


# ---- votes


@either
def test_a_vote_goes_on_with_the_voices_that_were_heard(at: Hands, restart: Restart) -> None:
    asked(at)
    said(at, BOB, yes=False)
    before = running(at)
    later = restart(at)
    assert replace(running(later), ends=before.ends) == before
    assert said(later, CY, yes=True) == ""
    (event,) = last_events(later)
    assert isinstance(event, Rewound)
    assert event.voted == (ANN, CY)


def test_while_the_machine_stays_on_the_time_of_a_vote_runs_on(at: Hands) -> None:
    asked(at)
    ends = running(at).ends
    assert running(killed(at)).ends == ends


def test_after_a_power_cut_a_vote_has_all_its_time_again(at: Hands) -> None:
    asked(at)
    later = unplugged(at)
    assert running(later).ends == later.clock.now + VOTE_S


def test_a_vote_whose_time_ran_out_meanwhile_has_failed(at: Hands) -> None:
    asked(at)
    at.clock.now += VOTE_S - AWAY_S
    later = killed(at)
    later.pipeline.tick()
    assert later.view.vote is None
    assert [type(event) for event in last_events(later)] == [VoteFailed]
    assert later.view.notices[-1].code == "vote-failed"


def test_silence_stays_no_after_a_power_cut(at: Hands) -> None:
    asked(at)
    later = unplugged(at)
    later.clock.now += VOTE_S
    later.pipeline.tick()
    assert later.view.vote is None
    assert later.view.state == at.view.state


@either
def test_who_lost_a_vote_still_waits_five_minutes(at: Hands, restart: Restart) -> None:
    asked(at)
    assert [said(at, BOB, yes=False), said(at, CY, yes=False)] == ["", ""]
    assert at.view.notices[-1].code == "vote-failed"
    later = restart(at)
    assert asked(later) == "asked-lately"
    later.clock.now += PAUSE_S
    assert asked(later) == ""


def test_a_vote_that_was_won_is_not_won_again(at: Hands) -> None:
    asked(at)
    said(at, CY, yes=True)
    seq = at.view.seq
    later = killed(at)
    assert (later.view.vote, later.view.seq) == (None, seq)


def test_the_same_press_twice_is_one_voice_also_after_a_restart(at: Hands) -> None:
    assert [asked(at, command_id="a"), said(at, BOB, yes=False, command_id="b")] == ["", ""]
    seq = at.view.seq
    later = killed(at)
    assert [asked(later, command_id="a"), said(later, BOB, yes=False, command_id="b")] == ["", ""]
    assert said(later, BOB, yes=False) == ""  # nor is the same word from another press
    assert later.view.seq == seq


def test_who_changes_their_mind_for_ever_is_heard_no_more(at: Hands) -> None:
    """Each change is a record, and the table has four voices or more."""
    at.begin(players=("Ann", "Bob", "Cy", "Dee", "Eve"), another=True)
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(1, 2)))
    asked(at)
    answers = [said(at, BOB, yes=bool(n % 2)) for n in range(2 * MOST_VOICES)]
    assert answers == [""] * MOST_VOICES + ["not-asked", ""] * (MOST_VOICES // 2)
    assert running(at).no == ()  # the last that was heard, and may be said again


def test_a_vote_is_told_by_no_step_that_may_be_gone_back_to(at: Hands) -> None:
    """Nobody who saw the game before the vote has missed anything that counts."""
    seen = at.view.seq
    asked(at)
    said(at, BOB, yes=False)
    answer = at.answer(GoBack(to=2, why="", seen=seen), at.cause("banker", "phone"))
    assert isinstance(answer, Accepted)


def test_what_was_played_since_is_still_gone_on(at: Hands) -> None:
    seen = at.view.seq
    asked(at)
    at.play(Claim(by=ANN))
    assert (
        code(at.answer(GoBack(to=2, why="", seen=seen), at.cause("banker", "phone"))) == "gone-on"
    )
    assert code(at.answer(GoBack(to=2, why="", seen=99), at.cause("banker", "phone"))) == "gone-on"


def test_a_vote_that_cannot_be_saved_runs_nowhere(
    at: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = at.desk.game
    assert game is not None
    seq = game.seq

    def full(*_args: object, **_more: object) -> None:
        raise CommitError("full", where="here", disk_full=True)

    with monkeypatch.context() as disk:
        disk.setattr("companion.journal.sqlite.SqliteJournal.append_all", full)
        assert asked(at) == "disk-full"
        assert at.view.vote is None
    assert asked(at) == ""
    with monkeypatch.context() as disk:
        disk.setattr("companion.journal.sqlite.SqliteJournal.append_all", full)
        assert said(at, CY, yes=True) == "disk-full"
        assert running(at).yes == (ANN,)
        at.clock.now += VOTE_S
        at.pipeline.tick()  # it is over, though nobody can write that down
        assert at.view.vote is None
        assert at.desk.due > at.clock.now
    assert game.seq == seq + 1


# ---- play that waits


@either
def test_play_still_waits_for_the_banker(at: Hands, restart: Restart) -> None:
    disputed(at)
    later = restart(at)
    assert code(later.ask(Roll(by=CY, dice=(3, 4)))) == "play-waits"
    assert code(later.ask(Claim(by=ANN))) == ""
    cause = later.cause("banker", "phone")
    assert code(later.answer(RuleOn(seq=3, ruling="stands", why=""), cause)) == ""
    assert code(later.ask(Roll(by=CY, dice=(3, 4)))) == ""


def test_while_the_machine_stays_on_play_waits_no_longer_by_a_restart(at: Hands) -> None:
    disputed(at)
    until = at.view.held
    assert until == at.clock.now + HOLD_S
    assert killed(at).view.held == until


def test_play_that_went_on_does_not_wait_again_after_a_power_cut(at: Hands) -> None:
    disputed(at)
    at.clock.now += HOLD_S
    at.pipeline.tick()
    assert [type(event) for event in last_events(at)] == [WaitEnded]
    later = unplugged(at)
    assert later.view.held is None
    assert len(later.view.disputes) == 1
    assert code(later.ask(Roll(by=CY, dice=(3, 4)))) == ""


@either
def test_where_play_did_not_wait_it_does_not_wait_later(at: Hands, restart: Restart) -> None:
    told = replace(at.desk.waiting.customs, waits=False)
    at.answer(SetCustoms(customs=told), at.cause("banker", "phone"))
    disputed(at)
    told = replace(told, waits=True)
    at.answer(SetCustoms(customs=told), at.cause("banker", "phone"))
    assert restart(at).view.held is None


def test_how_long_play_waits_stands_in_the_record_of_the_dispute(at: Hands) -> None:
    disputed(at)
    (event,) = last_events(at)
    assert isinstance(event, Disputed)
    assert event.waits == HOLD_S
