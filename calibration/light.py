"""Whether light and lens let anything be read: dark, burnt out, tinted, uneven, out of focus."""

from collections.abc import Mapping
from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.edges import blur_of, lines_of
from calibration.mat import A3, Mat, ZoneMm
from calibration.mat_detection import as_grey
from companion.sayings.checks import CHECKS
from companion.vision.plane import Homography, Point

DARKEST_PAPER = 70
"""Of 255: the brightness of the mat's white below which noise drowns the tags."""

LARGEST_GLARE = 0.02
"""The part of the picture that may be burnt out."""

PALEST = 0.35
"""Of the paper's brightness: by so much black is darker at least."""

DEEPEST_SHADE = 0.5
"""The paper's darkest corner over its brightest."""

STRONGEST_TINT = 1.35
"""The strongest colour of what is grey over its weakest."""

WIDEST_BLUR_PX, WIDEST_BLUR_MM = 2.0, 0.72
"""Standard deviation of the blur: the wider of both may be borne. 0.72 mm is a tag's module."""

WIDEST_EDGE = 5.0
"""Pixels that the sharpest edges may take from dark to bright, where no mat is seen."""

_BURNT = 250
_PAPER_QUANTILE = 0.9
_EDGE_QUANTILE = 0.995
_COLOURS = ("blue", "green", "red")

Code = Literal["too-dark", "too-bright", "glare", "pale", "uneven", "tinted", "out-of-focus"]


class Complaint(msgspec.Struct, frozen=True):
    """Something that makes reading hard."""

    code: Code
    facts: Mapping[str, int] = {}
    detail: str = ""  # a figure more, for the terminal

    @property
    def words(self) -> str:
        """What it is and what to do, in one line for the terminal."""
        found, mend = CHECKS[self.code]
        detail = f" ({self.detail})" if self.detail else ""
        return f"{found.format(**self.facts)}{detail} {mend}"


class Light(msgspec.Struct, frozen=True, kw_only=True):
    """What the mat's paper, ink and grey patches say of a picture; brightness is of 255."""

    paper: float
    black: float
    burnt: float  # the part of the picture that is burnt out, 0 to 1
    evenness: float  # the paper's darkest corner over its brightest
    tint: tuple[float, float, float]  # blue, green, red of what is grey; their mean is 1
    blur: float | None  # pixels, standard deviation; None where no edge is seen
    widest: float  # the blur that may be borne, pixels


def light_of(pixels: NDArray[np.uint8], homography: Homography, mat: Mat = A3) -> Light:
    """Return what a picture of the mat (grey, or blue, green, red) says of light and lens."""
    grey = as_grey(pixels)
    corners = [_median(pixels, homography, zone) for zone in _bare_corners(mat)]
    papers = [float(np.mean(colour)) for colour in corners]
    black = [np.mean(_median(pixels, homography, zone)) for zone in _black(mat)]
    scale = homography.px_per_mm((mat.width / 2, mat.depth / 2))
    return Light(
        paper=float(np.median(papers)),
        black=float(np.median(black)),
        burnt=float(np.mean(grey >= _BURNT)),
        evenness=min(papers) / max(*papers, 1.0),
        tint=_tint(pixels, homography, mat),
        blur=blur_of(grey, lines_of(mat), homography),
        widest=max(WIDEST_BLUR_PX, WIDEST_BLUR_MM * scale),
    )


def complaints(
    pixels: NDArray[np.uint8], homography: Homography | None = None, mat: Mat = A3
) -> tuple[Complaint, ...]:
    """Return what is wrong with a picture, nothing if nothing is.

    Args:
        pixels: the whole picture (grey, or blue, green, red).
        homography: of the mat, where it is found: then its patches are what is judged.
        mat: the mat that lies there.
    """
    if homography is not None:
        return judged(light_of(pixels, homography, mat))
    grey = as_grey(pixels)
    paper = float(np.quantile(grey, _PAPER_QUANTILE))
    found = (_darkness(paper), _glare(float(np.mean(grey >= _BURNT))), _edges(edge_width(grey)))
    return tuple(complaint for complaint in found if complaint)


def judged(light: Light) -> tuple[Complaint, ...]:
    """Return what is wrong with the light on a mat, and with the lens."""
    found = (
        _darkness(light.paper),
        _burnt_paper(light) or _glare(light.burnt),
        _paleness(light),
        _shade(light),
        _tinted(light),
        _blur(light),
    )
    return tuple(complaint for complaint in found if complaint)


