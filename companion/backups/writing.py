"""Makes a copy: pack, sync, prove, rename. What is there under its name is whole and proven."""

import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from companion.accounts.verification import replay_faults
from companion.backups.manifest import (
    ENTRY,
    LONGEST,
    CopiedGame,
    KeptFile,
    Manifest,
    Why,
    belonging,
    game_of,
    is_journal,
)
from companion.errors import BackupError, JournalError
from companion.files import PRIVATE, make_folder, naming, words_of
from companion.journal.audit import audit_copy
from companion.journal.mark import marked, shortened
from companion.journal.sqlite import copy_of
from companion.journal.swap import insist_settled
from companion.systems import sync_folder

PIECE = 1 << 20  # bytes in memory at once

INSIDE = "home/"
"""Before the name of each file in a copy."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What copy is wanted."""

    home_id: str
    number: int
    why: Why
    wall: float
    pictures: bool = False


class Packer:
    """Makes copies of one home; games that it has proven need no second proof.

    Args:
        home: the folder; a companion may be running on it.
        halt: whether to give up what is being done.
    """

    def __init__(self, home: Path, halt: Callable[[], bool] = lambda: False) -> None:
        self._home, self._halt = home, halt
        self._proven: dict[str, ProvenGame] = {}  # by the SHA-256 of the journal's bytes

    def write(self, order: Order, to: Path) -> Manifest:
        """Write a copy to *to*, whole or not at all, and return what is in it.

        Raises:
            BackupError: what was written is not what is read; or it was given up.
            JournalError: a copy is just being taken back there.
            OSError: it cannot be written.
        """
        insist_settled(self._home)
        make_folder(to.parent)
        with naming(to), _fresh(to) as (file, path):
            manifest = self._pack(file, order)
            sync(file)
            insist_whole(path, manifest)
            path.replace(to)
        sync_folder(to.parent)
        return manifest

    def _pack(self, file: IO[bytes], order: Order) -> Manifest:
        files: list[KeptFile] = []
        games: list[CopiedGame] = []
        left_out: dict[str, str] = {}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as pack:
            for name in belonging(self._home, pictures=order.pictures):
                if self._halt():
                    raise BackupError(code="copy-stopped")
                try:
                    content = self._content(name, games)
                except FileNotFoundError:
                    continue  # deleted meanwhile
                except JournalError as error:
                    if not (self._home / name).exists():
                        continue  # likewise
                    left_out[game_of(name)] = error.detail or error.what
                    continue
                # A date of its own would be the clock's, which may stand before 1980.
                pack.writestr(zipfile.ZipInfo(INSIDE + name), content, zipfile.ZIP_DEFLATED)
                files.append(KeptFile(name, len(content), sha256(content).hexdigest()))
            manifest = Manifest(
                home=order.home_id,
                number=order.number,
                why=order.why,
                wall=order.wall,
                files=tuple(files),
                games=tuple(games),
                left_out=left_out,
            )
            pack.writestr(zipfile.ZipInfo(ENTRY), msgspec.json.encode(manifest))
        return manifest

    def _content(self, name: str, games: list[CopiedGame]) -> bytes:
        path = self._home / name
        if not is_journal(name):
            return path.read_bytes()
        there = marked(path)  # before: the game may go on meanwhile
        content = copy_of(path)
        digest = sha256(content).hexdigest()
        game = self._proven.get(digest) or proven_game(game_of(name), content)
        self._proven[digest] = game
        if lost := shortened(path, game.kept.records, there):
            raise lost  # the copies in which it is whole stay
        games.append(game.kept)
        return content


class ProvenGame(NamedTuple):
    """A game whose chain and replay are sound."""

    kept: CopiedGame
    evidence: frozenset[str]  # the SHA-256 of every picture that its records rest on


def proven_game(name: str, content: bytes) -> ProvenGame:
    """Return what the bytes of a journal come to, after its chain and its replay.

    Raises:
        JournalError: they are not.
    """
    records, damages = audit_copy(content, name)
    if damages:
        raise damages[0].at(name)
    if records:  # else the plug was pulled while it was made
        faults, _state = replay_faults(records, name)
        if faults:
            raise JournalError(code="journal-damaged", where=name, detail=faults[0])
    kept = CopiedGame(name, len(records), records[-1].digest if records else "")
    return ProvenGame(kept, frozenset(r.cause.evidence for r in records if r.cause.evidence))


