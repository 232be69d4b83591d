"""A game that is killed again and again, and what is left of it each time."""

import random
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path

from companion.journal.sqlite import open_journal
from tests.support.player import play_in_a_process

PATIENCE_S = 60.0
"""A process that says nothing for so long has hung."""


class Killing:
    """One home, whose companion is killed at random instants.

    Args:
        context: starts the processes.
        home: the companion's folder.
        chance: when it strikes.
    """

    def __init__(self, context: ForkServerContext, home: Path, chance: random.Random) -> None:
        self._context, self._home, self._chance = context, home, chance
        self.acknowledged = 0  # commands, over all kills
        self.unheard = 0  # records that were saved, but killed before it was said
        self.reached = 0  # records in the journal

    def strike(self, seed: int) -> None:
        """Play on, kill, and look: all that was acknowledged is there, and nothing half.

        Raises:
            AssertionError: something else is there.
        """
        told = play_and_kill(self._context, self._home, seed, self._chance)
        journal = open_journal(self._home / "games" / "0001-ru-2004.journal", read_only=True)
        stored = [(record.seq, record.digest) for record in journal.records]
        journal.close()
        assert stored[self.reached : self.reached + len(told)] == told, seed
        unheard = len(stored) - self.reached - len(told)
        assert unheard in (0, 1), (seed, unheard)
        self.acknowledged += len(told)
        self.unheard += unheard
        self.reached = len(stored)


def play_and_kill(
    context: ForkServerContext,
    home: Path,
    seed: int,
    chance: random.Random,
    play: Callable[[Path, Connection, int], None] = play_in_a_process,
) -> list[tuple[int, str]]:
    """Return what was acknowledged before the kill; it strikes a random while after an answer."""
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=play, args=(home, theirs, seed))
    process.start()
    theirs.close()
    told = []
    for _ in range(chance.randint(1, 12)):
        assert ours.poll(PATIENCE_S), "the game has hung"
        told.append(ours.recv())
    process.join(chance.random() * 0.01)
    process.kill()
    process.join(PATIENCE_S)
    with suppress(EOFError):  # what it had said before it died
        while ours.poll(PATIENCE_S):
            told.append(ours.recv())
    ours.close()
    process.close()
    return told
