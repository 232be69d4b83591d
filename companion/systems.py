"""What systems do each in their own way: locks, room, syncs, owners. Linux does all of it.

What a system lacks is asked for by its name, not by the system's: macOS has no `posix_fallocate`,
Windows has neither `fcntl` nor folders that can be synced.
"""

import errno
import os
import time
from importlib import import_module
from pathlib import Path
from typing import Any

BINARY: int = getattr(os, "O_BINARY", 0)
"""Beside the other flags of `os.open`: bytes are written as they are."""

_AGAIN_S = 0.05


def _found(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


_fcntl, _msvcrt = _found("fcntl"), _found("msvcrt")


def lock(handle: int, *, wait: bool = False) -> None:
    """Keep every other process from locking an open file; closing it lets go.

    Args:
        handle: of the file, open for writing.
        wait: until whoever has it lets go; else it is an error.

    Raises:
        OSError: another has it.
    """
    if _fcntl is not None:
        _fcntl.flock(handle, _fcntl.LOCK_EX | (0 if wait else _fcntl.LOCK_NB))
        return
    while True:
        try:
            _msvcrt.locking(handle, _msvcrt.LK_NBLCK, 1)
        except OSError:
            if not wait:
                raise
            time.sleep(_AGAIN_S)
        else:
            return


def take_room(handle: int, size: int) -> None:
    """Have a number of bytes of the disk belong to an open file.

    Raises:
        OSError: there is no room.
    """
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(handle, 0, size)
        return
    step = bytes(1 << 20)
    for start in range(0, size, len(step)):  # zeros that are written are zeros that are kept
        os.write(handle, step[: size - start])


def write_first(handle: int, content: bytes) -> None:
    """Write over the first bytes of a file, and return when they are on disk.

    Raises:
        OSError: the disk does not keep them.
    """
    if hasattr(os, "pwrite"):
        os.pwrite(handle, content, 0)
    else:
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, content)
    getattr(os, "fdatasync", os.fsync)(handle)


def permit(handle: int, mode: int) -> None:
    """Give an open file its permissions, where files have any."""
    if hasattr(os, "fchmod"):
        os.fchmod(handle, mode)


def give(path: Path, like: os.stat_result) -> None:
    """Let a file or folder have the owner of another one, where root asks."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and like.st_uid != 0:
        os.chown(path, like.st_uid, like.st_gid)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk, not only what is in the files.

    Raises:
        OSError: the disk fails.
    """
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        if _fcntl is not None:
            raise
        return  # a system that opens no folders; NTFS keeps its names in a journal of its own
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some sticks' file systems cannot, and need not
            raise
    finally:
        os.close(handle)
