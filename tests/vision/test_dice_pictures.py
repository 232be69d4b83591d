"""Pictures and clips from files, and what is said of broken ones."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

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


@pytest.mark.parametrize("ending", [".png", ".tiff"])
def test_a_picture_of_16_bits_is_read_in_8(tmp_path: Path, ending: str) -> None:
    cv2.imwrite(str(tmp_path / f"deep{ending}"), ROWS.astype(np.uint16) * 257)
    assert np.array_equal(still(tmp_path / f"deep{ending}"), ROWS)


@pytest.mark.parametrize("mode", ["CMYK", "L"])
def test_a_jpeg_of_print_colours_or_none_is_read(tmp_path: Path, mode: str) -> None:
    Image.fromarray(ROWS[..., ::-1]).convert(mode).save(tmp_path / "print.jpg", quality=98)
    pixels = still(tmp_path / "print.jpg")
    grey = cv2.cvtColor(ROWS, cv2.COLOR_BGR2GRAY).astype(int)
    assert np.abs(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(int) - grey).mean() < 8


def test_a_picture_taken_upright_is_turned_as_its_camera_noted(tmp_path: Path) -> None:
    note = Image.Exif()
    note[0x0112] = 6  # turn right
    Image.fromarray(ROWS).save(tmp_path / "upright.jpg", exif=note)
    assert still(tmp_path / "upright.jpg").shape == (60, 40, 3)


@pytest.mark.parametrize("ending", ["gif", "webp", "png"])
def test_of_an_animation_the_first_picture_is_read(tmp_path: Path, ending: str) -> None:
    grey = [Image.new("RGB", (60, 40), (level,) * 3) for level in (200, 20)]
    grey[0].save(tmp_path / f"film.{ending}", save_all=True, append_images=grey[1:])
    assert abs(float(still(tmp_path / f"film.{ending}").mean()) - 200) < 3


@pytest.mark.parametrize("side", [6_000, 12_000, 40_000])
def test_a_small_file_that_would_fill_the_memory_is_refused(tmp_path: Path, side: int) -> None:
    """Its head alone is enough: nothing is decoded."""
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(99))), (b"IEND", b"")]
    coded = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
    (tmp_path / "bomb.png").write_bytes(coded)
    with pytest.raises(PictureError, match="too large"):
        still(tmp_path / "bomb.png")


def test_a_huge_photo_is_decoded_smaller(tmp_path: Path) -> None:
    Image.new("L", (8000, 4000), 90).save(tmp_path / "huge.jpg")
    assert still(tmp_path / "huge.jpg").shape == (2000, 4000, 3)


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
