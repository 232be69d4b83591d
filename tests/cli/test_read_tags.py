"""`companion read tags`."""

import json
from pathlib import Path

import cv2
import pytest

from cards_qr.keyring import Keyring, save_keyring
from companion.cli import main
from tests.support.keyrings import known_keyring
from tests.support.tag_frames import ScanField


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


@pytest.fixture
def picture(tmp_path: Path, keyring: Keyring) -> Path:
    field = ScanField()
    field.lay(keyring.tags[7], px_per_module=2.5)
    path = tmp_path / "scan.png"
    cv2.imwrite(str(path), field.picture())
    return path


@pytest.fixture
def keyring_file(tmp_path: Path, keyring: Keyring) -> Path:
    path = tmp_path / "keyring.json"
    save_keyring(keyring, path)
    return path


def test_one_json_line_per_file(
    picture: Path, keyring_file: Path, keyring: Keyring, capfd: pytest.CaptureFixture[str]
) -> None:
    status = main(["read", "tags", str(picture), "--json", "--keyring", str(keyring_file)])
    (line,) = capfd.readouterr().out.splitlines()
    row = json.loads(line)
    (tag,) = row["tags"]
    assert status == 0
    assert {"file", "tags", "ms"} == set(row)
    assert {"text", "kind", "id", "side", "valid", "corners"} == set(tag)
    assert str(picture) == row["file"]
    assert (keyring.tags[7].text, "deed", 4, "back", True) == (
        tag["text"],
        tag["kind"],
        tag["id"],
        tag["side"],
        tag["valid"],
    )
    assert [len(corner) for corner in tag["corners"]] == [2, 2, 2, 2]


def test_a_file_that_cannot_be_read_stops_no_other(
    picture: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.png"
    bad.write_text("no picture")
    status = main(["read", "tags", str(bad), str(picture), "--json"])
    first, second = (json.loads(line) for line in capfd.readouterr().out.splitlines())
    assert status == 1
    assert {"file", "error"} == set(first)
    assert not second["tags"][0]["valid"]  # without a keyring nothing is


def test_a_keyring_that_is_none_is_one_line(
    picture: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status = main(["read", "tags", str(picture), "--keyring", str(picture)])
    told = capfd.readouterr()
    assert (status, told.out) == (1, "")
    (line,) = told.err.splitlines()
    assert str(picture) in line


def test_people_are_told_in_words(
    picture: Path, keyring_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    main(["read", "tags", str(picture), "--keyring", str(keyring_file)])
    assert f"{picture}: deed 4 back\n" == capfd.readouterr().out
