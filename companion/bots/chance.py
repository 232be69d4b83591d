"""Dice, piles and dealt deeds from one seed: the only chance there is in a simulated game.

Of Python's `random.Random` only `random()` after seeding with a whole number is used, the one
sequence that its documentation promises to keep between versions. `choice` and `shuffle` make no
such promise, so the few lines that are needed stand here.
"""

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import TypeVar

from companion.editions.model import Edition
from companion.words import SpeedFace

Thing = TypeVar("Thing")

PIPS = 6
SPEED_FACES: tuple[SpeedFace, ...] = (1, 2, 3, "bus", "mr", "mr")


class Chance:
    """The dice, the two piles of cards and the deeds of one game."""

    def __init__(self, edition: Edition, seed: int) -> None:
        self._random = Random(seed).random  # noqa: S311  # dice for a game, no secret
        self._piles = {
            deck.id: deque(self.shuffled(card.id for card in edition.cards if card.deck == deck.id))
            for deck in edition.decks
        }

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to *bound* - 1."""
        return int(self._random() * bound)

    def die(self) -> int:
        """Return the pips of one die."""
        return 1 + int(self._random() * PIPS)

    def dice(self) -> tuple[int, int]:
        """Return the pips of two dice."""
        random = self._random
        return 1 + int(random() * PIPS), 1 + int(random() * PIPS)

    def speed_die(self) -> SpeedFace:
        """Return the face of the speed die: 1 to 3, the bus, or Mr. Monopoly, who is on two."""
        return SPEED_FACES[self.below(len(SPEED_FACES))]

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        """Return the things in another order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            pick = self.below(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return order

    def card(self, deck: str, kept: Iterable[str]) -> str:
        """Return the top card of a pile and put it under it; *kept* cards are not in the pile."""
        pile, away = self._piles[deck], set(kept)
        while True:
            card = pile.popleft()
            pile.append(card)
            if card not in away:
                return card
