"""What an arbiter's form orders, as the table reads it; and an order as people read it."""

from collections.abc import Mapping

import msgspec
from werkzeug.datastructures import MultiDict

from companion.game.commands import Command, Correct
from companion.game.refusals import Code, Refusal
from companion.hub.orders import GivenOrder
from companion.sayings.refusals import ANSWERS
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.table.calling.commands import AnswerCall, EndCall
from companion.table.clocks.commands import GoOn, Pause
from companion.table.disputing.commands import RuleOn
from companion.table.help.commands import Confirm, Drop, Insist
from companion.table.story.commands import GoBack
from companion.words import RuleKey, Seat, readable
from web.shared.forms import amount_of, fields_of, seat_of

KINDS: Mapping[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (RuleOn, GoBack, Confirm, Drop, Insist, Correct, Pause, GoOn, AnswerCall, EndCall)
}
"""What an arbiter's page orders, by its word."""

REASONED = frozenset({"rewind", "insist", "correct"})
"""For these a reason is asked."""

CLUB = RuleKey("table/club")
"""What a refusal rests on that a table answers to an order."""

RULINGS = {
    "stands": _("It stands: number {n}"),
    "corrected": _("It was wrong, and is corrected: number {n}"),
    "taken-back": _("Taken back with all that came later: number {n}"),
}
ORDERS = {
    "rewind": _("Everything after number {n} is taken back"),
    "confirm": _("What the rules say is booked: number {n}"),
    "drop": _("Dropped, nothing of it counts: number {n}"),
    "insist": _("Another amount is booked: number {n}"),
    "pause": _("The game is paused"),
    "go-on": _("The game goes on"),
    "answer-call": _("An answer to the call of number {n}"),
    "coming": _("I am coming, to the call of number {n}"),
    "end-call": _("The call of number {n} is done with"),
}
OTHER_GAME = _("That game is not on the table now.")
SOMETHING = _("An order to the table")


class OrderRow(msgspec.Struct, frozen=True, kw_only=True):
    """An order that was given."""

    number: int
    by: str
    text: str
    why: str
    refused: str  # why the table did not do it
    is_open: bool  # the table has not answered; it may be withdrawn
    made_at: float  # seconds since 1970


def command_in(form: MultiDict[str, str], seq: int) -> Command | None:
    """Return what a form on the page of record *seq* orders; None: it makes no sense."""
    kind = KINDS.get(form.get("do", ""))
    if kind is None:
        return None
    try:
        fields = _fields(kind, form, seq)
        return msgspec.convert(readable(fields), kind, str_keys=True, strict=False)
    except (ValueError, msgspec.ValidationError):
        return None


def lacks_reason(form: MultiDict[str, str]) -> bool:
    """Return whether a form gives no reason where one is asked for."""
    return form.get("do") in REASONED and not form.get("why", "").strip()


def _fields(kind: type[Command], form: MultiDict[str, str], seq: int) -> dict[str, object]:
    seen = int(form.get("seen", ""))
    if kind is RuleOn:
        return fields_of(kind, form, seq=seq, seen=seen)
    if kind is GoBack:
        return fields_of(kind, form, to=seq - 1, seen=seen)
    if kind is Confirm:
        return {"do": "confirm", "proposal": seq, "as-ruled": True}
    if kind is Drop:
        return fields_of(kind, form, proposal=seq, dice=(), speed=None)
    if kind in (AnswerCall, EndCall):
        return fields_of(kind, form, call=seq)
    if kind is Insist:
        return fields_of(kind, form, proposal=seq)
    if kind is Correct:
        seat, amount = seat_of(form), amount_of(form.get("amount", ""))
        if seat is None or amount is None:
            raise ValueError(form.get("amount"))
        told = {"do": "correct", "why": form.get("why", ""), "cash": {seat: amount}, "seen": seen}
        return told | ({"dispute": seq} if "dispute" in form else {})
    return fields_of(kind, form)


def row_of(speaker: Speaker, order: GivenOrder) -> OrderRow:
    """Return an order in the reader's words."""
    told = _read(order.command)
    return OrderRow(
        number=order.number,
        by=order.by,
        text=_text(speaker, told),
        why=str(told.get("why", "")),
        refused="" if order.accepted is not False else _refused(speaker, order.told),
        is_open=order.accepted is None,
        made_at=order.made_at,
    )


def _read(command: str) -> dict[str, object]:
    try:
        return msgspec.json.decode(command, type=dict[str, object])
    except msgspec.DecodeError:
        return {}


def _text(speaker: Speaker, told: Mapping[str, object]) -> str:
    do = str(told.get("do"))
    about = next((told[name] for name in ("seq", "proposal", "to", "call") if name in told), "")
    if do == "rule":
        return speaker.say(RULINGS.get(str(told.get("ruling")), SOMETHING), n=about)
    cash = told.get("cash")
    if do == "correct" and isinstance(cash, dict):
        pairs = [(Seat(int(seat)), int(amount)) for seat, amount in cash.items()]
        return "; ".join(f"{speaker.name(seat)}: {speaker.money(cash)}" for seat, cash in pairs)
    if do == "answer-call" and not told.get("why"):
        do = "coming"
    return speaker.say(ORDERS.get(do, SOMETHING), n=about)


def _refused(speaker: Speaker, code: str) -> str:
    if code not in ANSWERS:
        return speaker.say(OTHER_GAME)
    known: Code = code  # type: ignore[assignment]  # it is in the list
    return speaker.refusal(Refusal(known, CLUB))
