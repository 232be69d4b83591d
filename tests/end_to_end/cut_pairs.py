"""Cuts windows that hold exactly two labelled dice out of photos with more of them.

    python -m tests.end_to_end.cut_pairs PHOTOS OUT

PHOTOS is a folder with `boxes.json` (file -> [value, centre x, centre y, width, height] in pixels).
Only sources whose licence allows it are used; the windows are not scaled. The repository's own
share of table photos, `tests/end_to_end/pictures`, was made by it.
"""

import argparse
import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import msgspec

from companion.vision.frame import Pixels
from companion.vision.pictures import still

SOURCES = {"nell": 18, "epan": 6, "rune": 0}  # so many windows of each
MARGIN = 0.9  # of a die's edge around the two
QUALITY = 92
LEAST_EDGE = 24.0  # pixels; smaller dice are for the reader's own tests


class Box(msgspec.Struct, frozen=True):
    """A labelled die in a photo, pixels."""

    value: int
    x: float
    y: float
    width: float
    height: float

    @property
    def edge(self) -> float:
        """The longer side."""
        return max(self.width, self.height)

    def meets(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether any part lies in the window."""
        across, down = self.width / 2, self.height / 2
        return (
            left < self.x + across
            and self.x - across < right
            and top < self.y + down
            and self.y - down < bottom
        )


class Window(msgspec.Struct, frozen=True):
    """A part of a photo with two dice."""

    left: int
    top: int
    right: int
    bottom: int
    values: tuple[int, int]


def windows(boxes: list[Box], width: int, height: int) -> Iterator[Window]:
    """Yield the windows of a photo that hold two dice and no part of another."""
    for pair in itertools.combinations(boxes, 2):
        if min(box.edge for box in pair) < LEAST_EDGE:
            continue
        room = MARGIN * max(box.edge for box in pair)
        left = int(min(box.x - box.width / 2 for box in pair) - room)
        top = int(min(box.y - box.height / 2 for box in pair) - room)
        right = int(max(box.x + box.width / 2 for box in pair) + room)
        bottom = int(max(box.y + box.height / 2 for box in pair) + room)
        others = [box for box in boxes if box not in pair]
        inside = left >= 0 and top >= 0 and right <= width and bottom <= height
        if inside and not any(box.meets(left, top, right, bottom) for box in others):
            low, high = sorted(box.value for box in pair)
            yield Window(left, top, right, bottom, (low, high))


def best(found: list[Window]) -> Window | None:
    """Return the smallest window of a photo."""
    return min(found, key=lambda w: (w.right - w.left) * (w.bottom - w.top), default=None)


def main() -> None:
    """Cut the windows and write them with their labels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    boxes = json.loads((args.photos / "boxes.json").read_text())
    rows = ["file,values,from"]
    for source, most in SOURCES.items():
        names = sorted(name for name in boxes if name.startswith(f"{source}_"))
        kept = 0
        for name in names:
            photo = still(args.photos / name)
            if kept == most:
                continue
            window = best(list(windows(_boxes(boxes[name]), photo.shape[1], photo.shape[0])))
            if window is None:
                continue
            kept += 1
            file = f"{source}_{kept:02}.jpg"
            _write(args.out / file, photo[window.top : window.bottom, window.left : window.right])
            rows.append(f"{file},{window.values[0]} {window.values[1]},{name}")
    (args.out / "labels.csv").write_text("\n".join(rows) + "\n")


def _boxes(raw: list[list[float]]) -> list[Box]:
    return [Box(int(value), x, y, width, height) for value, x, y, width, height in raw]


def _write(path: Path, pixels: Pixels) -> None:
    cv2.imwrite(str(path), pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
