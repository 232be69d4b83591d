"""What was seen, and how sure that is. Doubt is a value."""

from typing import Literal, Protocol

import msgspec

from companion.vision.frame import Pixels

Verdict = Literal["sure", "unsure", "none"]


class DieReading(msgspec.Struct, frozen=True):
    """The upper face of one die at rest."""

    pips: int  # 1 to 6: the likeliest
    centre: tuple[float, float]  # x, y in pixels of the picture that was read
    edge: float  # of the die, in pixels
    confidence: float  # 0 to 1
    faces: tuple[float, ...]  # probabilities of 1 to 6, for a question with the likely one first


class DiceReading(msgspec.Struct, frozen=True):
    """The dice of one picture; `dice` from left to right."""

    verdict: Verdict
    dice: tuple[DieReading, ...]
    confidence: float  # that all values and their number are right

    @property
    def values(self) -> tuple[int, ...]:
        """The pips, ascending."""
        return tuple(sorted(die.pips for die in self.dice))


class DiceReader(Protocol):
    """Reads the dice of a picture."""

    def read(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> DiceReading:
        """Return what lies in *pixels*.

        Args:
            pixels: height x width x 3 bytes, blue, green, red.
            dice: how many dice are expected; fewer or more surely seen is `unsure`.
            edge: the edge of a die in pixels, where the table's scale is known.
        """
        ...
