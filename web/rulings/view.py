"""What going back or a late entry would change, and which rents were missed."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.disputes.comparison import Changed
from companion.disputes.differences import differences
from companion.game import events as e
from companion.game.commands import BookLate, Claim, Fine
from companion.game.refusals import Refusal
from companion.journal.record import Record
from companion.journal.replay import in_force, is_played, replayed
from companion.rules import played
from companion.sayings.said import marked as _
from companion.speaker import ToldLine
from companion.table.story.commands import Forgotten
from companion.table.story.late_entries import late_in, places
from companion.table.story.redecision import Redecision
from companion.words import Money, Seat, Space
from web.shared.scene import Scene
from web.story.what_if_view import changes_of, stop_of

MOST_MISSED = 4
MOST_FALLEN = 6


class CashChange(msgspec.Struct, frozen=True):
    """One player's cash, before and after."""

    name: str
    before: str
    after: str


class GoingBack(msgspec.Struct, frozen=True, kw_only=True):
    """Going back to just after a record: what that was, what is taken back, what changes."""

    seq: int
    headline: str
    turn: str  # who would have the turn
    undone: tuple[str, ...]  # newest first
    cash: tuple[CashChange, ...]


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """A rent that its owner did not claim in time."""

    owner: Seat
    visitor: Seat
    lot: Space
    amount: Money
    text: str
    landed: int  # number of the record in which its visitor came there


class Fallen(msgspec.Struct, frozen=True):
    """A later command that does not fit any more."""

    seq: int
    text: str  # what it was, and why it does not


class There(msgspec.Struct, frozen=True, kw_only=True):
    """A late entry in its place, before it is booked."""

    place: str  # after what
    refused: str  # why the rules forbid it there; nothing follows then
    decided: tuple[str, ...]  # what comes of it there, by the rules
    followed: int  # so many later records are told once more
    fallen: tuple[Fallen, ...]  # what fits no more; the first stops it
    more: int  # so many more
    lost: int  # so many records would have to be played by hand
    until: str  # the last record that is told once more
    rows: tuple[Changed, ...]  # what is otherwise then
    over: str  # that the game is over with it, before all that was played; nothing else


class LateEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A late entry before it is booked: in its place, and now."""

    refused: str  # why it cannot be booked now
    rows: tuple[Changed, ...]  # what changes by it now
    there: There | None  # None: it has no place of its own


def forgotten(entry: BookLate, fine: str = "") -> Forgotten:
    """Return the command that was forgotten: to ask for a rent, to fine somebody, or to pay."""
    if fine and entry.payer != "bank":
        return msgspec.convert({"do": "fine", "player": entry.payer, "for": fine}, Fine)
    if entry.lot is not None and entry.payee != "bank":
        return Claim(by=entry.payee, lot=entry.lot)
    return replace(entry, after=None)


def late_view(scene: Scene, entry: BookLate, fine: str = "") -> LateEntry:
    """Return what a late entry changes in its place, and what it changes now."""
    reached = played(scene.state, entry)
    there = _there(scene, entry.after, forgotten(entry, fine)) if entry.after else None
    if isinstance(reached, Refusal):
        return LateEntry(refused=scene.refusal(reached), rows=(), there=there)
    rows = changes_of(scene, differences(scene.state, reached.state))
    return LateEntry(refused="", rows=rows, there=there)


def _there(scene: Scene, place: int, command: Forgotten) -> There | None:
    late = late_in(scene.records, place, command, where=scene.view.game) if place > 1 else None
    if late is None:
        return None
    course, told = late.course, len(late.course.again)
    later = [r.seq for r in places(scene.records) if r.seq > place]
    lines = [scene.speaker.event(event) for event in late.events]
    return There(
        place=scene.headline(place),
        refused=scene.refusal(late.refused) if late.refused else "",
        decided=tuple(_with_amount(scene, line) for line in lines if line.rank != "why"),
        followed=told,
        fallen=tuple(Fallen(one.seq, stop_of(scene, one)) for one in course.stops[:MOST_FALLEN]),
        more=max(0, len(course.stops) - MOST_FALLEN),
        lost=len(later) - told,
        until=scene.headline(later[told - 1]) if told else "",
        rows=changes_of(scene, differences(course.was, course.would)),
        over=_over(scene, course),
    )


def _over(scene: Scene, course: Redecision) -> str:
    """Return that nothing can be played on by hand, because the game is over."""
    names = scene.speaker.people(course.would.winners)
    if not course.stops or not names:
        return ""
    return scene.speaker.say(_("With it the game is over there. Winner: {names}"), names=names)


def _with_amount(scene: Scene, line: ToldLine) -> str:
    return f"{line.text}, {scene.speaker.money(line.amount)}" if line.amount else line.text


def back_view(scene: Scene, seq: int) -> GoingBack:
    """Return what going back to just after record *seq* means."""
    state = replayed(scene.records[:seq], where=scene.view.game)
    kept = [record for record in in_force(scene.records) if is_played(record)]
    pairs = ((seat, state.cash(seat), scene.state.cash(seat)) for seat in state.seats)
    return GoingBack(
        seq=seq,
        headline=scene.headline(seq),
        turn=scene.speaker.name(state.turn.seat),
        undone=tuple(scene.headline(r.seq) for r in reversed(kept) if r.seq > seq),
        cash=tuple(
            CashChange(
                scene.speaker.name(seat), scene.speaker.money(now), scene.speaker.money(then)
            )
            for seat, then, now in pairs
            if then != now
        ),
    )


def missed_rents(scene: Scene) -> tuple[Missed, ...]:
    """Return the rents that were missed last, newest first."""
    found = list(_missed(scene, in_force(scene.records)))
    return tuple(reversed(found[-MOST_MISSED:]))


def _missed(scene: Scene, records: list[Record]) -> Iterator[Missed]:
    opened: dict[tuple[Seat, Seat, Space], tuple[Money, int]] = {}
    for record, event in ((one, event) for one in records for event in one.events):
        if isinstance(event, e.RentOpened) and event.amount is not None:
            opened[event.owner, event.visitor, event.lot] = event.amount, record.seq
        if not isinstance(event, e.RentLapsed):
            continue
        amount, landed = opened.get((event.owner, event.visitor, event.lot), (None, 0))
        if amount is not None:
            yield Missed(
                owner=event.owner,
                visitor=event.visitor,
                lot=event.lot,
                amount=amount,
                text=scene.speaker.event(event).text,
                landed=landed,
            )
