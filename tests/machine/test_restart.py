"""A home whose file system keeps nothing over a restart is found, however it is mounted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.doctor import Check
from companion.machine.storage import restart_checks
from tests.support.machines import MOUNTS, machine

pytestmark = pytest.mark.usefixtures("forgetful")

HOME = Path("/var/lib/companion")

COVERED = """\
22 1 0:24 / / rw,relatime shared:1 - overlay overlayroot rw,lowerdir=/media/root-ro
23 22 179:2 / /media/root-ro ro,noatime shared:2 - ext4 /dev/mmcblk0p2 ro
24 22 0:23 / /media/root-rw rw,relatime shared:3 - tmpfs tmpfs-root rw
"""
"""Debian's overlayroot, as it stands after the start."""
GAMES = "30 22 179:3 / /var/lib/companion rw,noatime shared:9 - ext4 /dev/mmcblk0p3 rw\n"
ON_TOP = "30 22 0:40 / /var/lib/companion rw,relatime shared:9 - overlay /media/root-ro/games rw\n"
HIDING = "31 22 0:41 / /var/lib rw - tmpfs tmpfs rw\n"

LAID = """
set -e
mount -t tmpfs memory "$1"
mkdir -p "$1/home" "$1/disk" "$1/deep" "$1/deep/home"
mount --bind "$2" "$1/disk"
mkdir -p "$1/disk/hidden" "$1/disk/hidden/home"
mount --bind "$1/home" "$1/disk/bound"
mount -t tmpfs memory "$1/disk/hidden/home"
mount --bind "$2" "$1/disk/hidden"
ln -sfn disk "$1/link"
ln -sfn ../home "$1/disk/back"
cd "$1"
shift 2
exec "$@"
"""
"""A folder in memory, with one of the disk in it, with mounts that are bound and hidden."""
ALONE = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "-r", "--mount")
ASK = """
import sys
from pathlib import Path
from companion.machine.machine import Machine
from companion.machine.storage import FORGETFUL, _mount
for home in sys.argv[1:]:
    print(_mount(Machine(), Path(home)).kind)
"""
PLACES = ("home", "disk", "disk/bound", "disk/hidden", "link", "disk/back", "deep/home", "none/yet")


def asked(folder: Path, mounts: str, *, temporary: bool = False) -> list[Check]:
    found = machine(folder, {"proc/self/mountinfo": mounts})
    return list(restart_checks(found, HOME, temporary=temporary))


@pytest.mark.parametrize(
    ("mounts", "lost_on"),
    [
        (MOUNTS, None),
        (COVERED, "overlay"),
        (COVERED + ON_TOP, "overlay"),
        (COVERED + GAMES, None),
        (COVERED + GAMES + HIDING, "tmpfs"),
        (COVERED.replace(" - overlay ", " - aufs "), "aufs"),
        ("", None),
        ("nonsense - tmpfs\n", None),
    ],
)
def test_games_that_do_not_outlast_a_restart_are_bad(
    tmp_path: Path, mounts: str, lost_on: str | None
) -> None:
    found = asked(tmp_path, mounts)
    assert [check.facts["disk"] for check in found] == ([lost_on] if lost_on else [])
    assert all((check.name, check.health) == ("restart", "bad") for check in found)


def test_who_has_asked_for_it_hears_of_it_without_being_warned(tmp_path: Path) -> None:
    (found,) = asked(tmp_path, COVERED, temporary=True)
    assert (found.health, found.code, found.mend) == ("ok", "home-temporary", "")


def test_the_file_system_is_the_one_that_findmnt_names(tmp_path: Path) -> None:
    folder, disk = tmp_path / "folder", tmp_path / "disk"
    folder.mkdir()
    (disk / "bound").mkdir(parents=True)
    laid = (*ALONE, "sh", "-c", LAID, "sh", str(folder), str(disk))
    ours = lines(*laid, sys.executable, "-c", ASK, *PLACES)
    existing = [place for place in PLACES if place != "none/yet"]
    theirs = [
        lines(*laid, "findmnt", "--noheadings", "--output", "FSTYPE", "--target", place)[0]
        for place in existing
    ]
    assert ours == [*theirs, "tmpfs"]
    assert theirs.count("tmpfs") >= 3


def lines(*words: str) -> list[str]:
    """Return what a command writes."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=env, timeout=60)
    return done.stdout.split()
