"""Pictures of the mat through a camera of known lens and place, as the truth to measure by."""

from functools import lru_cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import A3, Mat, draw_mat
from companion.vision.frame import Pixels

Floats = NDArray[np.float64]
_BORDER_MM = 120.0  # of wood around the mat; beyond it all is plain
_WOOD = (62.0, 88.0, 118.0)


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """One picture of the mat, and where everything truly lies in it."""

    width: int = 1280
    height: int = 720
    focal: float = 0.71  # of the width: 70 degrees
    k1: float = 0.0  # OpenCV's, radial, in units of the focal length
    k2: float = 0.0
    tilt: float = 5.0  # degrees from straight down
    bearing: float = 0.0  # degrees: from which side the camera looks; 0: the players'
    roll: float = 0.0  # degrees
    fill: float = 0.9  # how much of the picture's width or height the mat takes
    aim: tuple[float, float] = (0.0, 0.0)  # millimetres from the mat's middle to the picture's
    blur: float = 0.8  # pixels, standard deviation
    noise: float = 3.0  # grey levels
    light: float = 0.75  # of full white on the paper
    shade: float = 0.0  # how much darker the right side is than the left
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)  # blue, green, red of the light
    off: tuple[float, float] = (0.0, 0.0)  # pixels by which the lens sits beside the middle
    printed: float = 1.0  # how large the printer printed the mat, on the same sheet
    mat: Mat = A3
    seed: int = 1

    @property
    def principal(self) -> tuple[float, float]:
        """Where the camera looks straight ahead."""
        return (self.width - 1) / 2 + self.off[0], (self.height - 1) / 2 + self.off[1]

    @property
    def truth(self) -> Mat:
        """The mat as it is printed, in true millimetres."""
        return self.mat.scaled(self.printed)

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return self.focal * self.width

    def axes(self) -> tuple[Floats, Floats]:
        """Return the rotation (world to camera, 3 x 3) and the camera's place (mm)."""
        lean, turn, spin = np.radians([self.tilt, self.bearing, self.roll])
        side = np.array([np.sin(turn), -np.cos(turn), 0.0])  # the side the camera stands on
        forward = -np.sin(lean) * side - np.cos(lean) * np.array([0.0, 0.0, 1.0])
        right = np.array([np.cos(turn), np.sin(turn), 0.0])
        down = np.cross(forward, right)
        rows = np.array(
            [
                np.cos(spin) * right + np.sin(spin) * down,
                np.cos(spin) * down - np.sin(spin) * right,
                forward,
            ]
        )
        middle = np.array([self.mat.width / 2 + self.aim[0], self.mat.depth / 2 + self.aim[1], 0.0])
        return rows, middle - self._distance(rows, middle) * forward

    def _distance(self, rows: Floats, middle: Floats) -> float:
        """Return how far the camera hangs so that the mat just fills what it shall."""
        corners = [(x, y, 0.0) for x in (0, self.mat.width) for y in (0, self.mat.depth)]
        low, high = 100.0, 6000.0
        for _ in range(40):
            distance = (low + high) / 2
            seen = (np.array(corners) - middle + distance * rows[2]) @ rows.T
            if (seen[:, 2] < 1).any():
                low = distance
                continue
            flat = np.abs(self._bend(seen[:, :2] / seen[:, 2:])) * self.focal_px
            share = (2 * flat / (self.width, self.height)).max()
            low, high = (distance, high) if share > self.fill else (low, distance)
        return high

    def _bend(self, rays: Floats) -> Floats:
        squared = (rays**2).sum(axis=1, keepdims=True)
        bent: Floats = rays * (1 + squared * (self.k1 + self.k2 * squared))
        return bent

    def project(self, places: Floats) -> Floats:
        """Return the pixels (n x 2) where places of the mat (n x 2, true mm) are truly seen."""
        rows, place = self.axes()
        on_sheet = places + np.array([self.mat.width, self.mat.depth]) * (1 - self.printed) / 2
        whole = np.column_stack([on_sheet, np.zeros(len(places))])
        seen = (whole - place) @ rows.T
        pixels: Floats = self._bend(seen[:, :2] / seen[:, 2:]) * self.focal_px + self.principal
        return pixels

    def scale(self) -> float:
        """Return the pixels per millimetre at the mat's middle."""
        x, y = self.mat.width / 2, self.mat.depth / 2
        one, other = self.project(np.array([(x, y), (x + 1.0, y)]))
        return float(np.hypot(*(other - one)))

    def draw(self) -> Pixels:
        """Return the picture."""
        maps = self._places()
        texture = max(1.0, 1.4 * round(self.scale(), 1))  # drawn with soft edges
        flat = _table(self.mat, texture, self.printed)
        x = maps[..., 0] * texture + round(_BORDER_MM * texture) - 0.5
        y = (self.mat.depth - maps[..., 1]) * texture + round(_BORDER_MM * texture) - 0.5
        seen = cv2.remap(
            flat,
            x.astype(np.float32),
            y.astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=_WOOD,
        )
        return self._taken(np.asarray(seen, np.float32))

    def _taken(self, lit: NDArray[np.float32]) -> Pixels:
        fall = 1 - self.shade * np.linspace(0, 1, self.width, dtype=np.float32)
        lit = lit * (self.light * fall[None, :, None]) * np.array(self.cast, np.float32)
        if self.blur > 0:
            lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), self.blur), np.float32)
        random = np.random.default_rng(self.seed)
        grain = random.normal(0, self.noise, lit.shape).astype(np.float32)
        return np.asarray(np.clip(np.round(lit + grain), 0, 255), np.uint8)

    def _places(self) -> Floats:
        """Return the place on the mat under each pixel (h x w x 2)."""
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float64)
        pixels = np.stack([x.ravel(), y.ravel()], 1)
        rays = _unbent((pixels - self.principal) / self.focal_px, self.k1, self.k2)
        rows, place = self.axes()
        world = np.column_stack([rays, np.ones(len(rays))]) @ rows
        down = np.minimum(world[:, 2], -1e-3)
        flat = place[:2] + world[:, :2] * (-place[2] / down)[:, None]
        places: Floats = flat.reshape(self.height, self.width, 2)
        return places


