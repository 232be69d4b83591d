"""Commands that go back in the story of a game, or into it."""

from typing import TypeAlias

from companion.game.commands import BookLate, Claim, Fine, SeatField, Seq
from companion.table.command import Reason, TableCommand

Forgotten: TypeAlias = Claim | Fine | BookLate
"""What people forget: to ask for a rent, to name a penalty, to pay. All else the dice demand."""


class Undo(TableCommand, frozen=True, kw_only=True, tag="undo"):
    """Take the last step in force back, if the last record is the one that was *seen*."""

    why: Reason = ""
    seen: Seq | None = None


class GoBack(TableCommand, frozen=True, kw_only=True, tag="rewind"):
    """Go on from just after record *to*, if the last one is the one that was *seen*.

    Nothing is erased.
    """

    to: Seq
    why: Reason = ""
    seen: Seq | None = None


class TakeBack(TableCommand, frozen=True, kw_only=True, tag="take-back"):
    """Take the last step of one's own back: see `companion.table.story.own_step`."""

    right = "take-back"

    by: SeatField
    seen: Seq | None = None


class PutIn(TableCommand, frozen=True, kw_only=True, tag="put-in"):
    """Decide what was forgotten just after record *place*, and what came later once more.

    With *cut*, what fits no more is taken back with all that came after it, and played by hand.
    """

    right = "book-late"

    place: Seq
    command: Forgotten
    seen: Seq
    why: Reason = ""
    cut: bool = False
