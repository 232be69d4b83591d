"""The banker's PIN: a slow hash, and tries that grow dearer and outlive a power cut.

Wrong tries are counted by who asks: who guesses at one phone keeps no banker out at another. All
together have so many in an hour; once they are made, nobody gets in before the next but by a reset.

It is reset by nobody but who sits at the machine: `companion pin --reset` writes the file anew, and
a companion that runs meanwhile notices at the next request. No address of a table can do it; where
a table has no machine, the club's organiser does.
"""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.errors import CompanionError, SettingsError
from companion.files import File, is_away, read_kept, set_aside, write_whole
from companion.tries import HOUR_S
from web.phones.tried import MOST, PinTries, PinWait, WrongPins

FILE = "pin.json"
"""In a home."""

IF_LOST = MOST // 2
"""So many wrong tries of this hour count where nobody knows how many there were."""
WORK = 2**14
"""Of scrypt: 16 MiB and about 30 ms a try; what protects six digits is the wait between tries."""


class _Kept(msgspec.Struct, frozen=True):
    """What stands on disk."""

    salt: str = ""  # hexadecimal
    digest: str = ""  # hexadecimal; empty: no PIN was made yet
    wrong: WrongPins = WrongPins()  # tries
    taken: bool = False  # a banker is in: the PIN is no longer shown
    series: int = 0  # counts resets; who became the banker by an older PIN is none any more
    first: str = ""  # the PIN itself until a banker is in, where no machine is there to show it


