"""What the service may open: every line of the unit names what a kernel has."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.appliance.system import SERVICE
from tests.appliance.test_units import named, text_of

BARE = """
1 mem, 4 /dev/vc/0, 4 tty, 4 ttyS, 5 /dev/tty, 5 /dev/console, 5 /dev/ptmx, 5 ttyprintk, 7 vcs,
10 misc, 13 input, 14 sound, 29 fb, 128 ptm, 136 pts, 180 usb, 189 usb_device, 204 ttyAMA,
239 binder, 240 vchiq, 241 hidraw, 242 rpmb, 243 nvme-generic, 244 nvme, 245 bcm2835-gpiomem,
246 vc-mem, 247 bsg, 248 watchdog, 249 ptp, 250 pps, 251 lirc, 252 rtc, 253 dma_heap, 254 gpiochip
"""
"""The character devices of `/proc/devices` on a Raspberry Pi 4 whose camera and sound drivers were
not loaded when somebody listed them for a lesson on drivers (kernel of Raspberry Pi OS, 64 bit)."""

GROUP_OF = {"videodev": "video4linux", "mc": "media", "snd": "alsa"}
"""A module -> the group that it registers: `VIDEO_NAME` in v4l2-dev.c, `MEDIA_NAME` in
mc-devnode.c, `register_chrdev(major, "alsa", ...)` in sound/core/sound.c."""

WITHOUT_GROUP = {"/dev/vcio", "/dev/vcio_gencmd"}
"""`misc_register` of drivers/char/broadcom/vcio.c makes them: in `/proc/devices` that is `misc`."""


def groups() -> set[str]:
    """Return the groups of a Pi that has loaded neither camera nor sound."""
    return {name for _number, name in re.findall(r"(\d+) ([^,\s]+)", BARE)}


def loaded() -> set[str]:
    """Return the modules that are loaded before the service starts."""
    first, last = (set(named(SERVICE, key)) for key in ("Wants", "After"))
    return {
        match[1]
        for unit in first & last
        if (match := re.fullmatch(r"modprobe@(.+)\.service", unit))
    }


@pytest.mark.parametrize("device", named(SERVICE, "DeviceAllow")[::2])
def test_each_device_that_is_allowed_is_one_that_a_kernel_has(device: str) -> None:
    kind, _, group = device.partition("-")
    there = groups() | {GROUP_OF[module] for module in loaded()}
    assert group in there if kind == "char" else device in WITHOUT_GROUP


@pytest.mark.parametrize("group", ["video4linux", "media", "dma_heap", "gpiochip", "input", "alsa"])
def test_the_service_reaches_the_parts_it_needs(group: str) -> None:
    assert f"char-{group}" in named(SERVICE, "DeviceAllow")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd (make test has it)")
def test_systemd_finds_nothing_to_say_of_the_units(tmp_path: Path) -> None:
    units = tmp_path / "etc/systemd/system"
    shutil.copytree("/usr/lib/systemd/system", tmp_path / "usr/lib/systemd/system", symlinks=True)
    units.mkdir(parents=True)
    for name in ("companion.service", "companion-screen.path", "companion-screen.service"):
        (units / name).write_text(text_of(name))
    for program in ("opt/companion/current/bin/companion", "opt/companion/current/bin/python"):
        path = tmp_path / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--root", str(tmp_path), SERVICE],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    said = [line for line in done.stderr.splitlines() if "companion" in line or "modprobe" in line]
    assert (said, done.returncode) == ([], 0)
