"""`companion read dice`: one line per file, and a broken file stops nothing."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from tests.support.processes import python

PHOTO = Path(__file__).parent / "pictures" / "dice" / "nell_20191208_112659.jpg"
"""640 x 640 pixels: a four at 187, 212 and a two at 379, 200, of 21 pixels."""
OTHER_SIZE = PHOTO.with_name("damian_52.jpg")
AROUND_THE_FOUR, AROUND_BOTH = "100,150,200,120", "100,150,400,120"
THROUGH_THE_TWO = "100,150,278,120"


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_json_is_one_object_per_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--json", "--dice", "2", str(PHOTO)]) == 0
    (line,) = lines(capsys)
    row = json.loads(line)
    assert list(row) == ["file", "verdict", "dice", "confidence", "ms"]
    assert (row["file"], row["verdict"], row["dice"]) == (str(PHOTO), "sure", [2, 4])
    assert 0 < row["confidence"] <= 1
    assert row["ms"] > 0


def test_words_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", str(PHOTO)]) == 0
    assert lines(capsys)[0].startswith(f"{PHOTO}: 2 4  (sure")


def test_more_dice_expected_is_unsure_and_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--json", "--dice", "3", str(PHOTO)]) == 0
    assert json.loads(lines(capsys)[0])["verdict"] == "unsure"


def test_in_words_it_is_said_how_many_dice_are_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--dice", "3", str(PHOTO)]) == 0
    assert lines(capsys) == [f"{PHOTO}: 2 4?  (not sure: 2 seen, 3 expected)"]


def test_of_a_clip_that_is_none_only_our_own_line_is_said(tmp_path: Path) -> None:
    clip = tmp_path / "throw.mp4"
    clip.write_bytes(b"no clip" * 9)
    done = python("-m", "companion", "read", "dice", str(clip))
    line = f"companion: {clip}: this is no clip that can be read (MP4 with H.264 is read)\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)


def test_a_file_that_cannot_be_read_is_said_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    absent = str(tmp_path / "absent.jpg")
    assert main(["read", "dice", "--json", str(broken), absent, str(PHOTO)]) == 1
    first, second, third = map(json.loads, lines(capsys))
    assert (first["file"], second["file"]) == (str(broken), absent)
    assert set(first) == set(second) == {"file", "error"}
    assert third["verdict"] == "sure"


def test_without_json_a_broken_file_is_one_line_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "dice", str(tmp_path / "absent.jpg")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "no such file" in said.err


@pytest.mark.parametrize("number", ["0", "-1", "two", "21"])
def test_a_number_of_dice_that_is_none_is_wrong_usage(number: str) -> None:
    assert main(["read", "dice", "--dice", number, str(PHOTO)]) == 2


def row_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["read", "dice", "--json", *words, str(PHOTO)]) == 0
    (line,) = lines(capsys)
    row: dict[str, object] = json.loads(line)
    return row


@pytest.mark.parametrize("number", [(), ("--dice", "1")])
def test_only_what_lies_in_the_tray_counts(
    capsys: pytest.CaptureFixture[str], number: tuple[str, ...]
) -> None:
    row = row_of(capsys, *number, "--edge", "21", "--tray", AROUND_THE_FOUR)
    assert (row["verdict"], row["dice"]) == ("sure", [4])


def test_a_die_outside_the_tray_does_not_stand_in_for_one_inside(
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = row_of(capsys, "--dice", "2", "--edge", "21", "--tray", AROUND_THE_FOUR)
    assert (row["verdict"], row["dice"]) == ("unsure", [4])


@pytest.mark.parametrize("edge", [(), ("--edge", "21")])
def test_places_are_told_in_pixels_of_the_whole_picture(
    capsys: pytest.CaptureFixture[str], edge: tuple[str, ...]
) -> None:
    """In the order of the values: the two lies right of the four."""
    row = row_of(capsys, "--dice", "2", *edge, "--tray", AROUND_BOTH)
    assert (row["verdict"], row["dice"]) == ("sure", [2, 4])
    assert np.allclose(np.array(row["places"]), [(378.5, 200.3), (187, 212)], atol=3)


def test_the_edge_alone_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert row_of(capsys, "--dice", "2", "--edge", "21.5")["dice"] == [2, 4]
    far = row_of(capsys, "--dice", "2", "--edge", "80")
    assert far["verdict"] != "sure"


@pytest.mark.parametrize("number", [(), ("--dice", "2")])
def test_a_die_that_the_trays_edge_cuts_makes_the_reading_a_question(
    capsys: pytest.CaptureFixture[str], number: tuple[str, ...]
) -> None:
    row = row_of(capsys, *number, "--edge", "21", "--tray", THROUGH_THE_TWO)
    assert row["verdict"] != "sure"


@pytest.mark.parametrize(
    "words",
    [
        *(("--edge", edge) for edge in ("0", "-21", "7", "641", "1e9", "nan", "inf", "wide", "")),
        *(("--tray", box) for box in ("", "1,2,3", "1,2,3,4,5", "-1,2,3,4", "1,2,3,wide")),
        *(("--tray", box) for box in ("1.5,2,3,4", "0,0,0,9", "0,0,9,0")),
        *(("--tray", box) for box in ("640,0,9,9", "600,0,41,9", "0,600,9,41")),
        ("--tray", "0,0,30,20", "--edge", "21"),
        ("--tray", f"0,0,1{'0' * 5000},9"),
    ],
)  # fmt: skip
def test_an_edge_or_a_tray_that_is_none_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main(["read", "dice", *words, str(PHOTO)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("companion: ")
    assert said.err.count("\n") == 1


def test_one_tray_is_for_pictures_of_one_size(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["read", "dice", "--tray", AROUND_BOTH, str(PHOTO), str(OTHER_SIZE)]
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out.startswith(f"{PHOTO}: 2 4  (sure")
    assert said.err.startswith(f"companion: {OTHER_SIZE}: ")
    assert "another size" in said.err
    assert said.err.count("\n") == 1


def test_in_a_clip_the_tray_is_cut_out_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clip = tmp_path / "throw.avi"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (640, 640))
    for _ in range(6):
        writer.write(still(PHOTO))
    writer.release()
    words = ["--json", "--dice", "1", "--edge", "21", "--tray", AROUND_THE_FOUR]
    assert main(["read", "dice", *words, str(clip)]) == 0
    (line,) = lines(capsys)
    row = json.loads(line)
    assert (row["verdict"], row["dice"]) == ("sure", [4])
    assert np.allclose(row["places"], [(187, 212)], atol=3)


def test_the_photo_of_these_tests_is_whole() -> None:
    pixels: Pixels = still(PHOTO)
    assert pixels.dtype == np.uint8
