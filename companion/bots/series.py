"""Many games in a row, and one fingerprint of all that happened in them."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from time import process_time
from typing import NamedTuple

import msgspec

from companion.bots.match import MOST_TURNS, Ending, Match
from companion.editions.model import Edition
from companion.game.state import fingerprint


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """How one game of a series went."""

    game: int  # counted from 1
    seed: int
    winners: tuple[str, ...]
    turns: int
    commands: int
    ended: Ending


class Played(NamedTuple):
    """One game that was played, wherever."""

    game: Game
    story: bytes  # events and final state, as the fingerprint takes them
    cpu_s: float


def play_one(edition: Edition, players: int, seed: int, number: int, most_turns: int) -> Played:
    """Play game *number*, counted from 0, of a series whose first has *seed*.

    Raises:
        StuckError: a built-in player was refused, or the referee waits for nobody.
    """
    began = process_time()
    match = Match(edition, players, seed + number)
    ended = match.play(most_turns)
    game = Game(
        game=number + 1,
        seed=seed + number,
        winners=tuple(match.state.players[seat].name for seat in match.state.winners),
        turns=match.turns,
        commands=match.commands,
        ended=ended,
    )
    story = msgspec.json.encode(match.events) + fingerprint(match.state).encode()
    return Played(game, story, process_time() - began)


class Series:
    """Games of the same edition with one seed after the other.

    Args:
        edition: as it is played, with variants and house rules in it.
        players: how many.
        seed: of the first game; the second has the next number.
        most_turns: a game that takes longer is stopped.
        jobs: so many games are played at a time, each in a process of its own where there are
            several; what comes out is the same.
    """

    def __init__(
        self,
        edition: Edition,
        *,
        players: int,
        seed: int,
        most_turns: int = MOST_TURNS,
        jobs: int = 1,
    ) -> None:
        self._edition, self._players, self._seed = edition, players, seed
        self._most_turns, self._jobs = most_turns, jobs
        self._digest = sha256()
        self.turns = 0
        self.commands = 0
        self.cpu_s = 0.0
        """What playing took, in all processes."""

    def play(self, games: int) -> Iterator[Game]:
        """Play so many games and yield each when it and all before it are over.

        Raises:
            StuckError: a built-in player was refused, or the referee waits for nobody.
            BrokenProcessPool: the system ended a process, as where memory runs out.
        """
        jobs = min(self._jobs, games)
        for played in self._side_by_side(games, jobs) if jobs > 1 else self._alone(games):
            self._digest.update(played.story)
            self.turns += played.game.turns
            self.commands += played.game.commands
            self.cpu_s += played.cpu_s
            yield played.game

    def _alone(self, games: int) -> Iterator[Played]:
        return map(self._one, range(games))

    def _one(self, number: int) -> Played:
        return play_one(self._edition, self._players, self._seed, number, self._most_turns)

    def _side_by_side(self, games: int, jobs: int) -> Iterator[Played]:
        """Yield the games in order; no more wait for an earlier one than twice the processes."""
        # Begun anew, not forked: a fork beside threads may stand still, and Windows has none.
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            told = (self._edition, self._players, self._seed)
            waiting: deque[Future[Played]] = deque()
            try:
                for number in range(games):
                    waiting.append(pool.submit(play_one, *told, number, self._most_turns))
                    if len(waiting) >= 2 * jobs:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                pool.shutdown(cancel_futures=True)

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits of all events and final states so far."""
        return self._digest.hexdigest()[:16]
