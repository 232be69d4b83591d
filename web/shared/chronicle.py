"""The records of the running game, kept ready for pages; read on from where they ended."""

import threading
from collections.abc import Iterator

from companion.accounts.bookings import Ledger, ledger_of
from companion.accounts.causes import Causes
from companion.accounts.holdings import Holdings
from companion.accounts.statement import Worth, worths_of
from companion.game.events import AnyEvent
from companion.journal.record import Record
from companion.table.table import Table


class Chronicle:
    """Reads each record of the journal once, for all pages."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._game = ""
        self._records: tuple[Record, ...] = ()
        self._causes: tuple[tuple[str, int], Causes] | None = None
        self._holdings: tuple[tuple[str, int], Holdings] | None = None
        self._ledger: tuple[tuple[str, int], Ledger] | None = None
        self._worths: tuple[tuple[str, int], tuple[Worth, ...]] | None = None

    def records(self, game: str, seq: int) -> tuple[Record, ...]:
        """Return the records of *game* up to number *seq*, oldest first."""
        with self._lock:
            if game != self._game:
                self._game, self._records = game, ()
            last = self._records[-1].seq if self._records else 0
            if last < seq:
                self._records += self._table.history(after=last)
            records = self._records
        return tuple(record for record in records if record.seq <= seq)

    def causes(self, game: str, seq: int) -> Causes:
        """Return who led to whom among the records of *game* up to *seq*."""
        kept = self._causes
        if kept is None or kept[0] != (game, seq):  # as below
            self._causes = kept = ((game, seq), Causes(self.records(game, seq)))
        return kept[1]

    def holdings(self, game: str, seq: int) -> Holdings:
        """Return who held what among the records of *game* up to *seq*."""
        kept = self._holdings
        if kept is None or kept[0] != (game, seq):  # as below
            self._holdings = kept = ((game, seq), Holdings(self.records(game, seq)))
        return kept[1]

    def ledger(self, game: str, seq: int) -> Ledger:
        """Return all that *game* had booked by record *seq*, which there must be."""
        kept = self._ledger
        if kept is None or kept[0] != (game, seq):  # a race reckons twice, no more
            self._ledger = kept = ((game, seq), ledger_of(self.records(game, seq), game=game))
        return kept[1]

    def worths(self, game: str, seq: int) -> tuple[Worth, ...]:
        """Return what everybody was worth, turn by turn, by record *seq*, which there must be."""
        kept = self._worths
        if kept is None or kept[0] != (game, seq):
            self._worths = kept = ((game, seq), worths_of(self.records(game, seq)))
        return kept[1]


def told(records: tuple[Record, ...]) -> Iterator[tuple[Record, AnyEvent]]:
    """Yield each event with its record, the newest first."""
    for record in reversed(records):
        for event in reversed(record.events):
            yield record, event
