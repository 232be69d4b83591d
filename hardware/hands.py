"""What a press of a seat's button means, and what the seat's lamp says."""

import logging
import threading
from typing import Protocol
from uuid import uuid4

from companion.game.commands import AnyCommand, Bid, Claim
from companion.game.state import GameState
from companion.rules.asked import asked, may
from companion.rules.auction import lowest_bid
from companion.rules.rent import claimable
from companion.table.cash_mode import hand_over, oldest_for
from companion.table.feed import Subscription
from companion.table.helping.saying import confirm, pressed
from companion.table.table import Table
from companion.table.view import View
from companion.words import Seat
from hardware.loop import JOIN_S
from hardware.patterns import BLINK, OFF, ON, PULSE, Pattern

_log = logging.getLogger(__name__)


class Lamps(Protocol):
    """Where patterns are shown."""

    def show(self, seat: Seat, pattern: Pattern) -> None:
        """Let the lamp of a seat show a pattern from now on."""
        ...


def meaning(state: GameState, seat: Seat) -> AnyCommand:
    """Return what a press of *seat* asks for: the next bid in an auction, else a claim."""
    auction = state.auction
    if auction is None:
        return Claim(by=seat)
    bid = next((permit for permit in may(state, seat) if permit.do == "bid"), None)
    if bid is None or bid.amount is None:  # the referee says why not
        return Bid(by=seat, amount=lowest_bid(state, auction))
    place = bid.lot if auction.kind != "lot" else None  # where a building is to stand
    return Bid(by=seat, amount=bid.amount, lots={} if place is None else {place: 1})


def handed(view: View, seat: Seat) -> str | None:
    """Return the payment in notes that a press of *seat* says it got; None: it says no such thing.

    Bids and claims come first, also those that wait for dice which still roll.
    """
    state = view.state
    if state is None or state.auction is not None or view.motion is not None:
        return None
    if claimable(state, seat) is not None:
        return None
    return oldest_for(view.handing, seat)


def lamp(
    state: GameState | None, seat: Seat, *, gets: bool = False, waits: bool = False
) -> Pattern:
    """Return what the lamp of *seat* says.

    Lit: leads the auction. Blinking: a rent may be claimed. Pulsing: it is this seat's turn to
    bid or to roll, or it *gets* notes, or is to confirm something, and is to say so. While play
    *waits* for that nobody is to bid or to roll.
    """
    if state is None or seat not in state.seats or state.winners:
        return OFF
    if state.auction is not None and state.auction.leader == seat:
        return ON
    if state.auction is None and claimable(state, seat) is not None:
        return BLINK
    wanted = frozenset() if waits else asked(state).get(seat, frozenset())
    return PULSE if gets or wanted & {"bid", "roll", "first-roll"} else OFF


class Hands:
    """Connects the seats' buttons and lamps with the table.

    Args:
        table: whose commands they are.
        lamps: of all seats.
        seats: how many panels there are.
    """

    def __init__(self, table: Table, lamps: Lamps, seats: int) -> None:
        self._table, self._lamps, self._seats = table, lamps, seats
        self._stream: Subscription | None = None
        self._thread = threading.Thread(target=self._follow, name="lamps", daemon=True)

    def start(self) -> None:
        """Let the lamps follow the game."""
        self._stream = self._table.feed.subscribe()
        self._thread.start()

    def stop(self) -> None:
        """Let go; all lamps go out."""
        if self._stream is not None:
            self._stream.end()
            self._thread.join(JOIN_S)
        for seat in range(self._seats):
            self._lamps.show(Seat(seat), OFF)

    def pressed(self, seat: Seat, at: float) -> None:
        """Send what a press means; *at* is the monotonic time of the edge."""
        view = self._table.view
        state = view.state
        if state is None or seat not in state.seats:
            return
        cause = self._table.cause(
            "seat", "button", seat=seat, device=f"button-{seat}", command_id=uuid4().hex, at=at
        )
        proposal, payment = pressed(view, seat), handed(view, seat)
        if proposal is not None:
            self._table.beside(cause, lambda desk: confirm(desk, proposal, cause, seat=seat))
        elif payment is not None:
            self._table.beside(cause, lambda desk: hand_over(desk, (payment,), cause))
        else:
            self._table.post(meaning(state, seat), cause)

    def _follow(self) -> None:
        assert self._stream is not None
        for _news in self._stream:
            view = self._table.view
            for seat in map(Seat, range(self._seats)):
                gets = handed(view, seat) is not None or pressed(view, seat) is not None
                waits = view.proposal is not None
                self._lamps.show(seat, lamp(view.state, seat, gets=gets, waits=waits))
