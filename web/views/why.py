"""Why: one record with its rules, its arithmetic, its picture, and who asked for it."""

import msgspec

from companion.disputes.explain import equation
from companion.editions.rulebook import Rulebook
from companion.game.events import AnyEvent
from companion.journal.record import Record
from companion.words import RuleKey
from web.language import marked as _
from web.views.parts import Line, Row, signed_row
from web.views.scene import Scene

CAME_FROM: dict[str, str] = {
    "phone": _("{name}, on a phone"),
    "button": _("{name}, by the button"),
    "camera": _("The camera saw it"),
    "clock": _("The clock"),
    "banker": _("The banker"),
    "start": _("When the companion started"),
}

FACTS: dict[str, str] = {
    "base": _("Figure"),
    "multiplier": _("Times"),
    "pieces": _("Buildings"),
    "parts": _("Shared among"),
    "added": _("Added"),
    "level": _("Buildings"),
    "count": _("Owned"),
    "of": _("Of so many"),
    "dice": _("Dice"),
    "rate": _("Rate"),
    "rounding": _("Rounded"),
    "step": _("To multiples of"),
    "card": _("Card"),
    "lot": _("Lot"),
    "space": _("Space"),
    "houses": _("Houses"),
    "hotels": _("Hotels"),
}
"""Arithmetic facts by name; one without an entry is shown by its own name."""

APART = ("by", "from")
"""Facts that name a rule or a source: they are in the line of the arithmetic, or go without."""


class Clause(msgspec.Struct, frozen=True):
    """A rule that had a say."""

    id: str
    says: str


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """One event with what it rests on."""

    row: Row
    facts: tuple[Line, ...]
    rules: tuple[Clause, ...]


class WhyView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one record."""

    seq: int
    happenings: tuple[Happening, ...]
    who: str
    picture: str
    undone: bool  # taken back later
    earlier: int
    later: int


def why_view(scene: Scene, seq: int, rulebook: Rulebook) -> WhyView | None:
    """Return the page of record *seq*; None if there is no such record."""
    record = next((record for record in scene.records if record.seq == seq), None)
    if record is None:
        return None
    return WhyView(
        seq=seq,
        happenings=tuple(_happening(scene, record, event, rulebook) for event in record.events),
        who=_who(scene, record),
        picture=record.cause.evidence or "",
        undone=seq in scene.undone,
        earlier=max(0, seq - 1),
        later=seq + 1 if seq < scene.view.seq else 0,
    )


def _happening(scene: Scene, record: Record, event: AnyEvent, rulebook: Rulebook) -> Happening:
    line = scene.line(event)
    return Happening(
        row=signed_row(scene.speaker, record.seq, line.text, line.change, line.amount),
        facts=(*_reckoning(scene, event, rulebook), *_facts(scene, event)),
        rules=tuple(
            clause for key in (event.because, *event.also) for clause in _clauses(rulebook, key)
        ),
    )


def _clauses(rulebook: Rulebook, key: RuleKey) -> list[Clause]:
    told = rulebook.told(key)
    return [Clause(rule.id, rule.says) for rule in told]


def _reckoning(scene: Scene, event: AnyEvent, rulebook: Rulebook) -> tuple[Line, ...]:
    """Return the arithmetic of the amount in one line, with the rule that names its figures."""
    told = equation(event, scene.speaker.edition)
    if not told:
        return ()
    facts = getattr(event, "facts", {})
    ids = ", ".join(clause.id for clause in _clauses(rulebook, RuleKey(str(facts.get("by", "")))))
    return (Line(scene.speaker.say(_("Arithmetic")), f"{told} ({ids})" if ids else told),)


def _facts(scene: Scene, event: AnyEvent) -> tuple[Line, ...]:
    facts = getattr(event, "facts", {})
    written = scene.speaker.written(facts)
    return tuple(
        Line(scene.speaker.say(FACTS.get(name, name)), str(written[name]))
        for name in facts
        if name not in APART
    )


def _who(scene: Scene, record: Record) -> str:
    cause = record.cause
    if cause.role == "banker":
        return scene.speaker.say(CAME_FROM["banker"])
    name = scene.speaker.name(cause.seat) if cause.seat is not None else ""
    return scene.speaker.say(CAME_FROM[cause.origin], name=name)
