"""A few pictures of any source, for whoever looks once and not for an evening."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from companion.errors import CameraError, PictureError
from companion.vision.frame import Pixels
from companion.vision.pictures import clip, is_clip
from hardware.cameras.faults import let_go
from hardware.cameras.opening import open_camera
from hardware.cameras.options import CameraOptions, split_source
from hardware.cameras.pictures import load_picture, pictures_in

SETTLING, LOOKS = 5, 3
"""Frames that a camera's exposure may take to settle; frames that are looked at then."""

MOST = 24
"""Pictures of a clip or folder at most, spread over all of it."""


class Glimpse(NamedTuple):
    """What was seen."""

    camera: str  # its name
    pictures: Sequence[Pixels]  # at least one, as large as a camera would give it
    focus: float | None = None  # of a lens that focuses: where it stood, in dioptres


def glimpse(source: str) -> Glimpse:
    """Return what a source shows; a lens that focuses is focused anew.

    Args:
        source: as `open_camera` takes it.

    Raises:
        CameraError: it cannot be opened or gives nothing.
        PictureError: its file cannot be read.
    """
    kind, rest, _ = split_source(source, CameraOptions())
    if kind == "dir":
        return Glimpse(source, _of_folder(Path(rest), source))
    if kind == "file":
        path = Path(rest)
        return Glimpse(source, _of_clip(path) if is_clip(path) else [load_picture(path)])
    camera = open_camera(source)
    try:
        frames = [camera.read() for _ in range(SETTLING + LOOKS)][SETTLING:]
        return Glimpse(camera.name, [frame.pixels for frame in frames], frames[-1].focus)
    finally:
        let_go(camera)


def _of_folder(folder: Path, source: str) -> Sequence[Pixels]:
    if not folder.is_dir():
        raise CameraError("no such folder", where=source, mend="check the path")
    names = pictures_in(folder)
    read = []
    for name in (names[i] for i in _spread(len(names))):
        try:
            read.append(load_picture(folder / name))
        except PictureError:  # a broken one among others is passed over
            continue
    if not read:
        raise CameraError("no picture in it can be read", where=source, mend="put some into it")
    return read


def _of_clip(path: Path) -> Sequence[Pixels]:
    count = sum(1 for _ in clip(path))
    wanted = set(_spread(count))
    return [frame.pixels for frame in clip(path) if frame.number in wanted]


def _spread(count: int) -> Sequence[int]:
    """Return the numbers of at most `MOST` of *count* things, evenly spread."""
    spread = np.linspace(0, max(count - 1, 0), min(count, MOST)).round().astype(int)
    return [int(number) for number in np.unique(spread)]
