"""What a press of a seat's button asks for now, and what its lamp says of it.

Button, lamp and screen ask here, of the same view: they cannot say two things.
"""

from typing import Literal, TypeAlias

from companion.game.commands import AnyCommand, Bid, Claim, Roll
from companion.game.state import GameState
from companion.rules.asked import Permit, may
from companion.rules.auction import lowest_bid
from companion.rules.rent import claimable
from companion.table.cash.commands import HandOver
from companion.table.cash.handing_over import oldest_for
from companion.table.claims import next_roll_closes
from companion.table.commands import Submitted
from companion.table.help.commands import Confirm
from companion.table.view import View
from companion.words import Seat

Light: TypeAlias = Literal["off", "on", "blink", "pulse"]

_ROLLS = frozenset(("roll", "first-roll"))


def light(view: View, seat: Seat) -> Light:
    """Return what the lamp of *seat* says.

    `on`: leads the auction. `blink`: a press claims a rent. `pulse`: a press confirms an amount,
    says that notes were handed over, or bids; or it is this seat's turn to roll.
    """
    state = view.state
    if state is None or seat not in state.seats or state.winners:
        return "off"
    if confirmed(view, seat) is not None:
        return "pulse"
    auction, wanted = state.auction, view.asked.get(seat, frozenset())
    if auction is not None and auction.leader == seat:
        return "on"
    if auction is not None:
        return "pulse" if "bid" in wanted and _next_bid(state, seat) else "off"
    if claimable(state, seat) is not None:
        return "blink"
    return "pulse" if handed(view, seat) is not None or wanted & _ROLLS else "off"


def confirmed(view: View, seat: Seat) -> int | None:
    """Return the proposal that a press of the seat's button confirms, None if it confirms none.

    Only where the amounts are told, and nobody contests it. A rent that may be claimed comes
    first, unless a held roll has closed it or the claim waits already.
    """
    head, state = view.proposal, view.state
    if head is None or state is None or head.helps != "propose" or head.contested:
        return None
    if seat not in head.awaited:
        return None
    waits = any(claim.seat == seat for claim in view.claims)
    closed = isinstance(head.command, Roll) and next_roll_closes(state)
    claims = claimable(state, seat) is not None and state.auction is None
    return None if claims and not waits and not closed else head.id


def meaning(view: View, state: GameState, seat: Seat) -> Submitted:
    """Return what a press of *seat* asks for, as its lamp tells."""
    proposal, payment = confirmed(view, seat), handed(view, seat)
    if proposal is not None:
        return Confirm(by=seat, proposal=proposal)
    if payment is not None:
        return HandOver(payments=(payment,))
    return _played(state, seat)


def _played(state: GameState, seat: Seat) -> AnyCommand:
    """Return what a press means in the game: the next bid in an auction, else a claim."""
    auction = state.auction
    if auction is None:
        return Claim(by=seat)
    bid = _next_bid(state, seat)
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


def _next_bid(state: GameState, seat: Seat) -> Permit | None:
    """Return the next bid that *seat* may make; None: no cash for it, say."""
    return next((permit for permit in may(state, seat) if permit.do == "bid"), None)
