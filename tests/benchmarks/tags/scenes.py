"""Test frames of tags on a table, drawn as a camera sees them; everything hangs on a seed.

Cards are projected point by point, so that tilt, curl and the lens are those of a camera and not
of a drawing; then come light, gloss, fingers, blur, noise and the compression of a webcam. The
reader's tests draw their pictures in another way: what is tuned on the one is measured on the
other.
"""

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.tags.prints import SHEET_PX_PER_MM, Grey, Sheet

Points = NDArray[np.float64]
"""Number x 2: (x, y), in millimetres of the table or pixels of the picture."""

FOCAL = 0.77
"""Focal length in widths of the picture: the 66 degrees of a Camera Module 3."""

_FINER = 3  # cards are drawn so many times as large, then brought down as a sensor does
_KNOT = 6.0  # pixels; between knots so near, every bend is straight
_SKIN = (95, 150)  # grey levels
_REACH = 4.0  # so many fingers' widths long is what is seen of a hand


class View(msgspec.Struct, frozen=True, kw_only=True):
    """How the camera sees the table."""

    width: int = 1920
    height: int = 1080
    above_mm: float = 600.0  # from the table to the camera
    tilt_deg: float = 0.0  # from straight down
    bend: float = -0.02  # of the lens: how far the picture's corner moves, as a part
    lens_px: float = 0.45  # deviation of the blur
    defocus_px: float = 0.0  # radius of the disc that a point becomes
    motion_px: float = 0.0  # how far all moves while the shutter is open
    light: float = 0.8  # of white paper, 0 to 1
    slope: float = 0.15  # by which the light falls off across the picture
    noise: float = 2.0  # grey levels, at middle brightness
    jpeg: int | None = None  # quality, where a webcam compresses

    def project(self, points: NDArray[np.float64]) -> Points:
        """Return where points (x, y, z in mm from the middle of the table, z up) are seen."""
        tilt = np.deg2rad(self.tilt_deg)
        x, y, z = points.T
        down = self.above_mm - z * np.cos(tilt) - y * np.sin(tilt)
        focal = FOCAL * self.width
        u = focal * x / down
        v = focal * (y * np.cos(tilt) - z * np.sin(tilt)) / down
        bent = 1 + self.bend * (u * u + v * v) / (self.width**2 / 4)
        return np.stack([u * bent + (self.width - 1) / 2, v * bent + (self.height - 1) / 2], axis=1)

    @property
    def px_per_mm(self) -> float:
        """The scale in the middle of the table."""
        return FOCAL * self.width / self.above_mm


class Laid(msgspec.Struct, frozen=True):
    """A sheet that lies on the table, and where its code is seen."""

    sheet: Sheet
    corners: Points  # of the code, clockwise from its own top left, in pixels
    px_per_module: float


