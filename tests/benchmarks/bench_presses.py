"""Who was first: 10,000 presses almost at once, told in the order of their edges or not.

Eight thumbs come down on simulated pins within a few milliseconds, again and again, while other
threads compute. The truth is the order in which the pins were driven.
"""

import itertools
import random
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.words import Seat
from hardware.lengths import ShortOrLong
from hardware.presses import PressDetector
from tests.benchmarks.figure import Figure

SEATS, FIRST_PIN = 8, 5
VOLLEYS = 1250
GAP_S = (0.0001, 0.002)  # between one thumb and the next
HELD_S = 0.02
AWAY_S = 0.08
BUSY = 2  # threads that compute


def measure() -> Iterator[Figure]:
    """Press with and without other threads that compute."""
    for busy in (0, BUSY):
        what = f"{SEATS * VOLLEYS} presses, {busy} busy threads"
        driven, told = _pressed(busy)
        pairs = list(itertools.pairwise(driven))
        place = {press: n for n, press in enumerate(told)}
        kept = sum(a in place and b in place and place[a] < place[b] for a, b in pairs)
        yield Figure(f"{what}: neighbours told in their order", 100 * kept / len(pairs), "%")
        yield Figure(f"{what}: lost", len(set(driven) - set(told)), "presses")
        yield Figure(f"{what}: told twice", len(told) - len(set(told)), "presses")


def _pressed(busy: int) -> tuple[list[tuple[int, Seat]], list[tuple[int, Seat]]]:
    """Return the presses as they were driven, and as they were told: volley and seat."""
    factory = MockFactory()
    volley, driven, told = 0, list[tuple[int, Seat]](), list[tuple[int, Seat]]()
    over = threading.Event()

    def heard(seat: Seat, _at: float) -> bool:
        told.append((volley, seat))
        return False

    with ExitStack() as after:
        for _ in range(busy):
            threading.Thread(target=_compute, args=(over,), daemon=True).start()
        after.callback(over.set)
        pins = {Seat(n): factory.pin(f"GPIO{FIRST_PIN + n}") for n in range(SEATS)}
        detector = PressDetector(ShortOrLong(heard, lambda *_press: None))
        for seat, pin in pins.items():
            detector.add(seat, pin)
        detector.start()
        after.callback(detector.close)
        dealt = random.Random(1)
        for volley in range(VOLLEYS):
            driven += [(volley, seat) for seat in _volley(pins, dealt)]
    return driven, told


def _volley(pins: Mapping[Seat, Any], dealt: random.Random) -> list[Seat]:
    """Press all buttons in an order that is dealt, and let go; return that order."""
    seats = dealt.sample([Seat(n) for n in range(SEATS)], SEATS)
    for seat in seats:
        pins[seat].drive_low()
        time.sleep(dealt.uniform(*GAP_S))
    time.sleep(HELD_S)
    for seat in seats:
        pins[seat].drive_high()
    time.sleep(AWAY_S)
    return seats


def _compute(over: threading.Event) -> None:
    number = 1
    while not over.is_set():
        number = number * 48271 % 2147483647
