"""Where tray and scan field lie in the picture, looked up again now and then."""

from collections.abc import Callable
from itertools import cycle
from typing import Literal, TypeAlias

import msgspec
import numpy as np
from msgspec.structs import replace

from calibration.drawn_tray import Inside
from calibration.drift import View, moved, view_of
from calibration.mat import A3, Mat
from calibration.mat_detection import MatFound, MatNotFound, locate
from calibration.store import Calibration
from cards_qr.symbol import side_of
from cards_qr.tag_drawing import QUIET_ZONE, STICKER_MM
from companion.sayings.checks import CHECKS
from companion.vision.frame import Frame, Pixels
from companion.vision.plane import Corners, Homography, Point, Zone

DIE_MM = 16.0
"""Edge of a common die; the reader forgives a quarter more or less."""

SEEK_S, CHECK_S = 2.0, 15.0
"""How often a mat is looked for while there is none, and looked after when there is."""

SURE_S = 0.5
"""When a mat seems to have moved far, it is looked at again after so long."""

FAR_MM = 25.0
"""A mat or camera that has moved farther was not only bumped: it is said."""

FAR_PART = 0.06
"""Likewise, of the picture's width, where no mat is seen."""

_UNSEEN, _MOVED = CHECKS["place-lost"].found, CHECKS["place-followed"].found
_DRIFT_PX = 6  # a zone that has moved less is where it was
_HIDDEN_MM = 1.5  # by so much a look with a marker under a hand may differ and change nothing
_QUICK = 7  # looks for a mat between two that are patient
_SYMBOL = side_of(1) / (side_of(1) + 2 * QUIET_ZONE)  # of a sticker's side

Locate = Callable[[Pixels], MatFound | MatNotFound]


By: TypeAlias = Literal["mat", "hand", "nothing"]

Strayed: TypeAlias = Literal["no", "followed", "lost"]
"""Whether camera or mat have moved far; lost: nobody knows where the fields lie now."""


class Layout(msgspec.Struct, frozen=True):
    """What lies where in the picture; without a mat or a drawing all of it is the tray."""

    by: By = "nothing"  # `hand`: as it was drawn, or kept of a mat that is not seen now
    tray: Zone | None = None  # where its dice are seen
    scan: Zone | None = None
    outline: Corners | None = None  # of the tray, in pixels; None: those of the box
    inside: Inside | None = None  # how large the tray is, in millimetres
    plane: Homography | None = None  # through the lens, where it is known
    corners: tuple[Point, ...] = ()  # of the tray, millimetres of that plane
    die: float | None = None  # edge of a die in the tray, in pixels
    symbol: float | None = None  # side of a tag's symbol in the scan field, in pixels