class Scene:
    """A table on which sheets are laid; then the picture is taken.

    Args:
        view: how it is seen.
        seed: of everything that is left to chance.
        ground: the table, grey levels; height x width of the picture or one for all.
    """

    def __init__(self, view: View, seed: int, ground: Grey | int = 150) -> None:
        self.view, self.random = view, np.random.default_rng(seed)
        self._picture = np.empty((view.height, view.width), np.float32)
        self._picture[:] = ground
        self._lamp = float(self.random.uniform(0, 2 * np.pi))  # where it stands
        self.laid: list[Laid] = []

    def lay(
        self, sheet: Sheet, at_mm: tuple[float, float], *, turn: float = 0.0, curl_mm: float = 0.0
    ) -> Laid:
        """Lay a sheet with its middle at a place, and return where its code is seen.

        Args:
            sheet: what to lay.
            at_mm: from the middle of the table.
            turn: degrees, clockwise.
            curl_mm: by which its short edges stand up.
        """
        bed = _Bed(self.view, sheet, at_mm, turn, curl_mm)
        self._draw(sheet, bed)
        corners = bed.seen(sheet.code_mm)
        side = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
        laid = Laid(sheet, corners, side / sheet.modules)
        self.laid.append(laid)
        return laid

    def cover(self, laid: Laid, part: float) -> None:
        """Lay a finger over about that part of a code, from a side left to chance."""
        quad = laid.corners.astype(np.float32)
        side = laid.px_per_module * laid.sheet.modules
        middle = laid.corners.mean(axis=0)
        angle = self.random.uniform(0, 2 * np.pi)
        away = np.array([np.cos(angle), np.sin(angle)])
        width = max(3.0, 0.8 * side)
        inside = np.zeros(self._picture.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
        whole = max(1, int(inside.sum()))
        for step in np.linspace(1.4, -0.5, 40):  # pushed in until it hides enough
            tip = middle + away * side * step
            finger = np.zeros_like(inside)
            _stroke(finger, tip, tip + away * width * _REACH, width, 1)
            if int((finger & inside).sum()) / whole >= part:
                break
        soft = cv2.GaussianBlur(finger.astype(np.float32), (0, 0), 1.0)
        skin = float(self.random.uniform(*_SKIN))
        self._picture += soft * (skin - self._picture)

    def gloss(self, laid: Laid, part: float, strength: float = 220.0) -> None:
        """Let a lamp shine in a spot that is about that part of a code."""
        side = laid.px_per_module * laid.sheet.modules
        middle = laid.corners.mean(axis=0) + self.random.uniform(-0.4, 0.4, 2) * side
        y, x = np.mgrid[0 : self.view.height, 0 : self.view.width].astype(np.float32)
        reach = side * np.sqrt(part / np.pi)
        far = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * reach**2)
        self._picture += (strength * np.exp(-far)).astype(np.float32)

    def picture(self) -> Grey:
        """Return what the camera sees now: height x width bytes; each time with new noise."""
        view = self.view
        seen = _blurred(self._lit(), view, self.random)
        # Photons make noise grow with the square root of light; the sensor's own stays.
        spread = view.noise * np.sqrt(0.3 + 0.7 * np.clip(seen, 0, 255) / 128)
        grain = spread * self.random.standard_normal(seen.shape, np.float32)
        grey = np.clip(np.round(seen + grain), 0, 255).astype(np.uint8)
        if view.jpeg is None:
            return grey
        _, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, view.jpeg])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)

    def _lit(self) -> NDArray[np.float32]:
        view = self.view
        angle = self._lamp
        x = np.linspace(-1, 1, view.width, dtype=np.float32) * np.float32(np.cos(angle))
        y = np.linspace(-1, 1, view.height, dtype=np.float32) * np.float32(np.sin(angle))
        field = view.light * (1 - view.slope * (0.5 + 0.35 * (x[None] + y[:, None])))
        return np.asarray(self._picture * field, np.float32)

    def _draw(self, sheet: Sheet, bed: "_Bed") -> None:
        outline = bed.seen(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * sheet.size_mm)
        left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
        right, bottom = np.minimum(
            np.ceil(outline.max(axis=0)).astype(int) + 2, (self.view.width, self.view.height)
        )
        if left >= right or top >= bottom:
            return
        x = (np.arange((right - left) * _FINER) + 0.5) / _FINER - 0.5 + left
        y = (np.arange((bottom - top) * _FINER) + 0.5) / _FINER - 0.5 + top
        met = (bed.met_all(x, y) * SHEET_PX_PER_MM - 0.5).astype(np.float32)
        right_of, down_of = np.ascontiguousarray(met[..., 0]), np.ascontiguousarray(met[..., 1])
        solid = np.full(sheet.drawing.shape, 255, np.uint8)
        drawn, there = (
            cv2.remap(flat, right_of, down_of, cv2.INTER_LINEAR, borderValue=0)
            for flat in (sheet.drawing, solid)
        )
        size = (right - left, bottom - top)
        ink = cv2.resize(drawn.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        share = cv2.resize(there.astype(np.float32), size, interpolation=cv2.INTER_AREA) / 255
        place = self._picture[top:bottom, left:right]
        place *= 1 - share
        place += ink


class _Bed:
    """Where a sheet lies: from its own millimetres to pixels and back."""

    def __init__(
        self, view: View, sheet: Sheet, at_mm: tuple[float, float], turn: float, curl_mm: float
    ) -> None:
        self._view, self._half = view, np.array(sheet.size_mm) / 2
        self._at, self._curl = np.array(at_mm), curl_mm
        angle = np.deg2rad(turn)
        self._turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * sheet.size_mm
        flat = cv2.getPerspectiveTransform(
            self.seen(corners).astype(np.float32), corners.astype(np.float32)
        )
        self._back = np.asarray(flat, np.float64)
        self._forth = np.asarray(np.linalg.inv(self._back), np.float64)

    def seen(self, points: Points) -> Points:
        """Return where points of the sheet (mm from its top left) are seen, in pixels."""
        own = points - self._half
        height = self._curl * (own[:, 1] / self._half[1]) ** 2
        lying = own @ self._turned + self._at
        return self._view.project(np.column_stack([lying, height]))

    def met_all(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float32]:
        """Return the points of the sheet for rows and columns of pixels, rows x columns x 2."""
        knots = [np.arange(axis[0], axis[-1] + _KNOT, _KNOT) for axis in (x, y)]
        places = np.stack(np.meshgrid(*knots), axis=-1)
        met = self.met(places.reshape(-1, 2)).reshape(places.shape).astype(np.float32)
        between = np.meshgrid((x - x[0]) / _KNOT, (y - y[0]) / _KNOT)
        right, down = (part.astype(np.float32) for part in between)
        return np.asarray(cv2.remap(met, right, down, cv2.INTER_LINEAR), np.float32)

    def met(self, places: Points) -> Points:
        """Return which points of the sheet are seen at *places*: the inverse of `seen`."""
        points = _through(self._back, places)
        for _ in range(2):  # curl and lens bend little, so two corrections are exact
            flat = _through(self._forth, points)
            points = _through(self._back, np.asarray(places - self.seen(points) + flat))
        return points


def _through(matrix: NDArray[np.float64], points: Points) -> Points:
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def _stroke(canvas: Grey, start: Points, end: Points, width: float, value: int) -> None:
    (ax, ay), (bx, by) = np.round(start).astype(int), np.round(end).astype(int)
    cv2.line(canvas, (int(ax), int(ay)), (int(bx), int(by)), value, max(1, round(width)))


def _blurred(
    picture: NDArray[np.float32], view: View, random: np.random.Generator
) -> NDArray[np.float32]:
    seen = cv2.GaussianBlur(picture, (0, 0), view.lens_px) if view.lens_px else picture
    if view.defocus_px > 0.3:
        reach = int(np.ceil(view.defocus_px))
        y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        disc = np.clip(view.defocus_px + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
        seen = cv2.filter2D(seen, -1, disc / disc.sum())
    if view.motion_px > 1:
        reach = int(np.ceil(view.motion_px / 2))
        path = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        angle = random.uniform(0, np.pi)
        way = np.array([np.cos(angle), np.sin(angle)]) * view.motion_px / 2
        for step in np.linspace(-1, 1, 8 * reach + 1):
            x, y = np.round(way * step).astype(int) + reach
            path[y, x] += 1
        seen = cv2.filter2D(seen, -1, path / path.sum())
    return np.asarray(seen, np.float32)
