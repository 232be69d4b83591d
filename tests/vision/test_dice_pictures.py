"""Pictures and clips from files, and what is said of broken ones."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import PictureError
from companion.vision.pictures import clip, is_clip, still

ROWS = np.linspace(0, 255, 40 * 60 * 3, dtype=np.uint8).reshape(40, 60, 3)


def written(path: Path) -> Path:
    assert cv2.imwrite(str(path), ROWS)
    return path


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_a_picture_is_read_in_three_channels(tmp_path: Path, ending: str) -> None:
    pixels = still(written(tmp_path / f"throw{ending}"))
    assert pixels.shape == (40, 60, 3)
    assert pixels.dtype == np.uint8


def test_a_grey_picture_has_three_channels_too(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), ROWS[..., 0])
    assert still(tmp_path / "grey.png").shape == (40, 60, 3)


def test_a_name_in_any_script_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "throw.png").rename(tmp_path / "бросок-würfel.png")
    assert still(path).shape == (40, 60, 3)


@pytest.mark.parametrize(
    ("content", "what"),
    [(b"", "empty"), (b"not a picture", "no picture"), (b"\xff\xd8\xff\xe0", "cut short")],
)
def test_what_is_no_picture_is_named(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "throw.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=what) as error:
        still(path)
    assert error.value.where == str(path)
    assert error.value.mend


def test_half_a_jpeg_is_no_picture(tmp_path: Path) -> None:
    """The decoder would fill the missing half with grey."""
    path = written(tmp_path / "throw.jpg")
    coded = path.read_bytes()
    path.write_bytes(coded[: len(coded) // 2])
    with pytest.raises(PictureError, match="cut short"):
        still(path)


def test_what_follows_a_whole_jpeg_does_not_disturb(tmp_path: Path) -> None:
    path = written(tmp_path / "throw.jpg")
    path.write_bytes(path.read_bytes() + b"a phone's short film")
    assert still(path).shape == (40, 60, 3)


@pytest.mark.parametrize("read", [still, lambda path: list(clip(path))])
def test_a_missing_file_and_a_folder_are_named(tmp_path: Path, read: object) -> None:
    assert callable(read)
    with pytest.raises(PictureError, match="no such file"):
        read(tmp_path / "absent.mp4")
    with pytest.raises(PictureError, match="folder"):
        read(tmp_path)


def test_a_clip_gives_its_frames_with_times(tmp_path: Path) -> None:
    path = tmp_path / "throw.avi"
    code = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), code, 20.0, (60, 40))
    for _ in range(5):
        writer.write(ROWS)
    writer.release()
    frames = list(clip(path))
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert frames[4].at == pytest.approx(0.2)


def test_a_clip_without_frames_is_named(tmp_path: Path) -> None:
    (tmp_path / "throw.mp4").write_bytes(b"no frames")
    with pytest.raises(PictureError, match="no clip"):
        list(clip(tmp_path / "throw.mp4"))


def test_clips_are_told_by_their_ending() -> None:
    assert is_clip(Path("THROW.MP4"))
    assert not is_clip(Path("throw.jpg"))
