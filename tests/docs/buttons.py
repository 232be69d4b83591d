"""The table of what presses mean: printed from the rows that buttons and lamps are ruled by."""

from companion.table.buttons.meanings import ELSEWHERE, SITUATIONS
from companion.table.buttons.wishes import Act
from hardware.patterns import PATTERNS
from tests.docs.lamps import rhythm
from tests.docs.tables import table

_HEAD = ("so it is", "the lamp, for 1.8 seconds", "a short press", "a long press", "two quick ones")


def buttons() -> str:
    """Return the table: the first row that holds counts."""
    rows = (
        (row.when, f"`{rhythm(PATTERNS[row.lamp])}`", *map(_does, row[3:6])) for row in SITUATIONS
    )
    return table(_HEAD, rows)


def elsewhere() -> str:
    """Return the table of what players do otherwise than by a button."""
    return table(("what a player may do", "without a phone"), ELSEWHERE.items())


def _does(act: Act | None) -> str:
    return act.does if act else ""
