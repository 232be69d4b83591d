"""A machine without systemd: what is asked of it is noted, and versions answer as they are told."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from companion.appliance.installation import Installation, Places
from companion.appliance.system import SERVICE, Run
from companion.appliance.trial import Health
from companion.errors import UpdateError

SOUND: frozenset[str] = frozenset()


class Unbuilt:
    """A source whose files name their version; one version may bring *more* below `systemd`."""

    def __init__(
        self, version: str, *, fails: bool = False, more: str = "", digest: str = ""
    ) -> None:
        self.version, self._fails, self._more, self.digest = version, fails, more, digest

    def install(self, python: Path, run: Run) -> None:
        """Lay the file there."""
        run(python, "-m", "pip", "install", self.version)
        python.parent.mkdir(parents=True)
        python.touch()
        etc = python.parents[1] / "lib/python3.11/site-packages/companion/appliance/etc"
        for name in (f"system/{SERVICE}", *filter(None, [self._more])):
            unit = etc / "systemd" / name
            unit.parent.mkdir(parents=True, exist_ok=True)
            unit.write_text(f"Description={self.version}\n[Install]\n")
        if self._fails:
            raise UpdateError("a wheel does not fit")


class PlugPulledError(BaseException):
    """Nothing goes on after it."""


class Machine:
    """Runs what it is asked to, on paper.

    Args:
        root: its disk.
        bad: by version, the checks that are bad; a version that is missing never answers.
        pulled: before so many-th command the plug is pulled.
    """

    def __init__(
        self, root: Path, bad: Mapping[str, frozenset[str]], pulled: int | None = None
    ) -> None:
        self.root, self.bad, self._pulled = root, bad, pulled
        self.commands: list[str] = []
        self.running = self.running_unit = ""
        self.groups: dict[str, list[str]] = {"video": [], "input": [], "wheel": []}
        self.full = False  # its disk
        self.damaged: set[str] = set()  # games, since long ago
        self.unreadable = False  # the old version cannot read what the new one wrote
        self.places = Places(
            versions=root / "opt/companion",
            home=root / "var/lib/companion",
            etc=root / "etc",
            command=root / "usr/local/bin/companion",
            screen=root / "run/companion/join.issue",
        )
        self.here = Installation(self.places, self.run, self.ask, lambda _seconds: None)

    def run(self, *command: str | Path) -> str:
        """Note it; a restarted service is the version in use."""
        if len(self.commands) == self._pulled:
            raise PlugPulledError
        self.commands.append(" ".join(map(str, command)))
        if self.commands[-1] == "getent group":
            return "".join(f"{name}:x:44:{','.join(who)}\n" for name, who in self.groups.items())
        if command[0] == "usermod":
            for name in str(command[3]).split(","):
                self.groups[name].append(str(command[4]))
        if command[:2] == ("systemctl", "disable") and command[-1] != SERVICE:
            raise UpdateError(f"Failed to stop {command[-1]}: Unit {command[-1]} not loaded.")
        if command[:2] == ("systemctl", "restart"):
            self.start()
        if "restore" in command:
            self.unreadable = False
        if "backup" in command and self.full:
            raise UpdateError("No space left on device")
        if "backup" in command:
            left_out = self.damaged | ({"0001-x"} if self.unreadable else set())
            self._copied(Path(command[command.index("--to") + 1]), left_out)
            if left_out:
                raise UpdateError("left out, damaged")
        return ""

    def _copied(self, to: Path, left_out: set[str]) -> None:
        """Leave what `companion backup` leaves."""
        to.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(to, "w") as pack:
            told = {"files": [], "games": [], "left_out": dict.fromkeys(left_out, "damaged")}
            pack.writestr("manifest.json", json.dumps(told))

    @property
    def unit(self) -> str:
        """The version whose unit the machine has; empty: none."""
        path = self.places.etc / "systemd/system" / SERVICE
        return path.read_text().split()[0].removeprefix("Description=") if path.is_file() else ""

    def start(self) -> None:
        """Start the version in use, as the machine does by itself."""
        self.running = self.here.versions.current
        self.running_unit = self.unit

    def ask(self) -> Health | None:
        """Answer as the running version does."""
        if self.running not in self.bad:
            return None
        return Health(self.running, self.bad[self.running])
