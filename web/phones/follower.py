"""Lets the journal of a table follow who holds which seat."""

import threading
from collections.abc import Callable
from concurrent.futures import Future

from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.games.commands import NoteSeats
from companion.table.table import Table
from web.phones.phones import Phones


class Follower:
    """Has the differences between the phones and the journal written down.

    Args:
        table: whose journal it is.
        phones: of the same table.
    """

    def __init__(self, table: Table, phones: Phones) -> None:
        self._table, self._phones = table, phones
        self._in_order = threading.Lock()
        self._known: tuple[object, ...] | None = None  # the stand that the journal knows

    def begin(self) -> None:
        """Have all of it written down, as a table begins."""
        self.note(lambda: self._table.cause("start", "start"))

    def note(self, cause: Callable[[], Cause]) -> "Future[Answer]":
        """Have the journal brought up to the phones as they are now."""
        with self._in_order:  # of the changes, and so of their causes
            stand, phones = self._stand(), self._phones
            command = NoteSeats(now=phones.seating, hows=phones.hows)
            answer = self._table.post(command, cause())
        answer.add_done_callback(lambda done: self._noted(stand, done.result()))
        return answer

    def _noted(self, stand: tuple[object, ...], answer: Answer) -> None:
        if isinstance(answer, Accepted):
            self._known = stand

    @property
    def is_due(self) -> bool:
        """Whether a seat may have changed hands, or another game be on the table, since."""
        return self._known != self._stand()

    def _stand(self) -> tuple[object, ...]:
        view = self._table.view
        running = view.state is not None and not view.state.winners
        return view.game, running, self._phones.revision
