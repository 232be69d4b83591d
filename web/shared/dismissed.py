"""Which notices the banker has put away; forgotten with the notices at a restart."""

from collections.abc import Callable, Collection


class Dismissed:
    """Their numbers.

    Args:
        on_change: called after every change, so that live pages look anew.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._ids: frozenset[int] = frozenset()

    def __contains__(self, notice: int) -> bool:
        return notice in self._ids

    def put_away(self, notice: int, kept: Collection[int]) -> None:
        """Put a notice away; of those that are *kept* no longer nothing is remembered."""
        self._ids = (self._ids | {notice}) & frozenset(kept)
        self._on_change()
