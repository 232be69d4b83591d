"""What if: one record of a game otherwise, and all that came after it decided once more.

Nothing is changed: the records are read, and the supposed game is in memory alone. The dice and
cards that came later come again, and people choose as they chose, as long as that has a sense.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.disputes.differences import Deviation, differences
from companion.editions.house import house_as_kept, with_house_rules
from companion.editions.load import load_edition, recorded_edition
from companion.editions.model import Edition
from companion.errors import JournalError
from companion.game import commands as c
from companion.game.events import GameBegan
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.journal.record import Record
from companion.journal.replay import after, in_force, is_played, replayed, went_back_to
from companion.rules.setup import begin
from companion.table.story.redecision import Redecision, Stop, command_of, decided, played_on


class Supposition(msgspec.Struct, frozen=True, kw_only=True):
    """What would have been otherwise, from record *seq* on; at least one of the rest."""

    seq: int
    instead: tuple[c.AnyCommand, ...] | None = None  # of its command; (): nothing was done
    besides: tuple[c.AnyCommand, ...] = ()  # done just after it, as it stands in the journal
    house: Mapping[str, object] = {}  # parameters that would have been others
    variants: tuple[str, ...] | None = None  # of the whole game: only for its first record


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What would have come of it, compared where it was followed to."""

    seq: int
    until: int  # number of the last record that was followed
    followed: int  # so many records after the supposed one
    last: int  # number of the last record there is in this line of play
    stops: tuple[Stop, ...]  # what does not fit, as long as nothing is done instead; none: all fit
    refused: Refusal | None  # the supposed command itself is against the rules: nothing follows
    differences: tuple[Deviation, ...]
    was: GameState  # just after record `until`
    would: GameState

    @property
    def stop(self) -> Stop | None:
        """The first command that does not fit any more; None: all of them do."""
        return self.stops[0] if self.stops else None


def what_if(records: Sequence[Record], supposed: Supposition, *, where: str = "") -> Outcome:
    """Return what would have been; *records* are of one game, from its first on.

    Raises:
        JournalError: there is no such record, or it only took others back.
        EditionError: the rules that are supposed are none, or no longer readable.
    """
    line = line_of(records, supposed.seq, where=where)
    place = next(n for n, record in enumerate(line) if record.seq == supposed.seq)
    was = replayed(line[: place + 1], where=where)
    would = _supposed(line, place, supposed, where)
    if isinstance(would, Refusal):
        return _told(line, place, Redecision(again=(), stops=(), was=was, would=was), refused=would)
    return _told(line, place, played_on(was, would, line[place + 1 :]))


def line_of(records: Sequence[Record], seq: int, *, where: str = "") -> list[Record]:
    """Return the longest line of play in which record *seq* counts, from the first record on.

    It ends where the game stands, or where that record was taken back for good.

    Raises:
        JournalError: there is no such record, or it took others back.
    """
    if not 1 <= seq <= len(records):
        detail = f"there is no record {seq}; there are 1 to {len(records)}"
        raise JournalError(code="cannot-suppose", where=where, detail=detail)
    if not is_played(records[seq - 1]):
        detail = f"nothing was played in record {seq}: it took others back, or spoke of one"
        raise JournalError(code="cannot-suppose", where=where, detail=detail)
    ends = [len(records)]
    ends += [r.seq - 1 for r in reversed(records) if went_back_to(r) is not None]
    lines = (in_force(records[:end], where=where) for end in ends if end >= seq)
    line = next(line for line in lines if any(record.seq == seq for record in line))
    return [record for record in line if is_played(record)]


def _told(
    line: Sequence[Record], place: int, course: Redecision, *, refused: Refusal | None = None
) -> Outcome:
    followed = len(course.again)
    return Outcome(
        seq=line[place].seq,
        until=line[place + followed].seq,
        followed=followed,
        last=line[-1].seq,
        stops=course.stops,
        refused=refused,
        differences=differences(course.was, course.would),
        was=course.was,
        would=course.would,
    )


# ---- the record itself


def _supposed(
    line: Sequence[Record], place: int, supposed: Supposition, where: str
) -> GameState | Refusal:
    """Return the state after the supposed record, or why it cannot be."""
    before, record = line[:place], line[place]
    if supposed.besides:
        return _reached(replayed(line[: place + 1], where=where), supposed.besides)
    if not before:
        return _begun(record, supposed, where)
    if supposed.variants is not None:
        detail = "variants are chosen for a whole game; suppose them of record 1"
        raise JournalError(code="cannot-suppose", where=where, detail=detail)
    commands = supposed.instead
    if commands is None:
        own = command_of(record)
        if own is None:
            detail = f"record {record.seq}: its command is no longer one"
            raise JournalError(code="cannot-suppose", where=where, detail=detail)
        commands = (own,)
    return _reached(_ruled(replayed(before, where=where), supposed.house), commands)


def _reached(state: GameState, commands: Sequence[c.AnyCommand]) -> GameState | Refusal:
    for command in commands:
        found = decided(state, command)
        if isinstance(found, Refusal):
            return found
        state = after(state, found)
    return state


def _ruled(state: GameState, house: Mapping[str, object]) -> GameState:
    """Return *state* with other rules from here on; what stands on the table stays."""
    if not house:
        return state
    edition, where = state.edition, f"{state.edition.id}, house"
    rules, changed = with_house_rules(edition.parameters, house, where)
    edition = replace(edition, parameters=rules, house={**edition.house, **changed})
    return replace(state, edition=edition, rules=rules)


def _begun(record: Record, supposed: Supposition, where: str) -> GameState:
    """Return the beginning of the game with other rules."""
    began = record.events[0] if record.events else None
    if not isinstance(began, GameBegan):
        detail = f"record {record.seq}: it does not begin with a game"
        raise JournalError(code="journal-damaged", where=where, detail=detail)
    if supposed.instead is not None:
        detail = "a game begins in one way only; suppose other rules of record 1"
        raise JournalError(code="cannot-suppose", where=where, detail=detail)
    edition = _edition_of(began, supposed, where)
    events = begin(
        edition,
        began.players,
        first_roll=began.first_roll,
        banker=began.banker,
        ends=began.ends,
    )
    return after(blank(edition), events)


def _edition_of(began: GameBegan, supposed: Supposition, where: str) -> Edition:
    house: dict[str, object] = {**house_as_kept(began.house), **supposed.house}
    variants = began.variants if supposed.variants is None else supposed.variants
    if began.text:
        return recorded_edition(began.text, f"{where}, edition", variants, house, began.corrections)
    return load_edition(began.edition, variants, house, began.corrections)
