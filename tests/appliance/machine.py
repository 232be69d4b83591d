"""A machine without systemd: what is asked of it is noted, and versions answer as they are told."""

from collections.abc import Mapping
from pathlib import Path

from companion.appliance.installation import Installation, Places
from companion.appliance.system import Run
from companion.appliance.trial import Health
from companion.errors import UpdateError

SOUND: frozenset[str] = frozenset()


class Unbuilt:
    """A source that is one file."""

    def __init__(self, version: str, *, fails: bool = False) -> None:
        self.version, self._fails = version, fails

    def install(self, python: Path, run: Run) -> None:
        """Lay the file there."""
        run(python, "-m", "pip", "install", self.version)
        python.parent.mkdir(parents=True)
        python.touch()
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
        self.running = ""
        self.places = Places(
            versions=root / "opt/companion",
            home=root / "var/lib/companion",
            system=root / "etc/systemd",
            command=root / "usr/local/bin/companion",
        )
        self.here = Installation(self.places, self.run, self.ask, lambda _seconds: None)

    def run(self, *command: str | Path) -> str:
        """Note it; a restarted service is the version in use."""
        if len(self.commands) == self._pulled:
            raise PlugPulledError
        self.commands.append(" ".join(map(str, command)))
        if self.commands[-1] == "getent group":
            return "video:x:44:\ninput:x:104:\nwheel:x:10:\n"
        if command[:2] in {("systemctl", "restart"), ("systemctl", "enable")}:
            self.start()
        return ""

    def start(self) -> None:
        """Start the version in use, as the machine does by itself."""
        self.running = self.here.versions.current

    def ask(self) -> Health | None:
        """Answer as the running version does."""
        if self.running not in self.bad:
            return None
        return Health(self.running.partition("-")[0], self.bad[self.running])
