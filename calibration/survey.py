"""One calibration of one camera: everything that pictures of the mat say, and what to mend."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from calibration.lens_calibration import lens_of
from calibration.light import Complaint, Light, judged, light_of
from calibration.mat import A3, Mat
from calibration.mat_detection import MatFound, MatNotFound, as_grey, lens_for, locate
from calibration.pose import Pose, pose_of
from calibration.printer_scale import printed_scale
from companion.vision.frame import Pixels
from companion.vision.plane import Lens

TRUE_PRINT = 0.02
"""By so much a print may be too large or too small without a word."""

_RULER_MM = 100.0
_AS_TRUE = 0.004
_PRINTERS = (0.85, 1.15)  # beyond it what ends there is not the sheet

By: TypeAlias = Literal["ruler", "sheet", "nothing"]


class Printed(msgspec.Struct, frozen=True):
    """How large the mat was printed."""

    scale: float  # 1 if true
    by: By  # what says so: the user's ruler, the edges of the sheet, or nothing

    @property
    def words(self) -> str:
        """It, as a person would say it."""
        told = {"ruler": "by the ruler", "sheet": "by the sheet's edges"}
        if self.by == "nothing":
            return "the sheet's edges are not seen: measure the mat's 100 mm ruler"
        return f"{self.scale:.1%} {told[self.by]}"

    @property
    def is_off(self) -> bool:
        """Whether the printer is to be set."""
        return abs(self.scale - 1) > TRUE_PRINT


class Survey(msgspec.Struct, frozen=True):
    """What is known of a camera after a look at the mat."""

    size: tuple[int, int]  # width and height of its pictures
    found: MatFound
    lens: Lens
    pose: Pose
    printed: Printed
    light: Light
    complaints: tuple[Complaint, ...]
    poses: int = 1  # from how many sides the mat was seen to tell the lens

    @property
    def px_per_mm(self) -> float:
        """The scale in the middle of the mat."""
        mat = self.found.mat
        return self.found.homography.px_per_mm((mat.width / 2, mat.depth / 2))


def survey(
    pictures: Sequence[Pixels], *, ruler: float | None = None, lens: Lens | None = None
) -> Survey | MatNotFound:
    """Return what pictures of the mat say of one camera, or why they say nothing.

    Args:
        pictures: at least one; where the mat lies the one says that shows it best. Three or more
            from different sides tell the lens, and its focal length, better than one.
        ruler: millimetres that the mat's ruler of 100 mm really has, where somebody measured.
        lens: the camera's, where it is known already and shall stay.
    """
    looks = [(locate(pixels, lens=lens), pixels) for pixels in pictures]
    found = [(look, pixels) for look, pixels in looks if isinstance(look, MatFound)]
    if not found:
        # The picture that came nearest to it says best what is in the way.
        missing = (look for look, _ in looks if isinstance(look, MatNotFound))
        return max(missing, key=lambda look: (look.code != "no-mat", len(look.markers)))
    best, pixels = min(found, key=lambda pair: (-len(pair[0].markers), pair[0].error_mm))
    told = None if lens else _of_several(found, pixels.shape)
    if told is None:
        return _survey(best, pixels, ruler, lens)
    again = locate(pixels, lens=told[0])
    best = again if isinstance(again, MatFound) else best
    return msgspec.structs.replace(_survey(best, pixels, ruler, told[0]), poses=told[1])


def _of_several(
    found: Sequence[tuple[MatFound, Pixels]], shape: tuple[int, ...]
) -> tuple[Lens, int] | None:
    """Return the lens that all pictures of one size tell, and from how many sides."""
    return lens_of([(as_grey(pixels), look) for look, pixels in found if pixels.shape == shape])


def _survey(seen: MatFound, pixels: Pixels, ruler: float | None, known: Lens | None) -> Survey:
    printed = _printed(seen, pixels, ruler)
    lens = known or seen.homography.lens or lens_for(pixels.shape)
    mat: Mat = A3.scaled(printed.scale)
    found = seen
    if printed.scale != 1:
        again = locate(pixels, mat, lens=lens)
        found = again if isinstance(again, MatFound) else seen
    light = light_of(pixels, found.homography, found.mat)
    size = (pixels.shape[1], pixels.shape[0])
    pose = pose_of(found.homography, lens, found.mat)
    return Survey(size, found, lens, pose, printed, light, judged(light))


def _printed(seen: MatFound, pixels: Pixels, ruler: float | None) -> Printed:
    if ruler is not None:
        return Printed(ruler / _RULER_MM, "ruler")
    scale = printed_scale(as_grey(pixels), seen.homography, A3)
    if scale is None or not _PRINTERS[0] <= scale <= _PRINTERS[1]:
        return Printed(1.0, "nothing")
    # Sheets and the eye for their edges are no better than that.
    return Printed(1.0 if abs(scale - 1) < _AS_TRUE else scale, "sheet")
