"""The hub's pages over a real PostgreSQL, with people of every role and games that were played."""

import random
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from flask.testing import FlaskClient

from companion.club import hosting_of
from companion.hub.hub import Hub
from companion.hub.lobby import Lobby
from companion.hub.lobby_keeper import LobbyKeeper
from companion.hub.members import Member, MemberRole
from companion.hub.records import ShippedGame
from companion.journal.audit import rows_after
from companion.journal.sqlite import SUFFIX
from companion.shipping.wire import HubHead, Parcel
from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.table.help.commands import Contest, SetHelp
from companion.table.table import Table
from tests.support.clubs import batch, empty, hub_at, joined
from tests.support.player import banker, play
from tests.support.templates import COMPILED
from web.club import create_club_app
from web.club.context import COOKIE, ClubContext, ClubSettings

HTTPS = "https://127.0.0.1"
ORIGIN = {"Origin": HTTPS}
PASSWORD = "eight or more"
TABLES = "https://tables.example"
AUTHORITY = b"the certificate of who signs"
ROLES: tuple[MemberRole, ...] = ("organiser", "arbiter", "screen")


class Shelf:
    """The records of games, in memory."""

    def __init__(self) -> None:
        self.records: dict[str, tuple[Parcel, ...]] = {}
        self.tables: dict[str, int] = {}
        self.kept: dict[str, float] = {}
        self.asked = 0
        """How many records were handed out."""

    def put(self, table: int, parcels: tuple[Parcel, ...], kept_at: float = 1000.0) -> str:
        """Have all records of a game; return the game."""
        game = parcels[0].digest
        self.records[game], self.tables[game], self.kept[game] = parcels, table, kept_at
        return game

    def games(self) -> tuple[ShippedGame, ...]:
        """Return all games."""
        return tuple(
            ShippedGame(
                game=game,
                table=self.tables[game],
                table_name=f"Table {self.tables[game]}",
                name="0001-ru-2004",
                edition="ru-2004",
                epoch=1,
                seq=len(parcels),
                kept_at=self.kept[game],
            )
            for game, parcels in self.records.items()
        )

    def after(self, game: str, seq: int, limit: int = 500) -> tuple[Parcel, ...]:
        """Return the records after a number."""
        found = self.records[game][seq : seq + limit]
        self.asked += len(found)
        # As they come over a line: bytes that nobody else has.
        return tuple(Parcel(one.digest, bytes(bytearray(one.body))) for one in found)


class WrongClock:
    """A machine whose clock is off by so many seconds."""

    def __init__(self, off_s: float = 0.0) -> None:
        self.off_s, self.boot = off_s, "wrong"

    def mono(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time() + self.off_s


def played(  # each may be otherwise
    home: Path,
    most: int = 40,
    *,
    seed: int = 1,
    more: Callable[[Table], object] = id,
    first: Begin | None = None,
    clock: WrongClock | None = None,
) -> tuple[Parcel, ...]:
    """Play at a table until there are so many records; return them as they are stored.

    Args:
        home: of the table.
        most: commands.
        seed: of dice and cards.
        more: does something more at the table.
        first: the game that is begun.
        clock: of its machine.
    """
    table = Table(home, clock=clock or WrongClock())
    table.start()
    try:
        if first is not None:
            assert isinstance(table.submit(first, banker(table)), Accepted)
        for _answer in islice(play(table, random.Random(seed)), most):
            pass
        more(table)
        name = table.view.game
    finally:
        table.stop()
    rows = rows_after(home / "games" / f"{name}{SUFFIX}", 0, 10_000)
    return tuple(Parcel(row.digest, row.body) for row in rows)


def ship(hub: Hub, table: int, parcels: tuple[Parcel, ...], after: int = 0) -> None:
    """Have a hub keep the records of a game after a number."""
    game = parcels[0].digest
    hub.records.lease(game, table, "0001-ru-2004", "ru-2004")
    assert isinstance(hub.records.keep(game, table, batch(parcels, after)), HubHead)


class ClubRoom(NamedTuple):
    """The hub's app with people in it."""

    app: Flask
    hub: Hub
    keeper: LobbyKeeper
    people: Mapping[MemberRole, Member]

    @property
    def context(self) -> ClubContext:
        """What its pages work with."""
        context: ClubContext = self.app.extensions["companion"]
        return context

    def client(self, role: MemberRole | None = None) -> FlaskClient:
        """Return a browser; *role*: of who has signed in with it."""
        client = self.app.test_client()
        if role is not None:
            secret = self.hub.members.sign_in(role, PASSWORD)
            assert isinstance(secret, str)
            client.set_cookie(COOKIE, secret, domain="127.0.0.1", secure=True)
        return client


@contextmanager
def club_room(address: str, *, inhabited: bool = True) -> Iterator[ClubRoom]:
    """Give the pages of a hub on a database, which is emptied; *inhabited*: with somebody of each
    role."""
    with hub_at(address) as made_at:
        empty(made_at)
        hub = made_at._replace(authority=lambda: ssl.DER_cert_to_PEM_cert(AUTHORITY))
        lobby = Lobby(
            hub.records, lambda: {one.id for one in hub.tables.all()}, hub.round_tables.at
        )
        keeper = LobbyKeeper(
            lobby, lambda: max([1e9, *(one.kept_at for one in lobby.lines)]), hub.orders.mark
        )
        app = create_club_app(hub, ClubSettings(), keeper, hosting_of(hub.database, TABLES))
        app.jinja_env.bytecode_cache = COMPILED
        people: dict[MemberRole, Member] = {}
        for role in ROLES if inhabited else ():
            made = hub.members.add(role, role, PASSWORD)
            assert isinstance(made, Member)
            people[role] = made
        yield ClubRoom(app, hub, keeper, people)


def table_with(room: ClubRoom, name: str, parcels: tuple[Parcel, ...]) -> int:
    """Let a table join and ship a game; return its number."""
    number, _token = joined(room.hub, name)
    ship(room.hub, number, parcels)
    room.keeper.look()
    return number


def contested(table: Table) -> int:
    """Play on until an amount waits to be confirmed, and have it contested; return its number."""
    table.submit(SetHelp(helps="propose"), banker(table))
    moves = play(table, random.Random(7))
    while (waits := table.view.proposal) is None or not waits.awaited:
        next(moves)
    seat, why = waits.awaited[0], "I was not there"
    answer = table.submit(Contest(by=seat, proposal=waits.id, why=why), banker(table))
    assert isinstance(answer, Accepted), answer
    return waits.id
