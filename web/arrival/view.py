"""How phones get from here to the table where the game on this one goes on."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from companion.words import Seat
from web.arrival.ticket import ticket_for
from web.shared.context import current, phone


class WayOn(NamedTuple):
    """Where the game goes on."""

    table: str
    address: str  # of that table's pages, to be read; empty: not known
    path: str  # where a tap leads


def way_on(seats: Sequence[Seat] = ()) -> WayOn | None:
    """Return the way to where the game goes on; None: it goes on here.

    Args:
        seats: that the phone which asks holds, and brings along.
    """
    context = current()
    club = context.parts.club.membership if context.parts.club is not None else None
    there = club.there.get(context.view.game) if club is not None else None
    if there is None or not there.elsewhere:
        return None
    tickets, game = [], context.table.history()[:1]
    if there.arrival and game:
        device = phone().device
        tickets = [("t", ticket_for(there.arrival, game[0].digest, s, device)) for s in seats]
    path = f"{there.address}/arrive?{urlencode(tickets)}" if tickets else there.address
    return WayOn(there.elsewhere, there.address, path if there.address else "")
