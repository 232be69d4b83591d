"""What cameras see from three mounts: the table, and the picture of it, to scale."""

import math
from typing import NamedTuple

from calibration.mat import A3
from cards_qr.tag_drawing import STICKER_MM, STICKER_MODULES
from hardware.cameras.options import CameraOptions
from hardware.cameras.sensor import WHOLE
from hardware.checks import ENOUGH_PX
from hardware.diagram import Diagram
from tests.docs.tables import table


class _Lens(NamedTuple):
    """A camera as its maker describes it."""

    name: str
    across: float  # degrees of view, along the picture's long side
    shape: float  # of the whole sensor, its long side by its short one
    sensor: str = ""  # of a Pi's camera, whose mode is no wider than it is

    def seen(self, height: float) -> tuple[float, float]:
        """Return what it sees from a height, along both sides, in the unit of the height."""
        long = 2 * height * math.tan(math.radians(self.across / 2))
        return long, long / self.shape

    @property
    def lowest(self) -> float:
        """The height in millimetres from which the whole mat is in the picture."""
        across, down = self.seen(1.0)
        return max((A3.width + _SPARE_MM) / across, (A3.depth + _SPARE_MM) / down)

    def highest(self, pixels: int) -> float:
        """Return up to which height in millimetres the usual stickers are read well.

        Args:
            pixels: the width of the picture.
        """
        seen = min(pixels, WHOLE[self.sensor].width) if self.sensor else pixels
        return STICKER_MM / STICKER_MODULES * seen / self.seen(1.0)[0] / ENOUGH_PX


_SPARE_MM = 40.0
"""Around the mat: no camera hangs just above its middle."""

LENSES = (
    _Lens("Camera Module 3", 66.0, 16 / 9, "imx708"),
    _Lens("USB webcam, 78° diagonal", 70.4, 16 / 9),
    _Lens("Camera Module 3 Wide", 102.0, 16 / 9, "imx708"),
    _Lens("Camera Module 2", 62.2, 4 / 3, "imx219"),
    _Lens("Camera Module 1", 53.5, 4 / 3, "ov5647"),
    _Lens("High Quality Camera, 6 mm", 55.0, 4 / 3, "imx477"),
)
_DRAWN = LENSES[:3]

_WIDTHS = (CameraOptions().width, 1920)
"""Of pictures, in pixels: as the companion asks for them, and `?width=1920`."""

MOUNTS = {
    50: "a gooseneck or a lamp's arm, clamped to the table",
    65: "a monitor arm or a microphone stand with its boom",
    90: "a shelf's edge, or the lamp above the table",
}
"""Height of the lens above the mat in centimetres -> what holds it."""

_PX_PER_CM, _COLUMN = 2.5, 330
_COLOURS = ("#1f5fa8", "#2e7d32", "#b3261e")


def mounts() -> str:
    """Return the table: a line for each camera."""
    head = (
        "camera",
        *(f"sees from {height} cm" for height in MOUNTS),
        "whole mat from",
        *(f"stickers up to, {width} pixels wide" for width in _WIDTHS),
    )
    return table(head, map(_row, LENSES))


def _row(lens: _Lens) -> tuple[str, ...]:
    return (
        lens.name,
        *("{:.0f} x {:.0f} cm".format(*lens.seen(height)) for height in MOUNTS),
        f"{math.ceil(lens.lowest / 10)} cm",
        *(f"{math.floor(lens.highest(width) / 10)} cm" for width in _WIDTHS),
    )


def picture() -> str:
    """Return the drawing: from the side how each hangs, from above what each camera sees."""
    drawing = Diagram(_COLUMN * len(MOUNTS), 640, "What cameras see from three heights")
    for column, (height, held) in enumerate(MOUNTS.items()):
        middle = (column + 0.5) * _COLUMN
        drawing.words(middle, 24, f"{height} cm", size=17, anchor="middle", bold=True)
        drawing.words(middle, 42, held, size=11.5, anchor="middle")
        _side(drawing, middle, height)
        _above(drawing, middle)
        for lens, colour in zip(_DRAWN, _COLOURS, strict=True):
            across, down = (_PX_PER_CM * length for length in lens.seen(height))
            across, down = min(across, _COLUMN - 12), min(down, 300)
            drawing.box(middle - across / 2, 458 - down / 2, across, down, stroke=colour)
    for lens, colour, x in zip(_DRAWN, _COLOURS, (20, 180, 400), strict=True):
        drawing.line((x, 624), (x + 24, 624), stroke=colour, width=3)
        drawing.words(x + 30, 628, lens.name)
    drawing.words(640, 628, "what is wider than its frame is cut off here", size=11, fill="#777")
    return drawing.text


def _side(drawing: Diagram, middle: float, height: int) -> None:
    """Draw table, arm and camera as seen from the side."""
    table_y = 288
    lens_y, half = table_y - height * 2.4, height * 2.4 * math.tan(math.radians(33))
    drawing.shape(
        (middle, lens_y), (middle - half, table_y), (middle + half, table_y), fill="#dde8f5"
    )
    drawing.line((middle - 150, table_y), (middle + 150, table_y), width=5, stroke="#8a6d3b")
    mat = A3.width / 10 * 2.4 / 2
    drawing.line((middle - mat, table_y - 4), (middle + mat, table_y - 4), width=3, stroke="#555")
    foot = middle + 138
    drawing.line((foot, table_y), (foot, lens_y - 8), (middle, lens_y - 8), width=4, stroke="#555")
    drawing.box(middle - 12, lens_y - 12, 24, 12, fill="#222")
    drawing.line((middle - 140, table_y - 4), (middle - 140, lens_y), stroke="#999", width=1)
    drawing.words(middle - 134, (table_y + lens_y) / 2, f"{height} cm", size=11, fill="#555")


def _above(drawing: Diagram, middle: float) -> None:
    """Draw the mat with its two fields as seen from above, as large as what cameras see."""
    scale = _PX_PER_CM / 10
    left, top = middle - A3.width * scale / 2, 458 - A3.depth * scale / 2
    drawing.box(left, top, A3.width * scale, A3.depth * scale, fill="#f2f2ee")
    for zone, name in ((A3.tray, "dice"), (A3.scan, "deeds")):
        x, y = left + zone.left * scale, top + (A3.depth - zone.near - zone.depth) * scale
        drawing.box(x, y, zone.width * scale, zone.depth * scale, fill="#fff", stroke="#999")
        centre = x + zone.width * scale / 2
        drawing.words(centre, y + zone.depth * scale / 2 + 4, name, size=10, anchor="middle")
