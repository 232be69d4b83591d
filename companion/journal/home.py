"""The folder of one companion: its lock, its games, its reserve of room."""

import os
import shutil
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path

from companion.errors import JournalError, SettingsError
from companion.files import HOMES, PRIVATE, make_folder, tighten, words_of, write_whole
from companion.journal.listing import GamesOnDisk, insist_on_name, number_of
from companion.journal.mark import MARK, note, place_of
from companion.journal.pictures import Limits, Pictures
from companion.journal.replaced_homes import thin_aside
from companion.journal.sqlite import (
    FRESH,
    INDEX,
    LOG,
    SUFFIX,
    SqliteJournal,
    create_journal,
    open_journal,
)
from companion.journal.swap import settle
from companion.systems import lock, sync_folder, take_room

_ROOM_TO_OPEN = 4 << 20  # bytes; after a crash a long game is written anew, 2 MB at most

_LAST_NUMBER = "last-number"
"""Beside the games: the highest number of one that was deleted."""

_TRIES, _READ_S = 20, 0.05
"""So often, and after so many seconds each, a log is written back that somebody reads."""

_BESIDE = (LOG, INDEX, FRESH, MARK)
"""What lies beside a journal, each with the journal's name before it."""

_INCOMING = "incoming"
"""Among the games: one that was written elsewhere, until all of it is here."""


