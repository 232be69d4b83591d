"""A folder of copies: on the card beside the games, or on a stick."""

import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.backups.manifest import Manifest
from companion.backups.restoring import manifest_of
from companion.backups.writing import insist_whole, sync
from companion.errors import BackupError
from companion.files import make_folder
from companion.systems import sync_folder

FOLDER = "backups"
"""In a home: where its copies lie."""

ROOM_LEFT = 64 << 20
"""Bytes that copies leave to the game."""

NEWEST = 8
"""So many copies are all kept; of older ones every second, fourth, eighth, ..."""

_NAME = re.compile(r"companion-(?P<home>[0-9a-f]{8})-(?P<number>[0-9]{5,9})\.zip")


class Copy(msgspec.Struct, frozen=True):
    """A copy that is there."""

    path: Path
    manifest: Manifest

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name


class CopyFolder:
    """One folder with copies, ours and perhaps other homes'.

    Args:
        folder: made when the first copy is written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[tuple[str, int, int], Copy | None] = {}

    def copies(self) -> list[Copy]:
        """Return all copies of all homes that say what they hold, newest first.

        A file that does not is passed over.
        """
        found = [copy for path in self._files() if (copy := self._copy(path))]
        return sorted(found, key=lambda copy: (copy.manifest.number, copy.name), reverse=True)

    def last_number(self, home_id: str) -> int:
        """Return the highest number of a home's copies, 0 if there is none."""
        return max(self._numbered(home_id), default=0)

    def thin_out(self, home_id: str, *, spare: frozenset[str] = frozenset()) -> None:
        """Delete old copies of one home, but none whose name is in *spare*."""
        numbered = self._numbered(home_id)
        newest = max(numbered, default=0)
        for number, path in numbered.items():
            if not is_kept(number, newest) and path.name not in spare:
                with suppress(OSError):
                    path.unlink()

    def clear_leftovers(self) -> None:
        """Delete what a power cut left half written."""
        for path in self.folder.glob(".companion-*.zip.*"):
            with suppress(OSError):
                path.unlink()

    def take(self, source: Path) -> None:
        """Copy a proven copy here, synced and compared with its manifest.

        Raises:
            OSError, BackupError: it cannot be written.
        """
        fresh = self.folder / f".{source.name}.other"
        try:
            make_folder(self.folder)
            with source.open("rb") as given, fresh.open("wb") as file:
                shutil.copyfileobj(given, file)
                sync(file)
            insist_whole(fresh, manifest_of(source))
            fresh.replace(self.folder / source.name)
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
        sync_folder(self.folder)

    def has_room(self, size: int) -> bool:
        """Tell whether a copy of so many bytes leaves the game its room."""
        there = self.folder if self.folder.exists() else self.folder.parent
        return shutil.disk_usage(there).free >= size + ROOM_LEFT

    def _files(self) -> Iterator[Path]:
        with suppress(OSError):
            yield from (p for p in self.folder.iterdir() if _NAME.fullmatch(p.name))

    def _numbered(self, home_id: str) -> dict[int, Path]:
        named = ((_NAME.fullmatch(path.name), path) for path in self._files())
        return {int(n["number"]): path for n, path in named if n and n["home"] == home_id}

    def _copy(self, path: Path) -> Copy | None:
        try:
            told = path.stat()
            key = (path.name, told.st_mtime_ns, told.st_size)
            if key not in self._read:
                self._read[key] = Copy(path, manifest_of(path))
        except OSError:
            return None
        except BackupError:
            self._read[key] = None
        return self._read[key]


def name_of(home_id: str, number: int) -> str:
    """Return how a copy is called."""
    return f"companion-{home_id}-{number:05}.zip"


def is_kept(number: int, newest: int) -> bool:
    """Tell whether a copy is kept, by its number alone: the clock may be wrong by years.

    The newest eight are; of the eight before every second, of the sixteen before every fourth,
    and so on: four in each doubling. A thousand copies leave 36.
    """
    age = newest - number
    return age < NEWEST or number % (1 << (age // NEWEST).bit_length()) == 0
