"""What a system has that is neither Linux nor macOS: no `fcntl`, and of `os` what Windows has.

A Python that finds this folder on its path begins with it. `msvcrt` locks as the real one does: one
byte, refused at once.
"""

import fcntl
import os
import subprocess  # noqa: F401  # before: it takes a Python that has `msvcrt` for one of Windows
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


def _locking(handle: int, _mode: int, count: int) -> None:
    fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, count)


_open = os.open


def _open_no_folder(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
    if Path(os.fsdecode(path)).is_dir():
        raise PermissionError(13, "Permission denied", path)
    return _open(path, flags, *args, **kwargs)


msvcrt = ModuleType("msvcrt")
msvcrt.LK_NBLCK = 2  # type: ignore[attr-defined]
msvcrt.locking = _locking  # type: ignore[attr-defined]

os.open = _open_no_folder
for name in ("posix_fallocate", "pwrite", "fdatasync", "fchmod", "geteuid", "chown"):
    delattr(os, name)
sys.modules.update({"msvcrt": msvcrt, "fcntl": None})  # type: ignore[dict-item]
