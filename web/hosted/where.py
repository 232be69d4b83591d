"""`GET /where/KEY`: who holds a table now; the router asks before it leads anybody there."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from flask import Blueprint, Response

from companion.errors import CompanionError


class Holds(Protocol):
    """Who holds a table."""

    @property
    def address(self) -> str:
        """The worker's, as HOST:PORT."""
        ...


Holding: TypeAlias = Callable[[str], Holds | None]
"""Returns who holds the table with a key, given to a worker if nobody does; None: there is none.

Raises a CompanionError where nobody can be asked, or no worker lives."""

NO_SUCH_TABLE = 403
"""What a router takes for an answer; it leads to a page that says so."""


def where_of(holder: Holding) -> Blueprint:
    """Return the room with the one address."""
    bp = Blueprint("where", __name__)

    @bp.get("/where/<key>")
    def where(key: str) -> Response:
        """Name the worker in a header: no body is needed."""
        try:
            held = holder(key)
        except CompanionError:
            return Response(status=503)
        if held is None:
            return Response(status=NO_SUCH_TABLE)
        return Response(status=204, headers={"X-Worker": held.address})

    return bp
