"""A club with tables without a box: workers in processes of their own, phones that press."""

import json
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from http.client import HTTPException
from typing import NamedTuple

from companion.hosting.tables import HostedTable
from companion.hub.database import Database
from companion.hub.hub import Hub
from companion.hub.postgres import PostgreSQL
from companion.shipping.wire import Parcel
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.clubs import CLUB, fresh_address, is_whole
from tests.support.workers import RunningWorker, holder_of, phone_at, pin_of


class Hosting:
    """A club with a table without a box, and workers."""

    def __init__(self, server: PostgreSQL, stack: ExitStack) -> None:
        self.server, self._stack = server, stack
        self.address = fresh_address(server)
        self.database = Database(self.address)
        stack.callback(self.database.close)
        self.database.migrate()
        self.hub = Hub.on(self.database, str, CLUB)
        self.workers: list[RunningWorker] = []

    def worker(self, *more: str) -> RunningWorker:
        """Start one more, with further words of its command."""
        one = RunningWorker(self.address, more=more)
        self._stack.callback(one.kill)
        self.workers.append(one)
        return one

    def holder(self, table: HostedTable) -> RunningWorker:
        """Return who holds a table, as soon as somebody does who lives."""
        return wait_for("a holder", lambda: holder_of(self.workers, table))

    def party(self, table: HostedTable) -> list[Phone]:
        """Return three phones at a table, the first the banker's; their game has begun."""
        worker = self.holder(table)
        assert phone_at(worker, table).get("/").status == 302
        phones = joined(Party(worker.port, pin_of(self.database, table), f"/t/{table.key}"))
        begin(phones)
        return phones

    def rows(self) -> int:
        """Return how many records the one game has; they are a whole chain."""
        (game,) = self.hub.records.games()
        return len(self.hub.records.after(game.game, 0, 100_000))


class Party(NamedTuple):
    """What phones that join want of a companion."""

    port: int
    pin: str
    root: str


def correct(banker: Phone, amount: int) -> int:
    """Have a correction booked; return the number of its record."""
    answer = banker.command("correct", why="a test", cash={"0": amount})
    assert answer.status == 200, answer
    seq: int = answer.data["seq"]
    return seq


def lead(hosting: Hosting, table: HostedTable, phones: list[Phone]) -> RunningWorker:
    """Lead phones to who holds their table now."""
    worker = hosting.holder(table)
    for phone in phones:
        phone.port = worker.port
    return worker


def cash_at(phone: Phone) -> int:
    """Return what the first player has, as a phone sees it."""
    cash: int = phone.game()["cash"][0]
    return cash


class Presser(threading.Thread):
    """A banker who presses all the time, and notes what was acknowledged, outside of all else.

    Args:
        hosting: the club.
        table: where it is; its game has begun.
        phones: of those who play there, the banker's first.
    """

    def __init__(self, hosting: Hosting, table: HostedTable, phones: list[Phone]) -> None:
        super().__init__(name=table.name, daemon=True)
        self._hosting, self.table, self.phones = hosting, table, phones
        self.acknowledged: dict[int, int] = {}
        """By number of the record what was asked for."""
        self.refused: dict[int, tuple[int, str]] = {}
        """By what was asked for how else it was answered: status and sentence."""
        self._ended = threading.Event()

    def run(self) -> None:
        """Press, until told to end."""
        amount = 1000
        while not self._ended.is_set():
            amount += 1
            try:
                answer = self.phones[0].command("correct", why="a test", cash={"0": amount})
            except (OSError, HTTPException):
                self._follow()
                continue
            if answer.status == 200:
                self.acknowledged[answer.data["seq"]] = amount
                continue
            self.refused[amount] = (answer.status, answer.data["sentence"])
            self._follow()

    def end(self) -> None:
        """Press no more."""
        self._ended.set()
        self.join()

    def _follow(self) -> None:
        """Go to who holds the table now, as a router leads people."""
        time.sleep(0.05)
        worker = holder_of(self._hosting.workers, self.table)
        if worker is not None:
            for phone in self.phones:
                phone.port = worker.port

    def parcels(self) -> Sequence[Parcel]:
        """Return the records of the table's one game."""
        (game,) = (one for one in self._hosting.hub.records.games() if one.table == self.table.id)
        return self._hosting.hub.records.after(game.game, 0, 1_000_000)


def presses_on(pressers: Sequence[Presser], more: int = 3) -> None:
    """Wait until something was acknowledged at each of these tables again, several times."""
    goals = [len(one.acknowledged) + more for one in pressers]
    wait_for(
        "presses at all tables",
        lambda: all(
            len(one.acknowledged) >= goal for one, goal in zip(pressers, goals, strict=True)
        ),
    )


def commands_of(presser: Presser) -> Sequence[Mapping[str, object]]:
    """Return what was asked for by each record of its game, which is a whole chain."""
    parcels = presser.parcels()
    assert is_whole(parcels)
    return [json.loads(one.body)["command"] for one in parcels]


def missing(presser: Presser) -> Mapping[int, int]:
    """Return what was acknowledged and is not there."""
    commands = commands_of(presser)
    return {
        seq: amount
        for seq, amount in presser.acknowledged.items()
        if seq > len(commands) or commands[seq - 1].get("cash") != {"0": amount}
    }
