"""A clip or one picture as a camera."""

from pathlib import Path

import cv2
import numpy as np

from companion.errors import CameraError, LargePictureError, PictureError
from companion.vision.frame import Frame, Pixels
from companion.vision.pictures import opened_clip
from hardware.cameras.options import CameraOptions
from hardware.cameras.pictures import is_picture, load_picture
from hardware.pace import Pace


def open_file(path: str, options: CameraOptions, pace: Pace | None = None) -> "ClipCamera":
    """Open a clip or a still picture.

    Raises:
        CameraError: there is no such file, or nothing can be seen in it.
    """
    file, name = Path(path), f"file:{path}"
    if not file.is_file():
        raise CameraError("no such file", where=name, mend="check the path")
    return ClipCamera(file, name=name, pace=pace or Pace(options.rate))


class ClipCamera:
    """Plays a clip in its own time and holds its last frame; a picture is held from the start.

    Args:
        path: the file.
        name: as in `Camera`.
        pace: how often frames are given; what the clip has more of is dropped.

    Raises:
        CameraError: nothing can be seen in the file.
    """

    simulated = True

    def __init__(self, path: Path, *, name: str, pace: Pace) -> None:
        self.name = name
        self._path, self._pace = path, pace
        self._clip: cv2.VideoCapture | None = None
        self._fps, self._began, self._last = 1.0, -1.0, 0
        self._shown, self._given = 0, -1
        self._pixels = self._first()

    def read(self) -> Frame:
        """Return the clip's frame of this instant.

        Raises:
            CameraError: the file is gone.
        """
        at = self._pace.wait()
        if not self._path.is_file():
            raise CameraError(code="camera-gone", where=self.name)
        if self._began < 0:
            self._began = at
        self._wind(int((at - self._began) * self._fps + 1e-6))
        # Numbers follow the clip while it plays, so that a dropped frame leaves its gap.
        self._given = max(self._given + 1, self._shown)
        return Frame(pixels=self._pixels, at=at, number=self._given)

    def close(self) -> None:
        """Close the file."""
        if self._clip is not None:
            self._clip.release()
            self._clip = None

    def _first(self) -> Pixels:
        if is_picture(self._path):
            try:
                return load_picture(self._path)
            except LargePictureError as problem:
                raise CameraError(problem.what, where=self.name, mend=problem.mend) from problem
            except PictureError as problem:
                raise CameraError(
                    "the picture is broken", where=self.name, mend="copy it again"
                ) from problem
        try:
            self._clip = opened_clip(self._path)
        except PictureError as problem:
            raise CameraError(problem.what, where=self.name, mend=problem.mend) from problem
        good, pixels = self._clip.read()
        if not good:
            raise CameraError(
                "is neither a clip nor a picture", where=self.name, mend="MP4, AVI and JPEG work"
            )
        fps = self._clip.get(cv2.CAP_PROP_FPS)
        self._last = int(self._clip.get(cv2.CAP_PROP_FRAME_COUNT)) - 1
        self._fps = fps if 0.2 <= fps <= 1000 else 25.0  # some containers know no rate
        return np.asarray(pixels, np.uint8)

    def _wind(self, wanted: int) -> None:
        # A slow reader would skip the last frame, which is the one to hold.
        wanted = min(wanted, self._last) if self._last > 0 else wanted
        while self._clip is not None and self._shown < wanted:
            if not self._clip.grab():
                self.close()  # some containers count too many frames
                return
            self._shown += 1
            if self._shown == wanted:
                good, pixels = self._clip.retrieve()
                self._pixels = np.asarray(pixels, np.uint8) if good else self._pixels
