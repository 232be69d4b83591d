"""What people say of dice that the camera saw."""

from companion.game.commands import Seq, Word
from companion.table.command import Dice, Reason, TableCommand
from companion.words import SpeedFace


class AnswerDoubt(TableCommand, frozen=True, kw_only=True, tag="answer-doubt"):
    """Answer an open doubt, once: the pips of its dice; without any, that it was no roll.

    To say yes is to say the pips that it guesses.
    """

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

    *dice* are what was thrown, with *speed* where that was read too; none: it was read right.
    With *seen*, the last record's number, the game goes back to just before that roll and rolls
    those; without, the reading is only marked.
    """

    reading: Word
    dice: Dice = ()
    speed: SpeedFace | None = None
    seen: Seq | None = None
    why: Reason = ""