def insist_whole(path: Path, manifest: Manifest) -> None:
    """Read a copy and compare each file with what its manifest says.

    Raises:
        BackupError: something is missing or other than it was.
    """
    for _kept, _game in unpacked(path, manifest):
        pass


def unpacked(
    path: Path, manifest: Manifest, to: Path = Path(os.devnull)
) -> Iterator[tuple[KeptFile, bytes]]:
    """Unpack each file of a copy to *to*, one after the other, and yield it when it is sound.

    Never more is unpacked than the manifest says. Of a game the bytes come with it, for its proof;
    of anything else no more is in memory than a piece.

    Raises:
        BackupError: one is missing or damaged; *path* and its name are said.
        OSError: it cannot be written.
    """
    with opened(path) as pack:
        for kept in manifest.files:
            digest, game = sha256(), bytearray()
            with to.open("wb") as file:
                for piece in _pieces(pack, path, kept):
                    digest.update(piece)
                    file.write(piece)
                    game += piece if is_journal(kept.name) else b""
            if digest.hexdigest() != kept.sha256:
                raise file_damaged(kept.name, "its content is another", path)
            yield kept, bytes(game)


def _pieces(pack: zipfile.ZipFile, path: Path, kept: KeptFile) -> Iterator[bytes]:
    left = kept.size
    try:
        with pack.open(INSIDE + kept.name) as file:
            while left >= 0 and (piece := file.read(PIECE)):
                left -= len(piece)
                if left >= 0:
                    yield piece
    # Whatever a flipped bit makes of it: zlib's own errors, an unknown method, a lost end.
    except Exception as error:
        raise file_damaged(kept.name, f"it cannot be unpacked: {error}", path) from error
    if left < 0:
        raise file_damaged(kept.name, "it is longer than said", path)


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a copy.

    Raises:
        BackupError: there is none, or it is not readable as one.
    """
    try:
        with opened_pack(path) as pack:
            yield pack
    except OSError as error:
        raise BackupError(code="copy-damaged", where=str(path), detail=words_of(error)) from error


def opened_pack(path: Path) -> zipfile.ZipFile:
    """Open the ZIP file that a copy is.

    Raises:
        BackupError: it is none.
        OSError: it cannot be read.
    """
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise BackupError(code="copy-damaged", where=str(path), detail="it is no file")
    try:
        return zipfile.ZipFile(path)
    except OSError:
        raise
    # Whatever a flipped bit makes of it: no end, a version or a name that cannot be.
    except Exception as error:
        raise BackupError(code="copy-damaged", where=str(path), detail=str(error)) from error


def told_by(pack: zipfile.ZipFile, path: Path) -> bytes:
    """Return the manifest of a copy as it stands there.

    Raises:
        BackupError: it is not there, cannot be unpacked, or has no end.
    """
    try:
        with pack.open(ENTRY) as file:
            content = file.read(LONGEST + 1)
    except Exception as error:
        raise file_damaged(ENTRY, f"it cannot be unpacked: {error}", path) from error
    if len(content) > LONGEST:
        raise file_damaged(ENTRY, "it is too long", path)
    return content


def file_damaged(name: str, how: str, path: Path) -> BackupError:
    """Return what is said of a copy with a file in it that is not what it was."""
    return BackupError(code="copy-file-damaged", where=str(path), detail=how, name=name)


@contextmanager
def _fresh(to: Path) -> Iterator[tuple[IO[bytes], Path]]:
    path = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, PRIVATE)
        with os.fdopen(handle, "w+b") as file:
            yield file, path
    finally:
        path.unlink(missing_ok=True)


def sync(file: IO[bytes]) -> None:
    """Have a file on disk, and forget what memory still holds of it.

    What is read after is what the disk gives back.

    Raises:
        OSError: the disk fails.
    """
    file.flush()
    os.fsync(file.fileno())
    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
