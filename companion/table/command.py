"""What all commands of the table have in common."""

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta

from companion.game.commands import Command, Pips, Sentence

Reason: TypeAlias = Sentence
Dice: TypeAlias = Annotated[tuple[Pips, ...], Meta(max_length=3)]


class TableCommand(Command, frozen=True, kw_only=True):
    """Base of all commands of the table.

    *right* is the line of `companion.table.roles.MAY` that it needs: for the seat that it is `by`,
    where it says so. Where its game says whose it is, what does it asks for that.
    """

    right: ClassVar[str] = "govern"
    in_game: ClassVar[bool] = True  # it needs a game
    recorded: ClassVar[bool] = True  # in the game's journal: without that nothing is done
    inward: ClassVar[bool] = False  # the table's own parts ask for it: no phone does