class Home(GamesOnDisk):
    """One folder, used by one process at a time.

    Args:
        folder: made if it is missing.
        ballast: bytes kept in reserve for a full disk.

    Raises:
        SettingsError: another process works with the folder, or it cannot be written.

    A copy that was being taken back when the plug was pulled is settled first.
    """

    def __init__(self, folder: Path, *, ballast: int = 16 << 20) -> None:
        super().__init__(folder)
        self.folder = folder
        self.pictures = Pictures(folder / "pictures")
        self.reserve = Reserve(folder / "reserve", ballast)
        self.precious: Callable[[], Collection[str]] = tuple
        """Returns the SHA-256 of pictures that are kept even when room is made."""
        self._lock: int | None = locked(folder)
        HOMES.add(folder)
        self.take_reserve()

    def create(self, edition: str) -> SqliteJournal:
        """Make the journal of a new game; its name is a number and the edition's id.

        Raises:
            JournalError: it cannot be made.
        """
        self._have_games()
        return create_journal(self._at_hand / f"{self._next_name(edition)}{SUFFIX}")

    def adopt(self, edition: str, stored: Sequence[tuple[str, bytes]]) -> str:
        """Keep a game that was written elsewhere, whole or not at all; return its name here.

        Args:
            edition: its id.
            stored: of each record its digest and its bytes, from the first on.

        Raises:
            JournalError: the records are no game of ours, or cannot be kept.
        """
        name = self._next_name(edition)
        insist_on_name(name)
        self._have_games()
        incoming, target = (self._at_hand / f"{stem}{SUFFIX}" for stem in (_INCOMING, name))
        try:
            for suffix in ("", *_BESIDE):  # the plug was pulled the last time
                incoming.with_name(incoming.name + suffix).unlink(missing_ok=True)
            journal = create_journal(incoming)
            try:
                journal.adopt(stored)
            finally:
                journal.close()
            _insist_on_no_log(incoming)
            note(target, len(stored))  # first: no tail of it goes missing unseen
            incoming.rename(target)
            place_of(incoming).unlink(missing_ok=True)
            sync_folder(self._at_hand)
        except OSError as error:
            raise _not_written(error, target) from error
        return name

    def _have_games(self) -> None:
        try:
            make_folder(self._at_hand)
        except OSError as error:
            raise _not_written(error, self._at_hand) from error

    def _next_name(self, edition: str) -> str:
        taken = (number_of(name) for name in (*self.games(), *self.archived()))
        return f"{max((self._last_number(), *taken)) + 1:04}-{edition}"

    def open(self, name: str, *, shortened_too: bool = False) -> SqliteJournal:
        """Open a game's journal for writing; *shortened_too*: if its last records are lost, too.

        Raises:
            JournalError: there is none of this name, or it is damaged.
        """
        insist_on_name(name)
        return open_journal(self._at_hand / f"{name}{SUFFIX}", shortened_too=shortened_too)

    def archive(self, name: str) -> None:
        """Lay a game aside, which nobody has open: it stays on disk and in copies.

        Raises:
            JournalError: there is none of this name, it is damaged, or it cannot be moved.
        """
        self._move(name, self._at_hand, self._aside)

    def bring_back(self, name: str) -> None:
        """Put a game that was laid aside among the others again.

        Raises:
            JournalError: there is none of this name, it is damaged, or it cannot be moved.
        """
        self._move(name, self._aside, self._at_hand)

    def delete(self, name: str) -> None:
        """Delete a game for ever, which nobody has open. Copies may still have it.

        Its number is never given again, for readings and copies know the game by it.

        Raises:
            JournalError: there is none of this name, or it cannot be deleted.
        """
        insist_on_name(name)
        folder = self._aside if name in self.archived() else self._at_hand
        path = folder / f"{name}{SUFFIX}"
        number = max(self._last_number(), number_of(name))
        try:
            write_whole(self._at_hand / _LAST_NUMBER, f"{number}\n".encode())
            path.unlink()  # first: without it the log beside it is nothing
            for beside in _BESIDE:
                path.with_name(path.name + beside).unlink(missing_ok=True)
            sync_folder(folder)
        except OSError as error:
            raise _not_written(error, path) from error

    def _move(self, name: str, source: Path, target: Path) -> None:
        insist_on_name(name)
        path = source / f"{name}{SUFFIX}"
        for _ in range(_TRIES):
            open_journal(path).close()  # writes the log back into the file, or says what is damaged
            if not path.with_name(path.name + LOG).exists():
                break
            time.sleep(_READ_S)  # somebody reads it: then the log stays
        _insist_on_no_log(path)
        try:
            make_folder(target)
            path.rename(target / path.name)
            with suppress(FileNotFoundError):
                place_of(path).rename(place_of(target / path.name))
            sync_folder(target)
            sync_folder(source)
        except OSError as error:
            raise _not_written(error, path) from error

    def _last_number(self) -> int:
        try:
            return int((self._at_hand / _LAST_NUMBER).read_text())
        except (OSError, ValueError):
            return 0

    def make_room(self, *, spare: Collection[str] = ()) -> None:
        """Give back the reserve and half of the pictures; those in *spare* are kept."""
        self.reserve.release()
        spared = {*spare, *self.precious()}
        self.pictures.prune(Limits(size=self.pictures.size() // 2), spare=spared)

    def make_room_to_open(self) -> bool:
        """Give back the reserve if the disk is full: even opening a journal needs some room.

        Returns whether there is more room than before.
        """
        return shutil.disk_usage(self.folder).free < _ROOM_TO_OPEN and self.reserve.release()

    def take_reserve(self) -> None:
        """Take the reserve of room again if there is plenty; a full disk hinders nothing."""
        with suppress(OSError):
            self.reserve.fill()

    @property
    def current(self) -> str | None:
        """The game that was played last, if it was noted and is still there."""
        try:
            name = self._note.read_text().strip()
        except (OSError, UnicodeDecodeError):
            return None
        return name if name in self.games() else None

    def note_current(self, name: str) -> None:
        """Note which game is played, for the next start.

        Raises:
            JournalError: it cannot be written.
        """
        try:
            write_whole(self._note, f"{name}\n".encode())
        except OSError as error:
            raise _not_written(error, self._note) from error

    def close(self) -> None:
        """Let another process work with the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
            HOMES.discard(self.folder)

    @property
    def _note(self) -> Path:
        return self._at_hand / "current"


class Reserve:
    """A file that only takes up room, to be given back when the disk is full.

    Args:
        path: the file.
        size: bytes.
    """

    def __init__(self, path: Path, size: int) -> None:
        self._path, self._size = path, size

    @property
    def held(self) -> bool:
        """Whether the room is taken."""
        return self._path.exists() and self._path.stat().st_size == self._size

    def fill(self) -> bool:
        """Take the room if there is plenty (four times as much); return whether it is held.

        Raises:
            OSError: the disk does not give it.
        """
        if self.held:
            return True
        if shutil.disk_usage(self._path.parent).free < 4 * self._size:
            return False
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
        try:
            take_room(handle, self._size)
        finally:
            os.close(handle)
        return True

    def release(self) -> bool:
        """Give the room back; return whether there was any."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True


def _insist_on_no_log(path: Path) -> None:
    """Make sure that all of a journal that was closed is in its file.

    Raises:
        JournalError: there is no room for what its log holds.
    """
    if path.with_name(path.name + LOG).exists():
        detail = "its log cannot be written back"
        raise JournalError(code="no-room", where=str(path), detail=detail)


def _not_written(error: OSError, path: Path) -> JournalError:
    return JournalError(code="not-written", where=str(path), detail=words_of(error))


def locked(folder: Path) -> int:
    """Keep every other process out of a home, which is settled and made if it is missing.

    What copies replaced long ago is let go of (see `companion.journal.replaced_homes`).

    Returns the handle of its lock, which whoever called closes.

    Raises:
        SettingsError: another process works with the folder, or it cannot be written.
    """
    try:
        make_folder(folder)
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise SettingsError(
            f"the folder cannot be used: {error.strerror}",
            where=str(folder),
            mend="choose another with --home",
        ) from error
    try:
        lock(handle)
    except OSError as error:
        os.close(handle)
        raise SettingsError(
            "another companion works with this folder",
            where=str(folder),
            mend="stop it, or choose another folder with --home",
        ) from error
    try:
        tighten(folder)
        _settle(folder)
        thin_aside(folder)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _settle(folder: Path) -> None:
    try:
        settle(folder)
    except OSError as error:
        raise SettingsError(
            f"a copy that was being taken back cannot be settled: {error.strerror}",
            where=str(folder),
            mend="make room, or check the disk or memory card",
        ) from error
