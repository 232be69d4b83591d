"""Paper and label sheets: how large they are, and where on them there is room for a sticker."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from companion.errors import SheetError

LABEL = "label:"
"""What stands before the name of a label sheet."""


class Paper(msgspec.Struct, frozen=True):
    """A sheet of paper, upright, in millimetres."""

    name: str
    width: float
    height: float

    @property
    def across(self) -> "Paper":
        """The same sheet on its side."""
        return Paper(self.name, self.height, self.width)


class LabelGrid(msgspec.Struct, frozen=True, kw_only=True):
    """Equal places on a sheet, counted from the upper left, row by row; in millimetres."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    pitch_x: float
    pitch_y: float
    left: float  # of the first column
    top: float  # of the first row, from the paper's upper edge
    labels: bool = False  # cut at the factory: nothing is printed between the places

    @property
    def count(self) -> int:
        """How many places there are on a sheet."""
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """Return the lower left corner of a place, from the paper's lower left corner."""
        row, column = divmod(place, self.columns)
        top = self.paper.height - self.top - row * self.pitch_y
        return self.left + column * self.pitch_x, top - self.height

    def behind(self, place: int) -> int:
        """Return which place lies behind one when the paper is turned over at its long edge."""
        row, column = divmod(place, self.columns)
        return row * self.columns + self.columns - 1 - column


class _Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    paper: str
    columns: int
    rows: int
    width: float
    height: float
    pitch_x: float = 0.0
    pitch_y: float = 0.0


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    paper: dict[str, tuple[float, float]]
    label: tuple[_Label, ...]


def paper_named(name: str) -> Paper:
    """Return a paper.

    Raises:
        SheetError: there is none of this name.
    """
    sizes = _formats().paper
    if name.lower() not in sizes:
        there = f"{', '.join(sizes)} or {_labels()}"
        raise SheetError(code="no-such-paper", name=name, there=there)
    return Paper(name.lower(), *sizes[name.lower()])


def labels_named(name: str) -> LabelGrid:
    """Return the places of a label sheet; *name* may begin with `label:`.

    Raises:
        SheetError: there is none of this name.
    """
    wanted = name.lower().removeprefix(LABEL)
    for label in _formats().label:
        if wanted in map(str.lower, label.names):
            return _grid(label)
    raise SheetError(code="no-such-labels", name=wanted, there=_labels())


def label_sheets() -> tuple[tuple[str, LabelGrid], ...]:
    """Return all label sheets, each under its first name."""
    return tuple((label.names[0], _grid(label)) for label in _formats().label)


def free_grid(
    paper: Paper,
    size: tuple[float, float],
    *,
    gap: float,
    margin: float,
    head: float = 0.0,
    foot: float = 0.0,
) -> LabelGrid:
    """Return as many places of a size as a blank sheet has, centred between its sides.

    Args:
        paper: the sheet.
        size: width and height of a place, millimetres.
        gap: between two places.
        margin: that no printer reaches, on all sides.
        head: kept free at the top, inside the margin.
        foot: likewise at the bottom.

    Raises:
        SheetError: not one fits.
    """
    width, height = size
    columns = int((paper.width - 2 * margin + gap + _ROUNDING) // (width + gap))
    rows = int((paper.height - 2 * margin - head - foot + gap + _ROUNDING) // (height + gap))
    if columns < 1 or rows < 1:
        raise SheetError(
            f"{width:g} x {height:g} mm does not fit on {paper.name}", mend="a smaller size"
        )
    used = columns * (width + gap) - gap
    return LabelGrid(
        paper=paper,
        columns=columns,
        rows=rows,
        width=width,
        height=height,
        pitch_x=width + gap,
        pitch_y=height + gap,
        left=(paper.width - used) / 2,
        top=margin + head,
    )


_ROUNDING = 1e-6


def _grid(label: _Label) -> LabelGrid:
    paper = paper_named(label.paper)
    pitch_x, pitch_y = label.pitch_x or label.width, label.pitch_y or label.height
    return LabelGrid(
        paper=paper,
        columns=label.columns,
        rows=label.rows,
        width=label.width,
        height=label.height,
        pitch_x=pitch_x,
        pitch_y=pitch_y,
        left=(paper.width - (label.columns - 1) * pitch_x - label.width) / 2,
        top=(paper.height - (label.rows - 1) * pitch_y - label.height) / 2,
        labels=True,
    )


def _labels() -> str:
    sheets = (
        f"{'/'.join(label.names)} ({label.width:g} x {label.height:g} mm, {label.paper})"
        for label in _formats().label
    )
    return f"{LABEL}WxH of your own in mm, or {LABEL}NAME with NAME one of {', '.join(sheets)}"


@cache
def _formats() -> _File:
    text = files("cards_qr.printing").joinpath("formats.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _File)
