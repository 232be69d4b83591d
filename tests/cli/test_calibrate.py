"""`companion calibrate`: what it says, what it keeps, and what it refuses."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from calibration.store import load
from companion.cli import main
from companion.vision.frame import Pixels
from tests.support.mat_frames import Shot

SHOT = Shot(width=960, height=540, tilt=15, k1=-0.2, fill=0.85)


def written(file: Path, pixels: Pixels) -> str:
    assert cv2.imwrite(str(file), pixels)
    return f"file:{file}"


def calibrated(source: str, home: Path, *more: str) -> int:
    return main(["calibrate", "--camera", source, "--home", str(home), *more])


def test_a_picture_of_the_mat_is_measured_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = written(tmp_path / "mat.png", SHOT.draw())
    assert calibrated(source, tmp_path / "home", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    facts = json.loads(line)
    assert facts["found"]
    assert facts["markers"] == [0, 1, 2, 3]
    assert facts["error_mm"] < 0.1
    assert facts["tilt"] == pytest.approx(15, abs=1)
    assert facts["lens"]["k1"] < -0.05
    assert facts["print_by"] == "sheet"
    assert facts["complaints"] == []
    kept = load(tmp_path / "home", source)
    assert kept is not None
    assert kept.lens is not None
    assert kept.lens.k1 == pytest.approx(facts["lens"]["k1"], abs=1e-3)
    assert kept.fits(960, 540)


def test_it_says_so_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shrunk = replace(SHOT, printed=0.97, light=0.24)
    assert calibrated(written(tmp_path / "mat.png", shrunk.draw()), tmp_path) == 0
    told = capsys.readouterr().out
    assert "4 of 4 markers, the camera leans 15 degrees" in told
    assert "bends the picture's corners inwards" in told
    assert "look  print: 97.0% by the sheet's edges  -> print without scaling" in told
    assert "look  light: Too dark" in told
    assert "kept in" in told


def test_the_users_ruler_is_kept(tmp_path: Path) -> None:
    source = written(tmp_path / "mat.png", SHOT.draw())
    assert calibrated(source, tmp_path, "--ruler", "97.0") == 0
    kept = load(tmp_path, source)
    assert kept is not None
    assert kept.printed == pytest.approx(0.97)
    assert kept.mat.marker == pytest.approx(29.1)


def test_a_folder_and_a_clip_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "looks"
    folder.mkdir()
    written(folder / "1.png", np.full((540, 960, 3), 90, np.uint8))
    written(folder / "2.png", SHOT.draw())
    (folder / "3.png").write_bytes(b"no picture")
    assert calibrated(f"dir:{folder}", tmp_path) == 0
    clip = cv2.VideoWriter(
        str(tmp_path / "c.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (960, 540)
    )
    for _ in range(3):
        clip.write(SHOT.draw())
    clip.release()
    assert calibrated(f"file:{tmp_path / 'c.avi'}", tmp_path) == 0


def test_the_simulated_table_will_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrated("sim", tmp_path) == 0
    assert "camera: sim" in capsys.readouterr().out
    assert load(tmp_path, "sim") is not None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nothing", "No mat is seen. Lay it under the camera"),
        ("mirrored", "The picture is mirrored: switch mirroring off"),
        ("half", "Only 2 of the mat's 4 corner markers are seen. Uncover the others"),
    ],
)
def test_without_a_mat_to_be_used_the_mend_is_said_and_nothing_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    good = SHOT.draw()
    half = good.copy()
    half[:, 480:] = 90
    pictures = {"nothing": np.full_like(good, 90), "mirrored": good[:, ::-1], "half": half}
    source = written(tmp_path / "x.png", np.ascontiguousarray(pictures[name]))
    assert calibrated(source, tmp_path / "home", "--json") == 1
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    facts = json.loads(told.out)
    assert not facts["found"]
    assert said in facts["error"]
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("source", ["file:gone.png", "dir:gone", "usb:63", "nonsense"])
def test_a_source_that_is_none_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], source: str
) -> None:
    assert calibrated(source, tmp_path) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("companion: ")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("ruler", ["", "ten", "0", "-97", "nan", "1000"])
def test_a_ruler_that_is_none_is_wrong_usage(tmp_path: Path, ruler: str) -> None:
    assert calibrated("sim", tmp_path, f"--ruler={ruler}") == 2
