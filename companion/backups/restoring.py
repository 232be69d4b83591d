"""Reads copies, proves them, and takes one back: the whole home, or nothing of it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.backups.manifest import VERSION, Manifest, game_of, is_journal, is_safe
from companion.backups.writing import file_damaged, opened, proven_game, told_by, unpacked
from companion.errors import BackupError, JournalError
from companion.files import PRIVATE, make_folder, words_of
from companion.journal import mark
from companion.journal.home import locked
from companion.journal.pictures import Pictures
from companion.journal.swap import emptied_staging, replace_content
from companion.systems import give, sync_folder


class Restored(msgspec.Struct, frozen=True):
    """A copy was taken back."""

    manifest: Manifest
    aside: Path  # where all lies that was there before


class _Stamp(msgspec.Struct):
    version: int


def manifest_of(path: Path) -> Manifest:
    """Return what a copy says about itself; its files are not read.

    Raises:
        BackupError: it is no copy, or of a newer companion.
    """
    with opened(path) as pack:
        told = told_by(pack, path)
    try:
        version = msgspec.json.decode(told, type=_Stamp).version
        if version > VERSION:
            raise BackupError(code="copy-newer", where=str(path))
        manifest = msgspec.json.decode(told, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        detail = f"it does not say what it holds: {error}"
        raise BackupError(code="copy-damaged", where=str(path), detail=detail) from error
    for kept in manifest.files:
        if not is_safe(kept.name):
            detail = f"it holds a file named {kept.name!r}"
            raise BackupError(code="copy-damaged", where=str(path), detail=detail)
    return manifest


def proven(path: Path) -> Manifest:
    """Return what a copy holds, after every file was read and every game replayed.

    Raises:
        BackupError: something in it is damaged.
    """
    manifest = manifest_of(path)
    for kept, game in unpacked(path, manifest):
        _insist_sound(kept.name, game, path)
    return manifest


def restore(path: Path, home: Path) -> Restored:
    """Replace the content of *home* by a copy's, after it is proven; nothing is mixed.

    What was there is kept aside. A power cut at any instant leaves the old content or the new
    one. Pictures stay where they are; those that a copy has are added.

    Raises:
        BackupError: the copy is damaged, or there is no room for it; the home is as it was.
        SettingsError: a companion works with the home.
    """
    with _alone(home):
        try:
            manifest = _staged(path, home)
            aside = replace_content(home)
        except OSError as error:
            detail = words_of(error)
            raise BackupError(code="copy-not-written", where=str(home), detail=detail) from error
    return Restored(manifest, aside)


def _staged(path: Path, home: Path) -> Manifest:
    manifest = manifest_of(path)
    pictures, fresh = Pictures(home / "pictures"), emptied_staging(home)
    _insist_on_room(path, home, sum(kept.size for kept in manifest.files))
    evidence: set[str] = set()
    file = fresh.parent / "file"
    for kept, game in unpacked(path, manifest, file):
        evidence |= _insist_sound(kept.name, game, path)
        # Under its digest a picture is the same or missing.
        target = (home if kept.name.startswith("pictures/") else fresh) / kept.name
        if not target.exists():
            _move(file, target)
        if is_journal(kept.name):
            mark.note(fresh / kept.name, manifest.records_of(game_of(kept.name)))
    pictures.mark_left_out(evidence)
    _give_to_owner_of(home, fresh)
    return manifest


def _give_to_owner_of(home: Path, fresh: Path) -> None:
    """Let root take a copy back for the companion's own user."""
    owner = home.stat()
    for path in (fresh.parent, fresh, *fresh.rglob("*")):
        give(path, owner)


def _insist_on_room(path: Path, home: Path, size: int) -> None:
    """Raise an error if the disk does not hold what a copy says it holds."""
    if size > shutil.disk_usage(home).free:
        detail = f"there is no room for the {size >> 20} MB in it"
        raise BackupError(code="copy-not-written", where=str(path), detail=detail)


def _move(file: Path, target: Path) -> None:
    """Have a file on disk under its name."""
    file.chmod(PRIVATE)
    with file.open("rb") as synced:
        os.fsync(synced.fileno())
    make_folder(target.parent)
    file.replace(target)
    sync_folder(target.parent)


def _insist_sound(name: str, game: bytes, path: Path) -> frozenset[str]:
    """Return the digests of the pictures that a game rests on; of other files nothing."""
    if not is_journal(name):
        return frozenset()
    try:
        return proven_game(game_of(name), game).evidence
    except JournalError as error:
        raise file_damaged(name, error.detail or error.what, path) from error


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    handle = locked(home)
    try:
        yield
    finally:
        os.close(handle)
