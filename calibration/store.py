"""What is known about one camera, kept in a small readable file."""

import re
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace

from calibration.drawn_tray import (
    LEAST_MM,
    LEAST_PX,
    MOST_MM,
    Inside,
    LyingTray,
    box_around,
    is_convex,
    lying,
    shortest,
)
from calibration.mat import A3, Mat
from calibration.mat_detection import MatFound, lens_for
from companion.errors import SettingsError
from companion.files import keep, read_kept, words_of
from companion.vision.plane import Corners, Homography, Lens, Zone


class Calibration(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where tray and scan field lie in one camera's pictures of one size.

    By the mat there is a homography too. Where tray and scan field are drawn by hand there is
    none; the tray's corners and how large it is inside say as much, see `drawn_tray`. Where the
    size is not said, neither sizes of dice and tags nor where the camera stands are known. What
    was learned of lens and print outlives what is drawn.
    """

    camera: str  # the camera's name
    width: int  # of its pictures, in pixels
    height: int
    tray: Zone | None = None  # None: only the lens is known; the box around what was drawn
    scan: Zone | None = None
    homography: Homography | None = None  # with the camera's lens in it
    corners: Corners | None = None  # of a tray that was drawn; None: those of its box
    inside: Inside | None = None  # how large it is, as far as that was said
    lens_kept: Lens | None = None  # of an earlier look at the mat, where a tray is drawn
    error_mm: float | None = None
    printed: float = 1.0  # how large the mat was printed, 1 if true
    focus: float | None = None  # of a lens that focuses: where it saw the mat, in dioptres

    @property
    def mat(self) -> Mat:
        """The mat that lies there, in true millimetres."""
        return A3.scaled(self.printed)

    @property
    def lens(self) -> Lens | None:
        """The camera's lens, where it was seen; one that bends nothing is known too."""
        if self.homography is None:
            return self.lens_kept
        return self.homography.lens or lens_for((self.height, self.width))

    @property
    def lying(self) -> LyingTray | None:
        """How the tray lies that was drawn, None where that is not known."""
        if self.tray is None or self.inside is None:
            return None
        lens = self.lens_kept or lens_for((self.height, self.width))
        corners = self.corners or self.tray.corners
        return lying(corners, self.inside, lens, (self.width, self.height))

    def fits(self, width: int, height: int) -> bool:
        """Return whether it was made with pictures of that size."""
        return (self.width, self.height) == (width, height)


def by_mat(
    camera: str,
    size: tuple[int, int],
    mat: MatFound,
    *,
    printed: float = 1.0,
    focus: float | None = None,
) -> Calibration:
    """Return a calibration from the mat; *size* is the picture's width and height."""
    return Calibration(
        camera=camera,
        width=size[0],
        height=size[1],
        tray=mat.tray,
        scan=mat.scan,
        homography=mat.homography,
        error_mm=mat.error_mm,
        printed=printed,
        focus=focus,
    )


def by_hand(
    camera: str,
    size: tuple[int, int],
    *,
    tray: Corners,
    scan: Zone,
    inside: Inside | None = None,
    known: Calibration | None = None,
) -> Calibration:
    """Return a calibration from a tray and a box drawn on the live picture.

    Args:
        camera: its name.
        size: the picture's width and height.
        tray: where dice are read, in pixels.
        scan: where deeds and cards are read.
        inside: how large the tray is, in millimetres, where that is said.
        known: what was known of the camera before; its lens is kept.

    Raises:
        SettingsError: the tray or the box is none, or not within the picture, or the tray's
            corners and its size do not fit each other.
    """
    for name, corners in (("tray", tray), ("scan field", scan.corners)):
        if not _are_within(corners, size):
            raise SettingsError(code="box-outside", detail=name)
    if not is_convex(tray):
        raise SettingsError(code="tray-crossed")
    if shortest(tray) < LEAST_PX:
        raise SettingsError(code="tray-small")
    if inside and not all(LEAST_MM <= side <= MOST_MM for side in inside):
        raise SettingsError(code="tray-size", least=round(LEAST_MM), most=round(MOST_MM))
    box = box_around(np.array(tray), size)
    upright = None if tray == box.corners else tray
    drawn = Calibration(
        camera=camera,
        width=size[0],
        height=size[1],
        tray=box,
        scan=scan,
        corners=upright,
        inside=inside,
    )
    if known is not None and known.fits(*size):
        drawn = _with_optics(drawn, known)
    if inside and drawn.lying is None:
        raise SettingsError(code="tray-misfit")
    return drawn


def _are_within(corners: Corners, size: tuple[int, int]) -> bool:
    places = np.array(corners, np.float64)
    wide = places.max(axis=0) - places.min(axis=0)
    return bool((places >= 0).all() and (places <= size).all() and (wide >= 1).all())


def without_boxes(known: Calibration) -> Calibration | None:
    """Return what is left of a calibration without tray and scan field; None if nothing is."""
    if known.lens is None and known.focus is None:
        return None
    bare = Calibration(camera=known.camera, width=known.width, height=known.height)
    return _with_optics(bare, known)


def _with_optics(boxes: Calibration, known: Calibration) -> Calibration:
    return replace(boxes, lens_kept=known.lens, printed=known.printed, focus=known.focus)


def path_of(folder: Path, camera: str) -> Path:
    """Return the file of a camera: its name with all but letters and digits made plain."""
    return folder / f"calibration-{re.sub(r'[^a-z0-9]+', '-', camera.lower()).strip('-')}.json"


def save(calibration: Calibration, folder: Path) -> Path:
    """Write a camera's calibration and return its file.

    Raises:
        SettingsError: it cannot be written.
    """
    path = path_of(folder, calibration.camera)
    keep(calibration, path)
    return path


def forget(folder: Path, camera: str) -> None:
    """Throw away what is stored of a camera, if anything is.

    Raises:
        SettingsError: the file cannot be removed.
    """
    path = path_of(folder, camera)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise SettingsError(code="not-written", where=str(path), detail=words_of(error)) from None


def load(folder: Path, camera: str) -> Calibration | None:
    """Return what is stored of a camera, None if nothing is.

    Raises:
        SettingsError: the file cannot be read or is damaged.
    """
    stored = read_kept(path_of(folder, camera), Calibration, damaged="calibration-damaged")
    return stored if stored is not None and stored.camera == camera else None
