"""Label sheets that are not in our list, as whoever holds one describes them."""

import math
import re
from collections.abc import Mapping

import msgspec

from cards_qr.printing.formats import LABEL, LabelGrid, paper_named
from companion.errors import SheetError

EXAMPLE = f"{LABEL}25.4x25.4,pitch=28x28,left=8,top=10,columns=7,rows=10,paper=a4"
"""How a label sheet is described; all but the size may be left out."""

_SMALLEST, _MOST = 5.0, 1000  # millimetres of a label; labels on a sheet
_SLACK = 0.3  # millimetres: sheets are described by people with rulers
_PAIR = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*[x×*]\s*(\d{1,3}(?:\.\d+)?)")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d+)?")
_KEYS = ("paper", "pitch", "left", "top", "columns", "rows")


class _Side(msgspec.Struct, frozen=True):
    """A sheet along one of its sides, in millimetres."""

    many: str  # what is counted along it
    start: str  # the margin before the first label
    size: float
    pitch: float
    paper: float


def is_described(name: str) -> bool:
    """Return whether a label sheet is described, and not named."""
    return _PAIR.match(name.lower().removeprefix(LABEL).strip()) is not None


def labels_described(text: str) -> LabelGrid:
    """Return the places of a label sheet that is described as in `EXAMPLE`.

    Without a pitch labels touch; without columns and rows there are as many as fit; without left
    and top they are in the middle of the paper, as on most sheets.

    Raises:
        SheetError: it is no description, or no sheet can be so.
    """
    first, *rest = text.lower().removeprefix(LABEL).split(",")
    width, height = _pair("a label", first)
    told = _told(rest)
    paper = paper_named(told.get("paper", "a4"))
    pitch_x, pitch_y = _pair("pitch", told["pitch"]) if "pitch" in told else (width, height)
    across = _Side("columns", "left", width, pitch_x, paper.width)
    down = _Side("rows", "top", height, pitch_y, paper.height)
    columns, left = _along(across, told)
    rows, top = _along(down, told)
    if columns * rows > _MOST:
        raise SheetError(code="labels-too-many", count=columns * rows, example=EXAMPLE)
    return LabelGrid(
        paper=paper,
        columns=columns,
        rows=rows,
        width=width,
        height=height,
        pitch_x=pitch_x,
        pitch_y=pitch_y,
        left=left,
        top=top,
        labels=True,
    )


def _told(parts: list[str]) -> Mapping[str, str]:
    told: dict[str, str] = {}
    for part in parts:
        key, found, value = (piece.strip() for piece in part.partition("="))
        if key not in _KEYS or not found:
            raise _unclear(part.strip())
        if key in told:
            raise SheetError(code="labels-twice-said", key=key, example=EXAMPLE)
        told[key] = value
    return told


def _along(side: _Side, told: Mapping[str, str]) -> tuple[int, float]:
    """Return how many labels lie along one side of the paper, and where the first begins.

    Raises:
        SheetError: they would be too small, overlap, or reach beyond the paper.
    """
    size, pitch = side.size, side.pitch
    if min(size, pitch) < _SMALLEST:
        raise SheetError(code="labels-too-small", size=min(size, pitch), least=_SMALLEST)
    if pitch < size:
        raise SheetError(code="labels-overlap", detail=side.many, size=size, pitch=pitch)
    begins = _number(side.start, told[side.start]) if side.start in told else None
    if side.many in told:
        count = _count(side.many, told[side.many])
    else:
        count = max(1, math.floor((side.paper - (begins or 0.0) + _SLACK - size) / pitch) + 1)
    used = (count - 1) * pitch + size
    start = (side.paper - used) / 2 if begins is None else begins
    over = max(-start, start + used - side.paper)
    if over > _SLACK:
        raise SheetError(
            code="labels-beyond-paper",
            count=count,
            size=size,
            over=round(over, 1),
            paper=side.paper,
        )
    return count, start


def _pair(what: str, text: str) -> tuple[float, float]:
    found = _PAIR.fullmatch(text.strip())
    if found is None:
        raise _unclear(text.strip(), f"no size in mm of {what}")
    return float(found[1]), float(found[2])


def _number(what: str, text: str) -> float:
    if _NUMBER.fullmatch(text) is None:
        raise _unclear(text, f"no millimetres of {what}")
    return float(text)


def _count(what: str, text: str) -> int:
    if not text.isdecimal() or not 1 <= len(text) <= 3 or int(text) < 1:
        raise _unclear(text, f"no number of {what}")
    return int(text)


def _unclear(said: str, detail: str = "") -> SheetError:
    return SheetError(code="labels-unclear", detail=detail, said=said, example=EXAMPLE)
