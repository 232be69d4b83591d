"""How near the seating of a tournament is to the best possible."""

import time
from collections.abc import Iterator

from companion.tournament.seating import fewest_repeats, repeats, seated, table_sizes
from tests.benchmarks.figure import Figure

CASES = (
    (16, 3, 5),
    (16, 4, 4),
    (20, 4, 5),
    (25, 5, 6),
    (30, 6, 5),
    (30, 6, 6),
    (50, 10, 6),
    (1000, 200, 4),
)
"""Players, tables, rounds."""


def measure() -> Iterator[Figure]:
    """Yield by case the repeats that were found, those that no seating is below, and the time."""
    for players, tables, rounds in CASES:
        sizes = [table_sizes(players, tables)] * rounds
        began = time.process_time()
        found = seated([str(number) for number in range(players)], sizes)
        took = time.process_time() - began
        case = f"{players} players, {tables} tables, {rounds} rounds"
        yield Figure(f"{case}: meet again", repeats(found), "")
        yield Figure(f"{case}: no seating is below", fewest_repeats(players, sizes), "")
        yield Figure(f"{case}: processor", took, "s")
