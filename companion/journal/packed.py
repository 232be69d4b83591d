"""Records kept as they are stored: many games at once take a fraction of the memory."""

from collections.abc import Sequence
from typing import overload

from companion.journal.codec import read
from companion.journal.record import Record


class PackedRecords(Sequence[Record]):
    """Records of a game, oldest first; each is read anew whenever it is asked for.

    Args:
        rows: of each its bytes and its digest.
    """

    def __init__(self, rows: Sequence[tuple[bytes, str]] = ()) -> None:
        self._rows = list(rows)

    def append(self, body: bytes, digest: str) -> Record:
        """Add one more, and return it.

        Raises:
            JournalError: it cannot be read; it is not added.
        """
        record = read(body, digest)
        self._rows.append((body, digest))
        return record

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> "PackedRecords": ...
    def __getitem__(self, place: int | slice) -> "Record | PackedRecords":
        if isinstance(place, slice):
            return PackedRecords(self._rows[place])
        return read(*self._rows[place])