class Field:
    """Keeps the layout of the table, over bumps and under hands.

    What has moved a little is followed without a word: by the markers, or by the whole picture
    while they are hidden. What has moved far is believed when a second look says so too, and said.
    Where no marker shows how far, the fields are lost: nothing is to be read until they are found
    again, or somebody says where they lie.

    Args:
        find: looks for the mat in a picture; by default with what is known of the camera.
        drawn: what is known of the camera: a drawing counts for as long as no mat is found.
    """

    def __init__(self, find: Locate | None = None, drawn: Calibration | None = None) -> None:
        self._given, self._find = find, find or finder(drawn)
        self._drawn, self._redrawn, self._settled = drawn, False, False
        self._size: tuple[int, ...] = ()
        self._due = 0.0
        self._home: MatFound | None = None  # as it lay first
        self._seen: MatFound | None = None  # as it lies now
        self._doubted: MatFound | None = None  # far away, and to be looked at again
        self._view: View | None = None  # the picture to which the layout belongs
        self._strayed: Zone | None = None  # a tray that seems to have moved, without a marker
        self.layout = Layout()
        self.moved = ""
        """In words, that the camera or the mat has moved far; "" if not."""
        self.moved_cm = 0
        """How far the mat lies from where it lay first, as far as that is known."""
        self.lost = False
        """Whether nobody knows where the fields lie: what is seen there is not to be read."""

    @property
    def strayed(self) -> Strayed:
        """What is to be said of a camera or mat that has moved far."""
        if not self.moved:
            return "no"
        return "lost" if self.lost else "followed"

    @property
    def drawn(self) -> Calibration | None:
        """What was drawn, and counts where no mat is found."""
        return self._drawn

    @property
    def plane(self) -> Homography | None:
        """The mat's plane as it was seen last, corrected also where the zones need not be."""
        return self._seen.homography if self._seen else None

    def draw(self, drawn: Calibration | None) -> None:
        """Take another drawing from the next look on, or none; from any thread."""
        self._drawn, self._redrawn = drawn, True

    def settle(self) -> None:
        """Take all as right where it lies from the next look on; from any thread.

        The mat, where it is seen; else the drawing, at its place in the picture.
        """
        self._settled = True

    def look(self, frame: Frame) -> bool:
        """Look for the mat if it is time; return whether the layout has changed."""
        if frame.pixels.shape != self._size:
            self._size, self._redrawn = frame.pixels.shape, False
            self._home = self._seen = self._doubted = None
            lost = self._draw_anew(frame)
            return self._seek(frame) or lost
        if self._redrawn:
            self._redrawn = False
            self._find = self._given or finder(self._drawn)
            if self.layout.by != "mat" or self.lost:
                return self._draw_anew(frame)
        if self._settled:
            return self._settle(frame)
        return frame.at >= self._due and self._seek(frame)

    def look_again(self, frame: Frame) -> bool:
        """Look for the mat now, after a bump: what has moved is believed at once.

        Returns whether the layout has changed.
        """
        return self._seek(frame, bumped=True)

    def _draw_anew(self, frame: Frame) -> bool:
        self._start(frame)
        before, self.layout = self.layout, by_hand(self._drawn, (self._size[1], self._size[0]))
        return self.layout != before

    def _settle(self, frame: Frame) -> bool:
        """Begin anew with what lies there; where no mat is seen the drawing stays."""
        self._settled = False
        self._start(frame)
        changed = self._seek(frame)
        if self._seen is not None or self.layout.by != "mat":
            return changed
        self.layout = replace(self.layout, by="hand")
        return True

    def _start(self, frame: Frame) -> None:
        """Forget what was seen before a frame."""
        self._home = self._seen = self._doubted = self._strayed = None
        self._view, self.moved, self.lost = view_of(frame.pixels), "", False

    def _seek(self, frame: Frame, *, bumped: bool = False) -> bool:
        found = self._find(frame.pixels)
        if isinstance(found, MatFound):
            self._due = frame.at + CHECK_S
            return self._take(found, frame, bumped=bumped)
        # A hand may lie over a marker: the mat stays where it was seen, unless all has moved.
        self._due = frame.at + SEEK_S
        return self._follow(frame, bumped=bumped)

    def _take(self, found: MatFound, frame: Frame, *, bumped: bool) -> bool:
        far = None if self._seen is None else apart_mm(self._seen, found)
        if far is not None and len(found.markers) < len(found.mat.markers) and far < _HIDDEN_MM:
            self._find_again()
            return False
        if far is not None and far > FAR_MM and not (bumped or self._is_sure(found)):
            self._doubted, self._due = found, frame.at + SURE_S
            return False
        self._seen, self._doubted, self._strayed = found, None, None
        self._home, self.lost = self._home or found, False
        away = apart_mm(self._home, found)
        self.moved_cm = round(away / 10)
        self.moved = _MOVED.format(cm=self.moved_cm) if away > FAR_MM else ""
        self._view = view_of(frame.pixels)
        return self._replace(_layout(found))

    def _is_sure(self, found: MatFound) -> bool:
        return self._doubted is not None and apart_mm(self._doubted, found) < FAR_MM / 5

    def _follow(self, frame: Frame, *, bumped: bool) -> bool:
        """Follow the whole picture where no mat is seen; without a bump it must say so twice."""
        tray, view = self.layout.tray, view_of(frame.pixels)
        if self._view is None or tray is None:
            return False
        way = moved(self._view, view, frame.pixels.shape[1])
        if way is None:
            self._lose_sight(frame, bumped=bumped)
            return False
        there = _moved_zone(tray, way)
        if _same(tray, there):
            self._strayed = None
            self._find_again()
            return False
        if not (bumped or self.lost or _same(self._strayed, there)):
            self._strayed, self._due = there, frame.at + SURE_S
            return False
        if max(map(abs, way)) > FAR_PART * frame.pixels.shape[1]:
            self.moved, self.lost, self._due = _UNSEEN, True, frame.at + SURE_S
            return False
        self._view, self._strayed = view, None
        self._find_again()
        return self._replace(_moved_layout(self.layout, way))

    def _lose_sight(self, frame: Frame, *, bumped: bool) -> None:
        """After a bump all may lie elsewhere; else it is people who lean over the table."""
        if not (bumped or self.lost):
            return
        if self.lost:  # at the second look: it is no arm in passing
            self.moved = _UNSEEN
        self.lost, self._due = True, frame.at + SURE_S

    def _find_again(self) -> None:
        """All lies where it lay, or near."""
        if self.lost or self._seen is None:
            self.moved = ""
        self.lost = False

    def _replace(self, layout: Layout) -> bool:
        alike = _same(self.layout.tray, layout.tray) and _same(self.layout.scan, layout.scan)
        if alike and self.layout.by == layout.by:
            return False
        self.layout = layout
        return True


