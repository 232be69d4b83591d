"""Read the dice of a picture: find, look closer, weigh."""

from collections.abc import Iterable, Sequence

import numpy as np

from companion.vision.finds import Find, apart, look, look_everywhere
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pips import faces
from companion.vision.readings import DiceReading
from companion.vision.rule import Face, Limits, judged, scored
from companion.vision.taught import Taught

GLANCED = 40
"""So many finds of unknown scale get a first glance; the strongest."""
GROUND = 0.8
"""A glance that says "ground" with this probability ends it."""
PLAIN = 0.9
"""A find that is so plain gets all views whatever the glance says."""
FAINT = 0.05
"""A first glance with a lower score is forgotten."""
CONVINCING = 0.5
"""A first glance with this score has a say in how large the dice are."""
TAUGHT_SIZE = 1.25
"""The size of a find is off by at most this factor; more is none of the dice that were shown."""


class NetReader:
    """Reads dice with the two shipped nets; implements `readings.DiceReader`.

    The weights are loaded with the first picture. One instance per thread.

    Args:
        limits: when a reading is sure; None: as measured with the shipped weights.
        nets: None: with the shipped weights.
        taught: what this table's dice have taught, if anything.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        nets: Nets | None = None,
        taught: Taught | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._nets = nets or Nets()
        self._size: Taught | None = None
        self.teach(taught)

    def teach(self, taught: Taught | None) -> None:
        """Read this table's dice from now on, or dice of any table; from any thread.

        A layer that belongs to other weights is left out: only what it says of sizes is believed.
        """
        fits = taught is not None and taught.reader == self._nets.digest
        self._nets = self._nets.with_layer(taught.layer if taught and fits else None)
        self._size = taught

    def read(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> DiceReading:
        """Return what lies in *pixels*; see `readings.DiceReader.read`."""
        return judged(self.faces(pixels, edge=edge), dice, self._limits)

    def faces(self, pixels: Pixels, *, edge: float | None = None) -> list[Face]:
        """Return every scored find, before any rule on their number."""
        taught = self._size
        if taught is not None:
            edge = taught.edge_in(pixels.shape[1], pixels.shape[0]) or edge
        finds = look(self._nets, pixels, edge) if edge else self._of_any_size(pixels)
        if taught is not None and edge is not None:
            finds = [find for find in finds if _is_as_large(find, edge, taught)]
        return self._read(pixels, finds)

    def _of_any_size(self, pixels: Pixels) -> list[Find]:
        """Find dice of unknown size: glance at all sizes, then look again at the likeliest."""
        finds = look_everywhere(self._nets, pixels)[:GLANCED]
        glanced = self._read(pixels, finds, views=1)
        edge = likely_edge(glanced)
        if edge is None:
            return finds
        again = look(self._nets, pixels, edge)
        return apart([*again, *(f.find for f in glanced if f.score >= FAINT)])

    def _read(self, pixels: Pixels, finds: Iterable[Find], views: int = 6) -> list[Face]:
        read = []
        for find in finds:
            seen = faces(self._nets, pixels, find, 1)
            if views > 1 and (seen[0, 0] <= GROUND or find.foreground >= PLAIN):
                seen = faces(self._nets, pixels, find, views)
            read.append(scored(find, seen))
        return read


def _is_as_large(find: Find, edge: float, taught: Taught) -> bool:
    """Return whether a find is as large as this table's dice are."""
    apart = TAUGHT_SIZE * taught.unlike
    return edge / apart <= find.edge <= edge * apart


def likely_edge(glanced: Sequence[Face]) -> float | None:
    """Return the edge of most dice in sight, in pixels: the median, weighted by score."""
    told = sorted((f.find.edge, f.score) for f in glanced if f.score >= CONVINCING)
    if not told:
        return None
    reached = np.cumsum([score for _, score in told])
    return told[int(np.searchsorted(reached, reached[-1] / 2))][0]
