"""Which role may send which command; the one table of rights."""

from collections.abc import Collection
from typing import get_args

from companion.game.commands import AnyCommand, verb
from companion.game.refusals import Refusal
from companion.journal.record import Cause, Role
from companion.words import RuleKey, Seat

RIGHTS = RuleKey("table/rights")
"""What a refusal rests on that is no rule of the game."""

EVERY_VERB = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyCommand))

NOBODYS = frozenset({"hammer", "correct", "deal", "fine", "time-up", "book-late", "take-over"})
"""What no player does for the own seat: the banker's business."""

MAY_SEND: dict[Role, frozenset[str]] = {
    "seat": EVERY_VERB - NOBODYS,  # and only for the own seat
    "banker": EVERY_VERB,  # also for others: somebody's phone is always empty
    "camera": frozenset({"first-roll", "roll", "buy", "draw", "mortgage", "redeem"}),
    "clock": frozenset({"hammer"}),
    "start": frozenset(),
}


def why_not(command: AnyCommand, cause: Cause) -> Refusal | None:
    """Return why whoever sent *command* has no right to, or None."""
    word = verb(command)
    if word not in MAY_SEND[cause.role]:
        return Refusal("not-allowed", RIGHTS, {"do": word})
    if cause.role == "seat":
        by = getattr(command, "by", None)
        if by is None or by != cause.seat:
            return Refusal("not-allowed", RIGHTS, {"do": word})
    return None


def may_govern(cause: Cause) -> Refusal | None:
    """Return why a cause may not begin or change games, or None: the banker and the start may."""
    if cause.role in ("banker", "start"):
        return None
    return Refusal("not-allowed", RIGHTS, {})


def may_challenge(cause: Cause, seats: Collection[Seat]) -> Refusal | None:
    """Return why a cause may not say that dice were read wrong, or None: every player may."""
    if cause.role == "banker" or (cause.role == "seat" and cause.seat in seats):
        return None
    return Refusal("not-allowed", RIGHTS, {})


def may_check(cause: Cause, seats: Collection[Seat]) -> Refusal | None:
    """Return why a cause may not begin or end a check of the table, or None: every player may.

    *seats*: of those who may. Ending is everybody's as well, for while deeds are laid out the
    camera reads no move.
    """
    return may_challenge(cause, seats)


def may_lead(cause: Cause, leader: Seat | None, own: Seat | None) -> Refusal | None:
    """Return why a cause may not go on with a check, or None.

    The banker and who began it (*leader*) may in all of it, a player with the *own* pile. What
    comes of it in the books is a correction: the banker's.
    """
    if cause.role == "banker":
        return None
    if cause.role == "seat" and cause.seat is not None and cause.seat in (leader, own):
        return None
    return Refusal("not-allowed", RIGHTS, {})
