"""NetworkManager's command line on paper: what it says and refuses as version 1.52 does."""

import stat
from configparser import ConfigParser
from pathlib import Path

from companion.errors import UpdateError


class Nmcli:
    """A machine with devices and profiles.

    Args:
        devices: by name, its type and state.
    """

    def __init__(self, **devices: tuple[str, str]) -> None:
        self.devices = {"lo": ("loopback", "connected (externally)"), **devices}
        self.loaded: dict[str, ConfigParser] = {}
        self.active: dict[str, str] = {"home:Wi-Fi": "wlan1"}
        self.settings: dict[str, str] = {}
        self.runs, self.looks = True, 0

    def __call__(self, *words: str | Path) -> str:
        """Do what is asked, or refuse in its words."""
        program, *rest = map(str, words)
        assert program == "nmcli"
        fields = ""
        while rest[0].startswith("--"):
            option = rest.pop(0)
            if option == "--wait":
                assert rest.pop(0).isdecimal()
            elif option in ("--fields", "--get-values"):
                fields = rest.pop(0)
            else:
                assert option == "--terse"
        if not self.runs:
            raise UpdateError("nmcli failed: Error: NetworkManager is not running.")
        return self._answer(rest, fields)

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
            case ["connection", "show", "--active"]:
                assert fields == "NAME,DEVICE,STATE"
                lines = (
                    f"{name.replace(':', chr(92) + ':')}:{at}:activated\n"
                    for name, at in self.active.items()
                )
                return "".join(lines)
            case ["connection", "load", path]:
                return self._load(Path(path))
            case ["connection", "up", name]:
                return self._up(name)
            case ["connection", "down", name]:
                if name not in self.active:
                    raise UpdateError(f"Error: '{name}' is not an active connection.")
                del self.active[name]
                return ""
            case ["connection", "modify", name, key, value]:
                if name not in self.loaded:
                    raise UpdateError(f"Error: unknown connection '{name}'.")
                self.settings[key] = value
                return ""
        raise UpdateError(f"Error: argument '{words[1]}' not understood.")

    def _load(self, path: Path) -> str:
        """A profile that others may read is passed over, and nmcli succeeds all the same."""
        if stat.S_IMODE(path.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR:
            profile = ConfigParser(interpolation=None)
            profile.read(path)
            self.loaded[profile["connection"]["id"]] = profile
            return ""
        return f"Could not load file '{path}'\n"

    def _up(self, name: str) -> str:
        if name not in self.loaded:
            raise UpdateError(f"Error: unknown connection '{name}'.")
        device = self.loaded[name]["connection"]["interface-name"]
        if self.devices.get(device, ("", ""))[0] != "wifi":
            raise UpdateError("Error: Connection activation failed: No suitable device found")
        self.active = {one: at for one, at in self.active.items() if at != device}
        self.active[name] = device
        return ""
