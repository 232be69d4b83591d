"""What every page of the hub works with: one `ClubContext` an app, found through `club()`."""

import hmac
import secrets
import threading
from collections.abc import Callable, Hashable, Mapping
from gettext import NullTranslations
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from flask import current_app, g, request

from companion.errors import CompanionError
from companion.files import Folder
from companion.hosting.tables import HostedTables
from companion.hub.hub import Hub
from companion.hub.lobby_keeper import LobbyKeeper
from companion.hub.members import Member, MemberRole
from web.hosted.where import Holding
from web.server.arriving import Head
from web.server.live import Streams
from web.shared.language import catalogues, chosen
from web.shared.secure import SecurePages

Reader: TypeAlias = MemberRole | Literal["stranger"]
"""With what right a page is asked for."""

COOKIE = "club"
MOST_REMEMBERED = 1000
"""Tables, and people whose last page is remembered, for the time in which the database is away."""

MOST_DRAWN = 64
"""Kinds of the same page that are kept: languages, roles, what is looked for."""

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class ClubSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a page needs that is neither a record nor a person."""

    addresses: Callable[[], tuple[str, ...]] = tuple  # of the pages without TLS, best first
    names: tuple[str, ...] = ()  # host names that are ours beside IP addresses and localhost
    secure: SecurePages | None = None  # the port over TLS; None: pages are served as they come
    streams: int = 256  # open live streams at most
    heartbeat_s: float = 3.0  # two missed ones are an outage (`live.js`)
    build: str = "dev"  # changes when the program does; an old page then reloads itself


class Hosting(NamedTuple):
    """What the hub knows of tables without a box."""

    tables: HostedTables
    folder: Callable[[int], Folder]  # of a table's small files, by its number; to be read alone
    taken: Callable[[int], Folder]  # the same, to be written: whoever writes takes the table
    holder: Holding  # for the router
    address: str  # where people reach them, as https://club.example


class ClubContext:
    """The hub and what its pages remember.

    Args:
        hub: with its database.
        settings: of the place.
        keeper: of what the lobby shows.
        hosting: of tables without a box; None: this club has none.
    """

    def __init__(
        self, hub: Hub, settings: ClubSettings, keeper: LobbyKeeper, hosting: Hosting | None = None
    ) -> None:
        self.hub, self.settings, self.keeper, self.hosting = hub, settings, keeper, hosting
        self.catalogues: Mapping[str, NullTranslations] = catalogues()
        self.streams = Streams(
            keeper.feed,
            most=settings.streams,
            build=settings.build,
            heartbeat_s=settings.heartbeat_s,
        )
        groups = ("".join(secrets.choice(CODE_LETTERS) for _ in range(4)) for _ in range(3))
        self.first_code = "-".join(groups)
        """With it the first organiser signs in; the terminal shows it while there is none."""
        self._lock, self._drawing = threading.Lock(), threading.Lock()
        self._drawn: tuple[str, dict[Hashable, str]] = ("", {})
        self._remembered: dict[str, Member] = {}
        self._tables: dict[str, None] = {}

    def member_of(self, secret: str) -> Member | None:
        """Return who signed in with a cookie's secret, None if nobody did.

        While the database is away, whoever has asked before is believed.

        Raises:
            CompanionError: it is away, and nobody knows who asks.
        """
        if not secret:
            return None
        key = key_of(secret)
        if self.keeper.away is not None and (before := self._remembered.get(key)) is not None:
            return before  # each question would take seconds to find that nobody answers
        try:
            found = self.hub.members.of(secret)
        except CompanionError:
            with self._lock:
                if key in self._remembered:
                    return self._remembered[key]
            raise
        with self._lock:
            self._remembered.pop(key, None)
            if found is not None:
                self._remembered[key] = found
                while len(self._remembered) > MOST_REMEMBERED:
                    self._remembered.pop(next(iter(self._remembered)))
        return found

    def drawn_once(self, tag: str, reader: Hashable, draw: Callable[[], str]) -> str:
        """Return a page that all of a kind share: drawn once for each *reader* until *tag* changes.

        Fifty tables take 20 ms to draw, and all who look ask at the same moment.
        """
        with self._drawing:
            if self._drawn[0] != tag or len(self._drawn[1]) >= MOST_DRAWN:
                self._drawn = tag, {}
            pages = self._drawn[1]
            if reader not in pages:
                pages[reader] = draw()
            return pages[reader]

    def forget(self) -> None:
        """Believe nobody any more that the database does not know; all pages ask anew."""
        with self._lock:
            self._remembered.clear()
        self.keeper.tell()

    def is_first_code(self, typed: str) -> bool:
        """Return whether somebody typed the code that the terminal shows."""
        plain = [
            code.replace("-", "").replace(" ", "").upper() for code in (typed, self.first_code)
        ]
        return hmac.compare_digest(*(code.encode() for code in plain))

    def known(self, head: Head) -> str:
        """Return the key of who asks: of a table by its token, of a person who was here before.

        Nothing is asked of the database here: who only says so is refused by the app.
        """
        table, person = key_of(head.bearer), key_of(head.cookie(COOKIE))
        with self._lock:
            if head.bearer:
                return table if table in self._tables else ""
            return person if person in self._remembered else ""

    def table_answered(self, token: str) -> None:
        """Take larger bodies from now on from the table with a token."""
        with self._lock:
            self._tables[key_of(token)] = None
            while len(self._tables) > MOST_REMEMBERED:
                self._tables.pop(next(iter(self._tables)))

    def stop(self) -> None:
        """End all streams; the server can then be stopped."""
        self.streams.end_all()


def key_of(secret: str) -> str:
    """Return by what a secret is known here; it cannot be told from that."""
    return sha256(secret.encode()).hexdigest()


def club() -> ClubContext:
    """Return the context of the app that answers."""
    context: ClubContext = current_app.extensions["companion"]
    return context


def member() -> Member | None:
    """Return who asks, None if nobody has signed in.

    Raises:
        CompanionError: the database is away, and nobody knows.
    """
    if "member" not in g:
        g.member = club().member_of(request.cookies.get(COOKIE, ""))
    found: Member | None = g.member
    return found


def reader() -> Reader:
    """Return with what right a page is asked for."""
    asking = member()
    return asking.role if asking else "stranger"


def heard() -> NullTranslations:
    """Return the catalogue of who asks."""
    there = club().catalogues
    return there[chosen(there)]
