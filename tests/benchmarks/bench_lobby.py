"""What the lobby costs: the first look at many tables, one more record, a page of all of them."""

import resource
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from companion.hub.lobby import Lobby
from companion.hub.tournaments import Tournament
from companion.shipping.wire import Parcel
from tests.benchmarks.figure import Figure, median_ms
from tests.support.club_rooms import HTTPS, ClubRoom, Shelf, club_room, played
from tests.support.clubs import cluster, fresh_address, hub_at, joined

TABLES, RECORDS = 50, 300
IN_ROUNDS, CUPS = 1000, 8
"""Tables at which a round is played, and of how many tournaments these are."""
GAMES = 5
"""So many are really played; each is at several tables."""


def measure() -> Iterator[Figure]:
    """Fold games of simulated evenings, all in memory; the pages ask a PostgreSQL who they are."""
    with tempfile.TemporaryDirectory() as folder:
        games = [played(Path(folder) / str(seed), RECORDS, seed=seed) for seed in range(GAMES)]
    shelf = Shelf()
    for number in range(TABLES):
        shelf.put(number, at_another(games[number % GAMES], number))
    lasts = hold_back(shelf)
    lobby = lobby_of(shelf)
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, perf_counter()
    lobby.refresh()
    took = perf_counter() - began
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    every = sum(map(len, shelf.records.values()))
    yield Figure(f"the first look at {TABLES} tables of {every // TABLES} records", took, "s")
    yield Figure("a record, folded", 1e6 * took / every, "us")
    yield Figure("memory for a table", grown / TABLES, "KiB")
    yield Figure("a look that finds nothing", median_ms(lobby.refresh), "ms")
    yield Figure(
        "a look that finds a record", median_ms(lambda: one_more(shelf, lasts, lobby)), "ms"
    )
    yield from pages(shelf)
    yield from rounds()


def rounds() -> Iterator[Figure]:
    """Ask which rounds sit at many tables, and how much of each is left: once a look."""
    with cluster() as server, hub_at(fresh_address(server)) as hub:
        tables = [joined(hub, f"Table {number}")[0] for number in range(IN_ROUNDS)]
        for number in range(CUPS):
            cup = hub.tournaments.add(f"Cup {number}", "us-classic", minutes=90)
            assert isinstance(cup, Tournament)
            players = [f"Player {n}" for n in range(4 * IN_ROUNDS // CUPS)]
            hub.tournaments.enter(cup.id, players)
            hub.tournaments.seat(cup.id, 1, tables=IN_ROUNDS // CUPS)
            own = tables[number::CUPS]
            hub.round_tables.assign(cup.id, 1, dict(enumerate(own, 1)))
            hub.tournaments.begin(cup.id, 1)
        with hub.database.transaction() as cursor:
            cursor.execute("analyze")  # as PostgreSQL does by itself within a minute
        assert len(hub.round_tables.at(tables)) == IN_ROUNDS
        took = median_ms(lambda: hub.round_tables.at(tables))
        yield Figure(f"what is left at {IN_ROUNDS} tables, asked for", took, "ms")


def hold_back(shelf: Shelf) -> list[Parcel]:
    """Take the last twenty records of the first game away; return them."""
    game = next(iter(shelf.records))
    lasts = [*shelf.records[game][-20:]]
    shelf.records[game] = shelf.records[game][:-20]
    return lasts


def one_more(shelf: Shelf, lasts: list[Parcel], lobby: Lobby) -> None:
    """Have a further record of the first game come, and look."""
    game = next(iter(shelf.records))
    shelf.records[game] = (*shelf.records[game], lasts.pop(0))
    lobby.refresh()


def pages(shelf: Shelf) -> Iterator[Figure]:
    """Draw the page of all tables, and give it to a second one who sees the same."""
    with cluster() as server, club_room(fresh_address(server)) as room:
        room.keeper.lobby = lobby_of(shelf)
        room.keeper.look()
        client = room.client("screen")

        def anew() -> None:
            room.keeper.tell()
            client.get("/", base_url=HTTPS)

        yield Figure(f"a page of {TABLES} tables, drawn anew", median_ms(anew), "ms")
        shared = median_ms(lambda: client.get("/", base_url=HTTPS))
        yield Figure("the same page for whoever asks next", shared, "ms")
        yield Figure("its bytes, without gzip", size_of(room), "bytes")


def size_of(room: ClubRoom) -> int:
    """Return how long the page is."""
    return len(room.client("screen").get("/", base_url=HTTPS).data)


def lobby_of(shelf: Shelf) -> Lobby:
    """Return a lobby of all tables, which has read nothing yet."""
    return Lobby(shelf, lambda: range(TABLES))


def at_another(game: tuple[Parcel, ...], table: int) -> tuple[Parcel, ...]:
    """Return a game as if another table had played the same."""
    return (Parcel(sha256(str(table).encode()).hexdigest(), game[0].body), *game[1:])