def finder(known: Calibration | None) -> Locate:
    """Return what looks for the mat with what is known of a camera: its lens, the print's scale.

    It looks hard at first and now and then; between, as it costs least.
    """
    mat = known.mat if known else A3
    turns = cycle((True, *(False for _ in range(_QUICK))))

    def find(pixels: Pixels) -> MatFound | MatNotFound:
        fits = known is not None and known.fits(pixels.shape[1], pixels.shape[0])
        lens = known.lens if known and fits else None
        return locate(pixels, mat, lens=lens, patient=next(turns))

    return find


def by_hand(drawn: Calibration | None, size: tuple[int, int]) -> Layout:
    """Return the layout of pictures of a width and height in which no mat is found."""
    if drawn is None or drawn.tray is None or not drawn.fits(*size):
        return Layout()
    layout = Layout(by="hand", tray=drawn.tray, scan=drawn.scan)
    if drawn.homography is not None:
        return _on_the_mat(layout, drawn.homography, drawn.mat)
    outline, lying = drawn.corners, drawn.lying
    if drawn.scan is None or lying is None:
        return replace(layout, outline=outline)
    layout = replace(layout, tray=lying.box, outline=outline or drawn.tray.corners)
    layout = replace(layout, plane=lying.plane, corners=lying.corners, inside=drawn.inside)
    scan = lying.plane.to_mm(drawn.scan.centre)
    return _sized(layout, lying.px_per_mm, lying.plane.px_per_mm(scan))


def apart_mm(one: MatFound, other: MatFound) -> float:
    """Return how far the tray's corners moved from one look to another, at the most."""
    corners = np.array(one.mat.tray.corners)
    here = other.homography.places(one.homography.pixels(corners))
    return float(np.hypot(*(here - corners).T).max())


def _layout(found: MatFound) -> Layout:
    layout = Layout(by="mat", tray=found.tray, scan=found.scan)
    return _on_the_mat(layout, found.homography, found.mat)


def _on_the_mat(layout: Layout, plane: Homography, mat: Mat) -> Layout:
    corners = mat.tray.corners
    a, b, c, d = map(plane.to_px, corners)
    inside = (mat.tray.width, mat.tray.depth)
    layout = replace(layout, outline=(a, b, c, d), inside=inside, plane=plane, corners=corners)
    return _sized(layout, plane.px_per_mm(mat.tray.centre), plane.px_per_mm(mat.scan.centre))


def _sized(layout: Layout, tray: float, scan: float) -> Layout:
    """Return a layout with what scales say of sizes, pixels per mm amidst tray and scan field."""
    return replace(layout, die=DIE_MM * tray, symbol=STICKER_MM * _SYMBOL * scan)


def _moved_layout(layout: Layout, way: Point) -> Layout:
    """Return where everything lies after the whole picture has moved."""
    tray, scan = (zone and _moved_zone(zone, way) for zone in (layout.tray, layout.scan))
    plane, outline = layout.plane and layout.plane.shifted(way), layout.outline
    if outline:
        a, b, c, d = ((x + way[0], y + way[1]) for x, y in outline)
        outline = (a, b, c, d)
    return replace(layout, tray=tray, scan=scan, plane=plane, outline=outline)


def _moved_zone(zone: Zone, way: Point) -> Zone:
    left, top = zone.left + round(way[0]), zone.top + round(way[1])
    return Zone(max(left, 0), max(top, 0), zone.width, zone.height)


def _same(one: Zone | None, other: Zone | None) -> bool:
    if one is None or other is None:
        return one is other
    edges = (msgspec.structs.astuple(zone) for zone in (one, other))
    return all(abs(a - b) <= _DRIFT_PX for a, b in zip(*edges, strict=True))
