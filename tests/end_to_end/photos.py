"""Labelled pictures of two dice, and the folder through which the companion sees them."""

import csv
import os
import shutil
from pathlib import Path

import cv2
import msgspec
import numpy as np

OWN = Path(__file__).parent / "pictures"


class Picture(msgspec.Struct, frozen=True):
    """A picture of two dice."""

    path: Path
    values: tuple[int, int]

    @property
    def total(self) -> int:
        """The spaces to move."""
        return sum(self.values)


def labelled(folder: Path) -> list[Picture]:
    """Return the pictures of a folder that show two readable dice, by its `labels.csv`."""
    pictures = []
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values = row["values"].split()
            path = folder / row["file"]
            if len(values) == 2 and "?" not in values and path.suffix == ".jpg":
                low, high = sorted(map(int, values))
                pictures.append(Picture(path, (low, high)))
    return pictures


def collections() -> dict[str, list[Picture]]:
    """Return the repository's own pictures, and those of COMPANION_PICTURES if it is set."""
    found = {"own": labelled(OWN)}
    if "COMPANION_PICTURES" in os.environ:
        found["collection"] = labelled(Path(os.environ["COMPANION_PICTURES"]) / "dice")
    return found


class Tray:
    """A folder that `--camera dir:` looks at; a picture put in is the next roll."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0
        folder.mkdir()
        self.clear()

    def put(self, picture: Picture) -> None:
        """Let *picture* be the next that the camera sees."""
        self._count += 1
        coming = self.folder / "coming"  # no picture's name until it is whole
        shutil.copy(picture.path, coming)
        coming.rename(self.folder / f"{self._count:04}.jpg")

    def clear(self) -> None:
        """Leave the table empty, as it is before the companion is started."""
        for path in self.folder.glob("*.jpg"):
            path.unlink()
        cv2.imwrite(str(self.folder / "0000.jpg"), np.full((480, 640, 3), 170, np.uint8))
