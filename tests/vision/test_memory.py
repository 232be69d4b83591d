"""No picture takes more memory than a Pi has left for one, whatever its head says of it."""

import io
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.errors import LargePictureError, PictureBusyError, PictureError
from companion.vision import pictures
from companion.vision.frame import Pixels
from companion.vision.pictures import decoded, opened_clip
from tests.support import black_pictures as black
from tests.support.processes import python

LEFT_MIB = 170
"""The service has 400 MB, and a game with its phones takes half of it."""

DECODE = """\
import re, sys
from pathlib import Path
from companion.errors import PictureError
from companion.vision.pictures import decoded

def now(key):
    return int(re.search(key + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024

small, large = (Path(name).read_bytes() for name in sys.argv[1:])
decoded(small)
before = now("VmRSS")
try:
    what = "x".join(map(str, decoded(large).shape))
except PictureError as error:
    what = type(error).__name__
print(what, now("VmHWM") - before)
"""


def animated(ending: str, width: int, height: int) -> bytes:
    frames = [Image.new("RGB", (width, height), (shade, 0, 0)) for shade in range(2)]
    file = io.BytesIO()
    frames[0].save(file, ending, save_all=True, append_images=frames[1:])
    return file.getvalue()


CASES: dict[str, tuple[Callable[[], bytes], str]] = {
    "PNG of 119 MP": (lambda: black.png(10_900, 10_900), "LargePictureError"),
    "grey PNG of 81 MP": (lambda: black.png(9000, 9000, channels=1), "LargePictureError"),
    "PNG of 25 MP": (lambda: black.png(5800, 4300), "4300x5800x3"),
    "PNG of 25 MP, alpha, 16 bits": (
        lambda: black.png(5800, 4300, channels=4, bits=16),
        "4300x5800x3",
    ),
    "PNG that moves": (lambda: animated("PNG", 5800, 4300), "LargePictureError"),
    "WebP that moves": (lambda: animated("WEBP", 5800, 4300), "LargePictureError"),
    "WebP of 12 MP": (lambda: black.other(".webp", 4000, 3000), "3000x4000x3"),
    "TIFF of 81 MP": (lambda: black.other(".tif", 9000, 9000), "LargePictureError"),
    "GIF of 25 MP": (lambda: animated("GIF", 5800, 4300), "LargePictureError"),
    "JPEG of 25 MP": (lambda: black.jpeg(5800, 4300), "4300x5800x3"),
    "JPEG of 48 MP": (lambda: black.jpeg(8000, 6000), "3000x4000x3"),
    "JPEG of 108 MP": (lambda: black.jpeg(12_000, 9000), "2250x3000x3"),
    "JPEG of 200 MP": (lambda: black.jpeg(16_320, 12_240), "3060x4080x3"),
    "progressive JPEG of 25 MP": (
        lambda: black.jpeg(5800, 4300, progressive=True, fine=True),
        "1075x1450x3",
    ),
    "progressive JPEG of 108 MP": (
        lambda: black.jpeg(12_000, 9000, progressive=True),
        "LargePictureError",
    ),
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much a process has held")
@pytest.mark.parametrize("name", CASES)
def test_no_picture_takes_more_memory_than_there_is(name: str, tmp_path: Path) -> None:
    make, expected = CASES[name]
    small, large = tmp_path / "small", tmp_path / "large"
    small.write_bytes(black.png(9, 9))
    large.write_bytes(make())
    what, held = python("-c", DECODE, str(small), str(large), check=True).stdout.split()
    assert expected == what
    assert float(held) < LEFT_MIB


def test_what_no_head_is_understood_of_is_not_decoded() -> None:
    portable = cv2.imencode(".ppm", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
    with pytest.raises(PictureError, match="no picture that can be read"):
        decoded(portable)


def test_a_head_that_is_told_twice_is_none() -> None:
    jpeg = black.jpeg(16, 16)
    at = jpeg.index(b"\xff\xc0")
    end = at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    with pytest.raises(PictureError, match="no picture that can be read"):
        decoded(jpeg[:end] + jpeg[at:end] + jpeg[end:])


def test_a_jpeg_of_very_many_scans_is_none() -> None:
    """Each of them takes as long as a whole picture."""
    jpeg = black.jpeg(64, 64, progressive=True)
    at = jpeg.rindex(b"\xff\xda")
    assert decoded(jpeg).shape == (64, 64, 3)
    with pytest.raises(PictureError, match="no picture that can be read"):
        decoded(jpeg[:at] + 64 * jpeg[at:-2] + jpeg[-2:])


def test_who_waits_for_others_pictures_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, go_on = threading.Event(), threading.Event()
    real = pictures._decoded

    def slow(coded: bytes, flags: int) -> Pixels | None:
        inside.set()
        go_on.wait(60)
        return real(coded, flags)

    monkeypatch.setattr(pictures, "_decoded", slow)
    first = threading.Thread(target=decoded, args=(black.png(9, 9),))
    first.start()
    try:
        assert inside.wait(60)
        with pytest.raises(PictureBusyError):
            decoded(black.png(9, 9), wait_s=0.01)
    finally:
        go_on.set()
        first.join()
    assert decoded(black.png(9, 9), wait_s=0.01).shape == (9, 9, 3)


def test_a_picture_under_the_name_of_a_clip_is_not_opened_to_find_its_size(tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(black.png(10_900, 10_900))
    with pytest.raises(LargePictureError):
        opened_clip(clip)


def test_a_clip_of_larger_frames_than_4k_is_not_read(tmp_path: Path) -> None:
    clip = tmp_path / "clip.avi"
    size = (7680, 4320)
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10, size)
    writer.write(np.zeros((*size[::-1], 3), np.uint8))
    writer.release()
    with pytest.raises(LargePictureError):
        opened_clip(clip)
