"""Real throws through the whole watcher; where no pictures are given there is nothing to watch."""

import os
from pathlib import Path

from calibration.mat_detection import MatNotFound
from companion.errors import CameraError
from companion.vision.dice import NetReader
from companion.vision.frame import Frame
from companion.vision.pictures import clip
from hardware.watcher import Watcher
from tests.support.told import Told
from tests.support.untagged import NoTags

SHOWN = {
    "tirada_1": (1, 1, 2, 3, 4),
    "tirada_4": (2, 2, 2, 3, 5),
    "ciecha_1": (1, 3, 5),
    "ciecha_2": (3, 4, 5),
    "ciecha_3": (2, 5, 6),
    "ciecha_4": (2, 3, 6),
    "ciecha_5": (1, 1, 1, 3, 4, 6),
}
ASKED_AT_MOST = 3
"""Of the seven: hands at the edge, and dice through which the pips of the other side shine."""


class Nowhere:
    """A camera for tests that give the frames themselves."""

    name, simulated = "clip", True

    def read(self) -> Frame:
        raise CameraError("is lost", where=self.name)

    def close(self) -> None:
        pass


def watched(path: Path, dice: int) -> Told:
    told = Told()
    watcher = Watcher(
        Nowhere(),
        witness=told,
        dice=NetReader(),
        tags=NoTags(),
        dice_expected=lambda: dice,
        find=lambda _pixels: MatNotFound("no-mat", ()),
    )
    for frame in clip(path):
        if frame.number % 2 == 0:
            watcher.see(frame)
    return told


def test_real_throws_are_read_once_and_never_wrong() -> None:
    folder = os.environ.get("COMPANION_PICTURES")
    asked = 0
    for name, values in SHOWN.items() if folder else ():
        told = watched(Path(str(folder)) / "dice" / f"{name}.mp4", len(values))
        sure = [reading.values for reading in told.readings if reading.verdict == "sure"]
        assert sure in ([], [values]), name
        asked += not sure
    assert asked <= ASKED_AT_MOST
