"""Read the dice of a picture: find, look closer, ask a second reader, weigh."""

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec.structs import replace

from companion.vision.cascade import classified
from companion.vision.cut_dice import are_cut, lies_cut
from companion.vision.detection import (
    Find,
    coarse_edges,
    fine_edge,
    is_same,
    look,
    look_around,
    look_for_any,
    non_maximum_suppression,
)
from companion.vision.frame import Pixels
from companion.vision.higher_faces import MOVED, THERE, Stretched, stretched
from companion.vision.nets import Nets
from companion.vision.pips import GLANCE, VIEWS, Views, moved, views
from companion.vision.readings import DiceReading, DieReading, Foot, Remark
from companion.vision.scoring import Face, Weighing, shipped, weighed
from companion.vision.screens import is_pictured
from companion.vision.side_faces import without_sides
from companion.vision.taught_reader import Taught
from companion.vision.verdict import ReadingLimits, judged

NOTHING = 0.1
"""A glance that sees a value with a lower probability ends it."""
BODY = 0.5
"""A place that is the bare ground with a higher probability is no die, whatever its face."""
CONVINCING = 0.6
"""A face with this probability has a say in how large the dice are."""
DOUBTED = 0.5
"""No reading of dice that lie inside a screen, or are cut by the border, is surer than this."""
SMALL = 1.15
"""Dice under this part of the smallest edge looked for may have smaller ones beside them."""
TAUGHT_SIZE = 1.25
"""The size of a find is off by at most this factor; more is none of the dice that were shown."""


