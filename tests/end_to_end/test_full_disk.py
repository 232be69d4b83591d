"""A card that is full: the command is refused in words, the pages say so, and play goes on."""

import os
import random
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.table.table import Table
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Answer, Phone
from tests.support.player import play

ROOM = "6m"
MOST = 2000
"""Commands that what is left of the disk certainly does not take."""
MOUNT = 'mount -t tmpfs -o size="$0" companion "$1" && shift && exec "$@"'
"""The disk is in a mount namespace of its own: it is gone with the process."""
FULL = """mount -t tmpfs -o size="$0" companion "$1" && cp -r "$2"/. "$1" &&
{ cat /dev/zero >"$1"/filler || shift 2; } 2>/dev/null && exec "$@\""""
"""Likewise, with a home in it and no room left."""
ALONE = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "-r", "--mount")


def started(home: Path, *within: str) -> Appliance:
    """Start a companion whose home is a disk of its own."""
    home.mkdir()
    before = [*ALONE, "sh", "-c", *within]
    return Appliance(home, "--camera", "sim", "--buttons", "none", within=before)


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    appliance = started(tmp_path / "home", MOUNT, ROOM, str(tmp_path / "home"))
    yield appliance
    appliance.kill()


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home whose plug was pulled in mid-game."""
    home = tmp_path_factory.mktemp("cut-off")
    table = Table(home / "running")
    table.start()
    list(islice(play(table, random.Random(7)), 30))
    shutil.copytree(home / "running", home / "left")
    table.stop()
    return home / "left"


def seen_by(appliance: Appliance, folder: Path) -> Path:
    """Return *folder* as the process sees it."""
    return Path(f"/proc/{appliance.process.pid}/root") / folder.relative_to("/")


def fill(path: Path) -> None:
    """Write until nothing more fits."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return


def corrected(banker: Phone, cash: int) -> Answer:
    """Send a correction that takes room in the journal."""
    return banker.command("correct", why="it takes room " * 25, cash={"0": cash})


def test_nothing_is_lost_on_a_full_card(tmp_path: Path, appliance: Appliance) -> None:
    phones = joined(appliance)
    begin(phones)
    filler = seen_by(appliance, tmp_path / "home" / "filler")
    fill(filler)
    answers = (corrected(phones[0], cash) for cash in range(MOST))
    refused = next(answer for answer in answers if answer.status != 200)
    assert refused.status == 503
    assert refused.data["refused"] == "disk-full", refused
    assert b'role="alert"' in phones[1].get("/seat").body
    stood = phones[0].game()

    filler.unlink()
    assert corrected(phones[0], 1234).status == 200
    now = phones[0].game()
    assert (now["seq"], now["cash"][0]) == (stood["seq"] + 1, 1234)
    assert now["trouble"] == ""


@pytest.mark.parametrize("reserve", [True, False], ids=["with its reserve", "without"])
def test_a_game_whose_disk_is_full_from_the_start_goes_on_with_the_first_room(
    tmp_path: Path,
    cut_off: Path,
    reserve: bool,  # noqa: FBT001  # a case
) -> None:
    before, home = tmp_path / "before", tmp_path / "home"
    shutil.copytree(cut_off, before)
    if not reserve:
        (before / "reserve").unlink()
    room = sum(path.stat().st_size for path in before.rglob("*")) + (1 << 20)
    appliance = started(home, FULL, str(room), str(home), str(before))
    try:
        phone = Phone(appliance.port)
        if not reserve:
            assert "no room" in phone.game()["trouble"]
            assert b'role="alert"' in phone.get("/table").body
            seen_by(appliance, home / "filler").unlink()
        wait_for("the game", lambda: phone.game()["game"])
        assert (phone.game()["seq"], phone.game()["trouble"]) == (30, "")
    finally:
        appliance.kill()
