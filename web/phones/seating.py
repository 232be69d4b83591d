"""Lets the journal follow who holds which seat: at the start, and before a request is answered."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as WaitedLongEnough

from flask import Flask, Response

from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.games.commands import NoteSeats
from web.shared.context import Context, cause_of, current, phone

PATIENCE_S = 10.0
"""A request is answered after so long even if the journal is not ready; it follows later."""

_log = logging.getLogger(__name__)


class Follower:
    """Has the differences between the phones and the journal written down.

    Args:
        context: the app's.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._in_order = threading.Lock()
        self._known: tuple[object, ...] | None = None  # the stand that the journal knows

    def note(self, cause: Callable[[], Cause]) -> "Future[Answer]":
        """Have the journal brought up to the phones as they are now."""
        context = self._context
        with self._in_order:  # of the changes, and so of their causes
            stand, phones = self._stand(), context.phones
            command = NoteSeats(now=phones.seating, hows=phones.hows)
            answer = context.table.post(command, cause())
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
        view = self._context.view
        running = view.state is not None and not view.state.winners
        return view.game, running, self._context.phones.revision


def follow_seats(app: Flask, context: Context) -> None:
    """Write down what the journal does not know yet, now and after each request."""
    follower = Follower(context)
    follower.note(lambda: context.table.cause("start", "start"))

    @app.after_request
    def follow(response: Response) -> Response:
        if not follower.is_due or current().stopping:
            return response
        try:
            follower.note(_cause).result(PATIENCE_S)
        except WaitedLongEnough:
            _log.warning("the journal does not know yet who holds which seat")
        return response


def _cause() -> Cause:
    """Return the cause of what a request did to seats."""
    asking = phone()
    return cause_of(asking.seat, None, banker=asking.banker)
