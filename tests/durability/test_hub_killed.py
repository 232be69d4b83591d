"""What the hub has acknowledged is there, whoever of its processes is killed."""

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection

import psycopg
import pytest

from companion.errors import HubError
from companion.hub.hub import Hub
from companion.hub.postgres import PostgreSQL
from tests.durability.keeping import game_of, keep_in_a_process
from tests.durability.kills import PATIENCE_S
from tests.support.clubs import cluster, fresh_address, hub_at, joined
from tests.support.waiting import soon

KILLS, GAMES, DEATHS = 15, 2, 6
MOST = 30
"""Records of a batch: so many may be kept of which nobody heard."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgreSQL]:
    with cluster() as own:
        yield own


@contextmanager
def writing(address: str, table: int, seed: int) -> Iterator[tuple[Connection, int]]:
    """Let a process send a game; give its words and its number. It is killed at the end."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.durability.keeping"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=keep_in_a_process, args=(address, table, seed, theirs))
    process.start()
    theirs.close()
    assert process.pid is not None
    try:
        yield ours, process.pid
    finally:
        process.kill()
        process.join(PATIENCE_S)
        ours.close()
        process.close()


def heard(told: Connection, count: int) -> int:
    """Return the last of so many acknowledgements; it fails where they do not come."""
    for _ in range(count):
        assert told.poll(PATIENCE_S), "nothing is kept any more"
        seq: int = told.recv()
    return seq


def last_words(told: Connection, before: int) -> int:
    """Return the last that was acknowledged before somebody died."""
    seq = before
    with suppress(EOFError):
        while told.poll(PATIENCE_S):
            seq = told.recv()
    return seq


def kept(hub: Hub, seed: int) -> int:
    """Return how many records of a game the hub has; they are its first ones, without a gap."""
    parcels, found = game_of(seed), 0
    while some := hub.records.after(parcels[0].digest, found):
        assert some == parcels[found : found + len(some)]
        found += len(some)
    return found


def test_a_killed_hub_has_all_that_it_acknowledged(server: PostgreSQL) -> None:
    """One may have kept what nobody heard of; it is the same that comes again."""
    chance, unheard = random.Random(15), 0
    address = fresh_address(server)
    with hub_at(address) as hub:
        table, _ = joined(hub)
        for _ in range(KILLS):
            with writing(address, table, 1) as (told, pid):
                seq = heard(told, chance.randint(1, 30))
                soon_or_late(chance)
                os.kill(pid, signal.SIGKILL)
                seq = last_words(told, seq)
            assert soon(lambda: is_quiet(address))
            assert seq <= kept(hub, 1) <= seq + MOST
            unheard += kept(hub, 1) > seq
    assert unheard < KILLS


def is_quiet(address: str) -> bool:
    """Return whether PostgreSQL has noticed that who wrote is gone."""
    with psycopg.connect(address) as connection:
        busy = connection.execute(
            "select count(*) from pg_stat_activity where state <> 'idle' and datname ="
            " current_database() and pid <> pg_backend_pid()"
        ).fetchall()
    return busy == [(0,)]


def soon_or_late(chance: random.Random) -> None:
    """Wait a random while, of the order of a batch."""
    time.sleep(chance.random() * 0.01)


def test_a_killed_postgresql_has_all_that_was_acknowledged(server: PostgreSQL) -> None:
    """All of it dies, its first process alone, or one beside it; who writes goes on by itself."""
    chance, address = random.Random(6), fresh_address(server)
    with hub_at(address) as hub:
        table, _ = joined(hub)
        with writing(address, table, 2) as (told, _), writing(address, table, 3) as (also, _):
            for death in range(DEATHS):
                seqs = [heard(one, chance.randint(5, 60)) for one in (told, also)]
                soon_or_late(chance)
                die(server, death % 3, chance)
                seqs = [drained(one, seq) for one, seq in zip((told, also), seqs, strict=True)]
                assert comes_to_have(hub, 2, seqs[0])
                assert comes_to_have(hub, 3, seqs[1])
            assert heard(told, 3) > seqs[0]
            assert heard(also, 3) > seqs[1]
            assert len(hub.records.games()) == GAMES


def die(server: PostgreSQL, how: int, chance: random.Random) -> None:
    """Kill all processes of a PostgreSQL, the first of them, or one of the others."""
    assert server.pid is not None
    others = [pid for pid in server._working_here() if pid != server.pid]
    if how == 2:
        os.kill(chance.choice(others), signal.SIGKILL)  # it then starts anew by itself
        return
    server.kill()
    for pid in others if how == 1 else ():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    server.start()


def drained(told: Connection, before: int) -> int:
    """Return the last that was acknowledged until now."""
    seq = before
    while told.poll():
        seq = told.recv()
    return seq


def comes_to_have(hub: Hub, seed: int, seq: int) -> bool:
    """Return whether so many records of a game are there; it may die once more meanwhile."""

    def has() -> bool:
        try:
            return kept(hub, seed) >= seq
        except HubError:
            return False

    return soon(has)


def test_all_processes_of_a_postgresql_are_known(server: PostgreSQL) -> None:
    """Those that a test kills: the first, and five that it starts at once."""
    assert soon(lambda: len(server._working_here()) > 5)
    assert server.pid in server._working_here()
