"""What a press of a seat's button asks for now, and what its lamp says of it.

Button, lamp and screen ask here, of the same view: they cannot say two things.
"""

import math
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
from companion.table.dice.commands import AnswerDoubt
from companion.table.help.commands import Confirm
from companion.table.view import Doubt, View
from companion.words import Seat

Light: TypeAlias = Literal["off", "on", "blink", "blink-slow", "pulse"]

_ROLLS = frozenset(("roll", "first-roll"))


def light(view: View, seat: Seat) -> Light:
    """Return what the lamp of *seat* says.

    `on`: leads the auction. `blink`: a press claims a rent. `blink-slow`: a press says yes to the
    dice as they are guessed. `pulse`: a press confirms an amount, says that notes were handed over,
    or bids; or it is this seat's turn to roll. While the game is paused all who play `blink-slow`:
    a press does nothing.
    """
    state = view.state
    if state is None or seat not in state.seats or state.winners:
        return "off"
    if view.pauses.since is not None:
        return "blink-slow" if seat in state.playing else "off"
    if confirmed(view, seat) is not None:
        return "pulse"
    auction, wanted = state.auction, view.asked.get(seat, frozenset())
    if auction is not None and auction.leader == seat:
        return "on"
    if auction is not None:
        return "pulse" if "bid" in wanted and _next_bid(state, seat) else "off"
    if claimable(state, seat) is not None:
        return "blink"
    if guess_confirmed(view, seat) is not None:
        return "blink-slow"
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


def guess_confirmed(view: View, seat: Seat, at: float = math.inf) -> Doubt | None:
    """Return the doubtful reading that a press of the seat's button at *at* confirms, None if none.

    Only of dice that the seat threw, and only where the reading names a whole throw.

    A press says yes only where it would mean nothing else. A rent is claimed before the next roll:
    whether these dice are that roll is just what is asked, so until it is answered the window may
    still be open. A press that claims therefore claims, and waits for the answer; taken for a yes
    it would itself close the window, and so cost the rent that it was for. For the same reason a
    second press, of who hammers, claims again, and notes that were handed over come first.

    No press from before the question was put up answers it, nor one while something moves in the
    tray: what is asked about may no longer lie there. While play waits yes would be refused.

    Args:
        view: the table's.
        seat: whose button it is.
        at: when it was pressed, monotonic seconds; left out: now.
    """
    doubt, state = view.doubt, view.state
    if doubt is None or state is None or doubt.seat != seat or not doubt.guess:
        return None
    if at <= doubt.shown or (view.motion is not None and at >= view.motion):
        return None
    if claimable(state, seat) is not None or oldest_for(view.handing, seat) is not None:
        return None
    waits = view.held is not None or view.negotiation is not None or view.handing.holds_dice
    return None if waits else doubt


def meaning(view: View, state: GameState, seat: Seat, at: float = math.inf) -> Submitted:
    """Return what a press of *seat* at *at* asks for, as its lamp tells."""
    proposal, payment = confirmed(view, seat), handed(view, seat)
    if proposal is not None:
        return Confirm(by=seat, proposal=proposal)
    if payment is not None:
        return HandOver(payments=(payment,))
    doubt = guess_confirmed(view, seat, at)
    if doubt is not None:
        return AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
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
