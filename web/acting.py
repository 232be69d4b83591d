"""Sending commands on somebody's behalf: a phone for its own seat, the banker for all."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.game.commands import command_from
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer, Broken
from companion.table.cash_mode import hand_over
from companion.table.roles import NOBODYS
from companion.words import RuleKey, Seat
from web.context import cause_of, current, phone
from web.proposing import SAYINGS, said

LONGEST_ID, LONGEST_REASON = 80, 400
GOING_BACK = ("undo", "rewind")
HAND_OVER = "hand-over"
"""What the table does, not the rules: it says that notes were handed over."""
MOST_PAYMENTS = 200
"""So many payments are said at once to be handed over, at most."""
LONGEST_PAYMENT = 40
PAGE = RuleKey("table/page")
"""What a refusal rests on that the pages themselves make."""


Payments = Annotated[
    tuple[Annotated[str, Meta(max_length=LONGEST_PAYMENT)], ...], Meta(max_length=MOST_PAYMENTS)
]
"""Which payments, by their ids."""


def seat_for(by: str | None) -> tuple[Seat | None, bool]:
    """Return the seat that this phone acts for, and whether it does so as the banker.

    A phone acts for a seat that it holds; only the banker may name another one. A seat that it does
    not hold (any more) is none: what was meant for one seat must never be done for another.
    """
    asking = phone()
    if not by:
        return asking.seat, False
    seat = Seat(int(by)) if by.isdecimal() and len(by) < 3 else None
    if seat is None or seat in asking.seats:
        return seat, False
    return (seat, True) if asking.banker else (None, False)


def submit(
    fields: Mapping[str, Any],
    seat: Seat | None,
    command_id: str,
    *,
    banker: bool,
    evidence: str | None = None,
) -> Answer:
    """Have the command that *fields* describe decided; malformed ones are refused.

    *evidence* is the SHA-256 of a kept picture on which it rests.
    """
    if current().stopping:
        return Broken("stopped", "The companion is shutting down.")
    verb = str(fields.get("do"))  # it may be anything
    as_banker = banker or (phone().banker and verb in NOBODYS)
    if verb in SAYINGS:
        told = {name: value for name, value in fields.items() if name != "by"}
        return said(told, seat, command_id[:LONGEST_ID], banker=banker)
    if verb in GOING_BACK:
        return _gone_back(fields, command_id, banker=phone().banker)
    if verb == HAND_OVER:
        as_banker = as_banker or (phone().banker and fields.get("as-banker") is True)
        return handed_over(fields.get("payments"), seat, command_id, banker=as_banker)
    if seat is None and not as_banker:
        return Refusal("not-allowed", PAGE)
    try:
        command = command_from(fields)
        cause = cause_of(seat, command_id[:LONGEST_ID], banker=as_banker)
        cause = replace(cause, evidence=evidence)
    except msgspec.ValidationError:
        return Refusal("bad-command", PAGE)
    return current().table.submit(command, cause)


def _gone_back(fields: Mapping[str, Any], command_id: str, *, banker: bool) -> Answer:
    """Take the last step back, or go back to a record: what the table does, not the rules."""
    to, why = fields.get("to"), fields.get("why", "")
    last = fields["do"] == "undo" and "to" not in fields
    if not last and (not isinstance(to, int) or isinstance(to, bool)):
        return Refusal("bad-command", PAGE)
    if not isinstance(why, str) or len(why) > LONGEST_REASON:
        return Refusal("bad-command", PAGE)
    cause = cause_of(None, command_id[:LONGEST_ID], banker=banker)
    return current().table.go_back(None if last else to, cause, why=why)


def handed_over(payments: object, seat: Seat | None, command_id: str, *, banker: bool) -> Answer:
    """Say that payments were handed over, for the seat that got them, or as the banker."""
    if current().stopping:
        return Broken("stopped", "The companion is shutting down.")
    if seat is None and not banker:
        return Refusal("not-allowed", PAGE)
    try:
        chosen = msgspec.convert(payments, Payments)
        cause = cause_of(seat, command_id[:LONGEST_ID] or None, banker=banker)
    except msgspec.ValidationError:
        return Refusal("bad-command", PAGE)
    return current().table.beside(cause, lambda desk: hand_over(desk, chosen, cause)).result()


def status_of(answer: Answer) -> int:
    """Return the HTTP status of an answer."""
    match answer:
        case Accepted():
            return 200
        case Broken(code="edition"):
            return 400  # what was chosen or typed in cannot be played
        case Broken():
            return 503
        case Refusal(code="bad-command"):
            return 400
        case Refusal(code="not-allowed"):
            return 403
        case _:
            return 409
