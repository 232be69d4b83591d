"""What was forgotten is decided in its right place in the story, and what came later once more.

One wish is one commit: the record that goes back to the place, the forgotten command, and each
later command with what it causes now. Those name the record that they repeat and have its cause,
so that pictures, presses and times are found where they were.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.game.commands import AnyCommand
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause, Record
from companion.journal.replay import after, in_force, is_played, replayed
from companion.table.desk import Desk
from companion.table.outcome import Outcome
from companion.table.story.commands import PutIn
from companion.table.story.redecision import Redecision, decided, played_on
from companion.words import RuleKey

PLACE = RuleKey("table/late")
"""What a refusal rests on here: the place of a late entry in the story."""


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """A late entry in its place, before anything is booked."""

    place: int  # number of the record just after which it is decided
    command: AnyCommand
    events: tuple[AnyEvent, ...] = ()  # what it causes there
    refused: Refusal | None = None  # why the rules forbid it there; nothing follows then
    course: Redecision  # what came later
    last: int  # number of the last record there is in this line of play

    @property
    def fits(self) -> bool:
        """Whether it can stand in its place with all that came later."""
        return self.refused is None and not self.course.stops


def places(records: Sequence[Record], *, where: str = "") -> list[Record]:
    """Return the records after which something can be put in: where something was played."""
    return [record for record in in_force(records, where=where) if is_played(record)]


def late_in(
    records: Sequence[Record], place: int, command: AnyCommand, *, where: str = ""
) -> Late | None:
    """Return what *command* comes to just after record *place*; None: that is no place.

    Raises:
        JournalError: one of the records cannot have happened.
    """
    line = places(records, where=where)
    number = next((n for n, record in enumerate(line, start=1) if record.seq == place), None)
    if number is None:
        return None
    stood = replayed(line[:number], where=where)
    events = decided(stood, command)
    last = line[-1].seq
    if isinstance(events, Refusal):
        return Late(place=place, command=command, refused=events, course=_nothing(stood), last=last)
    course = played_on(stood, after(stood, events), line[number:])
    return Late(place=place, command=command, events=events, course=course, last=last)


def put_in(desk: Desk, command: PutIn, cause: Cause) -> Outcome:
    """Decide what was forgotten just after a record, and what came later again.

    Refused with `gone-on` if the place was taken back; with `not-an-option` if what came later does
    not fit, and it is not to be cut.
    """
    game, why = desk.running, command.why.strip()
    late = late_in(game.records(), command.place, command.command, where=game.name)
    if late is None:
        return Refusal("gone-on", PLACE, {"seq": game.seq})
    if late.refused or (not late.fits and not command.cut):
        return late.refused or Refusal("not-an-option", PLACE)
    later = late.course.again
    story = game.story_from(late.place, cause, command, why=why, retold=1 + len(later))
    if isinstance(story, Refusal):
        return story
    story.play(late.events, replace(cause, command_id=None), late.command)
    for one in later:
        again = replace(one.record.cause, command_id=None, repeats=one.record.seq)
        story.play(one.events, again, one.record.command)
    story.is_whole = late.fits  # then the table goes on just where it stands
    return desk.save(story)


def _nothing(state: GameState) -> Redecision:
    return Redecision(again=(), stops=(), was=state, would=state)
