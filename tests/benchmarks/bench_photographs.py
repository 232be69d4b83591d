"""Deeds as phones photograph them: how many of their tags are read, and how many wrong."""

from collections.abc import Iterator
from itertools import product
from statistics import median

from cards_qr.decoders import Decoders, installed
from tests.benchmarks.figure import Figure
from tests.benchmarks.tags.photographed import CASES, measured

SEEDS = range(100, 104)
"""Of the photographs of each case and angle; the reader was mended on others."""


def measure() -> Iterator[Figure]:
    """Yield the share that is read from the photograph's full size, straight down and aslant.

    With zbar and the codebook, as the companion is installed.
    """
    decoders = Decoders(zbar=installed().zbar)
    for case, hasty in product(CASES, (False, True)):
        found = list(measured(case, hasty=hasty, decoders=decoders, seeds=SEEDS))
        name = f"{case}, {'hasty' if hasty else 'calm'}"
        for long in sorted({long for _, long, _ in found}, reverse=True):
            for low, high in ((0, 30), (40, 50)):
                counts = [c for aslant, px, c in found if px == long and low <= aslant <= high]
                wanted, read = (sum(getattr(c, of) for c in counts) for of in ("wanted", "found"))
                what = f"{name}, {low} to {high} degrees aslant, {long} px: read of {wanted}"
                yield Figure(what, read, "tags")
        yield Figure(f"{name}: read wrong", sum(c.wrong for *_, c in found), "tags")
        took = [ms for _, long, c in found if long == max(px for _, px, _ in found) for ms in c.ms]
        yield Figure(f"{name}: a photograph of the largest size", median(took), "ms")
