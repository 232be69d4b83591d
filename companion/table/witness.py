"""What the eyes see, made into commands, doubts and notices."""

from collections.abc import Sequence

from companion.table.ports import SeenTag
from companion.table.table import Table
from companion.vision.readings import DiceReading


class TableWitness:
    """The `Witness` of a live table: sure readings become commands, the rest becomes questions."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def motion(self, at: float) -> None:
        """Hold claims that are pressed from *at* on."""
        raise NotImplementedError

    def calm(self, began: float, at: float) -> None:
        """Decide the held claims: it was no roll."""
        raise NotImplementedError

    def dice(self, reading: DiceReading, picture: bytes, began: float, at: float) -> None:
        """Roll, ask, or note that nobody may roll; then decide the held claims."""
        raise NotImplementedError

    def cards(self, seen: Sequence[SeenTag], picture: bytes, at: float) -> None:
        """Buy with a deed newly laid, draw with a card newly shown."""
        raise NotImplementedError

    def camera(self, status: str, *, ok: bool) -> None:
        """Show the camera's state in the view."""
        raise NotImplementedError
