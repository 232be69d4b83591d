"""Why: one record with its causes, its rules, its arithmetic, its postings and its picture.

The sentences are those of `companion explain`; here are the row, the links, and what one may do.
"""

import msgspec

from companion.accounts.headlines import who_asked
from companion.editions.rulebook import Rulebook
from companion.game.events import AnyEvent, RentOpened
from companion.journal.replay import is_played, retold_by
from web.dice.view import SeenRoll, evidence_of
from web.disputes.view import DisputeLine, dispute_of
from web.setup.agreed import Agreed, agreed_of
from web.shared.parts import Retold
from web.shared.scene import Scene
from web.story.record_teller import Happened, RecordTeller, ToldStep, when_of


class Held(msgspec.Struct, frozen=True):
    """Since when a phone has held its seat."""

    seq: int  # the record that tells how it came to it
    text: str


class WhyView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one record."""

    seq: int
    happenings: tuple[Happened, ...]
    who: str
    held: Held | None  # since when its phone has had the seat; None: that is not known
    when: str  # by the wall clock, which may be wrong
    steps: tuple[ToldStep, ...]  # from the dice or the button to here; empty if it stands alone
    seen: SeenRoll  # the picture that it rests on
    supposable: bool  # whether one may ask what if it had been otherwise
    dispute: DisputeLine
    late: tuple[ToldStep, ...]  # who pressed too late, because of it
    agreed: Agreed  # what counts otherwise than in the book
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
    causes = scene.context.chronicle.causes(scene.view.game, scene.view.seq)
    explainer = scene.explainer
    teller = RecordTeller(explainer, scene.state, rulebook, causes, scene.view.game)
    explanation = teller.explanation(record)
    held = explainer.held(record)
    return WhyView(
        seq=seq,
        happenings=teller.happened(record, explanation, lambda one: _is_to_be_typed(scene, one)),
        who=who_asked(scene.speaker, record.cause),
        held=Held(explanation.held_since, held) if held else None,
        when=when_of(record),
        steps=teller.chain(record, explanation),
        supposable=is_played(record),
        dispute=dispute_of(scene, record),
        late=teller.too_late(record),
        agreed=agreed_of(scene.speaker, scene.state.edition),
        seen=evidence_of(scene.context, scene.view.game, record.cause.evidence or ""),
        undone=seq in scene.undone,
        retold=scene.retold(seq),
        repeated=explainer.repeated(record),
        back=next((r.seq for r in scene.records[:seq] if seq in retold_by(r)), 0),
        earlier=max(0, seq - 1),
        later=seq + 1 if seq < scene.view.seq else 0,
    )


def _is_to_be_typed(scene: Scene, event: AnyEvent) -> bool:
    """Return whether an event tells a rent that is open, and that who pays it still reckons."""
    if not scene.view.types_amounts or not isinstance(event, RentOpened):
        return False
    stop = (event.visitor, event.lot)
    return any((rent.visitor, rent.lot) == stop for rent in scene.state.rents)
