"""The banker's PIN: a slow hash, and tries that grow dearer and outlive a power cut."""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.errors import SettingsError
from companion.files import write_whole

FREE_TRIES = 3
LONGEST_WAIT_S = 300.0


class _Kept(msgspec.Struct, frozen=True):
    """What stands on disk."""

    salt: str = ""  # hexadecimal
    digest: str = ""  # hexadecimal; empty: no PIN was made yet
    failures: int = 0  # in a row, since the last right one
    taken: bool = False  # a banker is in: the PIN is no longer shown


def wait_after(failures: int) -> float:
    """Return the seconds to wait after so many wrong tries in a row: 0, 0, 2, 4, 8 ... 300."""
    if failures < FREE_TRIES:
        return 0.0
    return min(LONGEST_WAIT_S, 2.0 ** min(failures - FREE_TRIES + 1, 16))


class Pin:
    """Checks the PIN; while no banker is in, a fresh one is made at every start and shown.

    A failed try is on disk before its answer is known, and after a restart the wait begins
    anew: pulling the plug gives no try back.

    Raises:
        SettingsError: the file is damaged.
    """

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.Lock()
        self._kept = _read(path)
        self._open_at = clock() + wait_after(self._kept.failures)
        self.shown: str | None = None
        """The PIN itself, for terminal and table screen, until the first banker is in."""
        if not self._kept.taken:
            self.renew()

    def renew(self) -> str:
        """Make a new PIN and return it; the old one is void, the wrong tries still count."""
        pin = f"{secrets.randbelow(10**6):06}"
        salt = secrets.token_hex(16)
        with self._lock:
            digest = _digest(pin, salt)
            self._keep(msgspec.structs.replace(self._kept, salt=salt, digest=digest))
            self.shown = pin
        return pin

    def seconds_to_wait(self) -> float:
        """Return how long no try is taken; 0 if one is."""
        return max(0.0, self._open_at - self._clock())

    def matches(self, pin: str) -> bool:
        """Return whether *pin* is right; a wrong one, or one that came too early, is not.

        Raises:
            OSError: the try could not be written down, so none was made.
        """
        with self._lock:
            if self.seconds_to_wait() > 0:
                return False
            failures = self._kept.failures + 1
            self._keep(msgspec.structs.replace(self._kept, failures=failures))
            right = hmac.compare_digest(_digest(pin.strip(), self._kept.salt), self._kept.digest)
            if right:
                self._keep(msgspec.structs.replace(self._kept, failures=0, taken=True))
                self.shown = None
            else:
                self._open_at = self._clock() + wait_after(failures)
            return right

    def _keep(self, kept: _Kept) -> None:
        write_whole(self._path, msgspec.json.encode(kept), mode=0o600)
        self._kept = kept


def _digest(pin: str, salt: str) -> str:
    # 16 MiB and about 30 ms a try; what protects six digits is the wait between tries.
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()


def _read(path: Path) -> _Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except FileNotFoundError:
        return _Kept()
    except (OSError, msgspec.DecodeError) as cause:
        raise SettingsError(
            "the banker's PIN cannot be read",
            where=str(path),
            mend="delete the file; a new PIN is made",
        ) from cause
