"""Homes with played games and settings, and what is in them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from companion.backups.manifest import belonging
from companion.backups.writing import Order, Packer
from companion.files import write_whole
from companion.game.commands import Buy, Roll
from tests.support.table import ANN, BOB, CY, hands

STEPS = ("open", "fsync", "rename", "replace", "unlink", "mkdir", "rmdir", "posix_fadvise")
"""Calls of the system that change something; before each the plug may be pulled."""


class PowerCut(BaseException):
    """No handler of the product catches it, as none catches the plug."""


def played_home(folder: Path, *, rolls: int = 2) -> Path:
    """Play a game in a new home and add what else a home has."""
    with hands(folder) as at:
        at.begin()
        at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
        at.play(*(Roll(by=(BOB, CY)[n], dice=(1, 2)) for n in range(rolls)))
    for name in ("phones.json", "keyrings/ru-2004.json", "dice/taught.onnx"):
        write_whole(folder / name, f"{folder.name} {name}".encode())
    write_whole(folder / "pictures" / "ab" / f"{'ab' * 32}.jpg", b"a picture")
    write_whole(folder / "dice" / "again" / "1.jpg", b"a lesson")
    return folder


def content_of(home: Path) -> dict[str, str]:
    """Return the digest of every file that belongs into a copy."""
    return {n: sha256((home / n).read_bytes()).hexdigest() for n in belonging(home)}


class Disk:
    """What of the files that are written is on disk for sure.

    Args:
        step: the number of the call before which the plug is pulled.
        careless: whether syncs do nothing, to show what they are for.
    """

    def __init__(self, step: int, *, careless: bool) -> None:
        self._step, self._careless, self._calls = step, careless, 0
        self._open: dict[int, Path] = {}
        self._unsynced: set[Path] = set()

    @property
    def pulled(self) -> bool:
        """Whether the plug was pulled."""
        return self._calls > self._step

    def call(self, name: str, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Make a call of the system, or pull the plug instead."""
        if self._calls >= self._step:
            if not self.pulled:
                self._calls += 1
                self._lose()
            raise PowerCut(name)
        self._calls += 1
        if name == "fsync" and self._careless:
            return None
        done = act(*args, **kwargs)
        self._note(name, args, done)
        return done

    def _note(self, name: str, args: tuple[Any, ...], done: Any) -> None:
        if name == "open" and isinstance(args[0], str | Path) and args[1] & os.O_CREAT:
            self._open[done] = Path(args[0])
            self._unsynced.add(Path(args[0]))
        elif name == "open":
            self._open.pop(done, None)  # the number of a file that was closed
        elif name == "fsync":
            self._unsynced.discard(self._open.get(args[0], Path()))
        elif name in ("rename", "replace") and Path(args[0]) in self._unsynced:
            self._unsynced.remove(Path(args[0]))
            self._unsynced.add(Path(args[1]))

    def _lose(self) -> None:
        """Leave nothing of what was written and not synced."""
        for path in self._unsynced:
            with suppress(OSError):
                path.write_bytes(b"")


@contextmanager
def cut_before(step: int, *, careless: bool = False) -> Iterator[Callable[[], bool]]:
    """Pull the plug before the call number *step* that changes something; nothing after it counts.

    What was written and not synced is lost then. Yields a function that tells whether the plug was
    pulled.
    """
    disk, patch = Disk(step, careless=careless), pytest.MonkeyPatch()
    with patch.context() as patched:
        for name in STEPS:
            patched.setattr(os, name, partial(disk.call, name, getattr(os, name)))
        with suppress(PowerCut):
            yield lambda: disk.pulled


def copied(home: Path, to: Path, number: int = 1) -> Path:
    """Make a copy of a home."""
    order = Order(home_id="00000000", number=number, why="asked", wall=1.7e9)
    Packer(home).write(order, to)
    return to
