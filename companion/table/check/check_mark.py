"""A mark on disk as long as the table is checked: after a restart it is said that it was cut off.

Of the check itself nothing is kept: what lies on the table by then, nobody knows.
"""

from pathlib import Path

import msgspec

from companion.files import Folder, Remembered
from companion.table.check.laid_deeds import CheckPurpose, TableCheck

FILE = Path("field", "check.json")
"""In a home."""


class _Mark(msgspec.Struct, frozen=True):
    id: str = ""  # nothing: the table is not checked
    game: str = ""
    purpose: CheckPurpose = "check"


class UnderCheck:
    """Follows whether there is a check.

    What cannot be written is not remembered; a damaged file is as none.

    Args:
        home: the folder of the companion.
    """

    def __init__(self, home: Folder) -> None:
        self._mark = Remembered(home / FILE, _Mark())
        self._left = self._mark.now

    def cut_off(self, game: str) -> bool:
        """Return whether a check of this game was under way when the companion stopped; once."""
        left, self._left = self._left, _Mark()
        return bool(left.id) and left.game == game

    def follow(self, check: TableCheck | None, game: str) -> None:
        """Set the mark, or take it away."""
        self._mark.follow(_Mark(check.id, game, check.purpose) if check is not None else _Mark())
