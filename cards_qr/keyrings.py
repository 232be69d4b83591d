"""The game sets of one companion: for each edition a keyring in its home, and those before it.

`HOME/keyrings/EDITION.json` is the set that is on the table; `EDITION.set-N.json` is one that was
replaced by a newer one. Nothing here is ever overwritten by something else or deleted.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec

from cards_qr.keyring import Keyring, load_keyring, make_keyring, reissue, save_keyring
from cards_qr.tag import Item, Kind, Side
from companion.doctor import Check, Facts
from companion.errors import KeyringError
from companion.files import make_folder, words_of
from companion.systems import lock

FOLDER = "keyrings"
"""In a companion's home; to be backed up together with its games."""

_REPLACED = ".set-"
_Stamp = tuple[int, int] | None


class Found(msgspec.Struct, frozen=True):
    """What is known of a tag that this companion issued."""

    edition: str
    kind: Kind
    id: int  # from 1
    side: Side
    standing: Literal["valid", "revoked", "old-set"]


class Keyrings:
    """The keyrings of one home; any thread, and other processes beside it.

    Args:
        home: the folder of one companion.
    """

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self._lock = threading.RLock()
        self._known: dict[Path, tuple[_Stamp, Keyring]] = {}

    def path(self, edition: str) -> Path:
        """Return where the keyring of an edition lies.

        Raises:
            KeyringError: the edition's id cannot be the name of a file.
        """
        if not edition or not all(letter.isalnum() or letter in "-_" for letter in edition):
            raise KeyringError(f"{edition!r} is no id of an edition", mend="small letters and -")
        return self._folder / f"{edition}.json"

    def of(self, edition: str) -> Keyring:
        """Return the keyring of an edition's set; at first use it is made and saved.

        Raises:
            KeyringError: its file is damaged, is of another edition or of a set that was replaced.
        """
        keyring = self.as_it_is(edition)
        self._check(keyring, edition, self.path(edition))
        return keyring

    def as_it_is(self, edition: str) -> Keyring:
        """Return the same, were it of another edition or an older set.

        Raises:
            KeyringError: its file is damaged.
        """
        path = self.path(edition)
        if not path.exists():
            with self._alone():
                if not path.exists():
                    save_keyring(make_keyring(edition=edition, taken=self._numbers()), path)
        return self._read(path)

    def stamp(self, edition: str) -> _Stamp:
        """Return something that changes when the keyring's file does; None while there is none."""
        try:
            status = self.path(edition).stat()
        except (OSError, KeyringError):
            return None
        return status.st_mtime_ns, status.st_size

    def reissued(self, edition: str, items: Iterable[Item]) -> Keyring:
        """Return the keyring with new tags for lost items, not yet saved.

        Raises:
            KeyringError: as of `of`; or an item was issued as often as can be.
        """
        keyring = self.of(edition)
        for item in items:
            try:
                keyring = reissue(keyring, item)
            except KeyringError as error:
                raise error.at(str(self.path(edition))) from None
        return keyring

    def renewed(self, edition: str) -> Keyring:
        """Return a new set for an edition, not yet saved.

        Raises:
            KeyringError: as of `path`.
        """
        self.path(edition)
        return make_keyring(edition=edition, taken=self._numbers())

    def save(self, keyring: Keyring, before: Keyring) -> None:
        """Save a changed keyring, or a new set in place of the one *before*, which is kept.

        Raises:
            KeyringError: the file cannot be written, or somebody else has changed it meanwhile.
        """
        path = self.path(keyring.edition)
        with self._alone():
            if self._read(path) != before:
                raise KeyringError(code="keyring-changed", where=str(path))
            if keyring.set_number != before.set_number:
                save_keyring(before, self._old(before))
            save_keyring(keyring, path)

    def find(self, text: str) -> Found | None:
        """Return what a tag's text stands for; None if no set of this home has it.

        A damaged keyring knows no tag here: whoever asks is a passing phone.
        """
        for path in sorted(self._folder.glob("*.json")):
            try:
                keyring = self._read(path)
            except KeyringError:
                continue
            tag = keyring.find(text)
            if tag is not None:
                current = path.name == f"{keyring.edition}.json"
                standing: Literal["revoked", "valid"] = "revoked" if tag.revoked else "valid"
                return Found(
                    keyring.edition, tag.kind, tag.id, tag.side, standing if current else "old-set"
                )
        return None

    def broken(self, edition: str) -> KeyringError | None:
        """Return why an edition's keyring cannot be used; None if it can, or is not made yet."""
        try:
            if self.path(edition).exists():
                self.of(edition)
        except KeyringError as error:
            return error
        return None

    def checks(self) -> tuple[Check, ...]:
        """Say of each set on the table whether its keyring can be used."""
        return tuple(self._checked(path) for path in sorted(self._folder.glob("*.json")))

    def _checked(self, path: Path) -> Check:
        edition, _, number = path.stem.partition(_REPLACED)
        try:
            keyring = self._read(path) if number else self.of(edition)
        except KeyringError as error:
            return Check("keyring", "bad", "keyring-fails", {"error": error})
        facts: Facts = {"set": keyring.set_number or 0, "edition": keyring.edition or ""}
        return Check("keyring", "ok", "keyring-replaced" if number else "keyring", facts)

    def _check(self, keyring: Keyring, edition: str, path: Path) -> None:
        if keyring.set_number is None:
            raise KeyringError(code="codebook", where=str(path))
        if keyring.edition != edition:
            raise KeyringError(
                code="keyring-of-another",
                where=str(path),
                edition=edition,
                other=keyring.edition,
                file=path.name,
            )
        if self._old(keyring).exists():
            number, file = keyring.set_number, path.name
            raise KeyringError(code="keyring-replaced", where=str(path), set=number, file=file)

    def _old(self, keyring: Keyring) -> Path:
        return self._folder / f"{keyring.edition}{_REPLACED}{keyring.set_number}.json"

    def _numbers(self) -> set[int]:
        """Return the numbers of all sets of this home, as far as they can be read."""
        numbers = set()
        for path in self._folder.glob("*.json"):
            try:
                number = self._read(path).set_number
            except KeyringError:
                continue
            numbers |= {number} if number is not None else set()
        return numbers

    def _read(self, path: Path) -> Keyring:
        """Return a keyring, read anew only once its file changes."""
        try:
            status = path.stat()
        except OSError:
            return load_keyring(path)  # says what is wrong
        stamp = (status.st_mtime_ns, status.st_size)
        with self._lock:
            known = self._known.get(path)
            if known is None or known[0] != stamp:
                known = self._known[path] = (stamp, load_keyring(path))
            return known[1]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes from changing keyrings."""
        path = self._folder / ".lock"
        try:
            make_folder(self._folder)
            file = path.open("w")
        except OSError as error:
            where = str(path.parent)
            raise KeyringError(code="not-written", where=where, detail=words_of(error)) from None
        with self._lock, file:
            lock(file.fileno(), wait=True)
            yield
