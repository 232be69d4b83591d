"""What going back would change, and which rents were missed."""

from collections.abc import Iterator

import msgspec

from companion.game import events as e
from companion.journal.record import Record
from companion.table.replay import in_force, replayed
from companion.words import Money, Seat, Space
from web.views.scene import Scene

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
    opened: dict[tuple[Seat, Seat, Space], Money] = {}
    for event in (event for record in records for event in record.events):
        if isinstance(event, e.RentOpened) and event.amount is not None:
            opened[event.owner, event.visitor, event.lot] = event.amount
        if not isinstance(event, e.RentLapsed):
            continue
        amount = opened.get((event.owner, event.visitor, event.lot))
        playing = {event.owner, event.visitor} <= {*scene.state.playing}
        if amount is not None and playing:
            yield Missed(
                owner=event.owner,
                visitor=event.visitor,
                lot=event.lot,
                amount=amount,
                text=scene.speaker.event(event).text,
            )
