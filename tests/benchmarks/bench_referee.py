"""How quick the referee is without anything around it, and what a long game weighs."""

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator

from companion.bots import Match
from companion.editions.load import load_edition
from companion.editions.model import Edition
from companion.game.commands import AnyCommand
from companion.game.state import GameState
from companion.rules import Play, played
from tests.benchmarks.figure import Figure

GAMES, PLAYERS, TIMES = 20, 4, 5
LONG_GAME = 500  # turns
RICH = 1_000_000  # so much to begin with that nobody is out before


def measure() -> Iterator[Figure]:
    """Time whole games of the plainest edition, then the rules alone; weigh a long game."""
    edition = load_edition("us-classic")
    yield from _games(edition)
    yield from _commands(edition)
    yield from _memory(load_edition("us-classic", house={"starting_cash": RICH}))


def _games(edition: Edition) -> Iterator[Figure]:
    turns = sum(_played(edition, seed).turns for seed in range(GAMES))
    took = _cpu_s(lambda: [_played(edition, seed) for seed in range(GAMES)])
    yield Figure("player-turns per CPU-second, 4 built-in players, every rule on", turns / took, "")
    yield Figure("games per CPU-second", GAMES / took, "")


def _played(edition: Edition, seed: int) -> Match:
    match = Match(edition, PLAYERS, seed)
    match.play()
    return match


def _commands(edition: Edition) -> Iterator[Figure]:
    """Replay the commands of the same games: decided and applied, nobody thinks."""
    games = [_recorded(edition, seed) for seed in range(GAMES)]
    commands = sum(len(given) for _, given, _ in games)
    turns = sum(turns for *_, turns in games)
    took = _cpu_s(lambda: [_replay(state, given) for state, given, _ in games])
    yield Figure("commands per CPU-second, decided and applied", commands / took, "")
    yield Figure("player-turns per CPU-second by these commands", turns / took, "")


def _recorded(edition: Edition, seed: int) -> tuple[GameState, list[AnyCommand], int]:
    match = Match(edition, PLAYERS, seed)
    beginning, given = match.state, []
    while not match.state.winners:
        given.append(match.step())
    return beginning, given, match.turns


def _replay(state: GameState, given: list[AnyCommand]) -> GameState:
    for command in given:
        play = played(state, command)
        assert isinstance(play, Play)
        state = play.state
    return state


def _memory(edition: Edition) -> Iterator[Figure]:
    """Weigh all events of a game and its state, as the table keeps them."""
    tracemalloc.start()
    match = Match(edition, PLAYERS, seed=1)
    match.play(most_turns=LONG_GAME)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert match.turns == LONG_GAME
    yield Figure(f"memory of a game of {LONG_GAME} turns", held / 1024, "KiB")
    yield Figure(f"events of a game of {LONG_GAME} turns", len(match.events), "")


def _cpu_s(act: Callable[[], object]) -> float:
    """Return the CPU-seconds that *act* takes: the middle one of several times."""
    took: list[float] = []
    for _ in range(TIMES):
        began = time.process_time()
        act()
        took.append(time.process_time() - began)
    return statistics.median(took)