class Pin:
    """Checks the PIN; while no banker is in, a fresh one is made at every start and shown.

    A failed try is on disk before its answer is known, so pulling the plug gives none back. A file
    that cannot be read is set aside: a new PIN is made, and half the tries of this hour count as
    made. A table without a machine of its own (its files lie in no folder) keeps its first PIN over
    all starts until a banker is in.

    Args:
        path: where it is kept.
        series: of the PIN that made the bankers who are known, should the file be damaged.
        clock: monotonic seconds.
        wall: the time of day, in seconds.

    Raises:
        SettingsError: the file cannot be read now, and may be as good as ever.
    """

    def __init__(
        self,
        path: File,
        *,
        series: int = 0,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._path = path
        self._lock = threading.Lock()
        self.broken: CompanionError | None = None
        """Why the PIN that was known is none any more, until a banker is in."""
        try:
            self._kept = _read(path)
        except SettingsError as error:
            if is_away(error, path):
                raise
            self.broken = error.kept()
            self._kept = _Kept(wrong=WrongPins(int(wall() // HOUR_S), IF_LOST), series=series)
            set_aside(path)
        self._seen = _stamp(path)
        self._tried = PinTries(self._kept.wrong, clock=clock, wall=wall)
        self.shown: str | None = None
        """The PIN itself, for terminal and table screen, until the first banker is in."""
        if not self._kept.taken:
            self.shown = self._kept.first or self._first()

    def renew(self) -> str:
        """Make a new PIN and return it; the old one is void, the wrong tries still count.

        Raises:
            OSError: it cannot be written; the old one stays.
        """
        fresh, pin = self._renewed()
        with self._lock:
            self._keep(fresh)
            self.shown = pin
        return pin

    def _first(self) -> str:
        """Make the PIN of this start; a full disk does not keep the pages from saying so.

        Unwritten it is good until the next start, and no try of it is taken before there is room.
        """
        try:
            return self.renew()
        except OSError:
            if not isinstance(self._path, Path):
                raise
            self._kept, pin = self._renewed()
            return pin

    def _renewed(self) -> tuple[_Kept, str]:
        pin, salt, digest = _fresh()
        first = "" if isinstance(self._path, Path) else pin
        return msgspec.structs.replace(self._kept, salt=salt, digest=digest, first=first), pin

    @property
    def series(self) -> int:
        """How often the PIN was reset at the machine, also while this runs."""
        with self._lock:
            self._look_again()
            return self._kept.series

    def wait(self, asker: str = "") -> PinWait:
        """Return how long no try of somebody is taken; no seconds if one is."""
        return self._tried.wait(asker)

    def matches(self, pin: str, asker: str = "") -> bool:
        """Return whether *pin* is right; a wrong one, or one that came too early, is not.

        Args:
            pin: what was typed.
            asker: who tries (see `companion.tries.asker_at`).

        Raises:
            OSError: the try could not be written down, so none was made.
        """
        with self._lock:
            self._look_again()
            if self.wait(asker).seconds > 0:
                return False
            wrong = self._tried.with_one_more(asker)
            self._keep(msgspec.structs.replace(self._kept, wrong=wrong))
            typed = "".join(pin.split())
            right = hmac.compare_digest(_digest(typed, self._kept.salt), self._kept.digest)
            self._tried.keep(wrong, asker)
            if right:
                wrong = self._tried.without(asker)
                kept = msgspec.structs.replace(self._kept, wrong=wrong, taken=True, first="")
                self._keep(kept)
                self._tried.keep(wrong, asker)
                self.shown = self.broken = None
            return right

    def _look_again(self) -> None:
        """Read the file anew if somebody else has written it."""
        stamp = _stamp(self._path)
        if stamp == self._seen:
            return
        try:
            kept, self._seen = _read(self._path), stamp
        except SettingsError:
            return  # what is known stays in force; the next start says what is wrong
        if kept.series != self._kept.series:
            self.shown = None  # only the terminal in which it was reset knows the new one
            self._tried.begin_with(kept.wrong)
        self._kept = kept

    def _keep(self, kept: _Kept) -> None:
        write_whole(self._path, msgspec.json.encode(kept))
        self._kept, self._seen = kept, _stamp(self._path)


def reset(path: File) -> str:
    """Make a new PIN, for whoever sits at the machine or runs the club, and return it.

    The old one, its wrong tries and every banker that it made are void, in a companion that runs
    as well. A damaged file is set aside. A table without a machine keeps the PIN itself until a
    banker is in.

    Raises:
        OSError: it cannot be written; all is as before.
        SettingsError: it cannot be read now, and may be as good as ever.
    """
    pin, salt, digest = _fresh()
    try:
        series = _read(path).series + 1
    except SettingsError as error:
        if is_away(error, path):
            raise
        series = secrets.randbits(31)  # another one than whatever it was
        set_aside(path)
    kept = _Kept(salt=salt, digest=digest, taken=True, series=series)
    if not isinstance(path, Path):
        kept = msgspec.structs.replace(kept, taken=False, first=pin)
    write_whole(path, msgspec.json.encode(kept))
    return pin


def first_pin(path: File) -> str | None:
    """Return the PIN of a table without a machine, until a banker is in; then nothing.

    None: none was made yet, for nobody has been there.

    Raises:
        SettingsError: the file cannot be read.
    """
    kept = read_kept(path, _Kept, damaged="pin-damaged")
    return kept.first if kept else None


def tries_so_far(path: Path) -> WrongPins:
    """Return the wrong tries that count.

    Raises:
        SettingsError: the file is damaged.
    """
    return _read(path).wrong


def _fresh() -> tuple[str, str, str]:
    """Return a new PIN, its salt and its digest."""
    pin, salt = f"{secrets.randbelow(10**6):06}", secrets.token_hex(16)
    return pin, salt, _digest(pin, salt)


def _stamp(path: File) -> tuple[int, int]:
    """Return what tells one writing of a file from the next: each is a file of its own.

    What lies in no folder is written by nobody else.
    """
    if not isinstance(path, Path):
        return (0, 0)
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (found.st_ino, found.st_mtime_ns)


def _digest(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=WORK, r=8, p=1).hex()


def _read(path: File) -> _Kept:
    return read_kept(path, _Kept, damaged="pin-damaged") or _Kept()
