"""The banker pauses the game: nothing counts, no clock runs, and so also after a restart."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Bid, Claim, Decline, Hammer, Roll
from companion.game.events import Paused, PauseEnded
from companion.table.answers import Accepted, Answer
from companion.table.buttons.meanings import light
from companion.table.clocks.commands import GoOn, Pause
from companion.table.clocks.pauses import PAUSE, Pauses
from companion.table.clocks.timing import PACES
from companion.table.command import TableCommand
from companion.table.dice.commands import AnswerDoubt
from companion.table.disputing.commands import AskVote, CastVote, SetCustoms
from companion.table.story.commands import Undo
from companion.words import Seat
from tests.support.table import ANN, BOB, Hands, code, hands, plugged_in_again, rent_is_due

QUIET = PACES["ordinary"].quiet


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        at_table.begin()
        yield at_table


def govern(at: Hands, command: TableCommand) -> Answer:
    return at.answer(command, at.cause("banker", "phone"))


def paused(at: Hands) -> None:
    assert isinstance(govern(at, Pause()), Accepted)


def gone_on(at: Hands) -> None:
    assert isinstance(govern(at, GoOn()), Accepted)


def test_while_it_is_paused_no_player_moves_the_game(at: Hands) -> None:
    paused(at)
    assert code(at.ask(Roll(by=ANN, dice=(1, 2)))) == "paused"
    gone_on(at)
    at.play(Roll(by=ANN, dice=(1, 2)))


def test_no_hammer_falls_while_nobody_may_bid(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=BOB, amount=20))
    paused(at)
    assert code(at.answer(Hammer(), at.cause("banker", "phone"))) == "paused"
    gone_on(at)
    assert isinstance(at.answer(Hammer(), at.cause("banker", "phone")), Accepted)


def test_it_is_told_in_the_story_once(at: Hands) -> None:
    paused(at)
    paused(at)
    gone_on(at)
    gone_on(at)
    assert [list(record.events) for record in at.records[-2:]] == [
        [Paused(because=PAUSE)],
        [PauseEnded(because=PAUSE)],
    ]


def test_it_is_the_bankers_to_pause(at: Hands) -> None:
    assert code(at.answer(Pause(), at.cause(seat=ANN))) == "not-allowed"


def test_a_throw_seen_by_the_camera_is_not_booked_but_told(at: Hands) -> None:
    paused(at)
    at.see_dice(1, 2, began=at.clock.now)
    assert at.view.state is not None
    assert at.view.state.turn.dice is None
    assert [notice.code for notice in at.view.notices] == ["dice-in-pause"]


def test_a_question_about_dice_waits_for_the_end_of_the_pause(at: Hands) -> None:
    at.see_dice(1, 2, verdict="unsure", began=at.clock.now)
    assert at.view.doubt is not None
    answer = AnswerDoubt(doubt=at.view.doubt.id, dice=(1, 2))
    paused(at)
    assert code(at.answer(answer, at.cause(seat=ANN))) == "paused"
    gone_on(at)
    assert isinstance(at.answer(answer, at.cause(seat=ANN)), Accepted)


def test_buttons_blink_and_do_nothing(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        rent_is_due(at)
        paused(at)
        assert {light(at.view, Seat(seat)) for seat in range(3)} == {"blink-slow"}
        assert light(at.view, Seat(3)) == "off"
        assert code(at.ask(Claim(by=ANN))) == "paused"
        gone_on(at)
        assert isinstance(at.ask(Claim(by=ANN)), Accepted)


def test_the_clock_of_an_auction_stands_and_begins_anew(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=BOB, amount=20))
    paused(at)
    assert at.desk.auction.deadline is None
    at.clock.now += 1000
    at.pipeline.tick()
    assert at.view.auction is not None
    gone_on(at)
    assert at.desk.due == at.clock.now + QUIET


def test_it_is_still_paused_after_a_restart(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=BOB, amount=20))
    paused(at)
    with plugged_in_again(at) as again:
        assert again.view.pauses.since is not None
        assert code(again.ask(Bid(by=ANN, amount=30))) == "paused"
        assert again.desk.auction.deadline is None
        gone_on(again)
        assert again.view.pauses.since is None
        again.play(Bid(by=ANN, amount=30))


def test_who_goes_back_in_the_story_does_not_end_the_pause(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(1, 2)))
    paused(at)
    assert isinstance(govern(at, Undo()), Accepted)
    assert at.view.pauses.since is not None


def test_a_vote_that_runs_is_still_decided(at: Hands) -> None:
    customs = replace(at.desk.waiting.customs, vote=True)
    assert isinstance(govern(at, SetCustoms(customs=customs)), Accepted)
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    ask = AskVote(by=BOB, to=at.records[-2].seq, why="too fast")
    assert isinstance(at.answer(ask, at.cause(seat=BOB)), Accepted)
    assert at.view.vote is not None
    paused(at)
    voice = CastVote(by=ANN, vote=at.view.vote.id, yes=True)
    assert isinstance(at.answer(voice, at.cause(seat=ANN)), Accepted)
    assert at.view.vote is None
    assert at.view.pauses.since is not None


def test_the_agreed_time_does_not_run(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        now = time.localtime(at.clock.wall_now + 3600)
        ends = f"{now.tm_hour}:{now.tm_min:02}"
        assert isinstance(at.ask_to_begin("ru-2004", variants=("timed",), ends=ends), Accepted)
        began = at.clock.wall_now - now.tm_sec
        at.clock.wall_now = began + 51 * 60
        at.pipeline.tick()
        assert at.view.time_left == 10
        paused(at)
        at.clock.now += 1800
        at.clock.wall_now = began + 81 * 60
        at.pipeline.tick()
        assert at.view.time_left == 10  # it stands
        gone_on(at)
        at.pipeline.tick()
        assert at.view.time_left == 10
        at.clock.wall_now = began + 86 * 60
        at.pipeline.tick()
        assert at.view.time_left == 5
        assert at.view.pauses == Pauses(rested=1800)
