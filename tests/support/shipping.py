"""A table whose records go to a hub."""

import random
from itertools import islice
from pathlib import Path

from companion.journal.audit import rows_after
from companion.shipping.shipper import Shipper
from companion.shipping.wire import Parcel
from companion.table.answers import Accepted, Answer
from companion.table.games.commands import Begin
from companion.table.table import Table
from tests.support.player import PLAYERS, banker, play
from tests.support.small_hub import SmallHub


class Shipping:
    """A table that plays by chance, and its shipper.

    Args:
        home: the folder.
        keeps: whether it keeps pictures.
    """

    def __init__(self, home: Path, *, keeps: bool = True) -> None:
        self.home, self.chance, self._keeps = home, random.Random(5), keeps
        self.start()

    def start(self) -> None:
        """Start both, as a companion does."""
        self.table = Table(self.home)
        self.table.start()
        self.shipper = Shipper(self.home, self.table, lambda: self._keeps)
        self.shipper.start()

    def stop(self) -> None:
        """Stop both."""
        self.shipper.stop()
        self.table.stop()

    def play(self, records: int) -> None:
        """Have so many commands accepted."""
        for answer in islice(play(self.table, self.chance), records):
            assert isinstance(answer, Accepted), answer

    def begin_another(self) -> Answer:
        """Leave the game as it is and begin another."""
        begin = Begin(edition="ru-2004", players=PLAYERS, first_roll=False, instead=True)
        answer = self.table.submit(begin, banker(self.table))
        assert isinstance(answer, Accepted), answer
        return answer

    def join(self, hub: SmallHub) -> None:
        """Join its club."""
        self.shipper.join(hub.address, hub.code)

    def journal(self, name: str = "") -> Path:
        """Return the file of a game; of the one on the table, if none is named."""
        return self.home / "games" / f"{name or self.table.view.game}.journal"

    def parcels(self, name: str = "") -> list[Parcel]:
        """Return the rows of a game's journal."""
        return parcels_of(self.journal(name))

    def is_at(self, hub: SmallHub, name: str = "") -> bool:
        """Tell whether all of a game is at the hub, byte for byte."""
        rows = self.parcels(name)
        return bool(rows) and hub.records.get(rows[0].digest) == rows


def parcels_of(journal: Path) -> list[Parcel]:
    """Return the rows of a journal."""
    return [Parcel(row.digest, row.body) for row in rows_after(journal, 0, 100_000)]
