"""What people say to a proposal: plain data of a form or of JSON -> the table."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from companion.game.commands import Amount, Sentence
from companion.game.refusals import Refusal
from companion.table.answers import Answer, Broken
from companion.table.helping.proposal import HELP
from companion.table.helping.saying import confirm, contest
from companion.words import Seat
from web.context import cause_of, current

Number: TypeAlias = Annotated[int, Meta(ge=1, le=9_999_999)]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class Confirm(
    msgspec.Struct, frozen=True, kw_only=True, tag="confirm", tag_field="do", rename="kebab"
):
    """That it is so; where amounts are typed, by the place of what is due."""

    proposal: Number
    typed: Annotated[dict[Place, Amount], Meta(max_length=40)] = {}
    as_ruled: bool = False


class Contest(msgspec.Struct, frozen=True, kw_only=True, tag="contest", tag_field="do"):
    """That it is not so: the banker rules."""

    proposal: Number
    why: Sentence = ""


SAYINGS = frozenset({"confirm", "contest"})


def said(fields: Mapping[str, Any], seat: Seat | None, command_id: str, *, banker: bool) -> Answer:
    """Have the table hear what *fields* say to a proposal, for *seat*."""
    context = current()
    if context.stopping:
        return Broken("stopped", "The companion is shutting down.")
    if seat is None:
        return Refusal("not-allowed", HELP)
    try:
        say: Confirm | Contest = msgspec.convert(fields, Confirm | Contest, str_keys=True)
        cause = cause_of(seat, command_id, banker=banker)
    except msgspec.ValidationError:
        return Refusal("bad-command", HELP)
    if isinstance(say, Contest):
        why, proposal = say.why, say.proposal
        contested = context.table.beside(
            cause, lambda desk: contest(desk, proposal, seat, cause, why=why)
        )
        return contested.result()
    told = say
    confirmed = context.table.beside(
        cause,
        lambda desk: confirm(
            desk, told.proposal, cause, seat=seat, typed=told.typed, as_ruled=told.as_ruled
        ),
    )
    return confirmed.result()
