"""Where a stick may be put in, and whether it still is."""

import os
from collections.abc import Sequence
from pathlib import Path

ROOTS = ("/media", "/run/media", "/mnt")
"""Below these Linux shows what is put in."""

_MOUNTS = Path("/proc/self/mounts")


def sticks(mounts: Path = _MOUNTS) -> Sequence[str]:
    """Return the folders of all sticks and disks that are in now and can be written."""
    try:
        lines = mounts.read_text(errors="replace").splitlines()
    except OSError:
        return ()
    # Blanks in names stand there as octal numbers: https://man7.org/linux/man-pages/man5/fstab.5.html
    names = [line.split()[1].replace("\\040", " ") for line in lines if line.count(" ") > 1]
    return tuple(sorted(n for n in names if _is_below_a_root(n) and os.access(n, os.W_OK)))


def is_in(folder: Path, home: Path, *, apart: bool) -> bool:
    """Tell whether a second place is there.

    Where a stick was pulled out an empty folder of the same name may be left on the card itself.

    Args:
        folder: the second place.
        home: what lies on the card.
        apart: whether it once was on another device than the home.
    """
    try:
        same = folder.stat().st_dev == home.stat().st_dev
    except OSError:
        return False
    return folder.is_dir() and not (same and (apart or _is_below_a_root(str(folder.absolute()))))


def _is_below_a_root(name: str) -> bool:
    return any(name.startswith(f"{root}/") for root in ROOTS)
