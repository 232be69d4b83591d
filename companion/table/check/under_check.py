"""A mark on disk as long as the table is checked: after a restart it is said that it was cut off.

Of the check itself nothing is kept: what lies on the table by then, nobody knows.
"""

import logging
from pathlib import Path

import msgspec

from companion.errors import SettingsError
from companion.files import keep, read_kept
from companion.table.check.laid import Purpose, TableCheck

FILE = Path("field", "check.json")
"""In a home."""

_log = logging.getLogger(__name__)


class _Kept(msgspec.Struct, frozen=True):
    id: str
    game: str
    purpose: Purpose


class UnderCheck:
    """Follows whether there is a check.

    What cannot be written is not remembered; a damaged file is as none.

    Args:
        home: the folder of the companion.
    """

    def __init__(self, home: Path) -> None:
        self._path = home / FILE
        self._kept = self._read()
        self._left = self._kept

    def cut_off(self, game: str) -> bool:
        """Return whether a check of this game was under way when the companion stopped; once."""
        left, self._left = self._left, None
        return left is not None and left.game == game

    def follow(self, check: TableCheck | None, game: str) -> None:
        """Set the mark, or take it away."""
        now = _Kept(check.id, game, check.purpose) if check is not None else None
        if now == self._kept:
            return
        self._kept = now
        try:
            if now is None:
                self._path.unlink(missing_ok=True)
            else:
                keep(now, self._path)
        except (OSError, SettingsError) as error:
            _log.warning("%s", error)

    def _read(self) -> _Kept | None:
        try:
            return read_kept(self._path, _Kept, damaged="kept-damaged")
        except SettingsError as error:
            _log.warning("%s", error)
            return None
