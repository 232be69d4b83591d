"""A card that is full: the command is refused in words, the pages say so, and play goes on."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Answer, Phone

ROOM = "6m"
MOST = 2000
"""Commands that what is left of the disk certainly does not take."""
MOUNT = 'mount -t tmpfs -o size="$0" companion "$1" && shift && exec "$@"'
"""The disk is in a mount namespace of its own: it is gone with the process."""


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    home = tmp_path / "home"
    home.mkdir()
    alone = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "-r", "--mount"]
    within = [*alone, "sh", "-c", MOUNT, ROOM, str(home)]
    appliance = Appliance(home, "--camera", "sim", "--buttons", "none", within=within)
    yield appliance
    appliance.kill()


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
