"""What going back or a late entry would change, and which rents were missed."""

from collections.abc import Iterator

import msgspec

from companion.disputes.differences import differences
from companion.disputes.what_if import Supposition, command_of, what_if
from companion.game import events as e
from companion.game.commands import BookLate
from companion.game.refusals import Refusal
from companion.journal.record import Record
from companion.rules import played
from companion.table.replay import in_force, is_played, replayed
from companion.words import Money, Seat, Space
from web.views.scene import Scene
from web.views.what_if import Changed, Told, changes_of, told_of

MOST_MISSED = 4


class Change(msgspec.Struct, frozen=True):
    """One player's cash, before and after."""

    name: str
    before: str
    after: str


class Back(msgspec.Struct, frozen=True, kw_only=True):
    """Going back to just after a record: what that was, what is taken back, what changes."""

    seq: int
    headline: str
    turn: str  # who would have the turn
    undone: tuple[str, ...]  # newest first
    cash: tuple[Change, ...]


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """A rent that its owner did not claim in time."""

    owner: Seat
    visitor: Seat
    lot: Space
    amount: Money
    text: str
    landed: int  # number of the record in which its visitor came there


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """A late entry before it is booked."""

    refused: str  # why it cannot be
    place: str  # after what it has its place in the story
    rows: tuple[Changed, ...]  # what changes now
    told: Told | None  # what would have been, had it been booked in its place


def late_view(scene: Scene, entry: BookLate) -> Late:
    """Return what a late entry changes now, and what it would have changed in its place."""
    reached = played(scene.state, entry)
    if isinstance(reached, Refusal):
        return Late(refused=scene.speaker.refusal(reached), place="", rows=(), told=None)
    after = entry.after or 0
    known = 1 < after <= len(scene.records) and is_played(scene.records[after - 1])
    own = command_of(scene.records[after - 1]) if known else None
    told = None
    if own is not None:
        supposed = Supposition(seq=after, instead=(own, entry))
        told = told_of(scene, what_if(scene.records, supposed, where=scene.view.game))
    return Late(
        refused="",
        place=scene.headline(after) if known else "",
        rows=changes_of(scene, differences(scene.state, reached.state)),
        told=told,
    )


def back_view(scene: Scene, seq: int) -> Back:
    """Return what going back to just after record *seq* means."""
    state = replayed(scene.records[:seq], where=scene.view.game)
    kept = in_force(scene.records)
    pairs = ((seat, state.cash(seat), scene.state.cash(seat)) for seat in state.seats)
    return Back(
        seq=seq,
        headline=scene.headline(seq),
        turn=scene.speaker.name(state.turn.seat),
        undone=tuple(scene.headline(r.seq) for r in reversed(kept) if r.seq > seq),
        cash=tuple(
            Change(scene.speaker.name(seat), scene.speaker.money(now), scene.speaker.money(then))
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
        playing = {event.owner, event.visitor} <= {*scene.state.playing}
        if amount is not None and playing:
            yield Missed(
                owner=event.owner,
                visitor=event.visitor,
                lot=event.lot,
                amount=amount,
                text=scene.speaker.event(event).text,
                landed=landed,
            )
