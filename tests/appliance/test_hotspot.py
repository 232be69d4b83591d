"""A Wi-Fi of the machine's own is opened, shown, and closed; what stands in its way is said."""

import stat
from pathlib import Path

import pytest

from cards_qr.printing.join_card import wifi_text
from companion.appliance.hotspot import NAME, Hotspot
from companion.appliance.system import run
from companion.cli import hotspot as command
from companion.cli import main
from companion.errors import UpdateError
from tests.appliance.nmcli import Nmcli

READY = ("wifi", "connected")


def no_wait(_seconds: float) -> None:
    """Let no time pass."""


def test_it_opens_with_a_password_of_its_own_which_it_keeps_for_root(tmp_path: Path) -> None:
    nmcli = Nmcli(wlan0=READY)
    hotspot = Hotspot(nmcli, tmp_path, no_wait)
    wifi = hotspot.on()
    assert wifi.address == "10.42.0.1"
    assert wifi_text(wifi.ssid, wifi.password).startswith("WIFI:T:WPA;S:Companion;P:")
    assert hotspot.now() == wifi
    (kept,) = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR
    assert nmcli.settings == {"connection.autoconnect": "yes"}
    assert hotspot.on() == wifi


def test_where_netplan_keeps_the_profile_it_is_asked_for_all_the_same(tmp_path: Path) -> None:
    nmcli = Nmcli(netplan=True, wlan0=READY)
    hotspot = Hotspot(nmcli, tmp_path, no_wait)
    wifi = hotspot.on()
    assert len(wifi.password) == 12
    assert list(tmp_path.iterdir()) == []
    assert hotspot.now() == wifi
    assert hotspot.on() == wifi
    assert hotspot.off()
    assert nmcli.loaded[NAME]["connection"]["autoconnect"] == "no"
    assert not any(wifi.password in words for words in nmcli.asked)


def test_a_profile_of_an_older_version_no_longer_offers_what_stops_it(tmp_path: Path) -> None:
    nmcli = Nmcli(wlan1=READY)
    hotspot = Hotspot(nmcli, tmp_path, no_wait)
    wifi = hotspot.on()
    nmcli.loaded[NAME]["wifi-security"].pop("pmf")
    nmcli.loaded[NAME]["connection"]["interface-name"] = "wlan0"
    assert hotspot.on() == wifi
    assert nmcli.loaded[NAME]["wifi-security"]["pmf"] == "1"
    assert nmcli.active[NAME] == "wlan1"


def test_it_takes_the_device_from_the_wifi_of_the_house_and_gives_it_back(tmp_path: Path) -> None:
    nmcli = Nmcli(wlan1=READY)
    hotspot = Hotspot(nmcli, tmp_path, no_wait)
    hotspot.on()
    assert nmcli.active == {NAME: "wlan1"}
    assert hotspot.off()
    assert nmcli.active == {}
    assert nmcli.settings == {"connection.autoconnect": "no"}
    assert not hotspot.off()


@pytest.mark.parametrize(
    ("nmcli", "said"),
    [
        (Nmcli(eth0=("ethernet", "connected")), "this machine has no Wi-Fi"),
        (Nmcli(wlan0=("wifi", "unavailable")), "the Wi-Fi is switched off .sudo raspi-config"),
    ],
)
def test_where_it_cannot_be_the_reason_is_said(nmcli: Nmcli, said: str, tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match=said):
        Hotspot(nmcli, tmp_path, no_wait).on()
    assert not list(tmp_path.iterdir())


def test_without_a_running_network_manager_it_says_so(tmp_path: Path) -> None:
    nmcli = Nmcli()
    nmcli.runs = False
    with pytest.raises(UpdateError, match="NetworkManager is not running"):
        Hotspot(nmcli, tmp_path, no_wait).on()


def test_only_root_may_open_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["hotspot", "on"]) == 1
    assert capsys.readouterr().err == "companion: only root may do this (put sudo before it)\n"


def test_without_network_manager_it_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(command, "Hotspot", lambda: Hotspot(run, tmp_path))
    assert main(["hotspot", "status"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "nmcli cannot be run" in line
    assert "NetworkManager" in line


def test_both_codes_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    hotspot = Hotspot(Nmcli(wlan0=READY), tmp_path, no_wait)
    monkeypatch.setattr(command, "Hotspot", lambda: hotspot)
    assert main(["hotspot", "status"]) == 1
    assert main(["hotspot", "on"]) == 0
    shown = capsys.readouterr().out
    assert "1. Wi-Fi: Companion   password: " in shown
    assert "2. Phones join at http://10.42.0.1\n" in shown
    assert "has no internet: stay in it" in shown
    assert main(["hotspot", "off"]) == 0
    assert capsys.readouterr().out == "The hotspot is closed.\n"
