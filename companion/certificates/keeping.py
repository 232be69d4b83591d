"""The certificates of one home: made where there are none, renewed while the companion runs.

Nothing here ends a thread or a start: without a certificate there is no https, and all else works.
"""

import logging
import re
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.certificates.bounds import counted_from, is_due, within
from companion.certificates.proof import Proven, authority_in, proven, serving
from companion.errors import CompanionError, SettingsError
from companion.files import set_aside, words_of, write_whole

FOLDER = "certificate"
"""In a home. It stays when a copy is made or taken back: who has a copy has no key of it."""
AUTHORITY, LEAF = "authority.pem", "shown.pem"
"""In it: the authority with its key, and what the server shows with its own."""

ALWAYS = ("localhost", "companion.local", "m.local", "127.0.0.1", "::1")
MOST = 16
"""Addresses in one certificate: today's, then earlier ones, which may come back."""

AGAIN_S = 60.0
"""So long after it could not be made it is tried again."""

_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")

_log = logging.getLogger(__name__)


class Certification(msgspec.Struct, frozen=True, kw_only=True):
    """How the certificates stand."""

    context: ssl.SSLContext | None = None  # what new connections are served with
    authority: bytes = b""  # its certificate, as DER; it holds no key
    is_for: Proven | None = None  # names, addresses, days
    left_out: tuple[str, ...] = ()  # names and addresses of today that it may not be for
    trouble: CompanionError | None = None  # why it is not made, or cannot be renewed


class Certificates:
    """Keeps them in a home, and what is served in memory.

    Args:
        home: the folder.
        hosts: returns the names and addresses that this machine has now, the most used first.
        wall: the clock, seconds since 1970; it may be wrong by years.
        mono: monotonic seconds.
    """

    def __init__(
        self,
        home: Path,
        hosts: Callable[[], Sequence[str]],
        wall: Callable[[], float] = time.time,
        mono: Callable[[], float] = time.monotonic,
    ) -> None:
        self.folder = home / FOLDER
        self._hosts, self._wall, self._mono = hosts, wall, mono
        self._lock = threading.Lock()
        self._tried: tuple[str, ...] | None = None
        self._again = mono()
        self.now = Certification()

    def look(self) -> None:
        """Make or renew what is due; what cannot be done is said in `now.trouble`."""
        with self._lock:
            before = str(self.now.trouble)
            try:
                self._look()
            except CompanionError as error:
                self.now = replace(self.now, trouble=error.kept())
            except Exception as error:  # noqa: BLE001  # whoever looks goes on
                failed = SettingsError(code="certificate-fails", detail=words_of(error))
                self.now = replace(self.now, trouble=failed)
            if self.now.trouble is not None and str(self.now.trouble) != before:
                _log.warning("%s", self.now.trouble)

    def _look(self) -> None:
        wanted = tuple(dict.fromkeys((*map(str.lower, self._hosts()), *ALWAYS)))
        if self._tried is None:
            self.now = kept(self.folder)
            if self.now.is_for is None and self.now.trouble is not None:
                _log.warning("%s", self.now.trouble)  # it is made anew
        elif self.now.trouble is not None and self._mono() < self._again:
            return
        old = self.now.is_for
        late = old is None or is_due(old.begins, old.ends, counted_from(self._wall()))
        if late or self.now.trouble is not None or wanted != self._tried:
            self._again = self._mono() + AGAIN_S
            self._tried = wanted
            self._make(wanted, late=late)

    def _make(self, wanted: Sequence[str], *, late: bool) -> None:
        """Sign what is for all of *wanted* that the authority may sign, if anything is missing."""
        old = self.now.is_for or Proven(frozenset(), frozenset(), 0, 0)
        if not late and not {*wanted} - old.names - old.addresses:
            self.now = replace(self.now, left_out=(), trouble=self._unreadable())
            return
        # It takes 13 MB, and most starts do without it.
        from companion.certificates.making import (  # noqa: PLC0415
            names_of,
            networks_of,
            new_leaf,
        )

        authority = self._authority(wanted)
        networks = networks_of(authority)
        names = sorted(names_of(authority))  # all of them: a name may be gone for a while
        addresses = [one for one in wanted if _is_address(one) and within(one, networks)]
        left_out = tuple(one for one in wanted if one not in (*names, *addresses))
        if late or {*names, *addresses} - old.names - old.addresses:
            earlier = sorted(old.addresses - {*addresses})
            shown = [*addresses, *earlier][:MOST]
            self._write(LEAF, new_leaf(authority, names, shown, counted_from(self._wall())))
        self.now = replace(kept(self.folder), left_out=left_out)

    def _authority(self, wanted: Sequence[str]) -> bytes:
        """Return the authority with its key; a damaged one is laid aside and made anew.

        Raises:
            SettingsError: it cannot be read or written.
        """
        from companion.certificates.making import names_of, new_authority  # noqa: PLC0415

        path = self.folder / AUTHORITY
        try:
            there = path.read_bytes()
            names_of(there)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise _not_read(path, error) from None
        except ValueError as error:
            damaged = SettingsError(code="authority-damaged", where=str(path), detail=str(error))
            _log.warning("%s", damaged)
            set_aside(path)
        else:
            return there
        names = [one for one in wanted if _NAME.fullmatch(one) and not _is_address(one)]
        # A network may give this machine an address that is no private one.
        beside = [one for one in wanted if _is_address(one) and not within(one)]
        made = new_authority(names, beside)
        self._write(AUTHORITY, made)
        return made

    def _write(self, name: str, content: bytes) -> None:
        path = self.folder / name
        try:
            write_whole(path, content)
        except OSError as error:
            raise SettingsError(
                code="not-written", where=str(path), detail=words_of(error)
            ) from None

    def _unreadable(self) -> CompanionError | None:
        """Return why the authority could not sign anew, if that is known without its library."""
        path = self.folder / AUTHORITY
        try:
            path.read_bytes()
        except OSError as error:
            return _not_read(path, error)
        return None


def kept(folder: Path) -> Certification:
    """Return what stands in a folder, proven; nothing is written.

    What is of another authority than the one beside it is as none.
    """
    path, beside = folder / LEAF, folder / AUTHORITY
    try:
        pem = path.read_bytes()
        authority, context = authority_in(pem), serving(path)
        standing = Certification(
            context=context, authority=authority, is_for=proven(context, authority)
        )
    except FileNotFoundError:
        return Certification()
    except (ssl.SSLError, ValueError) as error:
        damaged = SettingsError(code="certificate-damaged", where=str(path), detail=words_of(error))
        return Certification(trouble=damaged)
    except OSError as error:
        return Certification(trouble=_not_read(path, error))
    try:
        is_the_same = authority_in(beside.read_bytes()) == authority
    except (FileNotFoundError, ValueError):
        return Certification()
    except OSError as error:
        return replace(standing, trouble=_not_read(beside, error))
    return standing if is_the_same else Certification()


def _not_read(path: Path, error: OSError) -> CompanionError:
    return SettingsError(code="certificate-not-read", where=str(path), detail=words_of(error))


def _is_address(host: str) -> bool:
    try:
        return "%" not in host and bool(ip_address(host))
    except ValueError:
        return False
