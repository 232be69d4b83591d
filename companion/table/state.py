"""All that the records of a game say: how it stands, and what waits beside it. One fold."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import replayed, stepped
from companion.table.calling.calls import OpenCalls
from companion.table.cash.handing import Purses
from companion.table.clocks.pauses import Pauses
from companion.table.disputing.disputes import Disputes
from companion.table.games.seating import Seating
from companion.table.help.proposals import Proposals
from companion.table.presses import LatePresses
from companion.table.side_state import Followed


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A game and what is followed beside it, after its first *seq* records."""

    game: GameState
    seq: int = 0
    proposals: Proposals = Proposals()
    disputes: Disputes = Disputes()
    purses: Purses = Purses()
    presses: LatePresses = LatePresses()
    seating: Seating = Seating()
    pauses: Pauses = Pauses()
    calls: OpenCalls = OpenCalls()

    def after(
        self, records: Sequence[Record], game: GameState | None = None, *, where: str = ""
    ) -> "TableState":
        """Return the state after the next of *records*.

        Args:
            records: of the game from the first on.
            game: how the game stands then, where it is known.
            where: the journal's file, for the error.

        Raises:
            JournalError: its events cannot have happened.
        """
        record = records[self.seq]
        if game is None:
            earlier = records[: self.seq]
            game = stepped(self.game, record, earlier=earlier, where=where)
        return self._beside(record, records, game)

    def _beside(self, record: Record, records: Sequence[Record], game: GameState) -> "TableState":
        beside = {
            name: part.after(record, records)
            for name in self.__struct_fields__
            if isinstance(part := getattr(self, name), Followed)
        }
        return replace(self, game=game, seq=record.seq, **beside)


def told_by(records: Sequence[Record], *, where: str = "") -> TableState:
    """Return the state after *records*, of which there is at least one.

    Raises:
        JournalError, EditionError: see `companion.journal.replay.replayed`.
    """
    game = replayed(records, where=where)  # once: not at each going back
    state = TableState(game=game, purses=Purses.of(game.edition))
    for record in records:
        state = state._beside(record, records, game)  # noqa: SLF001  # its own
    return state
