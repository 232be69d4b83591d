"""What is followed beside the game: made of a game's records alone, by one fold."""

from collections.abc import Sequence
from typing import Self

import msgspec

from companion.game.events import AnyEvent, Rewound
from companion.journal.record import Record


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what waits, was said or is owed beside the game. It changes by records alone."""

    def after(self, record: Record, records: Sequence[Record]) -> Self:
        """Return it after one more record.

        Args:
            record: the next one.
            records: of the game from the first on, that one and perhaps later ones among them.
        """
        now = self
        if record.cause.repeats is not None:
            now = now.repeated(record.cause.repeats, record)
        for event in record.events:
            if isinstance(event, Rewound):
                now = now.gone_back(event, record, records)
            else:
                now = now.told(event, record)
        return now

    def told(self, _event: AnyEvent, _record: Record) -> Self:
        """Return it after an event of a record that goes on."""
        return self

    def gone_back(self, _event: Rewound, _record: Record, _records: Sequence[Record]) -> Self:
        """Return it after a record that goes back to an earlier one; what it says stays."""
        return self

    def repeated(self, _earlier: int, _record: Record) -> Self:
        """Return it before a record that tells an earlier one once more."""
        return self
