"""Sending commands on somebody's behalf: a phone for its own seat, the banker for all."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import request
from msgspec.structs import replace

from companion.game.commands import Command
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer, Broken
from companion.table.commands import COMMANDS, Submitted
from companion.table.roles import reach, right_to
from companion.words import RuleKey, Seat, readable
from web.shared.context import cause_of, current, phone
from web.shared.forms import fields_of

LONGEST_ID = 80
PAGE = RuleKey("table/page")
"""What a refusal rests on that the pages themselves make."""


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


def seen_here() -> int:
    """Return the number of the last record that the form's page knew; 0: it does not say so."""
    text = request.form.get("seq", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0


def asked(
    kind: type[Command], /, seat: Seat | None = None, *, banker: bool = False, **given: Any
) -> Answer:
    """Have the command carried out that the request's form describes; malformed ones are refused.

    *given* are fields that the form has by other names, or not at all.
    """
    try:
        fields = fields_of(kind, request.form, seat, **given)
        command = msgspec.convert(readable(fields), kind, str_keys=True, strict=False)
    except (ValueError, msgspec.ValidationError):
        return Refusal("bad-command", PAGE)
    return done(command, seat, request.form.get("id", ""), banker=banker)  # type: ignore[arg-type]


def submit(
    fields: Mapping[str, Any],
    seat: Seat | None,
    command_id: str,
    *,
    banker: bool,
    evidence: str | None = None,
) -> Answer:
    """Have the command that *fields* describe carried out; malformed ones are refused.

    *evidence* is the SHA-256 of a kept picture on which it rests.
    """
    told = {**fields}
    kind = COMMANDS.get(str(told.get("do")))  # it may be anything
    if kind is None or getattr(kind, "inward", False):
        return Refusal("bad-command", PAGE)
    aloud = told.pop("as-banker", False) is True or reach(right_to(kind), "seat") is None
    as_banker = banker or (phone().banker and aloud)
    if seat is None and not as_banker:
        return Refusal("not-allowed", PAGE)
    if "by" in kind.__struct_fields__ and seat is not None:
        told["by"] = seat
    try:
        command = msgspec.convert(readable(told), kind, str_keys=True)
    except msgspec.ValidationError:
        return Refusal("bad-command", PAGE)
    return done(command, seat, command_id, banker=as_banker, evidence=evidence)  # type: ignore[arg-type]


def done(
    command: Submitted,
    seat: Seat | None,
    command_id: str,
    *,
    banker: bool,
    evidence: str | None = None,
) -> Answer:
    """Have a command carried out for whoever asks."""
    if current().stopping:
        return Broken("stopped", "The companion is shutting down.")
    cause = cause_of(seat, command_id[:LONGEST_ID] or None, banker=banker)
    return current().table.submit(command, replace(cause, evidence=evidence))


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
