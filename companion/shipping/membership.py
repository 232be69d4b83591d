"""Which club a table belongs to: one small file in its home, for its owner alone, in no copy."""

import logging
import re
import ssl
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.errors import ClubError, CompanionError, SettingsError
from companion.files import keep, read_kept, set_aside, words_of
from companion.journal.swap import CLUB
from companion.shipping.hub_link import trusting
from companion.systems import sync_folder

_log = logging.getLogger(__name__)

_SHOWN = 60
"""Letters of a name that came from a hub."""


class ShippedTo(msgspec.Struct, frozen=True):
    """How far a game is at the hub, as this table heard it last."""

    seq: int = 0
    pictures: int = 0  # of the records to this number all pictures were offered


class Membership(msgspec.Struct, frozen=True, kw_only=True):
    """A table's place in a club."""

    hub: str  # its name or number
    port: int  # where it speaks TLS
    address: str  # what a person would type, with the hub's first port
    authority: str  # PEM of the one who signs for it
    token: str
    table: str  # what the club calls this table
    club: str
    before: int  # number of the last game that was there on joining; later ones are shipped
    also: tuple[str, ...] = ()  # earlier games that were on the table since
    there: Mapping[str, ShippedTo] = {}  # by the name of the game

    @property
    def context(self) -> ssl.SSLContext:
        """What trusts this hub alone.

        Raises:
            ssl.SSLError, ValueError: the certificate is damaged.
        """
        return trusting(ssl.PEM_cert_to_DER_cert(self.authority))


class ClubFile:
    """The file in a home.

    Args:
        home: the folder.
    """

    def __init__(self, home: Path) -> None:
        self._path = home / CLUB

    def read(self) -> tuple[Membership | None, CompanionError | None]:
        """Return the membership, and why it cannot be read; a damaged file is laid aside."""
        try:
            found = read_kept(self._path, Membership, damaged="club-damaged")
            if found is not None:
                _insist_on(found, self._path)
        except SettingsError as error:
            _log.warning("%s", error)
            if error.code == "club-damaged":
                set_aside(self._path)
            return None, error.kept()
        return found, None

    def keep(self, membership: Membership) -> None:
        """Keep a membership.

        Raises:
            SettingsError: it cannot be written.
        """
        keep(membership, self._path)

    def remove(self) -> None:
        """Forget the club.

        Raises:
            SettingsError: the file cannot be removed.
        """
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            detail = words_of(error)
            raise SettingsError(code="not-written", where=str(self._path), detail=detail) from None
        with suppress(OSError):
            sync_folder(self._path.parent)


def _insist_on(found: Membership, path: Path) -> None:
    """Make sure that there is a certificate in it.

    Raises:
        SettingsError: there is none.
    """
    try:
        _ = found.context
    except (ssl.SSLError, ValueError) as error:
        raise SettingsError(code="club-damaged", where=str(path), detail=str(error)) from None


def plain(name: object) -> str:
    """Return a name that came from a hub as it may be shown: one line, not too long."""
    return re.sub(r"[\x00-\x1f\x7f\s]+", " ", str(name)).strip()[:_SHOWN] or "?"


def refused(code: str, facts: Mapping[str, int | str]) -> ClubError:
    """Return what a hub refused, as it is said; facts that it lacks are put in."""
    seq = facts.get("seq", 0)
    number = seq if isinstance(seq, int) else 0
    match code:
        case "game-elsewhere":
            return ClubError(code="game-elsewhere", table=plain(facts.get("table", "")))
        case "chain-forks":
            return ClubError(code="chain-forks", seq=number)
        case "digest-wrong":
            return ClubError(code="digest-wrong", seq=number)
        case "token-void":
            return ClubError(code="token-void")
        case "hub-database":
            return ClubError(code="hub-database-away")
        case "code-unknown":
            return ClubError(code="club-code-unknown")
        case "code-used":
            return ClubError(code="club-code-used")
        case "too-many-tries":
            wait = facts.get("wait", 0)
            return ClubError(code="club-tries", wait=wait if isinstance(wait, int) else 0)
    return ClubError(code="hub-refuses", why=plain(code))
