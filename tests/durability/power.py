"""A file system that notes each write and each sync, and what a power cut leaves of its files.

A cut keeps what was synced and, of the rest, any pieces of 512 bytes.
"""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

import apsw

from companion.journal.sqlite import SAFE, address

SECTOR = 512  # bytes


class Step(NamedTuple):
    """What happened to a file, or that a record was acknowledged."""

    kind: str
    """write, sync, lost (a failed sync), cut (to a length), delete, replace (the file that *data*
    names), whole (written and synced before it had its name); ready, acknowledged."""
    file: str = ""
    offset: int = 0
    data: bytes = b""


class NotedFile(apsw.VFSFile):
    """A file whose changes are noted."""

    def __init__(self, filename: Any, flags: list[int], system: "NotingSystem") -> None:
        super().__init__("", filename, flags)
        name = filename.filename() if isinstance(filename, apsw.URIFilename) else filename
        self._name, self._steps, self._fails = Path(name).name, system.steps, system.fails

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # SQLite's name
        self._steps.append(Step("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, length: int) -> None:  # noqa: N802  # likewise
        self._steps.append(Step("cut", self._name, length))
        super().xTruncate(length)

    def xSync(self, flags: int) -> None:  # noqa: N802  # likewise
        if self._fails():
            self._steps.append(Step("lost", self._name))
            raise apsw.IOError("input/output error")
        super().xSync(flags)
        self._steps.append(Step("sync", self._name))


class NotingSystem(apsw.VFS):
    """A file system that notes what happens to its files.

    Args:
        name: what SQLite calls it.
        fails: tells whether the next sync fails.
    """

    def __init__(self, name: str, fails: Callable[[], bool] = lambda: False) -> None:
        self.steps: list[Step] = []
        self.fails = fails
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> NotedFile:  # noqa: N802  # likewise
        return NotedFile(name, flags, self)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802  # likewise
        self.steps.append(Step("delete", Path(filename).name))
        super().xDelete(filename, syncdir)


class Translated:
    """A connection by a file system of ours that fails in the standard library's words."""

    def __init__(self, path: Path, system: str, mode: Literal["ro", "rw"] = "rw") -> None:
        flags = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        with _translating():
            self._connection: Any = apsw.Connection(address(path, mode), vfs=system, flags=flags)
        for pragma in SAFE if mode == "rw" else ():
            self.execute(f"PRAGMA {pragma}")

    def execute(self, *words: Any) -> Any:
        with _translating():
            return self._connection.execute(*words)

    def serialize(self) -> bytes:
        with _translating():
            content: bytes = self._connection.serialize("main")
        return content

    def close(self) -> None:
        with suppress(apsw.Error):  # the standard library says nothing of it
            self._connection.close()


@contextmanager
def _translating() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        told = sqlite3.OperationalError(str(error))
        full = isinstance(error, apsw.FullError)
        told.sqlite_errorcode = sqlite3.SQLITE_FULL if full else sqlite3.SQLITE_IOERR
        raise told from error


def write_left(steps_done: list[Step], folder: Path, chance: random.Random) -> None:
    """Write what a cut after these steps leaves of all files."""
    folder.mkdir()
    histories = dict[str, list[Step]]()
    for step in steps_done:
        if step.kind == "delete":
            histories.pop(step.file, None)
        elif step.kind == "replace":
            histories[step.data.decode()] = histories.pop(step.file)
        elif step.file:
            histories.setdefault(step.file, []).append(step)
    for name, history in sorted(histories.items()):
        (folder / name).write_bytes(_left(history, chance))


def _left(steps: list[Step], chance: random.Random) -> bytes:
    """Return what a cut after these *steps* leaves of a file."""
    kept = _synced(steps)
    share = chance.choice((0.0, 0.5, 0.9, 1.0))
    content = bytearray()
    for place, step in enumerate(steps):
        if step.kind == "cut" and (place in kept or chance.random() < share):
            del content[step.offset :]
        for start in range(0, len(step.data), SECTOR):
            if place in kept or chance.random() < share:
                _put(content, step.offset + start, step.data[start : start + SECTOR])
    return bytes(content)


def _synced(steps: list[Step]) -> set[int]:
    """Return the places of the steps that no cut undoes.

    What a failed sync was asked to keep is never asked for again: the system takes it for written.
    """
    kept, waiting = set[int](), set[int]()
    for place, step in enumerate(steps):
        if step.kind == "sync":
            kept |= waiting
        if step.kind == "whole":
            kept.add(place)
        if step.kind in ("sync", "lost"):
            waiting = set()
        else:
            waiting.add(place)
    return kept


def _put(content: bytearray, offset: int, piece: bytes) -> None:
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(piece)] = piece
