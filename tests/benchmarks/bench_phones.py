"""How soon everybody sees what happened: from a command's commit to the last of twelve phones.

The phones are a process of their own, as they would be: each keeps its stream open and fetches its
page, packed, whenever the stream tells news, as `live.js` does. What a phone does with the page
then is its own.
"""

import gzip
import multiprocessing
import random
import re
import statistics
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlsplit

from companion.table.answers import Accepted
from tests.benchmarks.figure import Figure
from tests.support.pages import living_room, served
from tests.support.player import play
from web.shared.context import COOKIE

PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva", "Finn", "Gus", "Hal")
GUESTS = ("/table", "/watch", "/watch", "/watch")
STEPS = 200
PAUSE_S = 0.25  # longer than all phones need: one command is measured at a time
PATIENCE_S = 10.0
TAG = re.compile(rb'data-tag="[^":]*:(\d+):')


class Shown(NamedTuple):
    """What a phone has: up to which record, when (monotonic), and in how many bytes."""

    phone: int
    seq: int
    when: float
    size: int


def measure() -> Iterator[Figure]:
    """Play with eight seats' phones, three who look on and a table screen."""
    with TemporaryDirectory() as folder, living_room(Path(folder)) as room:
        tokens = room.begin(*PEOPLE, edition="de-dm")
        pages = [("/seat", token) for token in tokens] + [(path, "") for path in GUESTS]
        with served(room) as url:
            ours, theirs = multiprocessing.Pipe()
            phones = multiprocessing.get_context("spawn").Process(
                target=_phones, args=(url, pages, theirs), daemon=True
            )
            phones.start()
            _all_have(ours, 0, len(pages))
            first, last, sizes = [], [], []
            spent = time.process_time()
            for answer in islice(play(room.table, random.Random(7)), STEPS):
                committed = time.monotonic()
                if not isinstance(answer, Accepted):
                    continue
                shown = _all_have(ours, answer.seq, len(pages))
                first.append(1000 * (min(one.when for one in shown) - committed))
                last.append(1000 * (max(one.when for one in shown) - committed))
                sizes += [one.size / 1000 for one in shown]
                time.sleep(PAUSE_S)
            spent = time.process_time() - spent
            phones.terminate()
    yield Figure("commands whose pages were waited for", len(last), "")
    yield Figure("from commit to the first of 12 phones, p50", statistics.median(first), "ms")
    yield Figure("from commit to the last of 12 phones, p50", statistics.median(last), "ms")
    yield Figure("the same, p99", sorted(last)[len(last) * 99 // 100], "ms")
    yield Figure("processor time for a command and its 12 pages", 1000 * spent / len(last), "ms")
    yield Figure("a page as it goes over the line, median", statistics.median(sizes), "kB")


def _all_have(line: Connection, seq: int, count: int) -> list[Shown]:
    """Return when each phone first had a page of record *seq* or a later one."""
    had: dict[int, Shown] = {}
    while len(had) < count:
        if not line.poll(PATIENCE_S):
            raise TimeoutError(f"{count - len(had)} phones never had {seq}")
        one: Shown = line.recv()
        if one.seq >= seq:
            had.setdefault(one.phone, one)
    return list(had.values())


def _phones(url: str, pages: list[tuple[str, str]], line: Connection) -> None:
    told = threading.Lock()
    threads = [
        threading.Thread(target=_follow, args=(url, number, page, line, told), daemon=True)
        for number, page in enumerate(pages)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _follow(
    url: str, number: int, page: tuple[str, str], line: Connection, told: threading.Lock
) -> None:
    """Be one phone: listen, and fetch what is new."""
    host, (path, token) = urlsplit(url).netloc, page
    cookie = {"Cookie": f"{COOKIE}={token}"} if token else {}
    pages = HTTPConnection(host, timeout=PATIENCE_S)
    have = -1
    for seq in _news(host, f"/events?page={path[1:]}&tab=tab{number}", cookie):
        while have < seq:
            pages.request("GET", path, headers={"Accept-Encoding": "gzip", **cookie})
            answer = pages.getresponse()
            body = answer.read()
            when = time.monotonic()
            have = _seq_of(answer, body)
            with told:
                line.send(Shown(number, have, when, len(body)))


def _news(host: str, path: str, cookie: dict[str, str]) -> Iterator[int]:
    stream = HTTPConnection(host, timeout=60)
    stream.request("GET", path, headers=cookie)
    answer = stream.getresponse()
    while got := answer.readline():
        if got.startswith(b"data: ") and (words := got.split())[1:]:
            yield int(words[1])


def _seq_of(answer: HTTPResponse, body: bytes) -> int:
    page = gzip.decompress(body) if answer.getheader("Content-Encoding") == "gzip" else body
    found = TAG.search(page)
    assert found is not None, page[:200]
    return int(found.group(1))