def edge_width(grey: NDArray[np.uint8]) -> float:
    """Return how many pixels the sharpest edges take from dark to bright."""
    soft = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)  # noise has no say
    right, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    steepest = float(np.quantile(np.hypot(right, down) / 8, _EDGE_QUANTILE))
    dark, bright = np.quantile(soft, (0.02, 0.98))
    return float((bright - dark) / max(steepest, 1e-3))


def _darkness(paper: float) -> Complaint | None:
    if paper >= DARKEST_PAPER:
        return None
    return Complaint("too-dark", {"paper": round(paper)})


def _glare(part: float) -> Complaint | None:
    if part <= LARGEST_GLARE:
        return None
    return Complaint("glare", {"percent": round(100 * part)})


def _burnt_paper(light: Light) -> Complaint | None:
    if light.paper < _BURNT:
        return None
    return Complaint("too-bright")


def _paleness(light: Light) -> Complaint | None:
    if light.paper < DARKEST_PAPER or light.paper - light.black >= PALEST * light.paper:
        return None
    return Complaint("pale")


def _shade(light: Light) -> Complaint | None:
    if light.evenness >= DEEPEST_SHADE:
        return None
    return Complaint("uneven", {"percent": round(100 * light.evenness)})


def _tinted(light: Light) -> Complaint | None:
    strongest, weakest = max(light.tint), min(light.tint)
    if strongest <= STRONGEST_TINT * weakest:
        return None
    return Complaint("tinted", detail=_COLOURS[light.tint.index(strongest)])


def _blur(light: Light) -> Complaint | None:
    if light.blur is None or light.blur <= light.widest:
        return None
    return Complaint("out-of-focus", detail=f"a blur of {light.blur:.1f} pixels")


def _edges(width: float) -> Complaint | None:
    if width <= WIDEST_EDGE:
        return None
    return Complaint("out-of-focus", detail=f"edges are {width:.0f} pixels wide")


def _bare_corners(mat: Mat) -> tuple[ZoneMm, ...]:
    """Return bare paper beside each marker, towards the mat's middle."""
    side = mat.margin / 2
    inner = mat.margin + mat.marker + side / 2
    lefts = (inner, mat.width - inner - side)
    nears = (mat.margin + mat.marker / 2, mat.depth - mat.margin - mat.marker / 2)
    return tuple(ZoneMm(left, near, side, side) for left in lefts for near in nears)


def _black(mat: Mat) -> list[ZoneMm]:
    """Return the black rims of the markers, on their left."""
    module = mat.marker / 8
    return [
        ZoneMm(zone.left + module / 4, zone.near + module, module / 2, zone.depth - 2 * module)
        for zone in mat.markers.values()
    ]


def _tint(
    pixels: NDArray[np.uint8], homography: Homography, mat: Mat
) -> tuple[float, float, float]:
    """Return the colour of what is grey: of the patches, for paper may be burnt out."""
    if pixels.ndim == 2:
        return (1.0, 1.0, 1.0)
    zones = [patch.zone for patch in mat.grey_patches] or list(_bare_corners(mat))
    colours = np.array([_median(pixels, homography, _inner(zone)) for zone in zones])
    shares = colours / np.maximum(colours.mean(axis=1, keepdims=True), 1.0)
    blue, green, red = np.median(shares, axis=0)
    return float(blue), float(green), float(red)


def _inner(zone: ZoneMm) -> ZoneMm:
    """Return the middle half of a zone: its edges are blurred."""
    width, depth = zone.width / 2, zone.depth / 2
    return ZoneMm(zone.left + width / 2, zone.near + depth / 2, width, depth)


def _median(pixels: NDArray[np.uint8], homography: Homography, zone: ZoneMm) -> NDArray[np.float64]:
    """Return the median colour of 25 places of a zone, blue, green, red; black outside."""
    spread = (np.arange(5) + 0.5) / 5
    places: list[Point] = [
        (zone.left + x * zone.width, zone.near + y * zone.depth) for x in spread for y in spread
    ]
    x, y = np.round(homography.pixels(np.array(places))).astype(int).T
    height, width = pixels.shape[:2]
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    if not inside.any():
        return np.zeros(3)
    seen = pixels[y[inside], x[inside]].reshape(int(inside.sum()), -1)
    return np.broadcast_to(np.median(seen, axis=0), (3,)).astype(np.float64)
