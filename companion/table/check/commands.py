"""The steps of a check of the table; nothing of it is kept."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from companion.game.commands import Amount, SeatField, Sentence, SpaceField, TakeOver, Word
from companion.table.check.laid_deeds import CheckPurpose, Holder, Mended, Wrong
from companion.table.command import TableCommand

Level: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""Houses on a lot, as somebody counted them; 5 is a hotel."""


class BeginCheck(TableCommand, frozen=True, kw_only=True, tag="begin-check"):
    """Ask the first player to lay out; while a check goes on, that one is shown.

    With a *situation* everybody is shown how a game stands that is to be taken over.
    """

    right = "check"
    recorded = False

    purpose: CheckPurpose = "check"
    together: bool = False
    situation: TakeOver | None = None


class CheckStep(TableCommand, frozen=True, kw_only=True):
    """Base of what is done in a check, which is named: another may have begun since."""

    right = "lead-check"
    recorded = False

    check: Word


class EndCheck(CheckStep, frozen=True, kw_only=True, tag="end-check"):
    """End the check, whatever it has come to."""

    right = "check"


class PileStep(CheckStep, frozen=True, kw_only=True):
    """Base of what is done with one pile."""

    pile: Holder


class LayPile(PileStep, frozen=True, kw_only=True, tag="lay-pile"):
    """Take a pile as it is ticked by hand: number -> whether the back is up; ids of cards.

    *whole*: that is all.
    """

    deeds: Annotated[dict[int, bool], Meta(max_length=99)]
    cards: Annotated[tuple[Word, ...], Meta(max_length=99)] = ()
    whole: bool = False


class FinishPile(PileStep, frozen=True, kw_only=True, tag="finish-pile"):
    """Take a pile as whole and go on to the next."""


class StartPile(PileStep, frozen=True, kw_only=True, tag="start-pile"):
    """Begin a pile although deeds of the one before lie there still: those do not count."""


class LookAgain(PileStep, frozen=True, kw_only=True, tag="look-again"):
    """Begin a pile anew; what was mended in it is told by what lies there then."""


class Count(CheckStep, frozen=True, kw_only=True, tag="count"):
    """Take what was counted: buildings on the board, banknotes of players."""

    buildings: Mapping[SpaceField, Level] | None = None
    cash: Mapping[SeatField, Amount] = {}


class Mend(CheckStep, frozen=True, kw_only=True, tag="mend"):
    """Note that the cardboard was put right; the next look at a pile tells."""

    difference: Annotated[str, Meta(max_length=200)]
    mended: Mended


class Agree(CheckStep, frozen=True, kw_only=True, tag="agree"):
    """Say whether the game that is taken over stands as it is shown; if not, what is wrong."""

    right = "agree"

    by: SeatField
    agrees: bool
    about: SeatField | None = None
    what: Wrong | None = None
    why: Sentence = ""
