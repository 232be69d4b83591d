"""What the table is asked for beside the game's commands. One Struct a command, with its right.

Like the game's, `do` names each in JSON, and a record keeps it as it came. To add one: its Struct
here, what it does (`companion.table.pipeline` leads there), its sentence, its test.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from msgspec import Meta

from companion.game.commands import (
    Amount,
    AnyCommand,
    BookLate,
    Claim,
    Command,
    Fine,
    Pips,
    SeatField,
    Sentence,
    SpaceField,
    TakeOver,
    Word,
)
from companion.game.events import Banker, Banknotes, Help
from companion.game.events import Ruling as Verdict
from companion.game.events_told import Device, SeatHow
from companion.table.disputes import Customs
from companion.table.laid import Holder, Mended, Purpose
from companion.table.scan_field import Turning
from companion.table.seating import NOBODY, Seating
from companion.words import SpeedFace

Seq: TypeAlias = Annotated[int, Meta(ge=0, le=9_999_999)]
"""A record's number."""

Reason: TypeAlias = Sentence
PaymentId: TypeAlias = Annotated[str, Meta(max_length=40)]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""Which of the amounts of a proposal."""

Dice: TypeAlias = Annotated[tuple[Pips, ...], Meta(max_length=3)]
Level: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""Houses on a lot, as somebody counted them; 5 is a hotel."""

Forgotten: TypeAlias = Claim | Fine | BookLate
"""What people forget: to ask for a rent, to name a penalty, to pay. All else the dice demand."""

Tidying: TypeAlias = Literal["archive", "bring-back", "delete"]


class TableCommand(Command, frozen=True, kw_only=True):
    """Base of all commands of the table.

    *right* is the line of `companion.table.roles.MAY` that it needs: for the seat that it is `by`,
    where it says so. Where its game says whose it is, what does it asks for that.
    """

    right: ClassVar[str] = "govern"
    in_game: ClassVar[bool] = True  # it needs a game
    recorded: ClassVar[bool] = True  # in the game's journal: without that nothing is done


# ---- games


class Begin(TableCommand, frozen=True, kw_only=True, tag="begin"):
    """Begin a game in a journal of its own: all answers of set-up.

    *corrections* are what the board says otherwise (see `companion.editions.corrections`), *banker*
    who keeps the Bank, *ends* the agreed end, *banknotes* whether what is booked is also handed
    over in notes, *helps* how far the companion helps in booking, *seating* which phones play for
    whom. With *instead* a game that is unfinished is left as it is, and can be resumed.
    """

    in_game = recorded = False

    edition: str
    variants: tuple[str, ...] = ()
    house: Mapping[str, Any] = {}
    players: tuple[str, ...]
    first_roll: bool
    corrections: Mapping[str, Any] = {}
    banker: Banker | None = None
    ends: str = ""
    banknotes: Banknotes = "off"
    seating: Seating = NOBODY
    helps: Help = "book"
    instead: bool = False


class Resume(TableCommand, frozen=True, kw_only=True, tag="resume"):
    """Go on with another game of this home; *shortened_too*: although its last records are lost."""

    in_game = recorded = False

    game: Word
    shortened_too: bool = False


class Tidy(TableCommand, frozen=True, kw_only=True, tag="tidy"):
    """Lay another game aside, bring it back, or delete it for ever."""

    in_game = recorded = False

    game: Word
    what: Tidying


class NoteSeats(TableCommand, frozen=True, kw_only=True, tag="note-seats"):
    """Write down who holds which seat, and how that came; no phone asks for it by itself."""

    right = "note-seats"
    in_game = False

    now: Seating = NOBODY
    hows: Mapping[SeatField, tuple[SeatHow, Device]] = {}


# ---- going back


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
    """Take the last step of one's own back: see `companion.table.own_step`."""

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


# ---- disputes and votes


class RaiseDispute(TableCommand, frozen=True, kw_only=True, tag="dispute"):
    """Say that a record is wrong."""

    right = "challenge"

    seq: Seq
    why: Reason = ""


class RuleOn(TableCommand, frozen=True, kw_only=True, tag="rule"):
    """Rule on a disputed record: it stands, was corrected, or is taken back with what came later.

    It is taken back only where the last record is the one that was *seen*.
    """

    seq: Seq
    ruling: Verdict
    why: Reason = ""
    seen: Seq | None = None


