"""A card that is only read, as docs/install.md has it: Debian's overlayroot covers all but games.

The script of Debian's initramfs is run whole, in namespaces of its own, on a root in memory.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.repository import ROOT

SCRIPT = ROOT / ".venv/unpacked/usr/share/initramfs-tools/scripts/init-bottom/overlayroot"
ALONE = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "-r", "--mount")
GUIDE = (ROOT / "docs/install.md").read_text("utf-8")
THERE, BACK = re.findall(r"^ *sudo sed -i '(.+)' /boot/firmware/cmdline\.txt$", GUIDE, re.MULTILINE)
(GAMES,) = re.findall(r"`(LABEL=\S+ /var/lib/companion .+?)`", GUIDE)

SOLD = "console=serial0,115200 console=tty1 root=PARTUUID=ab-02 rootfstype=ext4 rootwait"
ENABLED = f"overlayroot=tmpfs {SOLD}"
"""What `raspi-config nonint enable_overlayfs` makes of it."""
FSTAB = f"""\
proc            /proc           proc    defaults          0       0
PARTUUID=ab-01  /boot/firmware  vfat    defaults          0       2
PARTUUID=ab-02  /               ext4    defaults,noatime  0       1
{GAMES}
"""

START = """
set -e
mount -t tmpfs initramfs "$1"
cp "$2" "$1/overlayroot"
cd "$1"
mkdir usr proc dev run tmp scripts conf media root
for name in bin sbin lib lib64; do [ ! -e "/$name" ] || ln -s "usr/$name" "$name"; done
mount --bind /usr usr
mount --rbind /dev dev
mount --rbind /proc proc
printf '%s\\n' "$3" >cmdline
mount --bind cmdline proc/cmdline
cat >scripts/functions <<'END'
log_failure_msg() { echo "$*" >&2; }
log_warning_msg() { echo "$*" >&2; }
log_success_msg() { echo "$*" >&2; }
panic() { exit 9; }
END
mount -t tmpfs card root
mkdir root/etc
printf '%s' "$4" >root/etc/fstab
rootmnt=/root ROOT=/dev/card chroot . /bin/sh /overlayroot
findmnt --noheadings --output FSTYPE root
cat root/etc/fstab
"""


def started(folder: Path, cmdline: str) -> tuple[str, list[list[str]]]:
    """Start with a kernel's command line.

    Returns the kind of the root file system, and the words of each line of `fstab` that counts.
    """
    command = [*ALONE, "sh", "-c", START, "sh", str(folder), str(SCRIPT), cmdline, FSTAB]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    kind, *lines = done.stdout.splitlines()
    return kind, [line.split() for line in lines if line and not line.startswith("#")]


def edited(expression: str, text: str) -> str:
    """Return what sed makes of a line."""
    command = ["sed", expression]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


needs_overlayroot = pytest.mark.skipif(
    not SCRIPT.exists(), reason="no overlayroot of Debian's (make test unpacks it)"
)


@needs_overlayroot
def test_the_guide_covers_the_card_and_leaves_the_games_alone(tmp_path: Path) -> None:
    kind, fstab = started(tmp_path, edited(THERE, ENABLED))
    assert kind == "overlay"
    assert [line for line in fstab if "companion" in line[1]] == [GAMES.split()]


@needs_overlayroot
def test_what_raspi_config_writes_alone_covers_the_games_too(tmp_path: Path) -> None:
    _kind, fstab = started(tmp_path, ENABLED)
    (games,) = [line for line in fstab if line[1] == "/var/lib/companion"]
    assert games[2] == "overlay"
    assert "upperdir=/media/root-rw/overlay/var/lib/companion" in games[3]


@needs_overlayroot
def test_the_way_back_covers_nothing(tmp_path: Path) -> None:
    back = edited(BACK, edited(THERE, ENABLED))
    assert back == SOLD
    kind, fstab = started(tmp_path, back)
    assert (kind, fstab) == ("tmpfs", [line.split() for line in FSTAB.splitlines()])


def test_the_way_back_is_the_same_from_what_raspi_config_wrote() -> None:
    assert edited(BACK, ENABLED) == SOLD
