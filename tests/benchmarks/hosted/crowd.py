"""A crowd at many tables, in one process: open streams, pages fetched at each news, commands.

Whose word on who asks is believed, so each phone has an address of its own, as behind a router.
"""

import asyncio
import itertools
import json
import random
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from multiprocessing.connection import Connection
from typing import NamedTuple

PATIENCE_S = 30.0
AGAIN_S = 1.0
"""A phone that finds nobody asks again after so long, as a live page does."""


class Place(NamedTuple):
    """A table of the crowd."""

    key: str
    phones: int
    cookie: str  # of its banker, who gives the commands
    commands: bool = True


class Tally(NamedTuple):
    """What was measured, in milliseconds."""

    commands: list[float]  # from the command to its answer
    pages: list[float]  # from the command to the page of each phone with it
    failed: int  # commands that were refused or lost


class Crowd:
    """All phones.

    Args:
        places: the tables.
        workers: where they may be had, as HOST:PORT.
        every_s: seconds between two commands of one table.
    """

    def __init__(self, places: Sequence[Place], workers: Sequence[str], every_s: float) -> None:
        self._places, self._workers, self._every = places, [*workers], every_s
        self._where: dict[str, str] = {}  # who holds a table, as the router knows it
        self._sent: dict[str, float] = {}  # when the last command was
        self.commands: list[float] = []
        self.pages: list[float] = []
        self.failed = self.reopened = 0
        self.lost: set[str] = set()  # tables of which a page's stream broke
        self.back: dict[str, float] = {}  # of those: when the first one was open again
        self._open, self._all = 0, asyncio.Event()
        self._numbers = itertools.count(1)

    async def run(self, seconds: float, opened: Callable[[], Awaitable[None]]) -> None:
        """Open all streams, call *opened*, then give commands for a while."""
        wanted = sum(place.phones for place in self._places)
        phones = [
            asyncio.create_task(self._phone(place, number, wanted))
            for place in self._places
            for number in range(place.phones)
        ]
        await asyncio.wait_for(self._all.wait(), 600)
        await opened()
        givers = [
            asyncio.create_task(self._give(place)) for place in self._places if place.commands
        ]
        await asyncio.sleep(seconds)
        for task in (*givers, *phones):
            task.cancel()
        await asyncio.gather(*givers, *phones, return_exceptions=True)

    async def _give(self, place: Place) -> None:
        """Give a command every so often, from a moment of its own on."""
        await asyncio.sleep(random.uniform(0, self._every))
        while True:
            number = next(self._numbers)
            cash, sent = {"0": 1000 + number % 400}, time.monotonic()
            body = {"id": uuid.uuid4().hex, "do": "correct", "why": "x", "cash": cash}
            self._sent[place.key] = sent
            status, _ = await self._ask(place, "/api/commands", json.dumps(body).encode())
            if status == 200:
                self.commands.append(1000 * (time.monotonic() - sent))
            else:
                self.failed += 1
            await asyncio.sleep(max(0.0, self._every - (time.monotonic() - sent)))

    async def _phone(self, place: Place, number: int, wanted: int) -> None:
        """Keep a stream open, and fetch the page at each news."""
        first = True
        while True:
            try:
                reader, writer = await self._request(
                    place, f"/events?page=table&tab=t{number}", b"", number
                )
                try:
                    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_S)
                    if first:
                        first, self._open = False, self._open + 1
                        if self._open == wanted:
                            self._all.set()
                    while line := await asyncio.wait_for(reader.readline(), PATIENCE_S):
                        await self._heard(place, number, line)
                finally:
                    writer.close()
            except (TimeoutError, OSError, EOFError, asyncio.IncompleteReadError):
                pass
            self.reopened += 1
            self.lost.add(place.key)
            self._where.pop(place.key, None)
            await asyncio.sleep(AGAIN_S)

    async def _heard(self, place: Place, number: int, line: bytes) -> None:
        if line.startswith(b"event: hello") and place.key in self.lost:
            self.back.setdefault(place.key, time.monotonic())
        if line.startswith(b"event: news"):
            await self._fetch(place, number)

    async def _fetch(self, place: Place, number: int) -> None:
        sent = self._sent.get(place.key)
        status, _ = await self._ask(place, "/table", b"", number)
        if status == 200 and sent is not None:
            self.pages.append(1000 * (time.monotonic() - sent))

    async def _ask(
        self, place: Place, path: str, body: bytes, number: int = 99
    ) -> tuple[int, bytes]:
        """Return how something was answered; ask anew where nobody does."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                reader, writer = await self._request(place, path, body, number)
                try:
                    text = await asyncio.wait_for(reader.read(), PATIENCE_S)
                finally:
                    writer.close()
                head, _, content = text.partition(b"\r\n\r\n")
                status = int(head.split(b" ", 2)[1])
                if status < 500:
                    return status, content
            except (TimeoutError, OSError, ValueError, IndexError):
                pass
            self._where.pop(place.key, None)
            await asyncio.sleep(AGAIN_S)
        return 0, b""

    async def _request(
        self, place: Place, path: str, body: bytes, number: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        where = self._where.get(place.key) or await self._holder(place.key)
        return await self._asked(where, f"/t/{place.key}{path}", body, place, number)

    async def _holder(self, key: str) -> str:
        """Ask one worker after the other, as the router does."""
        for worker in random.sample(self._workers, len(self._workers)):
            try:
                reader, writer = await self._asked(worker, f"/where/{key}", b"", None, 0)
                try:
                    text = await asyncio.wait_for(reader.read(), 5.0)
                finally:
                    writer.close()
            except (TimeoutError, OSError):
                continue
            for line in text.split(b"\r\n"):
                name, _, value = line.partition(b": ")
                if name.lower() == b"x-worker":
                    self._where[key] = value.decode()
                    return self._where[key]
        raise OSError("nobody knows")

    async def _asked(
        self, where: str, path: str, body: bytes, place: Place | None, number: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = where.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        lines = [
            f"{'POST' if body else 'GET'} {path} HTTP/1.1",
            f"Host: {where}",
            f"Origin: http://{where}",
            "Connection: close",
        ]
        if place is not None:
            lines.append(f"X-Forwarded-For: 10.0.{hash(place.key) % 250}.{number}")
        if body and place is not None:
            lines += [f"Cookie: {place.cookie}", "Content-Type: application/json"]
            lines.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()
        return reader, writer


def crowd(
    places: Sequence[Place],
    workers: Sequence[str],
    seconds: float,
    every_s: float,
    line: Connection,
) -> None:
    """Be the crowd; *line*: takes `open`, waits for a word, and takes what came of it at the end.

    A time that is sent down the line is when a worker was killed: then it is measured how long
    each table was not to be had.
    """
    all_of_it = Crowd(places, workers, every_s)
    killed: list[float] = []

    async def opened() -> None:
        line.send("open")
        await asyncio.to_thread(line.recv)
        all_of_it.commands.clear()
        all_of_it.pages.clear()
        all_of_it.reopened = 0
        asyncio.create_task(watch())  # noqa: RUF006  # it ends with the loop

    async def watch() -> None:
        while True:
            await asyncio.sleep(0.05)
            if line.poll():
                killed.append(line.recv())
                all_of_it.lost.clear()
                all_of_it.back.clear()

    asyncio.run(all_of_it.run(seconds, opened))
    line.send(
        {
            "commands": all_of_it.commands,
            "pages": all_of_it.pages,
            "failed": all_of_it.failed,
            "reopened": all_of_it.reopened,
            "back": {key: when - killed[0] for key, when in all_of_it.back.items() if killed},
        }
    )
