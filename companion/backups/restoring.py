"""Reads copies, proves them, and takes one back: the whole home, or nothing of it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.backups.manifest import ENTRY, VERSION, Manifest, game_of, is_journal, is_safe
from companion.backups.writing import OTHER, contents, entry, opened, proven_game
from companion.errors import BackupError, JournalError
from companion.files import write_whole
from companion.journal import mark
from companion.journal.home import locked
from companion.journal.pictures import Pictures
from companion.journal.swap import emptied_staging, replace_content

_LONGEST = 16 << 20  # bytes of a manifest


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
        told = entry(pack, path, ENTRY, _LONGEST)
    try:
        version = msgspec.json.decode(told, type=_Stamp).version
        if version > VERSION:
            mend = "update the companion"
            words = "written by a newer companion"
            raise BackupError(words, where=str(path), mend=mend, code="copy-newer")
        manifest = msgspec.json.decode(told, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        words = f"does not say what it holds: {error}"
        raise BackupError(words, where=str(path), mend=OTHER, code="copy-damaged") from error
    for kept in manifest.files:
        if not is_safe(kept.name):
            words = f"holds a file named {kept.name!r}"
            raise BackupError(words, where=str(path), mend=OTHER, code="copy-damaged")
    return manifest


def proven(path: Path) -> Manifest:
    """Return what a copy holds, after every file was read and every game replayed.

    Raises:
        BackupError: something in it is damaged.
    """
    manifest = manifest_of(path)
    for kept, content in contents(path, manifest):
        _insist_sound(kept.name, content, path)
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
            raise BackupError(
                f"the copy cannot be written there: {error.strerror}",
                where=str(home),
                mend="make room on the disk, and start the companion: it finds the old or the new",
                code="copy-not-written",
            ) from error
    return Restored(manifest, aside)


def _staged(path: Path, home: Path) -> Manifest:
    manifest = manifest_of(path)
    pictures, fresh = Pictures(home / "pictures"), emptied_staging(home)
    evidence: set[str] = set()
    for kept, content in contents(path, manifest):
        evidence |= _insist_sound(kept.name, content, path)
        if kept.name.startswith("pictures/"):
            target = home / kept.name  # under its digest: there it is the same or missing
            if not target.exists():
                write_whole(target, content)
        else:
            write_whole(fresh / kept.name, content)
            if is_journal(kept.name):
                mark.note(fresh / kept.name, manifest.records_of(game_of(kept.name)))
    pictures.mark_left_out(evidence)
    _give_to_owner_of(home, fresh)
    return manifest


def _give_to_owner_of(home: Path, fresh: Path) -> None:
    """Let root take a copy back for the companion's own user."""
    owner = home.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        for path in (fresh.parent, fresh, *fresh.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid)


def _insist_sound(name: str, content: bytes, path: Path) -> frozenset[str]:
    """Return the digests of the pictures that a game rests on; of other files nothing."""
    if not is_journal(name):
        return frozenset()
    try:
        return proven_game(game_of(name), content).evidence
    except JournalError as error:
        words, facts = f"a game in it is damaged: {error}", {"name": name}
        raise BackupError(
            words, where=str(path), mend=OTHER, code="copy-file-damaged", facts=facts
        ) from error


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    handle = locked(home)
    try:
        yield
    finally:
        os.close(handle)
