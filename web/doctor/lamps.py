"""What the lamps say: each pattern drawn in its own rhythm."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from companion.sayings.lamps import LAMPS
from companion.speaker import Speaker

Steps = Sequence[tuple[int, int]]
"""Milliseconds on, then off."""

REST_MS = 1500
"""What is shown once is drawn again after so long."""

SPAN_MS = 3600
"""So much of a rhythm stands on paper."""


class DrawnLamp(NamedTuple):
    """One pattern, for a drawing that moves by itself."""

    name: str
    says: str
    values: str  # the opacity of each part
    times: str  # when each part begins, from 0 to 1
    seconds: float  # until it repeats
    flashes: tuple[tuple[int, int], ...]  # on paper: when each begins and how long it is, in ms


def drawn_lamps(rhythms: Mapping[str, Steps], speaker: Speaker) -> tuple[DrawnLamp, ...]:
    """Return the patterns in the order in which one learns them."""
    known = ((name, says) for name, says in LAMPS.items() if name in rhythms)
    return tuple(_drawn(name, speaker.say(says), rhythms[name]) for name, says in known)


def _drawn(name: str, says: str, steps: Steps) -> DrawnLamp:
    rest = ((0, REST_MS),) if name == "nothing" else ()
    parts = [(lit, ms) for on, off in (*steps, *rest) for lit, ms in (("1", on), ("0", off)) if ms]
    whole, begins, values, times = sum(ms for _lit, ms in parts) or 1000, 0, [], []
    for lit, ms in parts or [("0", 1000)]:
        values.append(lit)
        times.append(f"{begins / whole:.4f}")
        begins += ms
    flashes = tuple(_flashes(steps, once=name == "nothing"))
    return DrawnLamp(name, says, ";".join(values), ";".join(times), whole / 1000, flashes)


def _flashes(steps: Steps, *, once: bool) -> Iterator[tuple[int, int]]:
    """Yield the flashes of so much of a rhythm as stands on paper."""
    at = 0
    for on, off in steps if once else cycle(steps):
        if at >= SPAN_MS:
            return
        yield at, min(on, SPAN_MS - at)
        at += on + off
