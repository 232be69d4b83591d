"""What is so for a seat: what it is asked, what it may do, what waits for it. Pure.

Button, lamp and screen ask here, of the same view: they cannot say two things.
"""

import math
from collections.abc import Callable
from typing import Literal, TypeAlias

from companion.game.commands import Choose, Mortgage, Roll, Sell
from companion.game.state import GameState
from companion.rules.asked import Permit, may
from companion.rules.means import way_out
from companion.rules.rent import claimable
from companion.table.cash.handing_over import oldest_for
from companion.table.claims import next_roll_closes
from companion.table.deeds.scan_field import TurnedDeed
from companion.table.view import Doubt, View
from companion.words import Seat, Space

Holds: TypeAlias = Callable[[View, Seat, float], bool]
"""Of the view, whose button it is, and when it was pressed, in monotonic seconds."""

Owing: TypeAlias = Literal["", "pay", "raise", "give-up"]
"""What may be done about a debt: nothing by oneself; what is left to who owes."""

_ROLLS = frozenset(("roll", "first-roll"))


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


def no_play(view: View, seat: Seat, _at: float) -> bool:
    """Return whether no game is played, or not by *seat*."""
    state = view.state
    return state is None or seat not in state.seats or bool(state.winners)


def state_of(view: View) -> GameState:
    """Return the game's, where it is known that one is played."""
    assert view.state is not None
    return view.state


def paused(view: View, seat: Seat, _at: float) -> bool:
    """Return whether the game that *seat* plays rests."""
    return view.pauses.since is not None and seat in state_of(view).playing


def leads(view: View, seat: Seat, _at: float) -> bool:
    """Return whether *seat* has made the highest bid."""
    auction = state_of(view).auction
    return auction is not None and auction.leader == seat


def permits(view: View, seat: Seat, *words: str) -> tuple[Permit, ...]:
    """Return what *seat* may do, once nothing stands in the way of play."""
    stopped = view.proposal is not None or view.held is not None or view.pauses.since is not None
    return () if stopped else may(state_of(view), seat, *words)


def permit(view: View, seat: Seat, word: str) -> Permit | None:
    """Return the first of them."""
    return next(iter(permits(view, seat, word)), None)


def able(word: str, *, auction: bool = False) -> Holds:
    """Return whether a seat may do something, in an auction or outside of one."""

    def holds(view: View, seat: Seat, _at: float) -> bool:
        if (state_of(view).auction is not None) != auction:
            return False
        return permit(view, seat, word) is not None

    return holds


def claims(view: View, seat: Seat, _at: float) -> bool:
    """Return whether *seat* may claim a rent, outside of an auction."""
    state = state_of(view)
    return state.auction is None and claimable(state, seat) is not None


def votes(view: View, seat: Seat, at: float) -> bool:
    """Return whether *seat* is asked to vote, in a pause too; who bids is not asked just then."""
    vote, state = view.vote, state_of(view)
    if vote is None or seat not in vote.voters or seat in (*vote.yes, *vote.no):
        return False
    if view.pauses.since is None and (state.auction is not None or claims(view, seat, at)):
        return False
    return at > vote.ends - vote.seconds


def rolls(view: View, seat: Seat, _at: float) -> bool:
    """Return whether *seat* is to roll."""
    return bool(view.asked.get(seat, frozenset()) & _ROLLS)


def turned_over(view: View, seat: Seat) -> TurnedDeed | None:
    """Return the deed that *seat* has turned over and may book now; a rent is claimed first."""
    state = state_of(view)
    if state.auction is None and claimable(state, seat) is not None:
        return None
    own = (one for one in view.turned if one.seat == seat)
    return next((one for one in own if _lots(view, seat, one.do) & {one.lot}), None)


def to_build_on(view: View, seat: Seat) -> Space | None:
    """Return the lot whose deed *seat* has laid down alone, where it may build on that."""
    own = (one for one in view.shown if one.seat == seat and one.partner is None)
    lots = {lot for one in own for lot in one.lots}
    return min(lots & _lots(view, seat, "build"), default=None) if lots else None


def _lots(view: View, seat: Seat, word: str) -> set[Space]:
    return {one.lot for one in permits(view, seat, word) if one.lot is not None}


def owing(view: View, seat: Seat) -> Owing:
    """Return what *seat*, who owes, may do about it; a rent, and notes, are taken first."""
    state = state_of(view)
    first = claimable(state, seat) is not None or oldest_for(view.handing, seat) is not None
    if not state.debts_of(seat) or first:
        return ""
    if permit(view, seat, "pay"):
        return "pay"
    if not permits(view, seat, "bankrupt", "mortgage", "sell"):
        return ""
    if raised_by(view, seat) is not None:
        return "raise"
    return "give-up" if permit(view, seat, "bankrupt") else ""


def raised_by(view: View, seat: Seat) -> Mortgage | Sell | None:
    """Return the next step by which *seat* could raise what it owes, what hurts least first."""
    step = next(iter(way_out(state_of(view), seat)), None)
    return None if step is None else step.command


def choices(view: View, seat: Seat) -> tuple[Choose, ...]:
    """Return what *seat* is to choose between; nothing where that is more than two.

    Of a mortgaged lot taken over the interest comes first: it can always be chosen.
    """
    state = state_of(view)
    if state.choice is None and not state.transfers:
        return ()
    asked = permit(view, seat, "choose")
    if asked is None or len(asked.options) > 2:
        return ()
    options = asked.options if asked.lot is None else sorted(asked.options)
    return tuple(Choose(by=seat, option=one, lot=asked.lot) for one in options)


def in_jail(view: View, seat: Seat, at: float) -> bool:
    """Return whether *seat* may roll in jail, or leave it."""
    return rolls(view, seat, at) and bool(permits(view, seat, "jail-card", "jail-pay"))


def may_stop(view: View, seat: Seat, at: float) -> bool:
    """Return whether *seat* may roll once more, or end its turn."""
    return rolls(view, seat, at) and "end" in view.asked.get(seat, frozenset())


def ends_all(view: View, seat: Seat, _at: float) -> bool:
    """Return whether nobody rolls any more, and *seat* ends the last turn."""
    others = any(words & _ROLLS for words in view.asked.values())
    return "end" in view.asked.get(seat, frozenset()) and not others
