"""The machine's files by which it knows the companion: always those of the version in use."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.appliance.system import Run
from companion.appliance.versions import Versions
from companion.errors import UpdateError

OWN = "lib/python3*/site-packages/companion/appliance/etc"
"""In a version's environment: what it wants to have below `/etc`."""
SYSTEM = Path("systemd/system")


class Units:
    """What lies below `/etc`.

    Args:
        etc: that folder.
        versions: which bring the files along.
        run: runs the machine's commands.
    """

    def __init__(self, etc: Path, versions: Versions, run: Run) -> None:
        self._etc, self._versions, self._run = etc, versions, run

    def put(self, version: str) -> None:
        """Let them be those of *version*, each whole or not at all; what others brought goes.

        Raises:
            UpdateError: it brings none, or the machine does not take them.
        """
        own = self._of(version)
        if not own:
            raise UpdateError("it brings no service along", where=version)
        self._take_away(
            {name for other in self._versions.whole for name in self._of(other)} - {*own}
        )
        for name, told in own.items():
            _lay(self._etc / name, told)
        self._run("systemctl", "daemon-reload")
        self._run("systemctl", "enable", *(
            name.name for name, told in own.items() if _is_unit(name) and b"[Install]" in told
        ))  # fmt: skip

    def remove(self) -> None:
        """Take away what any version brought."""
        self._take_away({name for one in self._versions.whole for name in self._of(one)})
        self._run("systemctl", "daemon-reload")

    def _take_away(self, names: set[Path]) -> None:
        there = sorted(name for name in names if (self._etc / name).is_file())
        for name in there:
            if _is_unit(name):
                with suppress(UpdateError):  # it may never have been loaded
                    self._run("systemctl", "disable", "--now", name.name)
            (self._etc / name).unlink()

    def _of(self, version: str) -> Mapping[Path, bytes]:
        """Return what a version brings: by the name below `/etc`, what stands in it."""
        return {
            path.relative_to(etc): path.read_bytes()
            for etc in (self._versions.folder / version).glob(OWN)
            for path in sorted(etc.rglob("*"))
            if path.is_file()
        }


def _is_unit(name: Path) -> bool:
    return name.parent == SYSTEM


def _lay(path: Path, told: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.fresh")
    with fresh.open("wb") as file:
        file.write(told)
        os.fsync(file.fileno())
    fresh.replace(path)
