"""A folder of pictures as a camera: each lies still for a while, a hand passes between two."""

import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.errors import CameraError, PictureError
from companion.vision.frame import Frame, Pixels
from hardware.cameras.options import CameraOptions
from hardware.cameras.passing_hand import passing_hand
from hardware.cameras.pictures import load_picture, pictures_in
from hardware.pace import Pace

PASSING_S, PASSING_FRAMES = 0.6, 4
"""How long a hand takes to pass, and in how many frames at least."""

STILL_FRAMES = 6
"""A picture is shown so often at least, however late its reader comes."""

EMPTY_S = 1.2
"""How long the table stays empty between two equal pictures."""

_log = logging.getLogger(__name__)


def open_folder(path: str, options: CameraOptions, pace: Pace | None = None) -> "FolderCamera":
    """Open a folder of pictures.

    Raises:
        CameraError: there is no such folder, or no picture in it can be read.
    """
    folder, name = Path(path), f"dir:{path}"
    if not folder.is_dir():
        raise CameraError("no such folder", where=name, mend="check the path")
    return FolderCamera(folder, name=name, options=options, pace=pace or Pace(options.rate))


class FolderCamera:
    """Shows the pictures of a folder in the order of their names, and stays on the last.

    It begins with an empty table of the first picture's colour, so that the first picture has
    come by motion as well; between two equal pictures the table is emptied too, or they would be
    one picture over which a hand has passed. The folder is looked at again for every picture:
    what was added by then is shown in its turn, what was removed or is broken is passed over.

    Args:
        folder: where the pictures are.
        name: as in `Camera`.
        options: how long a picture lies still, and whether to begin again after the last.
        pace: when frames are given.

    Raises:
        CameraError: no picture in the folder can be read.
    """

    simulated = True

    def __init__(self, folder: Path, *, name: str, options: CameraOptions, pace: Pace) -> None:
        self.name = name
        self._folder, self._options, self._pace = folder, options, pace
        self._current = ""  # the name of the picture shown or being brought
        self._told: set[str] = set()  # broken pictures that were warned about
        self._since, self._number = -1.0, -1
        self._waiting = self._next()
        if self._waiting is None:
            raise CameraError(
                "has no picture that can be read", where=name, mend="put .jpg or .png files in it"
            )
        self._shown = _emptied(self._waiting)
        self._still = options.lead  # seconds for which what is shown still lies
        self._frames = 0  # that have shown it
        self._passing: Iterator[Pixels] = iter(())

    def read(self) -> Frame:
        """Return what lies there now.

        Raises:
            CameraError: the folder is gone.
        """
        at = self._pace.wait()
        if not self._folder.is_dir():
            raise CameraError(code="camera-gone", where=self.name)
        self._number += 1
        return Frame(pixels=self._seen(at), at=at, number=self._number)

    def close(self) -> None:
        """Nothing is held open."""

    @property
    def showing(self) -> str:
        """The name of the picture that is shown or being brought; "" before the first."""
        return self._current

    def _seen(self, at: float) -> Pixels:
        moving = next(self._passing, None)
        if moving is not None:
            self._since = -1.0
            return moving
        if self._since < 0:
            self._since = at
        self._frames += 1
        if at - self._since < self._still or self._frames <= STILL_FRAMES:
            return self._shown
        brought = self._waiting if self._waiting is not None else self._next()
        self._since = at  # without another picture: look again after another while
        if brought is None:
            return self._shown
        empty = _emptied(brought)
        if np.array_equal(brought, self._shown) and not np.array_equal(empty, self._shown):
            self._waiting = brought
            return self._bring(empty, EMPTY_S)
        self._waiting = None
        return self._bring(brought, self._options.hold)

    def _bring(self, brought: Pixels, still: float) -> Pixels:
        frames = max(PASSING_FRAMES, round(PASSING_S * self._options.rate))
        self._passing = passing_hand(self._shown, brought, frames)
        self._shown, self._still, self._since, self._frames = brought, still, -1.0, 0
        return next(self._passing)

    def _next(self) -> Pixels | None:
        """Return the next picture that can be read, if there is one."""
        try:
            names = pictures_in(self._folder)
        except OSError:
            return None  # `read` says that the folder is gone
        later = [name for name in names if name > self._current]
        again = [name for name in names if name <= self._current] if self._options.loop else []
        for name in later + again:
            pixels = self._load(name)
            if pixels is not None:
                self._current = name
                return pixels
        return None

    def _load(self, name: str) -> Pixels | None:
        try:
            return load_picture(self._folder / name)
        except PictureError as problem:
            if name not in self._told:
                self._told.add(name)
                _log.warning("passed over: %s", problem)
            return None


def _emptied(pixels: Pixels) -> Pixels:
    colour = np.median(pixels[::8, ::8].reshape(-1, 3), axis=0)
    return np.full_like(pixels, colour.astype(np.uint8))
