"""What people and the banker say to what is proposed."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from companion.game.commands import Amount, SeatField, Seq
from companion.game.events import Help
from companion.table.command import Dice, Reason, TableCommand
from companion.words import SpeedFace

Place: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""Which of the amounts of a proposal."""


class SetHelp(TableCommand, frozen=True, kw_only=True, tag="help"):
    """Set how far the companion helps in booking from now on."""

    helps: Help


class Confirm(TableCommand, frozen=True, kw_only=True, tag="confirm", rename="kebab"):
    """Say that what is proposed is so, for a seat; without one, for all that are awaited.

    *typed* has the amounts by the place of the due, where amounts are typed. Who typed others than
    the rules say confirms once more *as_ruled*, or contests it.
    """

    right = "confirm"

    by: SeatField | None = None
    proposal: Seq
    typed: Mapping[Place, Amount] = {}
    as_ruled: bool = False


class Contest(TableCommand, frozen=True, kw_only=True, tag="contest"):
    """Say that what is proposed is not so: then the banker rules."""

    right = "contest"

    by: SeatField
    proposal: Seq
    why: Reason = ""


class Drop(TableCommand, frozen=True, kw_only=True, tag="drop"):
    """Let nothing of what is proposed count; with *dice*, those were rolled instead."""

    proposal: Seq
    why: Reason = ""
    dice: Dice = ()
    speed: SpeedFace | None = None


class Insist(TableCommand, frozen=True, kw_only=True, tag="insist"):
    """Book what the rules say, and correct it to the amounts *typed*, by the place of the due."""

    proposal: Seq
    typed: Mapping[Place, Amount]
    why: Reason
