"""How this table wants its pages: what the banker has set, in one small file."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from companion.errors import CompanionError, SettingsError
from companion.files import File, is_away, keep, read_kept

FILE = "pages.json"
"""In a home."""


class _Kept(msgspec.Struct, frozen=True):
    hidden: bool = False
    pictures: bool = True


class Manners:
    """What the banker has set for all pages; where that cannot be read, balances are hidden.

    Args:
        path: where it is kept.
        on_change: called after every change, so that live pages look anew.

    Raises:
        SettingsError: it cannot be read now, and may be as good as ever.
    """

    def __init__(self, path: File, *, on_change: Callable[[], None] = lambda: None) -> None:
        self._path, self._on_change = path, on_change
        self.broken: CompanionError | None = None
        """Why balances are hidden, until the banker says what is to be."""
        try:
            self._kept = read_kept(path, _Kept, damaged="manners-damaged") or _Kept()
        except SettingsError as error:
            if is_away(error, path):
                raise
            self.broken, self._kept = error.kept(), _Kept(hidden=True)

    @property
    def hidden(self) -> bool:
        """Whether a balance is shown to its owner and the banker alone, until the game is over."""
        return self._kept.hidden

    def hide(self, *, hidden: bool) -> None:
        """Set whether balances are hidden.

        Raises:
            SettingsError: it cannot be written; all is as before.
        """
        self._set(replace(self._kept, hidden=hidden))

    @property
    def pictures(self) -> bool:
        """Whether the pictures that readings rest on are kept."""
        return self._kept.pictures

    def keep_pictures(self, *, kept: bool) -> None:
        """Set whether pictures are kept from now on.

        Raises:
            SettingsError: it cannot be written; all is as before.
        """
        self._set(replace(self._kept, pictures=kept))

    def _set(self, kept: _Kept) -> None:
        keep(kept, self._path)
        self._kept, self.broken = kept, None
        self._on_change()
