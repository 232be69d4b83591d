"""What was forgotten is decided in its right place in the story, and what came later once more.

One wish is one commit: the record that goes back to the place, the forgotten command, and each
later command with what it causes now. Those name the record that they repeat and have its cause,
so that pictures, presses and times are found where they were.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.game.commands import AnyCommand, BookLate, Claim, Fine
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause, Record
from companion.journal.store import Draft
from companion.table.again import Course, decided, played_on
from companion.table.answers import Accepted, Answer
from companion.table.desk import ONE_GAME, Desk
from companion.table.doubts import seqs_in_force
from companion.table.helping.holding import why_nothing
from companion.table.live import LiveGame, draft_of
from companion.table.replay import after, in_force, is_played, replayed
from companion.table.roles import why_may_not
from companion.words import RuleKey

Forgotten = Claim | Fine | BookLate
"""What people forget: to ask for a rent, to name a penalty, to pay. All else the dice demand."""

PLACE = RuleKey("table/late")
"""What a refusal rests on here: the place of a late entry in the story."""

_LONGEST = 70  # of a command's id, that a second one can be made of it


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """A late entry in its place, before anything is booked."""

    place: int  # number of the record just after which it is decided
    command: AnyCommand
    events: tuple[AnyEvent, ...] = ()  # what it causes there
    refused: Refusal | None = None  # why the rules forbid it there; nothing follows then
    course: Course  # what came later
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


def put_in(
    desk: Desk,
    place: int,
    command: Forgotten,
    cause: Cause,
    *,
    seen: int,
    why: str = "",
    cut: bool = False,
) -> Answer:
    """Decide what was forgotten just after record *place*, and what came later again; the banker.

    With *cut*, what fits no more is taken back with all that came after it, and played by hand.

    Refused with `gone-on` if something was recorded that was not *seen*, or the place was taken
    back; with `not-an-option` if what came later does not fit, and it is not to be cut; with
    `not-confirmed` while something waits to be confirmed: going back would close it unsaid.
    """
    refusal, game = why_may_not("book-late", cause), desk.game
    if refusal or game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    known = game.answered(cause.command_id)
    if known:
        return known
    refusal = why_nothing(desk.proposals)
    if refusal:
        return refusal
    late = late_in(game.records(), place, command, where=game.name)
    if late is None:
        return Refusal("gone-on", PLACE, {"seq": game.seq})
    if late.refused or (not late.fits and not cut):
        return late.refused or Refusal("not-an-option", PLACE)
    answer = game.retell(place, why.strip(), _drafts(late, cause), cause, seen=seen)
    if isinstance(answer, Accepted):
        _go_on(desk, game, whole=late.fits)
    return answer


def _go_on(desk: Desk, game: LiveGame, *, whole: bool) -> None:
    """Go on where a retelling has led: if it is *whole*, just where the table stands."""
    if not whole:  # as if the game had gone back
        desk.last_roll = None
        desk.end_doubt("closed")
    desk.readings.mark_back(game.name, seqs_in_force(game))
    desk.settle()
    if not whole:
        desk.release_claims()


def _drafts(late: Late, cause: Cause) -> list[Draft]:
    """Return the forgotten command, then all that fits after it."""
    put = f"{cause.command_id[:_LONGEST]}/late" if cause.command_id else None
    own = draft_of(late.events, replace(cause, command_id=put), late.command)
    later = (
        draft_of(
            one.events,
            replace(one.record.cause, command_id=None, repeats=one.record.seq),
            one.record.command,
        )
        for one in late.course.again
    )
    return [own, *later]


def _nothing(state: GameState) -> Course:
    return Course(again=(), stops=(), was=state, would=state)
