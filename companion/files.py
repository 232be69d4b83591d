"""Small files that are there whole or not at all, whenever the plug is pulled.

They lie in a folder, or in a database: a home of either kind is a `Folder`.
"""

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from stat import S_IMODE, S_ISLNK
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec

from companion.errors import ErrorCode, SettingsError
from companion.systems import BINARY, permit, sync_folder

KeptT = TypeVar("KeptT")

_log = logging.getLogger(__name__)

PRIVATE, PUBLIC = 0o600, 0o644
"""Permissions of a file of ours, and of one that somebody asked for to take away."""
PRIVATE_FOLDER = 0o700


class StoredFile(Protocol):
    """A small file that lies in no folder. Every method may raise OSError."""

    def read(self) -> bytes:
        """Return its content; FileNotFoundError where there is none."""
        ...

    def write(self, content: bytes) -> None:
        """Replace its content, whole or not at all, for good when it returns."""
        ...

    def append(self, content: bytes) -> None:
        """Add to its end, all of it or nothing, for good when it returns."""
        ...

    def remove(self) -> None:
        """Have it no longer."""
        ...


class StoredFolder(Protocol):
    """Where such files lie under their names."""

    def __truediv__(self, name: str | Path) -> StoredFile: ...


File: TypeAlias = Path | StoredFile
Folder: TypeAlias = Path | StoredFolder


def read_whole(path: File) -> bytes:
    """Return a file's content.

    Raises:
        OSError: it cannot be read; FileNotFoundError: there is none.
    """
    return path.read_bytes() if isinstance(path, Path) else path.read()


def append(path: File, content: bytes, *, sync: bool) -> None:
    """Add to the end of a file; with *sync* it outlives a power cut too. Makes the folder.

    Raises:
        OSError: it cannot be written; a part of it may be.
    """
    if not isinstance(path, Path):
        path.append(content)
        return
    make_folder(path.parent)
    with naming(path), path.open("ab") as file:
        file.write(content)
        if sync:
            file.flush()
            os.fsync(file.fileno())


def remove(path: File) -> None:
    """Have a file no longer, if there is one.

    Raises:
        OSError: it cannot be removed.
    """
    if not isinstance(path, Path):
        path.remove()
        return
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_whole(path: File, content: bytes, *, mode: int = PRIVATE) -> None:
    """Replace *path* by *content*: write, fsync, rename, fsync the folder. Makes the folder.

    Args:
        path: the file.
        content: all of it.
        mode: its permissions from the first byte on, in a folder.

    Raises:
        OSError: it cannot be written; what was there before is untouched.
    """
    if not isinstance(path, Path):
        path.write(content)
        return
    make_folder(path.parent)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with naming(path):
        try:
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, mode)
            with os.fdopen(handle, "wb") as file:
                permit(handle, mode)  # a file left behind by a crash keeps no older permissions
                file.write(content)
                file.flush()
                os.fsync(handle)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        sync_folder(path.parent)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give errors of the system that name no file the one that is meant: writing names none."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            error.filename = str(path)
        raise


def keep(value: object, path: File) -> None:
    """Write a Struct as a small readable file.

    Raises:
        SettingsError: it cannot be written.
    """
    text = msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
    try:
        write_whole(path, text)
    except OSError as error:
        raise SettingsError(code="not-written", where=str(path), detail=words_of(error)) from None


def read_kept(path: File, kind: type[KeptT], *, damaged: ErrorCode = "damaged") -> KeptT | None:
    """Return what `keep` wrote, None if there is no file.

    Raises:
        SettingsError: the file cannot be read, or is *damaged*.
    """
    try:
        return msgspec.json.decode(read_whole(path), type=kind)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(code="not-read", where=str(path), detail=words_of(error)) from None
    except msgspec.DecodeError as error:
        raise SettingsError(code=damaged, where=str(path), detail=str(error)) from None


class Remembered(Generic[KeptT]):
    """A Struct in a file of its own, over restarts; a damaged file is as none.

    Args:
        path: the file.
        blank: what is remembered where there is none.
    """

    def __init__(self, path: File, blank: KeptT) -> None:
        self._path, self._blank = path, blank
        self.now = blank
        """What is remembered."""
        self._unread: SettingsError | None = None
        try:
            self.now = read_kept(path, type(blank), damaged="kept-damaged") or blank
        except SettingsError as error:
            _log.warning("%s", error)
            self._unread = error if is_away(error, path) else None

    def set(self, value: KeptT) -> None:
        """Remember a *value* that must not be lost.

        Raises:
            SettingsError: it cannot be written; all is as before. Or nobody knows what is there.
        """
        if self._unread is not None:
            raise self._unread
        keep(value, self._path)
        self.now = value

    def follow(self, value: KeptT) -> None:
        """Remember a *value*: as long as the companion runs, if it cannot be written."""
        if value == self.now:
            return
        self.now = value
        if self._unread is not None:
            return
        try:
            if value == self._blank:
                remove(self._path)
            else:
                keep(value, self._path)
        except (OSError, SettingsError) as error:
            _log.warning("%s", error)


def words_of(error: Exception) -> str:
    """Return what the system or a library says of a file or device, without a number."""
    return getattr(error, "strerror", None) or str(error)


HOMES: set[Path] = set()
"""Folders that this process works with. None is made anew: who has moved one while it was used and
moves it back would find its place taken by an almost empty one."""


def make_folder(path: Path) -> None:
    """Make a folder that others cannot look into, and the folders above it, if they are missing.

    Raises:
        OSError: it cannot be made, or lies in one of `HOMES` that was moved away.
    """
    for missing in reversed([folder for folder in (path, *path.parents) if not folder.exists()]):
        if missing in HOMES:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(missing))
        missing.mkdir(PRIVATE_FOLDER, exist_ok=True)


def tighten(home: Path) -> None:
    """Let nobody but their owner at a folder and all in it, as far as the file system can.

    Somebody's whole account, given as the folder, is not ours: there only the top is closed.
    """
    below = () if home.resolve() in (Path.home(), Path("/")) else home.rglob("*")
    for path in (home, *below):
        with suppress(OSError):
            mode = path.lstat().st_mode
            if mode & 0o077 and not S_ISLNK(mode):
                path.chmod(S_IMODE(mode) & PRIVATE_FOLDER)


def is_away(error: SettingsError, path: File) -> bool:
    """Return whether a file may be as good as ever: the database that has it is not there now."""
    return error.code == "not-read" and not isinstance(path, Path)


def set_aside(path: File) -> None:
    """Give a damaged file another name beside its own, as far as the disk allows.

    One that lies in no folder stays, and is replaced by what is written next.
    """
    if not isinstance(path, Path):
        return
    beside = (path.with_name(f"{path.name}.damaged-{n}") for n in count(1))
    with suppress(OSError):
        path.rename(next(other for other in beside if not other.exists()))
        sync_folder(path.parent)
