"""NetworkManager's command line on paper: what it says and refuses as version 1.52 does."""

import stat
from configparser import ConfigParser
from pathlib import Path

from companion.errors import UpdateError


class Nmcli:
    """A machine with devices and profiles.

    Args:
        netplan: its NetworkManager keeps profiles in netplan, as Raspberry Pi OS 13's does: one
            that is changed leaves the folder from which it was loaded.
        devices: by name, its type and state.
    """

    def __init__(self, *, netplan: bool = False, **devices: tuple[str, str]) -> None:
        self.netplan = netplan
        self.files: dict[str, Path] = {}
        self.asked: list[str] = []
        self.devices = {"lo": ("loopback", "connected (externally)"), **devices}
        self.loaded: dict[str, ConfigParser] = {}
        self.active: dict[str, str] = {"home:Wi-Fi": "wlan1"}
        self.settings: dict[str, str] = {}
        self.runs, self.looks = True, 0

    def __call__(self, *words: str | Path) -> str:
        """Do what is asked, or refuse in its words."""
        program, *rest = map(str, words)
        assert program == "nmcli"
        self.asked.append(" ".join(rest))
        fields, secrets = "", False
        while rest[0].startswith("--"):
            option = rest.pop(0)
            if option == "--wait":
                assert rest.pop(0).isdecimal()
            elif option in ("--fields", "--get-values"):
                fields = rest.pop(0)
            elif option == "--show-secrets":
                secrets = True
            else:
                assert option == "--terse"
        if not self.runs:
            raise UpdateError("nmcli failed: Error: NetworkManager is not running.")
        if rest[:2] == ["connection", "show"]:
            return self._shown(rest[2:], fields, secrets=secrets)
        return self._answer(rest, fields)

    def _shown(self, words: list[str], fields: str, *, secrets: bool) -> str:
        match words:
            case []:
                assert fields == "NAME"
                return "".join(f"{name}\n" for name in self.loaded)
            case ["--active"]:
                assert fields == "NAME,DEVICE,STATE"
                lines = (
                    f"{name.replace(':', chr(92) + ':')}:{at}:activated\n"
                    for name, at in self.active.items()
                )
                return "".join(lines)
            case [name]:
                assert fields == "802-11-wireless-security.psk"
                return f"{self._profile(name)['wifi-security']['psk']}\n" if secrets else "\n"
        raise UpdateError(f"Error: {words[0]} - no such connection profile.")

    def _profile(self, name: str) -> ConfigParser:
        if name not in self.loaded:
            raise UpdateError(f"Error: {name} - no such connection profile.")
        return self.loaded[name]

    def _answer(self, words: list[str], fields: str) -> str:
        match words:
            case ["device", "status"]:
                assert fields == "DEVICE,TYPE,STATE"
                return "".join(
                    f"{name}:{kind}:{state}\n" for name, (kind, state) in self.devices.items()
                )
            case ["device", "show", name]:
                assert (fields, name in self.devices) == ("IP4.ADDRESS", True)
                self.looks += 1
                return "10.42.0.1/24\n" if self.looks > 1 else "\n"  # it is told a moment later
            case ["connection", "load", path]:
                return self._load(Path(path))
            case ["connection", "up", name]:
                return self._up(name)
            case ["connection", "down", name]:
                if name not in self.active:
                    raise UpdateError(f"Error: '{name}' is not an active connection.")
                del self.active[name]
                return ""
            case ["connection", "modify", name, *settings]:
                return self._modify(name, settings)
        raise UpdateError(f"Error: argument '{words[1]}' not understood.")

    def _load(self, path: Path) -> str:
        """A profile that others may read is passed over, and nmcli succeeds all the same."""
        if stat.S_IMODE(path.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR:
            profile = ConfigParser(interpolation=None)
            profile.read(path)
            self.loaded[profile["connection"]["id"]] = profile
            self.files[profile["connection"]["id"]] = path
            return ""
        return f"Could not load file '{path}'\n"

    def _modify(self, name: str, settings: list[str]) -> str:
        profile = self._profile(name)
        for key, value in zip(settings[::2], settings[1::2], strict=True):
            self.settings[key] = value
            group, _, setting = key.replace("802-11-wireless-security", "wifi-security").partition(
                "."
            )
            profile[group][setting] = value
        if self.netplan:
            self.files.pop(name, Path("/nonexistent")).unlink(missing_ok=True)
        return ""

    def _up(self, name: str) -> str:
        if name not in self.loaded:
            raise UpdateError(f"Error: unknown connection '{name}'.")
        device = self.loaded[name]["connection"]["interface-name"]
        if self.devices.get(device, ("", ""))[0] != "wifi":
            raise UpdateError("Error: Connection activation failed: No suitable device found")
        self.active = {one: at for one, at in self.active.items() if at != device}
        self.active[name] = device
        return ""
