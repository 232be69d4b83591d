"""What never moves: the wooden table, the mat on it, the felt tray in its field."""

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import Mat, ZoneMm, draw_mat
from companion.vision.frame import Pixels
from hardware.simulated.view import Pinhole

Light = NDArray[np.float32]
"""Height x width: how bright each place of the picture is, about 1."""

_TEXTURE = 3.0  # pixels per millimetre of the drawn ground
_BORDER_MM = 130.0  # of wood around the mat
_PLANK_MM = 95.0
_RIM_MM = 9.0  # width of the tray's wooden rim
_PAPER = np.array((233, 240, 243), np.float32)
_INK = np.float32(26)


class Felt(msgspec.Struct, frozen=True):
    """The tray's lining, blue, green, red."""

    colour: tuple[float, float, float]


FELTS = (Felt((58, 84, 38)), Felt((96, 62, 34)), Felt((52, 40, 104)), Felt((78, 78, 74)))
"""Green, navy, burgundy, grey."""


def draw_ground(view: Pinhole, mat: Mat, felt: Felt, random: np.random.Generator) -> Pixels:
    """Return the empty table as the camera sees it, unlit."""
    size = (mat.width + 2 * _BORDER_MM, mat.depth + 2 * _BORDER_MM)
    flat = _wood(size, random)
    paper = _INK + draw_mat(_TEXTURE, mat).astype(np.float32) / 255 * (_PAPER - _INK)
    paper += random.normal(0, 1.2, paper.shape[:2]).astype(np.float32)[..., None]
    border = round(_BORDER_MM * _TEXTURE)
    _shade_around(flat, border, paper.shape[:2])
    flat[border : border + paper.shape[0], border : border + paper.shape[1]] = paper
    _lay_tray(flat, mat, felt, random)
    drawn = np.clip(flat, 0, 255).astype(np.uint8)
    return _seen(drawn, view, size[1])


def light_of(view: Pinhole) -> Light:
    """Return the light of a lamp up left and the lens's darker corners."""
    y, x = np.mgrid[0 : view.height, 0 : view.width].astype(np.float32)
    x, y = x / view.width - 0.5, y / view.height - 0.5
    lamp = 1.0 - 0.16 * x - 0.1 * y
    lens = 1.0 - 0.42 * (x * x + y * y)
    return np.asarray(lamp * lens, np.float32)


def lit(pixels: Pixels, light: Light) -> Pixels:
    """Return a drawn picture under that light."""
    return np.asarray(np.clip(pixels * light[..., None], 0, 255), np.uint8)


def tray_inside(mat: Mat) -> ZoneMm:
    """Return the felt: where dice can lie."""
    tray, inset = mat.tray, _RIM_MM + 3.0
    return ZoneMm(
        tray.left + inset, tray.near + inset, tray.width - 2 * inset, tray.depth - 2 * inset
    )


