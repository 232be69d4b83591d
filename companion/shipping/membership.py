"""Which club a table belongs to: one small file in its home, for its owner alone, in no copy."""

import logging
import ssl
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.errors import CompanionError, SettingsError
from companion.files import keep, read_kept, set_aside, words_of
from companion.journal.listing import GamesOnDisk, number_of
from companion.journal.swap import CLUB
from companion.shipping.hub_link import HubLink, trusting
from companion.systems import sync_folder

_log = logging.getLogger(__name__)


def names_in(home: Path) -> tuple[str, ...]:
    """Return the names of a home's games, those that were laid aside first."""
    here = GamesOnDisk(home)
    return (*here.archived(), *here.games())


def last_number(home: Path) -> int:
    """Return the number of a home's newest game; 0: it has none."""
    return max(map(number_of, names_in(home)), default=0)


class ShippedTo(msgspec.Struct, frozen=True):
    """How far a game is at the hub, as this table heard it last."""

    seq: int = 0
    pictures: int = 0  # of the records to this number all pictures were offered
    elsewhere: str = ""  # at which table it goes on; empty: here
    address: str = ""  # of that table's pages; empty: not known
    arrival: str = ""  # with it this table vouches there for its phones; nobody else sees it


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
    kept_too: bool = False  # an answer counts only once the hub has it, as the hub said last

    @property
    def context(self) -> ssl.SSLContext:
        """What trusts this hub alone.

        Raises:
            ssl.SSLError, ValueError: the certificate is damaged.
        """
        return trusting(ssl.PEM_cert_to_DER_cert(self.authority))

    def wants(self, name: str) -> bool:
        """Return whether a game is shipped: it was on the table since the table joined."""
        return number_of(name) > self.before or name in self.also

    def link(self) -> HubLink:
        """Return a line to the hub, for one thread.

        Raises:
            ssl.SSLError, ValueError: the certificate is damaged.
        """
        return HubLink(self.hub, self.port, self.context, self.token)


class ShipState(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands with its club."""

    club: str = ""  # empty: it is in none
    table: str = ""
    hub: str = ""  # its address, as it was typed
    behind: int = 0  # records that the hub lacks, as far as is known
    trouble: CompanionError | None = None  # why nothing is shipped, or no club can be read
    for_s: float = 0.0  # so many seconds this has lasted
    kept_too: bool = False  # an answer counts only once the hub has it
    stops: tuple[tuple[str, CompanionError], ...] = ()  # games that are not shipped, and why

    @property
    def is_void(self) -> bool:
        """Whether only another join code helps."""
        return self.trouble is not None and self.trouble.code in ("token-void", "hub-other")

    @property
    def needs_somebody(self) -> bool:
        """Whether it does not mend itself."""
        unread = self.trouble is not None and not self.club
        return self.is_void or unread or bool(self.stops)


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
