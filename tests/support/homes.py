"""Homes with played games and settings, and what is in them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

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


@contextmanager
def cut_before(step: int) -> Iterator[Callable[[], bool]]:
    """Pull the plug before the call number *step* that changes something; nothing after it counts.

    Yields a function that tells whether the plug was pulled.
    """
    patch, done = pytest.MonkeyPatch(), list[str]()

    def pulled() -> bool:
        return len(done) >= step

    def counted(name: str) -> Callable[..., object]:
        call = getattr(os, name)

        def counting(*args: object, **kwargs: object) -> object:
            if pulled():
                raise PowerCut(name)
            done.append(name)
            return call(*args, **kwargs)

        return counting

    with patch.context() as patched:
        for name in STEPS:
            patched.setattr(os, name, counted(name))
        with suppress(PowerCut):
            yield pulled


def copied(home: Path, to: Path, number: int = 1) -> Path:
    """Make a copy of a home."""
    order = Order(home_id="00000000", number=number, why="asked", wall=1.7e9)
    Packer(home).write(order, to)
    return to
