"""All commands of the table, and all that may be submitted.

Like the game's, `do` names each in JSON, and a record keeps it as it came. To add one: its Struct
in the `commands.py` of its folder, what it does (`companion.table.pipeline` leads there), its
sentence, its test.
"""

from collections.abc import Mapping
from typing import TypeAlias

from companion.game.commands import GAME_COMMANDS, AnyCommand, Command
from companion.table.calling import commands as calling
from companion.table.cash import commands as cash
from companion.table.check import commands as check
from companion.table.clocks import commands as clocks
from companion.table.command import TableCommand
from companion.table.deeds import commands as deeds
from companion.table.dice import commands as dice
from companion.table.disputing import commands as disputing
from companion.table.games import commands as games
from companion.table.help import commands as helping
from companion.table.story import commands as story

Submitted: TypeAlias = AnyCommand | TableCommand
"""All that may be asked for."""

TABLE_COMMANDS: Mapping[str, type[TableCommand]] = {
    str(kind.__struct_config__.tag): kind
    for folder in (calling, cash, check, clocks, deeds, dice, disputing, games, helping, story)
    for kind in vars(folder).values()
    if isinstance(kind, type) and issubclass(kind, TableCommand) and not kind.__subclasses__()
}
"""Each by its word; what others are made of is none."""

COMMANDS: Mapping[str, type[Command]] = {**GAME_COMMANDS, **TABLE_COMMANDS}
"""Each by its word."""
