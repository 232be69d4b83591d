"""Why: one record with its causes, its rules, its arithmetic, its postings and its picture.

The sentences are those of `companion explain`; here are the row, the links, and what one may do.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec
from msgspec.structs import asdict

from companion.accounts.explainer import Clause, Figure, Link, ToldEvent
from companion.accounts.explanation import Explanation, explained
from companion.accounts.headlines import who_asked
from companion.accounts.movements import before_record, moved_by
from companion.editions.rulebook import Rulebook
from companion.game.events import AnyEvent, RentOpened
from companion.journal.record import Record
from companion.journal.replay import is_played, retold_by, stepped
from web.dice.view import SeenRoll, evidence_of
from web.disputes.view import DisputeLine, dispute_of
from web.shared.parts import Retold, StoryRow, signed_row
from web.shared.scene import Scene


class WhyStep(Link, frozen=True, kw_only=True):
    """One link of the chain of causes."""

    held: int  # the record by which its phone came to the seat during the game; 0: it always had it


class WhyEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event with what it rests on."""

    row: StoryRow
    facts: tuple[Figure, ...]
    rules: tuple[Clause, ...]
    booked: tuple[Figure, ...]  # each account that it moved


class Held(msgspec.Struct, frozen=True):
    """Since when a phone has held its seat."""

    seq: int  # the record that tells how it came to it
    text: str


class WhyView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one record."""

    seq: int
    happenings: tuple[WhyEvent, ...]
    who: str
    held: Held | None  # since when its phone has had the seat; None: that is not known
    when: str  # by the wall clock, which may be wrong
    steps: tuple[WhyStep, ...]  # from the dice or the button to here; empty if it stands alone
    seen: SeenRoll  # the picture that it rests on
    supposable: bool  # whether one may ask what if it had been otherwise
    dispute: DisputeLine
    late: tuple[WhyStep, ...]  # who pressed too late, because of it
    undone: bool  # taken back later
    retold: Retold
    repeated: str  # what is said where it repeats another record after a late entry
    back: int  # number of the record by which a late entry came into its place, or this again
    earlier: int
    later: int


def why_view(scene: Scene, seq: int, rulebook: Rulebook) -> WhyView | None:
    """Return the page of record *seq*; None if there is no such record."""
    record = next((record for record in scene.records if record.seq == seq), None)
    if record is None:
        return None
    explainer, explanation = scene.explainer, _explanation(scene, record, rulebook)
    told = explainer.events(record, explanation, lambda event: _is_to_be_typed(scene, event))
    led = [scene.records[step.seq - 1] for step in explanation.led]
    held = explainer.held(record)
    return WhyView(
        seq=seq,
        happenings=tuple(_happening(scene, seq, event) for event in told),
        who=who_asked(scene.speaker, record.cause),
        held=Held(explanation.held_since, held) if held else None,
        when=_when(record.cause.wall),
        steps=tuple(_steps(scene, explainer.chain((*led, record) if led else ()))),
        supposable=is_played(record),
        dispute=dispute_of(scene, record),
        late=tuple(_steps(scene, explainer.too_late(record))),
        seen=evidence_of(scene.context, scene.view.game, record.cause.evidence or ""),
        undone=seq in scene.undone,
        retold=scene.retold(seq),
        repeated=explainer.repeated(record),
        back=next((r.seq for r in scene.records[:seq] if seq in retold_by(r)), 0),
        earlier=max(0, seq - 1),
        later=seq + 1 if seq < scene.view.seq else 0,
    )


def _explanation(scene: Scene, record: Record, rulebook: Rulebook) -> Explanation:
    earlier, state = scene.records[: record.seq - 1], scene.state
    before = before_record(scene.records, record.seq, where=scene.view.game)
    reached = stepped(before, record, earlier=earlier)
    causes = scene.context.chronicle.causes(scene.view.game, scene.view.seq)
    return explained(
        *(record, state.edition, rulebook, tuple(player.name for player in state.players)),
        booked=moved_by(before, record, reached),
        led=[scene.records[seq - 1] for seq in causes.of(record.seq)],
        held=scene.explainer.since(record.seq),
        reached=reached,
    )


def _steps(scene: Scene, links: Iterable[Link]) -> Iterator[WhyStep]:
    for link in links:
        held = scene.explainer.since(link.seq)
        yield WhyStep(**asdict(link), held=held if held > 1 else 0)


def _happening(scene: Scene, seq: int, event: ToldEvent) -> WhyEvent:
    told = event.told
    return WhyEvent(
        row=signed_row(scene.speaker, seq, told.text, told.change, told.amount),
        facts=event.facts,
        rules=event.rules,
        booked=event.booked,
    )


def _is_to_be_typed(scene: Scene, event: AnyEvent) -> bool:
    """Return whether an event tells a rent that is open, and that who pays it still reckons."""
    if not scene.view.types_amounts or not isinstance(event, RentOpened):
        return False
    stop = (event.visitor, event.lot)
    return any((rent.visitor, rent.lot) == stop for rent in scene.state.rents)


def _when(wall: float) -> str:
    """Return what the wall clock said, in the time of the place; nothing if that is no time."""
    try:
        return f"{datetime.fromtimestamp(wall).astimezone():%Y-%m-%d %H:%M:%S}"
    except (OverflowError, OSError, ValueError):
        return ""
