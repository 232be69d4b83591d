"""Has the journal know who holds which seat before a request is answered."""

import logging
from concurrent.futures import TimeoutError as WaitedLongEnough

from flask import Flask, Response

from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from web.shared.context import cause_of, current, phone

PATIENCE_S = 10.0
"""A request is answered after so long even if the journal is not ready; it follows later."""

_log = logging.getLogger(__name__)


def follow_seats(app: Flask) -> None:
    """Write down after each request what the journal of its table does not know yet."""

    @app.after_request
    def follow(response: Response) -> Response:
        follower = current().follower
        if not follower.is_due or current().stopping:
            return response
        try:
            follower.note(_cause).result(PATIENCE_S)
        except WaitedLongEnough:
            _log.warning("the journal does not know yet who holds which seat")
        return response


def seat_players(answer: Answer) -> None:
    """Let the players of the game that was put on the table have their chairs, and nobody else."""
    state = current().view.state
    if isinstance(answer, Accepted) and state is not None:
        current().phones.seat_players([player.name for player in state.players])


def _cause() -> Cause:
    """Return the cause of what a request did to seats."""
    asking = phone()
    return cause_of(asking.seat, None, banker=asking.banker)
