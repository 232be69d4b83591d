"""Puts the parts of a club's hub together."""

import ssl
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.files import make_folder
from companion.hosting.documents import TableFolder
from companion.hosting.leases import Hold, Leases
from companion.hosting.tables import HostedTables
from companion.hub.bell import Bell
from companion.hub.database import Database
from companion.hub.hub import Hub
from companion.hub.lobby import Lobby
from companion.hub.lobby_keeper import LobbyKeeper
from companion.parts import Later, start_all
from companion.secure_port import SecurePort, own_names
from web.club import create_club_app
from web.club.context import ClubContext, ClubSettings, Hosting
from web.server.serve import Server, bound, tune_process
from web.shared.addresses import LOCAL, Addresses, hosts_of


class ClubOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What `companion club` was asked for."""

    database: str  # its address, as libpq reads it
    home: Path  # where the hub's authority lies
    name: str  # what the club is called
    host: str = ""  # all addresses
    port: int = 0  # any free one
    tls_port: int | None = None  # None: as `SecurePort` has it
    tables: str = ""  # where people reach tables without a box; nothing: there are none
    routers: Sequence[str] = ()  # the addresses from which routers ask


class Club:
    """The hub of a club, from its database to its pages; running once it is made.

    Args:
        options: what was asked for.

    Raises:
        CompanionError: a part cannot be had: the database, the folder, the port.
    """

    def __init__(self, options: ClubOptions) -> None:
        with ExitStack() as parts:  # a part that cannot be had closes those that could
            self._build(options, parts.callback)
            self._parts = parts.pop_all()

    def stop(self) -> None:
        """Stop the server, the bell and the lobby, and let the database go."""
        self._parts.close()

    @property
    def addresses(self) -> Sequence[str]:
        """What people may type now, best first."""
        return self._secure.addresses or self._addresses()

    @property
    def plain_addresses(self) -> Sequence[str]:
        """What is typed at a table beside its join code; it leads people on to https.

        Those that the certificate is for: the table trusts the hub under no other.
        """
        return self._secure.named(self._addresses()) or self._addresses()

    @property
    def table_address(self) -> str:
        """What a table on this machine reaches it by."""
        return f"{LOCAL}:{self.port}"

    @property
    def authority(self) -> bytes:
        """The certificate of who signs for this hub, as DER; empty while there is none."""
        return self._secure.authority

    @property
    def first_code(self) -> str:
        """The code with which the first organiser signs in; nothing once there is one.

        Raises:
            CompanionError: the database is away.
        """
        return self.context.first_code if self.hub.members.is_empty() else ""

    @property
    def risk(self) -> CompanionError | None:
        """What the database is set to that may lose what it has kept.

        Raises:
            CompanionError: the database is away.
        """
        return self.hub.database.risk()

    def look(self) -> None:
        """Have the certificate be for the addresses of now."""
        self._secure.look()

    def _build(self, options: ClubOptions, later: Later) -> None:
        tune_process()
        database = Database(options.database)
        later(database.close)
        database.migrate()
        make_folder(options.home)
        at = bound(options.host, options.port)
        later(at.close)
        self.port = int(at.getsockname()[1])
        self._addresses = Addresses(options.host, self.port)
        self._secure = SecurePort(options.home, options.tls_port, self.port, self._addresses)
        self.hub = Hub.on(database, self._authority, options.name)
        tables = self.hub.tables
        lobby = Lobby(
            self.hub.records, lambda: {one.id for one in tables.all()}, self.hub.round_tables.at
        )
        keeper = LobbyKeeper(lobby, beside=self.hub.orders.mark)
        settings = ClubSettings(
            addresses=self._addresses,
            names=(*own_names(), *hosts_of([options.tables])),
            secure=self._secure,
            build=version("monopoly-companion"),
        )
        app = create_club_app(self.hub, settings, keeper, hosting_of(database, options.tables))
        self.context: ClubContext = app.extensions["companion"]
        server = Server(app, at, routers=options.routers)
        bell = Bell(options.database, keeper.ring)
        start_all((keeper, bell, server, self._secure.on(server)), later)

    def _authority(self) -> str:
        """Return the certificate of who signs for this hub, PEM; nothing while there is none."""
        told = self._secure.authority
        return ssl.DER_cert_to_PEM_cert(told) if told else ""


NOBODY = 0
"""A table is held so by nobody: its small files are read, and not written."""


def hosting_of(database: Database, address: str) -> Hosting | None:
    """Return what the hub knows of tables without a box, if there are such."""
    if not address:
        return None
    leases = Leases(database)
    return Hosting(
        HostedTables(database),
        lambda table: TableFolder(database, Hold(table, NOBODY)),
        lambda table: TableFolder(database, Hold(table, NOBODY), takes=True),
        leases.holder,
        address.rstrip("/"),
    )
