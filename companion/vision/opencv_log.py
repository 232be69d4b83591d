"""What OpenCV would write to the terminal by itself."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import cv2


@contextmanager
def silenced() -> Iterator[None]:
    """Keep OpenCV's own lines off the terminal; the error raised says it once."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # read with the first clip
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(level)
