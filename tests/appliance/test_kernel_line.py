"""Raspberry Pi OS 12 runs the file by words on its kernel's line, whatever Imager does to it.

What rewrites the line is quoted from the package raspberrypi-sys-mods, branch bookworm
(`initramfs-tools/scripts/local-bottom/imager_fixup`, and the last lines that it gives to Imager's
`firstrun.sh`); what Imager 2 puts there, from its `imagewriter.cpp` and `downloadthread.cpp`. What
becomes of it systemd's own generator says.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.appliance.card import Card
from tests.support.repository import ROOT

GENERATOR = "/usr/lib/systemd/system-generators/systemd-run-generator"
IMAGE = (
    "console=serial0,115200 console=tty1 root=PARTUUID=fc6b844e-02 rootfstype=ext4 "
    "fsck.repair=yes rootwait"
)
COUNTRY = " cfg80211.ieee80211_regdom=DE"
IMAGER = (
    " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot"
    " systemd.unit=kernel-command-line.target"
)
FIXUP = r"""
if ! grep -q 'systemd\.run=/boot/firstrun\.sh' cmdline.txt; then exit 0; fi
sed -i 's|/boot/|/boot/firmware/|g' cmdline.txt
"""
IMAGERS_END = r"sed -i 's| systemd\.[^ ]*||g' cmdline.txt"


def words() -> str:
    """Return what the document says to put on the line."""
    page = (ROOT / "docs/first-start.md").read_text()
    (line,) = re.findall(r"^systemd\.run=.*$", page, re.MULTILINE)
    return str(line)


def unit_of(line: str, place: Path) -> list[str]:
    """Return the lines of the service that systemd makes of a kernel's line."""
    env = {**os.environ, "SYSTEMD_PROC_CMDLINE": line}
    subprocess.run([GENERATOR, place, place, place], env=env, check=True, timeout=60)
    return (place / "kernel-command-line.service").read_text().splitlines()


@pytest.mark.parametrize("imager", ["", IMAGER], ids=["alone", "behind Imager's words"])
def test_the_words_of_the_document_run_the_file_and_then_nothing_is_left_of_them(
    imager: str, tmp_path: Path
) -> None:
    line = f"{IMAGE}{COUNTRY}{imager} {words()}"
    card = Card(tmp_path, cmdline=line)
    firmware = tmp_path / "boot/firmware"
    cmdline = firmware / "cmdline.txt"
    assert card.shell(f"cd {firmware}; {FIXUP}").returncode == 0
    rewritten = cmdline.read_text()
    (tmp_path / "proc/cmdline").write_text(rewritten)
    (generated := tmp_path / "units").mkdir()
    unit = unit_of(rewritten, generated)
    assert "SuccessAction=reboot" in unit
    *others, ours = [line.partition("=")[2] for line in unit if line.startswith("ExecStart=")]
    assert others == (["/boot/firmware/firstrun.sh"] if imager else [])
    if imager:
        card.shell(f"cd {firmware}; {IMAGERS_END}")
    card.lay()
    done = card.shell(ours.replace("/boot", f"{tmp_path}/boot"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "systemctl enable --quiet companion-first-boot" in card.asked
    assert "systemctl start" not in card.asked  # no network there: at the next start
    assert cmdline.read_text() == f"{IMAGE}{COUNTRY}"


def test_what_the_owner_wrote_behind_the_words_stays(tmp_path: Path) -> None:
    card = Card(tmp_path, cmdline=f"{IMAGE} {words()} video=HDMI-A-1:1280x720@60")
    assert card.run().returncode == 0
    left = (tmp_path / "boot/firmware/cmdline.txt").read_text()
    assert left == f"{IMAGE} video=HDMI-A-1:1280x720@60"