class AskVote(TableCommand, frozen=True, kw_only=True, tag="ask-vote"):
    """Ask the table to go back to just after a record; who asks votes for it."""

    right = "vote"

    by: SeatField
    to: Seq
    why: Reason = ""


class CastVote(TableCommand, frozen=True, kw_only=True, tag="vote"):
    """Vote."""

    right = "vote"

    by: SeatField
    vote: Seq
    yes: bool


class EndWaits(TableCommand, frozen=True, kw_only=True, tag="end-dispute"):
    """The clock ran out on a vote, or on play that waited for a ruling."""

    right = "end-dispute"


class SetCustoms(TableCommand, frozen=True, kw_only=True, tag="customs"):
    """Set how this table settles disputes."""

    in_game = recorded = False

    customs: Customs


# ---- banknotes


class HandOver(TableCommand, frozen=True, kw_only=True, tag="hand-over"):
    """Say that payments were handed over: who got them, or the banker."""

    right = "hand-over"

    payments: Annotated[tuple[PaymentId, ...], Meta(max_length=200)]


class SetBanknotes(TableCommand, frozen=True, kw_only=True, tag="banknotes"):
    """Let the table keep its banknotes from now on, or no longer."""

    banknotes: Banknotes


# ---- what waits to be confirmed


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


# ---- dice and deeds that the camera saw


class AnswerDoubt(TableCommand, frozen=True, kw_only=True, tag="answer-doubt"):
    """Answer an open doubt, once: the pips of its dice; without any, that it was no roll."""

    right = "answer-doubt"

    doubt: Word
    dice: Dice = ()
    speed: SpeedFace | None = None


class Challenge(TableCommand, frozen=True, kw_only=True, tag="challenge"):
    """Say that dice were read wrong that rolled without a question."""

    right = "challenge"
    recorded = False

    reading: Word


class RuleOnReading(TableCommand, frozen=True, kw_only=True, tag="rule-on-reading"):
    """Rule on a reading that rolled without a question, challenged or not.

    *dice* are what was thrown; none: it was read right. With *seen*, the last record's number, the
    game goes back to just before that roll and rolls those; without, the reading is only marked.
    """

    reading: Word
    dice: Dice = ()
    seen: Seq | None = None
    why: Reason = ""


class LeaveTurned(TableCommand, frozen=True, kw_only=True, tag="leave-turned"):
    """Leave a lot as it is although its deed was turned over."""

    right = "answer-turned"
    recorded = False

    turned: Word


class SetTurning(TableCommand, frozen=True, kw_only=True, tag="turning"):
    """Set what turning a deed over does at this table."""

    in_game = recorded = False

    turning: Turning


# ---- the check of the table; nothing of it is kept


class BeginCheck(TableCommand, frozen=True, kw_only=True, tag="begin-check"):
    """Ask the first player to lay out; while a check goes on, that one is shown.

    With a *situation* everybody is shown how a game stands that is to be taken over.
    """

    right = "check"
    recorded = False

    purpose: Purpose = "check"
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
    """Say whether the game that is taken over stands as it is shown."""

    right = "agree"

    by: SeatField
    agrees: bool


# ---- what is recorded of a press that was refused


class RefusedPress(TableCommand, frozen=True, kw_only=True, tag="refuse"):
    """Somebody pressed too late: the record of it, which nobody asks for."""


# ---- all of them

AnyTableCommand: TypeAlias = (
    Begin
    | Resume
    | Tidy
    | NoteSeats
    | Undo
    | GoBack
    | TakeBack
    | PutIn
    | RaiseDispute
    | RuleOn
    | AskVote
    | CastVote
    | EndWaits
    | SetCustoms
    | HandOver
    | SetBanknotes
    | SetHelp
    | Confirm
    | Contest
    | Drop
    | Insist
    | AnswerDoubt
    | Challenge
    | RuleOnReading
    | LeaveTurned
    | SetTurning
    | BeginCheck
    | EndCheck
    | LayPile
    | FinishPile
    | StartPile
    | LookAgain
    | Count
    | Mend
    | Agree
)

Submitted: TypeAlias = AnyCommand | AnyTableCommand
"""All that may be asked for."""

COMMANDS: Mapping[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (*get_args(AnyCommand), *get_args(AnyTableCommand))
}
"""Each by its word."""

INWARD = frozenset((NoteSeats, EndWaits))
"""What the table's own parts ask for: no phone does."""
