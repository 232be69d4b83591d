"""What presses of a seat's button mean, and what its lamp says: one table, situation by gesture.

A lamp that invites a press stands in a row in which a short press acts. `make docs` prints the
table.
"""

import math
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.table.buttons import conditions as so
from companion.table.buttons import wishes as ask
from companion.table.buttons.conditions import Holds
from companion.table.buttons.wishes import Act
from companion.table.commands import Submitted
from companion.table.view import View
from companion.words import Seat

Light: TypeAlias = Literal["off", "on", "blink", "blink-slow", "pulse", "ask", "debt", "turn"]

Gesture: TypeAlias = Literal["short", "long", "double"]
"""A press; one that is held down; two quick ones after a while without any."""


class Meanings(NamedTuple):
    """One row: what is so for a seat, what its lamp says, and what each gesture does."""

    when: str  # in words, for the documents
    lamp: Light
    holds: Holds
    short: Act | None = None
    long: Act | None = None
    double: Act | None = None
    late: bool = False  # a short press is asked of the referee all the same: was it too late?

    @property
    def waits(self) -> bool:
        """Whether a press acts only when it is known whether it is short or long."""
        return self.short is not None and self.long is not None


def _owes(stage: so.Owing) -> Holds:
    return lambda view, seat, _at: so.owing(view, seat) == stage


def _chooses(count: int) -> Holds:
    return lambda view, seat, _at: len(so.choices(view, seat)) == count


SITUATIONS = (
    Meanings("no game is played, or not by this seat", "off", so.no_play, long=ask.REPEAT),
    Meanings(
        "there is a vote on going back (in an auction, or with a rent to claim: afterwards)",
        *("ask", so.votes, ask.FOR, ask.AGAINST),
    ),
    Meanings("the game is paused", "blink-slow", so.paused, long=ask.REPEAT),
    Meanings(
        "an amount of yours waits to be confirmed",
        *("pulse", lambda *now: so.confirmed(*now[:2]) is not None, ask.CONFIRM),
    ),
    Meanings(
        "you have turned a deed of yours over under the camera",
        *("ask", lambda *now: so.turned_over(*now[:2]) is not None, ask.BOOK, ask.LEAVE_TURNED),
    ),
    Meanings("you owe what your cash covers", "debt", _owes("pay"), ask.PAY),
    Meanings(
        "you owe more than that, and what hurts least is proposed",
        *("debt", _owes("raise"), ask.RAISE),
    ),
    Meanings("you owe more than all you have brings", "off", _owes("give-up"), long=ask.GIVE_UP),
    Meanings("you lead the auction", "on", so.leads, long=ask.REPEAT),
    Meanings(
        "an auction, and your cash covers a bid",
        *("pulse", so.able("bid", auction=True), ask.BID, ask.OUT),
    ),
    Meanings(
        "an auction, but your cash covers no bid",
        *("off", so.able("pass", auction=True), None, ask.OUT),
    ),
    Meanings("a rent is due to you", "blink", so.claims, ask.CLAIM),
    Meanings(
        "notes are to be handed to you",
        *("pulse", lambda *now: so.handed(*now[:2]) is not None, ask.GOT),
    ),
    Meanings(
        "your dice were not read for sure, and there is a guess",
        *("blink-slow", lambda *now: so.guess_confirmed(*now) is not None, ask.YES),
    ),
    Meanings("you may buy the lot that you stand on", "ask", so.able("buy"), ask.BUY, ask.LEAVE),
    Meanings("so, but your cash does not cover it", "off", so.able("decline"), long=ask.LEAVE),
    Meanings("you are to choose between two", "ask", _chooses(2), ask.FIRST, ask.SECOND),
    Meanings("so, but only one is open to you", "ask", _chooses(1), ask.FIRST),
    Meanings("a trade is offered to you", "ask", so.able("accept"), ask.ACCEPT, ask.REJECT),
    Meanings("so, but it cannot be now", "off", so.able("reject"), long=ask.REJECT),
    Meanings(
        "you have laid a deed of yours under the camera, and may build there",
        *("pulse", lambda *now: so.to_build_on(*now[:2]) is not None, ask.BUILD),
    ),
    Meanings("the last turn is played out, and it was yours", "pulse", so.ends_all, ask.END),
    Meanings(
        "you are to roll in jail, and may leave it",
        *("turn", so.in_jail, None, ask.LEAVE_JAIL, ask.CHALLENGE),
        late=True,
    ),
    Meanings(
        "you may roll once more, or end your turn",
        *("turn", so.may_stop, None, ask.END, ask.CHALLENGE),
        late=True,
    ),
    Meanings("you are to roll", "turn", so.rolls, None, ask.REPEAT, ask.CHALLENGE, late=True),
    Meanings(
        "nothing is asked of you",
        *("off", lambda *_: True, None, ask.REPEAT, ask.CHALLENGE),
        late=True,
    ),
)
"""In this order: the first that holds counts."""


def situation(view: View, seat: Seat, at: float = math.inf) -> Meanings:
    """Return what is so for *seat*, whose button is pressed at *at*; left out: now."""
    return next(one for one in SITUATIONS if one.holds(view, seat, at))


def light(view: View, seat: Seat) -> Light:
    """Return what the lamp of *seat* says."""
    return situation(view, seat).lamp


def meaning(
    view: View, seat: Seat, gesture: Gesture = "short", at: float = math.inf
) -> Submitted | None:
    """Return what a gesture of *seat*, begun at *at*, asks for; None: for nothing."""
    now = situation(view, seat, at)
    act: Act | None = getattr(now, gesture)
    return None if act is None else act.asks(view, seat, at)


def too_late(view: View, seat: Seat, at: float = math.inf) -> Submitted | None:
    """Return what a press that does nothing is asked all the same; None: it cannot be too late.

    The referee refuses it. If a rent or an auction was over just then, that is recorded: who lost
    may ask why, and see both times.
    """
    return ask.CLAIM.asks(view, seat, at) if situation(view, seat, at).late else None


ELSEWHERE: Mapping[str, str] = {
    "first-roll": "throw the dice under the camera",
    "roll": "throw the dice under the camera; unread dice are thrown again, or typed by the banker",
    "draw": "lay the card that was drawn under the camera",
    "offer": "the banker types the trade; who gets the offer answers by button",
    "want": "the banker says for whom the last buildings are auctioned",
    "leave": "the banker",
    "take-back": "the banker takes the last step back",
    "check": "the banker begins the check; deeds are laid under the camera",
    "lead-check": "the banker",
    "agree": "the banker says that all agree how a game stands that is taken over",
    "call-arbiter": "the banker calls the club's arbiter",
    "contest": "the banker; dice that were read wrong: two quick presses",
}
"""What players may ask for (`companion.table.roles`), and no button can -> how it is done then."""
