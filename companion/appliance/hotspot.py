"""A Wi-Fi of the machine's own, where there is none: NetworkManager makes it, asked by `nmcli`."""

import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.appliance.system import Run, run
from companion.errors import UpdateError

NAME, SSID = "companion-hotspot", "Companion"
LETTERS, LENGTH = "abcdefghijkmnpqrstuvwxyz23456789", 12
"""Of its password, which a person may have to type: no letter looks like another."""
PROFILES = Path("/etc/NetworkManager/system-connections")
PROFILE = """\
[connection]
id={name}
uuid=6d5a7f6e-8f0e-4a64-9a39-0a3c1f0d7b11
type=wifi
interface-name={device}
autoconnect=false
autoconnect-priority=100

[wifi]
mode=ap
band=bg
ssid={ssid}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
pmf={pmf}
psk={password}

[ipv4]
method=shared

[ipv6]
method=disabled
"""
NO_PMF = "1"
"""NetworkManager's *disable*: the chip of a Pi 3B and Zero W takes no key for protected management
frames, and as an access point it does not start where they are offered (raspberrypi/linux#7247)."""
SECURITY = "802-11-wireless-security"
WAIT_S = "45"
LOOKS, LOOK_S = 40, 0.25


class Wifi(NamedTuple):
    """What a phone must know to join."""

    ssid: str
    password: str
    address: str  # this machine's in it, as 10.42.0.1


class Hotspot:
    """The Wi-Fi of this machine, for whoever is root.

    Its password is drawn once and kept where NetworkManager keeps all of them, for root alone.
    Where that is NetworkManager alone knows: Raspberry Pi OS 13's moves a profile that was changed
    into netplan's files. So the profile is laid as a file once, and from then on asked for and
    changed by `nmcli`.

    Args:
        run: runs the machine's commands.
        profiles: where NetworkManager takes a new profile from.
        sleep: waits.
    """

    def __init__(
        self,
        run: Run = run,
        profiles: Path = PROFILES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._sleep = sleep
        self._run, self._file = run, profiles / f"{NAME}.nmconnection"

    def on(self) -> Wifi:
        """Open it, now and at every start; a Wi-Fi that the machine is in is left meanwhile.

        Raises:
            UpdateError: NetworkManager is not there, or does not do it.
        """
        device = self._device()
        if self._is_known() and self._password():
            self._modify("connection.interface-name", device, f"{SECURITY}.pmf", NO_PMF)
        else:
            self._write(device)
        self._run("nmcli", "--wait", WAIT_S, "connection", "up", NAME)
        self._modify("connection.autoconnect", "yes")
        found = self.now()
        if not found:
            raise UpdateError("the hotspot has closed again", mend="journalctl -u NetworkManager")
        return found

    def off(self) -> bool:
        """Close it; the machine goes back into the Wi-Fi that it knows. False: it was not open.

        Raises:
            UpdateError: NetworkManager is not there, or does not do it.
        """
        open_now = self.now() is not None
        if self._is_known():
            self._modify("connection.autoconnect", "no")
        if open_now:
            self._run("nmcli", "--wait", WAIT_S, "connection", "down", NAME)
        return open_now

    def now(self) -> Wifi | None:
        """Return what a phone must know; None: it is not open.

        Raises:
            UpdateError: NetworkManager is not there.
        """
        for name, device, state in self._told(
            "NAME,DEVICE,STATE", "connection", "show", "--active"
        ):
            if (name, state) == (NAME, "activated"):
                return Wifi(SSID, self._password(), self._address(device))
        return None

    def _address(self, device: str) -> str:
        """Return it, as soon as NetworkManager tells it: an open hotspot may have none yet."""
        for _ in range(LOOKS):
            told = self._run("nmcli", "--get-values", "IP4.ADDRESS", "device", "show", device)
            if told.strip():
                return told.partition("/")[0].strip()
            self._sleep(LOOK_S)
        raise UpdateError("the hotspot got no address", mend="journalctl -u NetworkManager")

    def _device(self) -> str:
        """Return the Wi-Fi device that can be used."""
        found = list(self._told("DEVICE,TYPE,STATE", "device", "status"))
        wifi = {device: state for device, kind, state in found if kind == "wifi"}
        for device, state in wifi.items():
            if state not in ("unavailable", "unmanaged"):
                return device
        if not wifi:
            raise UpdateError("this machine has no Wi-Fi")
        mend = "sudo raspi-config nonint do_wifi_country DE, say; then sudo rfkill unblock wifi"
        raise UpdateError("the Wi-Fi is switched off", mend=mend)

    def _told(self, fields: str, *words: str) -> Iterator[list[str]]:
        """Yield what `nmcli` says, a list of fields a line; colons in them are escaped."""
        try:
            told = self._run("nmcli", "--terse", "--fields", fields, *words)
        except UpdateError as error:
            mend = "the hotspot needs NetworkManager: sudo apt install network-manager dnsmasq-base"
            raise UpdateError(str(error), mend=mend) from error
        for line in told.splitlines():
            yield [one.replace("\0", ":") for one in line.replace("\\:", "\0").split(":")]

    def _is_known(self) -> bool:
        return [NAME] in list(self._told("NAME", "connection", "show"))

    def _modify(self, *settings: str) -> None:
        self._run("nmcli", "connection", "modify", NAME, *settings)

    def _password(self) -> str:
        """Return that of the profile; empty if it has none."""
        asked = ("--show-secrets", "--get-values", f"{SECURITY}.psk", "connection", "show", NAME)
        return self._run("nmcli", *asked).strip()

    def _write(self, device: str) -> None:
        """Lay a new profile where no other user can read it; a command's words they could."""
        text = PROFILE.format(name=NAME, device=device, ssid=SSID, password=_drawn(), pmf=NO_PMF)
        self._file.touch(0o600)
        self._file.chmod(0o600)  # of another file NetworkManager takes no notice
        self._file.write_text(text)
        self._run("nmcli", "connection", "load", self._file)


def _drawn() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
