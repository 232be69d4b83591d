"""Pulling the plug loses nothing that anybody was told."""

import random
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.accounts.verification import replay_faults
from companion.game.commands import Roll
from companion.game.events import (
    AnyEvent,
    Confirmed,
    Dropped,
    Paid,
    PressRefused,
    Proposed,
    Rewound,
)
from companion.game.refusals import Refusal
from companion.game.state import fingerprint
from companion.journal.record import Record
from companion.journal.replay import replayed, retold_by
from companion.journal.sqlite import open_journal
from companion.table.answers import Accepted
from companion.table.dice.commands import AnswerDoubt
from companion.table.disputing.commands import CastVote
from companion.table.table import Table
from companion.words import Seat
from tests.durability.kills import PATIENCE_S, Killing, play_and_kill
from tests.support.doubtful import ask_in_a_process, tray
from tests.support.player import (
    banker,
    confirm_in_a_process,
    forget_and_put_in,
    propose_in_a_process,
    say_so,
)
from tests.support.voting import (
    BOB,
    ask_for_a_vote_in_a_process,
    press_too_late_in_a_process,
)

KILLS, KILLS_WHILE_RETOLD, KILLS_WHILE_CONFIRMING = 25, 12, 8


def test_twenty_five_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    # The fork server imports the companion once, and knows no thread of this process.
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.player"])
    killing = Killing(context, tmp_path, random.Random(25))
    for kill in range(KILLS):
        killing.strike(kill)
    assert killing.acknowledged > KILLS


def test_a_late_entry_is_in_its_place_whole_or_not_at_all(tmp_path: Path) -> None:
    """Each going back is there with all that it tells anew, and the game goes on from it."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.player"])
    chance, reached, retellings = random.Random(4), 0, 0
    for kill in range(KILLS_WHILE_RETOLD):
        told = play_and_kill(context, tmp_path, kill, chance, forget_and_put_in)
        journal = open_journal(tmp_path / "games" / "0001-ru-2004.journal", read_only=True)
        records = tuple(journal.records)
        journal.close()
        for seq, digest in told:
            assert records[seq - 1].digest == digest, kill
        for record in records[reached:]:
            again = retold_by(record)
            assert again.stop <= len(records) + 1, (kill, record.seq)
            retellings += bool(again)
        assert replay_faults(records, "") == ([], replayed(records)), kill
        reached = len(records)
    assert retellings > KILLS_WHILE_RETOLD // 2


def test_what_waits_to_be_confirmed_is_there_after_each_kill(tmp_path: Path) -> None:
    """Whatever was proposed when it was killed is asked again; what was confirmed is not."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.player"])
    chance, acknowledged = random.Random(5), list[tuple[int, str]]()
    for kill in range(KILLS_WHILE_CONFIRMING):
        acknowledged += play_and_kill(context, tmp_path, kill, chance, confirm_in_a_process)
        table = Table(tmp_path)
        table.start()
        waits, records = table.view.proposal, table.history()
        table.stop()
        assert [records[seq - 1].digest for seq, _ in acknowledged] == [
            digest for _, digest in acknowledged
        ], kill
        proposed = [record.seq for record in records if _proposes(record)]
        settled = [seq for record in records for seq in _settles(record)]
        assert proposed == settled + ([waits.id] if waits else []), kill
        assert replay_faults(records, "") == ([], replayed(records)), kill
    assert settled


def _proposes(record: Record) -> bool:
    return any(isinstance(event, Proposed) for event in record.events)


def _settles(record: Record) -> list[int]:
    """Return what is confirmed; or dropped, as what was booked and asked again would be."""
    return [e.proposal for e in record.events if isinstance(e, Confirmed | Dropped)]


def test_what_a_killed_game_left_behind_goes_on(tmp_path: Path) -> None:
    context = get_context("forkserver")
    play_and_kill(context, tmp_path, 7, random.Random(7))
    table = Table(tmp_path)
    table.start()
    state, records = table.view.state, table.history()
    table.stop()
    assert state is not None
    assert fingerprint(state) == fingerprint(replayed(records))
    assert set(state.books.totals().values()) == {0}
    assert state.cash(Seat(0)) > 0


