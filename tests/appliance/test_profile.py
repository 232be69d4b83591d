"""What the real programs make of the hotspot's profile: NetworkManager's `nmcli`, and netplan."""

import ctypes
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

from companion.appliance.hotspot import Hotspot, Wifi
from tests.appliance.nmcli import Nmcli
from tests.support.repository import ROOT

NMCLI = shutil.which("nmcli") or ROOT / ".venv/unpacked/usr/bin/nmcli"
GENERATE = "/usr/libexec/netplan/generate"
UNCHANGED = {
    "connection": ("id", "uuid", "interface-name", "autoconnect-priority"),
    "wifi": ("mode", "band", "ssid"),
    "wifi-security": ("key-mgmt", "proto", "pairwise", "group", "pmf", "psk"),
    "ipv4": ("method",),
    "ipv6": ("method",),
}


def laid(place: Path) -> tuple[Path, Wifi]:
    """Return the profile that a hotspot lays there, and what it shows."""
    wifi = Hotspot(Nmcli(wlan0=("wifi", "connected")), place, lambda _seconds: None).on()
    (profile,) = place.glob("*.nmconnection")
    return profile, wifi


def parsed(text: str) -> dict[str, tuple[str, ...]]:
    """Return of a profile what must stay as it is."""
    profile = ConfigParser(interpolation=None)
    profile.read_string(text)
    return {group: tuple(profile[group][key] for key in keys) for group, keys in UNCHANGED.items()}


def as_netplan_keeps_it(profile: Path, root: Path) -> str:
    """Return what netplan gives NetworkManager at a start, having taken in a profile."""
    (name,) = Path("/usr/lib").glob("*/libnetplan.so.*[0-9]")
    netplan = ctypes.CDLL(str(name))
    for made in (netplan.netplan_parser_new, netplan.netplan_state_new):
        made.restype = ctypes.c_void_p
    parser = ctypes.c_void_p(netplan.netplan_parser_new())
    state = ctypes.c_void_p(netplan.netplan_state_new())
    failed = ctypes.byref(ctypes.c_void_p())
    kept = root / "etc/netplan/90-NM.yaml"
    kept.parent.mkdir(parents=True)
    assert netplan.netplan_parser_load_keyfile(parser, bytes(profile), failed)
    assert netplan.netplan_state_import_parser_results(state, parser, failed)
    kept.touch(0o600)  # there is a password in it
    with kept.open("wb") as file:
        assert netplan.netplan_state_dump_yaml(state, file.fileno(), failed)
    subprocess.run([GENERATE, "--root-dir", root], check=True, timeout=60)
    (given,) = (root / "run/NetworkManager/system-connections").iterdir()
    return given.read_text()


def test_nmcli_takes_each_word_of_the_profile(tmp_path: Path) -> None:
    profile, wifi = laid(tmp_path)
    with profile.open() as file:
        read = subprocess.run(
            [NMCLI, "--offline", "connection", "modify", "connection.autoconnect", "yes"],
            stdin=file,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (read.returncode, read.stderr) == (0, "")
    assert parsed(read.stdout) == parsed(profile.read_text())
    assert parsed(read.stdout)["wifi-security"][-2:] == ("1", wifi.password)


def test_nothing_of_the_profile_is_lost_where_netplan_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    profile, wifi = laid(tmp_path / "profiles")
    given = as_netplan_keeps_it(profile, tmp_path / "root")
    assert parsed(given) == parsed(profile.read_text())
    assert f"psk={wifi.password}\n" in given
