"""All commands of the table, and all that may be submitted.

Like the game's, `do` names each in JSON, and a record keeps it as it came. To add one: its Struct
in the `commands.py` of its folder and here, what it does (`companion.table.pipeline` leads there),
its sentence, its test.
"""

from collections.abc import Mapping
from typing import TypeAlias, get_args

from companion.game.commands import GAME_COMMANDS, AnyCommand, Command
from companion.table.cash.commands import HandOver, SetBanknotes
from companion.table.check.commands import (
    Agree,
    BeginCheck,
    Count,
    EndCheck,
    FinishPile,
    LayPile,
    LookAgain,
    Mend,
    StartPile,
)
from companion.table.deeds.commands import LeaveTurned, SetTurning
from companion.table.dice.commands import AnswerDoubt, Challenge, RuleOnReading
from companion.table.disputing.commands import (
    AskVote,
    CastVote,
    EndWaits,
    RaiseDispute,
    RuleOn,
    SetCustoms,
)
from companion.table.games.commands import Begin, NoteSeats, Resume, Tidy
from companion.table.help.commands import Confirm, Contest, Drop, Insist, SetHelp
from companion.table.story.commands import GoBack, PutIn, TakeBack, Undo

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
    **GAME_COMMANDS,
    **{str(kind.__struct_config__.tag): kind for kind in get_args(AnyTableCommand)},
}
"""Each by its word."""

INWARD = frozenset((NoteSeats, EndWaits))
"""What the table's own parts ask for: no phone does."""
