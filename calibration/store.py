"""What is known about one camera, kept in a small readable file."""

import re
from pathlib import Path

import msgspec
from msgspec.structs import replace

from calibration.mat import A3, Mat
from calibration.mat_detection import MatFound, lens_for
from companion.errors import SettingsError
from companion.files import keep, read_kept, words_of
from companion.vision.plane import Homography, Lens, Zone


class Calibration(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where tray and scan field lie in one camera's pictures of one size.

    By the mat there is a homography too; by two boxes drawn by hand there is none, and sizes of
    dice and tags are not known. Nor is where the camera stands: a box along the picture's sides
    does not say how the tray lies. What was learned of lens and print outlives boxes.
    """

    camera: str  # the camera's name
    width: int  # of its pictures, in pixels
    height: int
    tray: Zone | None = None  # None: only the lens is known
    scan: Zone | None = None
    homography: Homography | None = None  # with the camera's lens in it
    lens_kept: Lens | None = None  # of an earlier look at the mat, where boxes are drawn
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
    tray: Zone,
    scan: Zone,
    known: Calibration | None = None,
) -> Calibration:
    """Return a calibration from two boxes drawn on the live picture.

    Args:
        camera: its name.
        size: the picture's width and height.
        tray: where dice are read, in pixels.
        scan: where deeds and cards are read.
        known: what was known of the camera before; its lens is kept.

    Raises:
        SettingsError: a box is empty or not within the picture.
    """
    width, height = size
    for name, box in (("tray", tray), ("scan field", scan)):
        inside = box.left >= 0 and box.top >= 0
        inside &= box.left + box.width <= width and box.top + box.height <= height
        if not inside or min(box.width, box.height) < 1:
            raise SettingsError(code="box-outside", detail=name)
    boxes = Calibration(camera=camera, width=width, height=height, tray=tray, scan=scan)
    if known is None or not known.fits(*size):
        return boxes
    return _with_optics(boxes, known)


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
