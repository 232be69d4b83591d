"""A Wi-Fi that comes late, a hotspot without a way out, two networks: phones are told of each."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.appliance import Appliance, wait_for

ALONE = ("unshare", "--net") if os.geteuid() == 0 else ("unshare", "-r", "--net")
"""A network of its own, without anything but the loopback, which is down."""

ASK = "import sys, urllib.request as r; sys.stdout.write(r.urlopen(sys.argv[1]).read().decode())"


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    begin = ("sh", "-c", 'ip link set lo up && exec "$@"', "sh")
    companion = Appliance(
        tmp_path / "home",
        *("--camera", "sim", "--buttons", "none"),
        within=(*ALONE, *begin),
        host="0.0.0.0",
        port=8000,
    )
    yield companion
    companion.kill()


def inside(appliance: Appliance, *command: str) -> str:
    """Run a command in the companion's network."""
    user = () if os.geteuid() == 0 else ("--user", "--preserve-credentials")
    entered = ("nsenter", *user, "--net", "--target", str(appliance.process.pid))
    done = subprocess.run(
        [*entered, *command], check=True, capture_output=True, text=True, timeout=30
    )
    return done.stdout


def joined(appliance: Appliance, name: str, address: str) -> None:
    """Let a network come: an interface that has an address, and no way out."""
    inside(appliance, "ip", "tuntap", "add", "dev", name, "mode", "tap")
    inside(appliance, "ip", "address", "add", f"{address}/24", "dev", name)
    inside(appliance, "ip", "link", "set", name, "up")


def test_phones_are_told_of_networks_that_come_and_go(appliance: Appliance) -> None:
    wait_for("the companion", lambda: "http://127.0.0.1:8000" in appliance.output)
    joined(appliance, "wlan0", "10.42.0.1")
    wait_for("the address", lambda: "Phones join at http://10.42.0.1:8000" in appliance.output)
    shown = inside(appliance, sys.executable, "-c", ASK, "http://10.42.0.1:8000/table")
    assert "http://10.42.0.1:8000" in shown
    assert "http://127.0.0.1" not in shown

    joined(appliance, "eth0", "192.168.1.40")
    both = "http://10.42.0.1:8000 or http://192.168.1.40:8000"
    other = "http://192.168.1.40:8000 or http://10.42.0.1:8000"
    wait_for("both", lambda: both in appliance.output or other in appliance.output)

    inside(appliance, "ip", "link", "delete", "wlan0")
    wait_for(
        "what is left", lambda: appliance.output.rstrip().count("at http://192.168.1.40:8000\n")
    )
