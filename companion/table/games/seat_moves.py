"""Seats that changed hands are written down, each with its cause."""

from itertools import groupby

from companion.journal.record import Cause
from companion.table.desk import Desk
from companion.table.games.commands import NoteSeats
from companion.table.games.seating import NOBODY, cause_of, moves_between
from companion.table.outcome import Outcome


def note_seats(desk: Desk, command: NoteSeats, cause: Cause) -> Outcome:
    """Record what differs from what the journal knows; nothing in a game that is over."""
    game = desk.game
    if game is None or game.is_over:
        return ()
    known = game.table.seating
    hows = None if known == NOBODY else command.hows  # nothing of a game that is older than they
    moves = moves_between(known, command.now, game.state.seats, hows)
    story = game.story()
    for by, together in groupby(moves, lambda move: cause_of(move, known, cause)):
        story.note((*together,), by, NoteSeats())
    return desk.save(story) if story.drafts else ()