class NetReader:
    """Reads dice with the shipped nets; implements `readings.DiceFinder`.

    The weights are loaded with the first picture. One instance per thread.

    Args:
        limits: when a reading is sure; None: as measured with the shipped weights.
        nets: None: with the shipped weights.
        weighing: what the nets' answers are worth; None: as measured.
        taught: what this table's dice have taught, if anything.
        thorough: look for small dice even where large ones were seen.
    """

    def __init__(
        self,
        limits: ReadingLimits | None = None,
        nets: Nets | None = None,
        weighing: Weighing | None = None,
        *,
        taught: Taught | None = None,
        thorough: bool = False,
    ) -> None:
        self._limits = limits or ReadingLimits()
        self._nets = nets or Nets()
        self._weighing = weighing or shipped()
        self._thorough = thorough
        self._size: Taught | None = None
        if taught is not None:  # most tables have taught nothing: the digest can wait
            self.teach(taught)

    def teach(self, taught: Taught | None) -> None:
        """Read this table's dice from now on, or dice of any table; from any thread.

        What was taught to another reader is left out: only what it says of sizes is believed.
        """
        fits = taught is not None and taught.fits(self._nets.digest)
        self._nets = self._nets.with_reader(taught.model if taught and fits else None)
        self._size = taught

    def read(
        self,
        pixels: Pixels,
        *,
        dice: int | None = None,
        edge: float | None = None,
        foot: Foot | None = None,
        above: bool = False,
    ) -> DiceReading:
        """Return what lies in *pixels*; see `readings.DiceFinder.read`."""
        is_a_table = edge is not None  # somebody has measured it
        if edge is not None and foot is not None:
            faces = self._read(pixels, look_around(self._nets, pixels, edge), foot)
        else:
            edge = self._edge(pixels, edge)
            faces = self.faces(pixels, dice=dice, edge=edge)
        reading = judged(faces, dice, self._limits, self._weighing, sized=edge is not None)
        if reading.verdict != "sure":
            return reading
        remark = self._remark(pixels, reading, dice, is_a_table=is_a_table)
        if remark is None and foot is None and not above and self._is_aslant(pixels, reading):
            remark = "aslant"
        if remark is None:
            return reading
        confidence = min(reading.confidence, DOUBTED)
        return replace(reading, verdict="unsure", confidence=confidence, remark=remark)

    def faces(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> list[Face]:
        """Return every weighed find, before any rule on their number."""
        edge = self._edge(pixels, edge)
        if edge is not None:
            finds = look_around(self._nets, pixels, edge)
            if self._size is not None:
                finds = [find for find in finds if _is_as_large(find, edge, self._size)]
            return self._read(pixels, finds)
        edges = list(coarse_edges(pixels))
        faces = self._read(pixels, look_for_any(self._nets, pixels, edges))
        finer = fine_edge(pixels)
        if finer is None or not (self._thorough or _may_be_small(faces, dice, edges[0])):
            return faces
        return distinct_faces([*faces, *self._read(pixels, look(self._nets, pixels, finer))])

    def _remark(
        self, pixels: Pixels, sure: DiceReading, dice: int | None, *, is_a_table: bool
    ) -> Remark | None:
        """Return what speaks against a reading that is sure by its faces."""
        if are_cut(sure.dice, pixels.shape):
            return "cut"
        if dice is None and lies_cut(self._nets, pixels, sure.dice):
            return "cut"
        if not is_a_table and is_pictured(pixels, sure.dice):
            return "pictured"
        return None

    def _is_aslant(self, pixels: Pixels, sure: DiceReading) -> bool:
        """Return whether a die's side was read, and its upper face is seen above it."""
        return any(map(self._shows_higher, stretched(pixels, sure.dice)))

    def _shows_higher(self, view: Stretched) -> bool:
        finds = [
            find
            for find in look_around(self._nets, view.pixels, view.edge)
            if view.is_higher((find.x, find.y), find.edge, MOVED)
        ]
        return any(
            face.there >= THERE and view.is_higher((face.find.x, face.find.y), face.find.edge)
            for face in self._read(view.pixels, finds)
        )

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:
        """Return where dice lie, whatever is on them; see `readings.DiceFinder.bodies`."""
        edge = self._edge(pixels, edge)
        if edge is None:
            finds = look_for_any(self._nets, pixels, coarse_edges(pixels))
        else:
            finds = look_around(self._nets, pixels, edge)
        seen: list[Views] = []
        for turns in (GLANCE, VIEWS):
            told = zip(finds, views(self._nets, pixels, finds, turns), strict=True)
            there = [(moved(find, one), one) for find, one in told if one.ground < BODY]
            finds = non_maximum_suppression(find for find, _ in there)
            seen = [next(one for find, one in there if find is kept) for kept in finds]
        return tuple(_body(find, one) for find, one in zip(finds, seen, strict=True))

    def _edge(self, pixels: Pixels, edge: float | None) -> float | None:
        """Return the edge of a die in pixels: as taught, else as given, else unknown."""
        if self._size is None:
            return edge
        return self._size.edge_in(pixels.shape[1], pixels.shape[0]) or edge

    def _read(self, pixels: Pixels, finds: Sequence[Find], foot: Foot | None = None) -> list[Face]:
        """Glance at finds, move each to where the glance sees a die, look closer, weigh."""
        glanced = views(self._nets, pixels, finds, GLANCE)
        there = non_maximum_suppression(
            moved(find, seen)
            for find, seen in zip(finds, glanced, strict=True)
            if seen.value > NOTHING
        )
        places = classified(self._nets, pixels, there)
        if foot is not None:
            places = without_sides(places, foot)
        return distinct_faces(weighed(places, self._weighing))


def _body(find: Find, seen: Views) -> DieReading:
    """Return a die, whatever is on it; its value is a first guess."""
    faces = tuple(round(float(p), 4) for p in seen.kinds.mean(0)[1:7])
    place = (round(find.x, 1), round(find.y, 1))
    return DieReading(seen.likeliest, place, round(find.edge, 1), max(faces), faces)


def _is_as_large(find: Find, edge: float, taught: Taught) -> bool:
    """Return whether a find is as large as this table's dice are."""
    factor = TAUGHT_SIZE * taught.unlike
    return edge / factor <= find.edge <= edge * factor


def distinct_faces(faces: Iterable[Face]) -> list[Face]:
    """Return the likeliest faces, without those that lie on a likelier one."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda face: -face.there):
        if not any(is_same(face.find, other.find) for other in kept):
            kept.append(face)
    return kept


def _may_be_small(faces: Sequence[Face], dice: int | None, smallest: float) -> bool:
    """Return whether a finer look is worth its time: few dice were seen, or small ones."""
    sure = [face for face in faces if face.there >= CONVINCING]
    edge = likely_edge(sure)
    return edge is None or len(sure) < (dice or 1) or edge < SMALL * smallest


def likely_edge(faces: Sequence[Face]) -> float | None:
    """Return the edge of most dice in sight, in pixels: the median, weighted by probability."""
    told = sorted((f.find.edge, f.there) for f in faces if f.there >= CONVINCING)
    if not told:
        return None
    reached = np.cumsum([there for _, there in told])
    return told[int(np.searchsorted(reached, reached[-1] / 2))][0]
