"""Pulling the plug loses nothing that anybody was told."""

import random
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

from companion.game.state import fingerprint
from companion.journal.sqlite import open_journal
from companion.table.answers import Accepted
from companion.table.replay import replayed
from companion.table.table import Table
from companion.words import Seat
from tests.support.doubtful import ask_in_a_process, tray
from tests.support.player import banker, play_in_a_process

KILLS = 25


def test_twenty_five_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    # The fork server imports the companion once, and knows no thread of this process.
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.player"])
    chance = random.Random(25)
    reached = 0
    for kill in range(KILLS):
        acknowledged = _play_and_kill(context, tmp_path, kill, chance)
        journal = open_journal(tmp_path / "games" / "0001-ru-2004.journal", read_only=True)
        stored = [(record.seq, record.digest) for record in journal.records]
        journal.close()
        assert stored[reached : reached + len(acknowledged)] == acknowledged
        assert len(stored) - reached - len(acknowledged) in (0, 1)
        reached = len(stored)
    assert reached > KILLS


def test_what_a_killed_game_left_behind_goes_on(tmp_path: Path) -> None:
    context = get_context("forkserver")
    _play_and_kill(context, tmp_path, 7, random.Random(7))
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
    answer = table.answer_doubt(doubt_id, (1, 2), banker(table))
    (kept,) = table.readings.all
    table.stop()
    assert isinstance(answer, Accepted), answer
    assert (kept.fate, kept.said, kept.seq) == ("answered", (1, 2), answer.seq)


def _play_and_kill(
    context: ForkServerContext, home: Path, seed: int, chance: random.Random
) -> list[tuple[int, str]]:
    """Return what was acknowledged before the kill; it strikes a random while after an answer."""
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=play_in_a_process, args=(home, theirs, seed))
    process.start()
    theirs.close()
    told = [ours.recv() for _ in range(chance.randint(1, 12))]
    process.join(chance.random() * 0.01)
    process.kill()
    process.join()
    with suppress(EOFError):  # what it had said before it died
        while True:
            told.append(ours.recv())
    ours.close()
    process.close()
    return told
