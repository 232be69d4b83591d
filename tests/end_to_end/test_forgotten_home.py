"""A home in memory: terminal, pages and doctor say that its games are lost at the next restart."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone

ROOM = "64m"
MOUNT = 'mount -t tmpfs -o size="$0" companion "$1" && shift && exec "$@"'
ALONE = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "-r", "--mount")
SAID = "All games are lost at the next restart: they lie on tmpfs"


def within(home: Path) -> list[str]:
    """Return what runs a command with *home* in memory, for it alone."""
    home.mkdir()
    return [*ALONE, "sh", "-c", MOUNT, ROOM, str(home)]


@pytest.fixture(params=[False, True], ids=["unasked", "asked for"])
def appliance(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Appliance]:
    home = tmp_path / "home"
    words = ("--camera", "sim", "--buttons", "none")
    appliance = Appliance(home, *words, within=within(home), temporary=request.param)
    appliance.port  # noqa: B018  # waits until it runs
    yield appliance
    appliance.kill()


def test_all_pages_say_so_unless_it_was_asked_for(
    appliance: Appliance, request: pytest.FixtureRequest
) -> None:
    spoken_of = "unasked" in request.node.callspec.id
    assert (SAID in appliance.output) == spoken_of
    stranger = Phone(appliance.port)
    phones = joined(appliance)
    pages = {f"{path} before": says(phones[0], path) for path in ("/table", "/seat", "/banker")}
    begin(phones)
    pages |= {path: says(phones[0], path) for path in ("/table", "/seat", "/banker")}
    pages |= {f"{path} of a stranger": says(stranger, path) for path in ("/table", "/watch")}
    assert pages == dict.fromkeys(pages, spoken_of)
    assert says(phones[0], "/doctor")


def says(phone: Phone, path: str) -> bool:
    """Return whether a page says that games are lost."""
    answer = phone.get(path)
    assert answer.status == 200, path
    return SAID.encode() in answer.body


@pytest.mark.parametrize(("words", "mark"), [((), "BAD "), (("--temporary",), "ok  ")])
def test_the_doctor_says_so(tmp_path: Path, words: tuple[str, ...], mark: str) -> None:
    home = tmp_path / "home"
    doctor = (sys.executable, "-m", "companion", "doctor", "--camera", "sim")
    done = subprocess.run(
        [*within(home), *doctor, "--home", str(home), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    (line,) = [line for line in done.stdout.splitlines() if SAID in line]
    assert line.startswith(f"{mark}  restart:")
    assert done.returncode == 1 or words
