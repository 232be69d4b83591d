"""Versions side by side in one folder; a link names the one in use, another that it is on trial."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

CURRENT, TRIAL = "current", "trial"
WHOLE = "whole"
"""A file that is laid into a version when all of it is there; it holds its release's digest."""


class Versions:
    """The folder of versions, each a virtual environment named by its number.

    Every change is one renaming, so a pulled plug leaves the old link or the new one.

    Args:
        folder: where they lie; made if it is not there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def current(self) -> str:
        """The version in use; empty if none is."""
        return self._named(CURRENT)

    @property
    def before_trial(self) -> str:
        """The version to go back to, while the one in use is on trial; else empty."""
        return self._named(TRIAL)

    @property
    def whole(self) -> Sequence[str]:
        """The versions of which all is there."""
        return sorted(mark.parent.name for mark in self.folder.glob(f"*/{WHOLE}")
                      if not mark.parent.is_symlink())  # fmt: skip

    def place(self, version: str) -> Path:
        """Return an empty place for a version; what was built there and not finished is removed."""
        place = self.folder / version
        if place.exists():
            shutil.rmtree(place)
        self.folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        return place

    def digest_of(self, version: str) -> str:
        """Return the digest of the release that a version came from; empty: none is known."""
        try:
            return (self.folder / version / WHOLE).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def finish(self, version: str, digest: str = "") -> None:
        """Note that all of a version is there, when it is on the disk."""
        os.sync()  # thousands of files: one call for all of them
        (self.folder / version / WHOLE).write_text(digest, "ascii")
        _sync(self.folder / version)

    def use(self, version: str) -> None:
        """Let *version* be the one in use."""
        self._link(CURRENT, version)

    def try_out(self, version: str) -> None:
        """Use *version* on trial; before, note to which to go back."""
        self._link(TRIAL, self.current)
        self.use(version)

    def end_trial(self) -> None:
        """Let the one in use stay."""
        (self.folder / TRIAL).unlink(missing_ok=True)
        _sync(self.folder)

    def forget_all_but(self, *kept: str) -> None:
        """Remove every other version."""
        for place in self.folder.iterdir():
            if place.is_dir() and not place.is_symlink() and place.name not in kept:
                shutil.rmtree(place)

    def _named(self, link: str) -> str:
        path = self.folder / link
        return path.readlink().name if path.is_symlink() else ""

    def _link(self, name: str, version: str) -> None:
        fresh = self.folder / f".{name}"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(version)
        fresh.replace(self.folder / name)
        _sync(self.folder)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
