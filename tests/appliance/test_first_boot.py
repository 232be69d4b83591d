"""The one file for an empty card: it plants itself, and installs from what it finds."""

import os
from pathlib import Path

import pytest

from tests.appliance.card import SAYS, Card


def test_it_plants_itself_and_begins(tmp_path: Path) -> None:
    card = Card(tmp_path)
    for _ in range(2):
        assert card.run().returncode == 0
    unit = (tmp_path / "etc/systemd/system/companion-first-boot.service").read_text()
    planted = tmp_path / "usr/local/sbin/companion-first-boot"
    assert f"ExecStart={planted} work\n" in unit
    assert "Restart=on-failure" in unit
    assert os.access(planted, os.X_OK)
    assert "systemctl start --no-block companion-first-boot" in card.asked


def test_where_it_is_installed_nothing_is_planted(tmp_path: Path) -> None:
    card = Card(tmp_path)
    (tmp_path / "opt/companion").mkdir(parents=True)
    (tmp_path / "opt/companion/current").touch()
    assert "installed already" in card.run().stdout
    assert card.asked == ""


def test_the_folder_of_a_release_beside_it_is_installed(tmp_path: Path) -> None:
    card = Card(tmp_path, hostname="lounge")
    release = tmp_path / "boot/firmware/companion-2.0"
    (release / ".ci").mkdir(parents=True)
    (release / "SHA256SUMS").touch()
    (release / ".ci/setup").write_text("echo release $1")
    assert "release install" in card.run("work").stdout
    assert "systemctl disable --quiet companion-first-boot" in card.asked
    assert "hostnamectl" not in card.asked


@pytest.mark.parametrize("device", ["sdb1", "sdb"])
def test_the_folder_of_a_release_on_a_stick_is_installed(tmp_path: Path, device: str) -> None:
    card = Card(tmp_path)
    (tmp_path / "dev").mkdir()
    for name in ("sda1", device):
        (tmp_path / "dev" / name).touch()
    stick = tmp_path / "run/companion-first-boot"
    card.program(
        "mount",
        f"#!/bin/sh\n[ $3 = {tmp_path}/dev/{device} ] || exit 32\n"
        f"mkdir -p {stick}/companion-2.0/.ci && touch {stick}/companion-2.0/SHA256SUMS\n"
        f"echo 'echo release $1' >{stick}/companion-2.0/.ci/setup\n",
    )
    assert "release install" in card.run("work").stdout
    assert "git clone" not in card.asked


def test_a_stick_without_a_release_is_let_go_of(tmp_path: Path) -> None:
    card = Card(tmp_path)
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/sda1").touch()
    for name in ("mount", "umount"):
        card.program(name, SAYS)
    assert "nothing to install" in card.run("work").stdout
    asked = [line.split()[0] for line in card.asked.splitlines()]
    assert asked.count("mount") == asked.count("umount") > 0


def test_without_one_the_repository_is_fetched_and_set_up(tmp_path: Path) -> None:
    card = Card(tmp_path)
    (tmp_path / "etc/cloud/cloud.cfg.d").mkdir(parents=True)
    assert "set up" in card.run("work", address="https://example.org/companion").stdout
    assert "git clone --quiet --depth 1 https://example.org/companion" in card.asked
    assert "hostnamectl set-hostname companion" in card.asked
    kept = (tmp_path / "etc/cloud/cloud.cfg.d/99-companion-first-boot.cfg").read_text()
    assert kept == "preserve_hostname: true\n"
    assert (tmp_path / "etc/hosts").read_text() == "127.0.1.1 companion\n"


@pytest.mark.parametrize("fails", ["nothing", "the set-up"])
def test_what_fails_is_said_and_tried_again(tmp_path: Path, fails: str) -> None:
    card = Card(tmp_path)
    if fails == "the set-up":
        card.program("git", '#!/bin/sh\nmkdir -p "$6/.ci"; echo "exit 1" >"$6/.ci/setup"\n')
    done = card.run("work", address="" if fails == "nothing" else "https://example.org/companion")
    assert done.returncode
    assert ("nothing to install" in done.stdout) == (fails == "nothing")
    assert "systemctl disable" not in card.asked


def test_the_log_lies_where_any_computer_can_read_it(tmp_path: Path) -> None:
    card = Card(tmp_path)
    assert card.run("log").returncode == 0
    assert (tmp_path / "boot/firmware/companion-first-boot.txt").exists()
    assert "journalctl --boot --unit companion-first-boot" in card.asked
