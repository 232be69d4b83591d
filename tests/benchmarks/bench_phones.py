"""How soon everybody sees what happened: from a command's commit to the last of twelve phones.

And from the edge of a button that claims a rent, on simulated pins, to its lamp and to all of them.

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
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from gpiozero.pins.mock import MockFactory

from companion.table.answers import Accepted
from companion.table.table import Table
from companion.words import Seat
from hardware.hands import Hands
from hardware.lengths import ShortOrLong
from hardware.patterns import BLINK, Pattern
from hardware.presses import PressDetector
from tests.benchmarks.figure import Figure
from tests.support.pages import living_room, served
from tests.support.player import play
from web.shared.context import COOKIE

PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva", "Finn", "Gus", "Hal")
GUESTS = ("/table", "/watch", "/watch", "/watch")
STEPS, FIRST_PIN = 250, 5
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
        with served(room) as url, Buttons(room.table) as buttons:
            ours, theirs = multiprocessing.Pipe()
            phones = multiprocessing.get_context("spawn").Process(
                target=_phones, args=(url, pages, theirs), daemon=True
            )
            phones.start()
            _all_have(ours, 0, len(pages))
            first, last, sizes, lamps, told = ([] for _ in range(5))
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
                pressed = buttons.claim()
                if pressed is not None:
                    lamps.append(1000 * (pressed.lamp - pressed.edge))
                    shown = _all_have(ours, pressed.seq, len(pages))
                    told.append(1000 * (max(one.when for one in shown) - pressed.edge))
                    time.sleep(PAUSE_S)
            spent = time.process_time() - spent
            phones.terminate()
    yield Figure("commands whose pages were waited for", len(last), "")
    yield Figure("from commit to the first of 12 phones, p50", statistics.median(first), "ms")
    yield Figure("from commit to the last of 12 phones, p50", statistics.median(last), "ms")
    yield Figure("the same, p99", sorted(last)[len(last) * 99 // 100], "ms")
    yield Figure("presses that claimed a rent", len(lamps), "")
    for what, found in (("its lamp", lamps), ("the last of 12 phones", told)):
        yield Figure(f"from a press's edge to {what}, p50", statistics.median(found), "ms")
        yield Figure("the same, p99", sorted(found)[len(found) * 99 // 100], "ms")
    each = 1000 * spent / (len(last) + len(told))
    yield Figure("processor time for a command and its 12 pages", each, "ms")
    yield Figure("a page as it goes over the line, median", statistics.median(sizes), "kB")


class Pressed(NamedTuple):
    """One press: its edge and the change of its lamp, monotonic seconds; the record it made."""

    edge: float
    lamp: float
    seq: int


class Buttons:
    """Eight buttons on simulated pins, and lamps that note when they change."""

    def __init__(self, table: Table) -> None:
        self._table, self._changed = table, threading.Condition()
        self._shown: dict[Seat, tuple[Pattern, float]] = {}
        factory = MockFactory()
        self._pins = {Seat(n): factory.pin(f"GPIO{FIRST_PIN + n}") for n in range(len(PEOPLE))}
        self._hands = Hands(table, self, len(PEOPLE))
        self._detector = PressDetector(ShortOrLong(self._hands.pressed, self._hands.ended))

    def __enter__(self) -> Self:
        for seat, pin in self._pins.items():
            self._detector.add(seat, pin)
        self._detector.start()
        self._hands.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._hands.stop()
        self._detector.close()

    def show(self, seat: Seat, pattern: Pattern) -> None:
        with self._changed:
            if seat not in self._shown or self._shown[seat][0] is not pattern:
                self._shown[seat] = pattern, time.monotonic()
                self._changed.notify_all()

    def flash(self, seat: Seat, pattern: Pattern) -> None:
        pass

    def claim(self) -> Pressed | None:
        """Press a button whose lamp asks for a claim; None: there is none."""
        seat = next((one for one, (shown, _) in self._shown.items() if shown is BLINK), None)
        if seat is None:
            return None
        before, edge = self._table.view.seq, time.monotonic()
        self._pins[seat].drive_low()
        with self._changed:
            if not self._changed.wait_for(lambda: self._shown[seat][0] is not BLINK, PATIENCE_S):
                raise TimeoutError(f"the lamp of seat {seat} never changed")
            lamp = self._shown[seat][1]
        self._pins[seat].drive_high()
        return Pressed(edge, lamp, max(self._table.view.seq, before + 1))


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
