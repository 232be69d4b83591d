"""Small files that are there whole or not at all, whenever the plug is pulled."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Replace *path* by *content*: write, fsync, rename, fsync the folder. Makes the folder.

    Args:
        path: the file.
        content: all of it.
        mode: its permissions from the first byte on.

    Raises:
        OSError: it cannot be written; what was there before is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, mode)  # a file left behind by a crash keeps no older permissions
            file.write(content)
            file.flush()
            os.fsync(handle)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