def _unbent(rays: Floats, k1: float, k2: float) -> Floats:
    seen = np.sqrt((rays**2).sum(axis=1))
    table = np.linspace(0, 3, 6001)
    bent = table * (1 + table**2 * (k1 + k2 * table**2))
    fold = int(np.argmax(np.diff(bent) <= 0)) or len(table) - 1
    radius = np.interp(seen, bent[: fold + 1], table[: fold + 1])
    unbent: Floats = rays * (radius / np.maximum(seen, 1e-12))[:, None]
    return unbent


@lru_cache(maxsize=4)
def _table(mat: Mat, texture: float, printed: float) -> Pixels:
    """Return wood with the mat on it, seen straight from above."""
    paper = _on_sheet(draw_mat(texture * printed, mat), mat, texture, printed)
    paper = np.asarray(16 + paper * np.float32(239 / 255), np.uint8)  # ink is not quite black
    rim = round(_BORDER_MM * texture)
    shape = (paper.shape[0] + 2 * rim, paper.shape[1] + 2 * rim)
    grain = np.random.default_rng(1).normal(0, 1, (shape[0] // 24 + 2, shape[1] // 160 + 2))
    wood = cv2.resize(grain.astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    flat = np.array(_WOOD, np.float32) * (1 + 0.12 * np.asarray(wood, np.float32)[..., None])
    table = np.clip(flat, 0, 255).astype(np.uint8)
    table[rim : rim + paper.shape[0], rim : rim + paper.shape[1]] = paper
    return table


def _on_sheet(drawn: Pixels, mat: Mat, texture: float, printed: float) -> Pixels:
    """Return a print in the middle of its sheet, cut where it is larger."""
    height, width = round(mat.depth * texture), round(mat.width * texture)
    free = (1 - printed) / 2 * texture
    right, down = free * mat.width, free * mat.depth
    move = np.array([[1.0, 0.0, right], [0.0, 1.0, down]])
    sheet = cv2.warpAffine(drawn, move, (width, height), borderValue=(255, 255, 255))
    return np.asarray(sheet, np.uint8)
