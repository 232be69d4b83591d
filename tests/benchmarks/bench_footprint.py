"""What a running companion takes: memory, threads and processor, with eight phones and a screen."""

import http.client
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import cv2

from hardware.simulated.table import SimulatedTable
from tests.benchmarks.figure import Figure
from tests.end_to_end.appliance import Appliance
from tests.end_to_end.phone import Phone

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
COLOURS = ("blue", "red", "green", "yellow", "purple", "orange")
REST_S = 20.0
"""How long it is watched at rest."""
TICKS = os.sysconf("SC_CLK_TCK")


def measure() -> Iterator[Figure]:
    """Start it before a still picture of a table, as a real camera is; let eight play."""
    with tempfile.TemporaryDirectory() as folder:
        still = Path(folder, "still.png")
        table = SimulatedTable(7)
        table.throw(2)
        time.sleep(4)  # until the dice lie
        cv2.imwrite(str(still), table.seen(time.monotonic()))
        companion = Appliance(
            Path(folder, "home"), "--camera", f"file:{still}?rate=10", "--buttons", "mock"
        )
        try:
            yield from _lives(companion)
        finally:
            companion.stop()


def _lives(companion: Appliance) -> Iterator[Figure]:
    pid, port = companion.process.pid, companion.port
    yield Figure("processor until it is ready", cpu_s(pid), "s")
    yield Figure("memory when it is ready", resident_mb(pid), "MB")
    phones = _joined(companion)
    with ExitStack() as lines:
        for phone in (*phones, *(Phone(port) for _ in range(3))):  # two look on; a table screen
            lines.enter_context(closing(_stream(phone)))
        before, began = cpu_s(pid), time.monotonic()
        time.sleep(REST_S)
        share = (cpu_s(pid) - before) / (time.monotonic() - began)
        yield Figure("processor at rest, 10 frames a second", 100 * share, "%")
        for turn in range(40):
            _play(phones, turn)
        yield Figure("memory in play", resident_mb(pid), "MB")
        yield Figure("threads", float(_status(pid, "Threads")), "")


def _joined(companion: Appliance) -> list[Phone]:
    phones = [Phone(companion.port) for _ in NAMES]
    phones[0].post("/banker/pin", {"pin": companion.pin})
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        phone.post("/join", {"name": name, "seat": seat, "colour": COLOURS[seat]})
    answer = phones[0].post("/banker/game", {"edition": "us-classic", "first": "no"})
    assert answer.status == 303, answer
    return phones


def _stream(phone: Phone) -> http.client.HTTPConnection:
    """Open a page's stream; what comes waits in the line's own store."""
    line = http.client.HTTPConnection("127.0.0.1", phone.port, timeout=60)
    line.request("GET", "/events", headers={"Cookie": phone.cookie})
    return line


def _play(phones: list[Phone], turn: int) -> None:
    seat = turn % len(phones)
    phones[seat].command("roll", dice=[1 + turn % 6, 1 + (turn + 1) % 6])
    for verb in ("buy", "end"):
        phones[seat].command(verb)
    for phone in phones:
        phone.get("/seat")
    phones[0].get("/table")


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mb(pid: int) -> float:
    return float(_status(pid, "VmRSS").split()[0]) / 1024


def _status(pid: int, name: str) -> str:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(line.split(":", 1)[1].strip() for line in lines if line.startswith(f"{name}:"))
