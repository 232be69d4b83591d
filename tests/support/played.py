"""A game that was played for a while, with a picture behind one of its rolls."""

import random
from itertools import islice
from pathlib import Path

from companion.table.answers import Accepted
from companion.table.games.commands import Resume
from companion.table.table import Table
from companion.table.witness import TableWitness
from tests.support.player import banker, begin, play
from tests.support.table import reading


def played(home: Path, *, records: int = 30) -> Path:
    """Play so many records into a new home; return the journal's file."""
    table = Table(home)
    table.start()
    begin(table)
    now = table.cause("camera", "camera").mono
    TableWitness(table).dice(reading(1, 2), b"a picture of dice", now, now)
    table.submit(
        Resume(game=table.view.game), banker(table)
    )  # the writer has seen the dice when it answers
    for answer in islice(play(table, random.Random(3)), records - 2):
        assert isinstance(answer, Accepted), answer
    table.stop()
    return home / "games" / "0001-ru-2004.journal"