def _wood(size: tuple[float, float], random: np.random.Generator) -> NDArray[np.float32]:
    """Return planks with grain along x, (height, width, 3)."""
    width, height = round(size[0] * _TEXTURE), round(size[1] * _TEXTURE)
    grain = np.zeros((height, width), np.float32)
    for along, across, strength in ((120, 5, 7.0), (50, 2, 5.0), (260, 18, 9.0)):
        coarse = random.normal(0, 1, (height // across + 2, width // along + 2))
        grain += strength * cv2.resize(
            coarse.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
        )
    plank = (np.arange(height) / (_PLANK_MM * _TEXTURE)).astype(int)
    grain += random.normal(0, 10, plank.max() + 1).astype(np.float32)[plank][:, None]
    seams = np.flatnonzero(np.diff(plank))
    for seam in seams:
        grain[seam - 1 : seam + 2] -= 34
    tone = np.array((58, 84, 114), np.float32)  # walnut, blue, green, red
    return np.asarray(tone * (1 + grain[..., None] / 130), np.float32)


def _shade_around(flat: NDArray[np.float32], border: int, paper: tuple[int, ...]) -> None:
    """Darken the wood beside the paper's edge, where its shadow falls."""
    mask = np.zeros(flat.shape[:2], np.float32)
    drop = round(1.5 * _TEXTURE)
    mask[border + drop : border + paper[0] + drop, border + drop : border + paper[1] + drop] = 0.45
    flat *= 1 - cv2.GaussianBlur(mask, (0, 0), 1.6 * _TEXTURE)[..., None]


def _lay_tray(flat: NDArray[np.float32], mat: Mat, felt: Felt, random: np.random.Generator) -> None:
    """Draw rim and lining of the tray into the ground."""
    rim, inside = mat.tray, tray_inside(mat)
    outer = ZoneMm(rim.left + 3, rim.near + 3, rim.width - 6, rim.depth - 6)
    rows, columns = _pixels(outer, mat)
    _soften(flat, rows, columns, 0.38)
    wood = _wood((outer.width, outer.depth), random)[: rows.stop - rows.start]
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    flat[rows, columns] = cv2.resize(wood * (0.62, 0.58, 0.56), shape[::-1])
    _bevel(flat[rows, columns])
    rows, columns = _pixels(inside, mat)
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    nap = cv2.GaussianBlur(random.normal(0, 1, shape).astype(np.float32), (0, 0), 1.1)
    lining = np.asarray(felt.colour, np.float32) * (1 + 0.2 * nap[..., None])
    flat[rows, columns] = lining * (1 - _rim_shadow(shape))[..., None]


def _bevel(rim: NDArray[np.float32]) -> None:
    edge = max(2, round(1.2 * _TEXTURE))
    rim[:edge] *= 1.35
    rim[:, :edge] *= 1.25
    rim[-edge:] *= 0.6
    rim[:, -edge:] *= 0.7


def _rim_shadow(shape: tuple[int, int]) -> NDArray[np.float32]:
    """Return how much the rim darkens the lining: most on the side of the lamp."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / _TEXTURE
    right, near = x[0, -1] - x, y[-1, 0] - y
    shade = 0.5 * np.exp(-x / 5) + 0.55 * np.exp(-y / 5)
    shade += 0.2 * np.exp(-right / 2) + 0.2 * np.exp(-near / 2)
    return np.asarray(np.clip(shade, 0, 0.75), np.float32)


def _soften(flat: NDArray[np.float32], rows: slice, columns: slice, strength: float) -> None:
    """Darken around a box, down right, as a raised thing's shadow."""
    mask = np.zeros(flat.shape[:2], np.float32)
    drop = round(3.5 * _TEXTURE)
    mask[rows.start + drop : rows.stop + drop, columns.start + drop : columns.stop + drop] = 1
    flat *= 1 - strength * cv2.GaussianBlur(mask, (0, 0), 2.2 * _TEXTURE)[..., None]


def _pixels(zone: ZoneMm, mat: Mat) -> tuple[slice, slice]:
    """Return the rows and columns of a zone in the drawn ground."""
    top = _BORDER_MM + mat.depth - zone.near - zone.depth
    left = _BORDER_MM + zone.left
    return (
        slice(round(top * _TEXTURE), round((top + zone.depth) * _TEXTURE)),
        slice(round(left * _TEXTURE), round((left + zone.width) * _TEXTURE)),
    )


def _seen(drawn: Pixels, view: Pinhole, depth: float) -> Pixels:
    """Return the drawn ground through the camera, at twice the size first against jags."""
    to_mm = np.array(
        [
            [1 / _TEXTURE, 0, 0.5 / _TEXTURE - _BORDER_MM],
            [0, -1 / _TEXTURE, depth - _BORDER_MM - 0.5 / _TEXTURE],
            [0, 0, 1],
        ]
    )
    twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
    matrix = twice @ view.from_mat() @ to_mm
    size = (2 * view.width, 2 * view.height)
    large = cv2.warpPerspective(drawn, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(large, (view.width, view.height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
