"""What was seen, and how sure that is. Doubt is a value."""

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

import msgspec

from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.words import SpeedFace

Verdict = Literal["sure", "unsure", "none"]

Remark = Literal[
    "cocked", "atop", "pictured", "cut", "aslant",
    "covered", "beside", "moved", "turned", "unseen",
]  # fmt: skip
"""What else was seen. Cocked: a die leans. Atop: a die lies on something larger, or is a
picture of one. Pictured: they lie inside a screen or a print. Cut: a die reaches over the border of
the picture, or of the tray. Aslant: a die's side was read, and its upper face lies above it.
Covered: something lies over a place
where a die may be. Beside: a die lies out of the tray. Moved: the same values elsewhere, though the
dice were never seen lifted. Turned: one die shows something else while the others were never
touched. Unseen: they came to lie while nothing was seen."""


Foot: TypeAlias = Callable[[Point], Point]
"""By how many edges, right and down, the lower face of a die is seen beside its upper one.

Asked for the pixel of the upper one's middle; it lies on the camera's side.
"""


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
    seen: int | None = None  # how many dice were seen, where not as many as expected
    remark: Remark | None = None
    speed: DieReading | None = None  # the die that is not like the others, if one was expected
    face: SpeedFace | None = None  # what that plainly shows, where its faces were taught
    emblems: bool = False  # told by looks at the faces of emblem dice, not by pips

    @property
    def values(self) -> tuple[int, ...]:
        """The pips, ascending."""
        return tuple(sorted(die.pips for die in self.dice))


class ShownDie(msgspec.Struct, frozen=True):
    """A die of which a person has said what it shows."""

    x: float  # pixels of the picture
    y: float
    edge: float  # pixels
    pips: int  # 1 to 6


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


class BodyFinder(Protocol):
    """Finds dice of which it need not say what they show."""

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:
        """Return where dice lie, whatever is on them: pips are a first guess.

        Args:
            pixels: height x width x 3 bytes, blue, green, red.
            edge: the edge of a die in pixels, where the table's scale is known.
        """
        ...


class DiceFinder(DiceReader, BodyFinder, Protocol):
    """Reads dice, and finds those of which it cannot say what they show."""

    def read(
        self,
        pixels: Pixels,
        *,
        dice: int | None = None,
        edge: float | None = None,
        foot: Foot | None = None,
        above: bool = False,
    ) -> DiceReading:
        """Return what lies in *pixels*, of a plane seen from straight above if *foot* is known.

        Of any other picture a die's side may be read, which is a question where that is seen; not
        if the camera is known to look from *above*: that costs time, and no side is seen so.
        """
        ...