def test_a_question_that_was_open_is_asked_again_with_its_picture(tmp_path: Path) -> None:
    context = get_context("forkserver")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=ask_in_a_process, args=(tmp_path, theirs))
    process.start()
    theirs.close()
    doubt_id, evidence = ours.recv()
    process.kill()
    process.join()
    ours.close()
    process.close()
    table = Table(tmp_path)
    table.start()
    doubt = table.view.doubt
    assert doubt is not None
    assert (doubt.id, doubt.seat, doubt.evidence) == (doubt_id, Seat(0), evidence)
    assert table.picture(evidence) == tray()
    answer = table.submit(AnswerDoubt(doubt=doubt_id, dice=(1, 2)), banker(table))
    (kept,) = table.readings.all
    table.stop()
    assert isinstance(answer, Accepted), answer
    assert (kept.fate, kept.said, kept.seq) == ("answered", (1, 2), answer.seq)


def killed_after(work: Callable[[Path, Connection], None], home: Path) -> Any:
    """Return what a process told before it was killed."""
    context = get_context("forkserver")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(home, theirs))
    process.start()
    theirs.close()
    assert ours.poll(PATIENCE_S)
    told = ours.recv()
    process.kill()
    process.join(PATIENCE_S)
    ours.close()
    process.close()
    return told


def test_what_was_proposed_before_a_kill_is_booked_once(tmp_path: Path) -> None:
    waits, asked = killed_after(propose_in_a_process, tmp_path)
    table = Table(tmp_path)
    table.start()
    assert (table.view.proposal, table.view.asked) == (waits, asked)
    assert cash_of_ann(table) == 1500
    answers = [say_so(table, waits.id, "tap") for _ in range(2)]  # a phone that asks once more
    late = say_so(table, waits.id, "another tap")
    paid = [event for record in table.history() for event in record.events if is_tax(event)]
    cash = cash_of_ann(table)
    table.stop()
    assert isinstance(answers[0], Accepted), answers
    assert isinstance(answers[1], Accepted), answers
    assert answers[0].seq == answers[1].seq
    assert isinstance(late, Refusal)
    assert late.code == "not-asked"
    assert (len(paid), cash) == (1, 1500 - waits.dues[0].amount)
    again = Table(tmp_path)
    again.start()
    after = again.view.proposal, cash_of_ann(again)
    again.stop()
    assert after == (None, cash)


def cash_of_ann(table: Table) -> int:
    assert table.view.state is not None
    return table.view.state.cash(Seat(0))


def is_tax(event: AnyEvent) -> bool:
    return isinstance(event, Paid) and event.reason == "tax"


def test_a_vote_and_play_that_waits_go_on_after_a_kill(tmp_path: Path) -> None:
    vote, held = killed_after(ask_for_a_vote_in_a_process, tmp_path)
    table = Table(tmp_path)
    table.start()
    assert (table.view.vote, table.view.held) == (vote, held)
    waits = table.submit(Roll(by=Seat(0), dice=(1, 2)), table.cause("seat", "phone", seat=Seat(0)))
    bob = table.cause("seat", "phone", seat=BOB)
    table.submit(CastVote(by=BOB, vote=vote.id, yes=True), bob)
    back = table.history()[-1].events[0]
    table.stop()
    assert isinstance(waits, Refusal)
    assert waits.code == "play-waits"
    assert isinstance(back, Rewound)
    assert back.voted == vote.voters[:2]


def test_a_press_that_was_refused_is_there_after_a_kill(tmp_path: Path) -> None:
    seq = killed_after(press_too_late_in_a_process, tmp_path)
    table = Table(tmp_path)
    table.start()
    record = table.history()[seq - 1]
    table.stop()
    assert [type(event) for event in record.events] == [PressRefused]
    assert (record.cause.seat, record.cause.origin) == (Seat(0), "button")
