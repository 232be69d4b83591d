"""What goes wrong at a real table: one clear line, a page that says so, and no game lost."""

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.end_to_end.photos import OWN, Picture, Tray

SURE = Picture(OWN / "nell_18.jpg", (3, 6))
BROKEN_SCENARIO = """
title = "Zoe does not play"
edition = "us-classic"
players = ["Ann", "Bob"]
[[step]]
do = "roll"
by = "Zoe"
dice = [1, 2]
"""


def companion(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a subcommand to its end."""
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def only_line(said: str) -> str:
    """Return the one line of an error message."""
    (line,) = said.splitlines()
    assert line.startswith("companion: ")
    return line


@pytest.fixture
def tray(tmp_path: Path) -> Tray:
    return Tray(tmp_path / "tray")


@pytest.fixture
def evening(tmp_path: Path, tray: Tray) -> Iterator[tuple[Appliance, list[Phone]]]:
    source = f"dir:{tray.folder}?hold=0.5"
    appliance = Appliance(tmp_path / "home", "--camera", source, "--buttons", "mock")
    try:
        phones = joined(appliance)
        begin(phones)
        yield appliance, phones
    finally:
        appliance.kill()


def test_a_folder_without_pictures_is_no_camera(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    run = companion("run", "--home", str(tmp_path / "home"), "--camera", f"dir:{empty}")
    assert run.returncode == 1
    assert "no picture" in only_line(run.stderr)


@pytest.mark.parametrize("kind", ["gpio", "usb:/dev/null"])
def test_buttons_that_are_not_there_are_said_and_stop_nothing(tmp_path: Path, kind: str) -> None:
    appliance = Appliance(tmp_path / "home", "--camera", "sim", "--buttons", kind)
    try:
        phones = joined(appliance)
        assert "The buttons cannot be used" in phones[0].get("/doctor").body.decode()
        assert re.search(r"companion: no (buttons|keypad): .* \(.*\)", appliance.output)
        begin(phones)
        assert phones[0].command("roll", dice=[1, 2]).status == 200
    finally:
        appliance.kill()


def test_buttons_of_no_kind_are_one_line(tmp_path: Path) -> None:
    run = companion("run", "--home", str(tmp_path / "home"), "--buttons", "mock:/dev/null")
    assert run.returncode == 2
    assert "write gpio, usb, usb:DEVICE, mock or none" in only_line(run.stderr)


def test_a_camera_that_is_not_there_is_named(tmp_path: Path) -> None:
    run = companion("run", "--home", str(tmp_path / "home"), "--camera", "usb:63")
    assert run.returncode == 1
    assert "usb:63" in only_line(run.stderr)


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ["--camera", "sim", "--host", "127.0.0.1", "--port", port]
        run = companion("run", "--home", str(tmp_path / "home"), *words)
    assert run.returncode == 1
    assert port in only_line(run.stderr)


def test_a_second_companion_on_the_same_home_is_refused(
    tmp_path: Path, evening: tuple[Appliance, list[Phone]]
) -> None:
    assert evening[1][0].game()["game"]
    run = companion("run", "--home", str(tmp_path / "home"), "--camera", "sim", "--port", "0")
    assert run.returncode == 1
    assert "another companion" in only_line(run.stderr)


def test_a_home_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    run = companion("run", "--home", str(tmp_path / "file"), "--camera", "sim")
    assert run.returncode == 1
    assert str(tmp_path / "file") in only_line(run.stderr)


def test_an_edition_with_a_mistake_says_which_and_where(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert companion("editions", "--new", str(file), "--from", "us-classic").returncode == 0
    file.write_text(file.read_text().replace("price = 60", 'price = "sixty"', 1))
    run = companion("editions", "--check", str(file))
    assert run.returncode == 1
    assert "price" in run.stderr + run.stdout


def test_a_scenario_with_an_unknown_player_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "zoe.toml"
    file.write_text(BROKEN_SCENARIO)
    run = companion("scenario", str(file))
    assert run.returncode == 1
    assert "Zoe" in run.stdout


def test_a_broken_picture_is_passed_over(
    tray: Tray, evening: tuple[Appliance, list[Phone]]
) -> None:
    appliance, phones = evening
    before = phones[0].game()["seq"]
    (tray.folder / "0000b.jpg").write_bytes(b"\xff\xd8 no picture at all")
    wait_for("the warning", lambda: "0000b.jpg" in appliance.output)
    tray.put(SURE)
    wait_for("the roll after it", lambda: phones[0].game()["seq"] > before)
    assert sorted(phones[0].game()["state"]["turn"]["dice"]) == list(SURE.values)


def test_an_unplugged_camera_is_said_on_the_pages_and_comes_back(
    tmp_path: Path, tray: Tray, evening: tuple[Appliance, list[Phone]]
) -> None:
    phones = evening[1]
    before = phones[0].game()
    tray.folder.rename(tmp_path / "unplugged")
    wait_for("the lost camera", lambda: not phones[0].game()["camera"]["ok"])
    assert b"What it shows is not there any more." in phones[0].get("/table").body
    assert b"The camera sees no dice now." in phones[0].get("/seat").body
    typed = phones[0].command("roll", dice=[1, 2])  # phones do it all meanwhile
    assert typed.status == 200, typed
    shutil.move(tmp_path / "unplugged", tray.folder)
    wait_for("the camera", lambda: phones[0].game()["camera"]["ok"])
    assert phones[0].game()["seq"] > before["seq"]


def test_a_game_outlives_a_companion_that_is_stopped_and_started(
    tmp_path: Path, evening: tuple[Appliance, list[Phone]]
) -> None:
    appliance, phones = evening
    assert phones[0].command("roll", dice=[1, 2]).status == 200
    before = phones[0].game()["fingerprint"]
    assert appliance.stop() == 130
    again = Appliance(
        tmp_path / "home", "--camera", "sim", "--buttons", "none", port=phones[0].port
    )
    try:
        assert again.port == phones[0].port
        assert phones[0].game()["fingerprint"] == before
    finally:
        again.kill()
