"""Evidence: pictures kept under their SHA-256, pruned by size and age."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from companion.errors import JournalError
from companion.files import make_folder, words_of, write_whole
from companion.systems import sync_folder

_DIGEST = 64  # hexadecimal digits
_PRUNED = ".pruned"

Fate: TypeAlias = Literal["kept", "pruned", "damaged", "missing"]


class Limits(msgspec.Struct, frozen=True):
    """How much evidence is kept."""

    size: int = 1 << 30  # bytes
    age_s: float = 90 * 24 * 3600.0  # seconds, counted back from the newest picture


class Pictures:
    """The folder of kept pictures.

    Args:
        folder: made when the first picture is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, picture: bytes) -> str:
        """Store a picture, synced, and return its SHA-256 as 64 hexadecimal digits.

        Raises:
            JournalError: it cannot be written.
        """
        digest = sha256(picture).hexdigest()
        path = self._path(digest)
        if path.is_file() and path.stat().st_size == len(picture):
            return digest
        try:
            write_whole(path, picture)
        except OSError as error:
            detail = words_of(error)
            raise JournalError(code="not-written", where=str(path), detail=detail) from error
        return digest

    def read(self, digest: str) -> bytes | None:
        """Return a picture, or None if it was pruned, never kept, or is damaged."""
        if len(digest) != _DIGEST or not set(digest) <= set("0123456789abcdef"):
            return None  # it may come from outside and becomes a path
        try:
            picture = self._path(digest).read_bytes()
        except OSError:
            return None
        return picture if sha256(picture).hexdigest() == digest else None

    def fate(self, digest: str) -> Fate:
        """Return what became of a picture that was kept."""
        if self.read(digest) is not None:
            return "kept"
        path = self._path(digest)
        if path.is_file():
            return "damaged"
        return "pruned" if path.with_suffix(_PRUNED).is_file() else "missing"

    def prune(self, limits: Limits, *, spare: Collection[str] = ()) -> int:
        """Delete the oldest pictures beyond *limits*, but none of *spare*; return how many.

        An empty file of the same name tells later that it was us.

        Age counts from the newest picture, not from now: a wall clock that jumps by years must
        not wipe the evidence.
        """
        kept = sorted(self._kept(), reverse=True)  # newest first
        size = 0
        doomed: list[Path] = []
        for changed, path, length in kept:
            size += length
            old = kept[0][0] - changed > limits.age_s
            if (old or size > limits.size) and path.stem not in spare:
                doomed.append(path)
                size -= length
        _mark(doomed)  # first: a picture that is gone without its mark would count as lost
        return sum(map(_deleted, doomed))

    def mark_left_out(self, digests: Collection[str]) -> None:
        """Note that pictures were left out of a copy: those that are not here count as pruned.

        Raises:
            OSError: it cannot be noted.
        """
        for digest in digests:
            if self.fate(digest) == "missing":
                path = self._path(digest).with_suffix(_PRUNED)
                make_folder(path.parent)
                path.touch()

    def size(self) -> int:
        """Return how many bytes are kept."""
        return sum(length for _changed, _path, length in self._kept())

    def _path(self, digest: str) -> Path:
        return self.folder / digest[:2] / f"{digest}.jpg"

    def _kept(self) -> list[tuple[float, Path, int]]:
        found = []
        for path in self.folder.glob("??/*.jpg"):
            with suppress(OSError):
                told = path.stat()
                found.append((told.st_mtime, path, told.st_size))
        return found


def _mark(pictures: Sequence[Path]) -> None:
    """Have it on disk that pictures are pruned, as far as there is room for so small a note."""
    for path in pictures:
        with suppress(OSError):
            path.with_suffix(_PRUNED).touch()
    for folder in {path.parent for path in pictures}:
        with suppress(OSError):
            sync_folder(folder)


def _deleted(path: Path) -> bool:
    """Delete a picture; mark it now if the disk was too full for that before."""
    try:
        path.unlink()
        path.with_suffix(_PRUNED).touch()
    except OSError:
        return False
    return True
