"""Many games in a row, and one fingerprint of all that happened in them."""

from collections.abc import Iterator
from hashlib import sha256

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


class Series:
    """Games of the same edition with one seed after the other.

    Args:
        edition: as it is played, with variants and house rules in it.
        players: how many.
        seed: of the first game; the second has the next number.
        most_turns: a game that takes longer is stopped.
    """

    def __init__(
        self, edition: Edition, *, players: int, seed: int, most_turns: int = MOST_TURNS
    ) -> None:
        self._edition, self._players, self._seed = edition, players, seed
        self._most_turns = most_turns
        self._digest = sha256()
        self.turns = 0
        self.commands = 0

    def play(self, games: int) -> Iterator[Game]:
        """Play so many games and yield each when it is over.

        Raises:
            StuckError: a built-in player was refused, or the referee waits for nobody.
        """
        for number in range(games):
            match = Match(self._edition, self._players, self._seed + number)
            ended = match.play(self._most_turns)
            self._digest.update(msgspec.json.encode(match.events))
            self._digest.update(fingerprint(match.state).encode())
            self.turns += match.turns
            self.commands += match.commands
            yield Game(
                game=number + 1,
                seed=self._seed + number,
                winners=tuple(match.state.players[seat].name for seat in match.state.winners),
                turns=match.turns,
                commands=match.commands,
                ended=ended,
            )

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits of all events and final states so far."""
        return self._digest.hexdigest()[:16]
