"""The picture of the rooms: layers as `pyproject.toml` has them, and what each really imports."""

import tomllib
from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

import grimp

from hardware.diagram import Diagram
from tests.support.repository import ROOMS, ROOT

_WIDTH, _TOP, _GAP, _LINE = 1100, 60, 10, 13
_CORE, _SEEING, _OTHER = "#fdf0d5", "#dff0e3", "#eef2f7"
_SHORT = "companion."


class _Box(NamedTuple):
    """A room as it is drawn."""

    name: str
    width: float
    below: list[str]  # what it imports, line by line


def rooms() -> str:
    """Return the drawing."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    told = {one["id"]: one for one in contracts["contracts"]}
    layers = [_names(layer) for layer in told["layers"]["layers"]]
    core, seeing = told["core"]["source_modules"], told["eyes"]["source_modules"]
    graph = grimp.build_graph(*ROOMS)
    every = [name for layer in layers for name in layer]
    rows = [[_Box(name, *_lines(graph, name, every, len(row))) for name in row] for row in layers]
    tall = [30 + _LINE * max(len(box.below) for box in row) for row in rows]
    drawing = Diagram(_WIDTH, _TOP + sum(tall) + _GAP * len(rows), "The rooms and their imports")
    _legend(drawing)
    y = float(_TOP)
    for row, height in zip(rows, tall, strict=True):
        for column, box in enumerate(row):
            x = 20 + column * (box.width + _GAP)
            fill = _CORE if box.name in core else (_SEEING if box.name in seeing else _OTHER)
            drawing.box(x, y, box.width, height, fill=fill, round_=5)
            drawing.words(x + 10, y + 19, box.name.removeprefix(_SHORT), size=15, bold=True)
            for number, line in enumerate(box.below):
                drawing.words(x + 10, y + 35 + number * _LINE, line, size=11, fill="#555")
        y += height + _GAP
    return drawing.text


def _legend(drawing: Diagram) -> None:
    drawing.words(20, 26, "Imports point downwards only", size=18, bold=True)
    says = (
        (_CORE, "the core: no clock, chance, disk, thread, web or picture", 20),
        (_SEEING, "what sees: no game, no rule", 420),
        (_OTHER, "in small: what it imports", 680),
    )
    for fill, words, x in says:
        drawing.box(x, 36, 14, 12, fill=fill)
        drawing.words(x + 20, 47, words)


def _lines(
    graph: grimp.ImportGraph, name: str, every: list[str], beside: int
) -> tuple[float, list[str]]:
    """Return how wide a room's box is, and the lines in it."""
    width = (_WIDTH - 40 - _GAP * (beside - 1)) / beside
    below = ", ".join(_imported(graph, name, every)) or "none of these"
    return width, wrap(below, int((width - 20) / 5.9))


def _names(layer: str) -> list[str]:
    return [name.strip().strip("()") for name in layer.split("|")]


def _imported(graph: grimp.ImportGraph, room: str, rooms_: list[str]) -> Iterator[str]:
    """Yield which of the rooms *room* imports, in their order."""
    own = {room, *graph.find_descendants(room)}
    found = {target for module in own for target in graph.find_modules_directly_imported_by(module)}
    for other in rooms_:
        if other != room and any(one == other or one.startswith(f"{other}.") for one in found):
            yield other.removeprefix(_SHORT)
