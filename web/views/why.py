"""Why: one record with its causes, its rules, its arithmetic, its postings and its picture."""

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from companion.accounts.explain import equation, seconds_between
from companion.accounts.movements import Moved, before_record, moved_by
from companion.editions.rulebook import Rulebook
from companion.game.events import AnyEvent, PressRefused, RentOpened, Rolled, TakenOver
from companion.journal.record import Record
from companion.journal.replay import is_played, retold_by, stepped
from companion.sayings.said import marked as _
from companion.speaker import MINUS, NBSP, Speaker
from companion.words import RuleKey, Seat
from web.views.disputes import DisputeLine, dispute_of
from web.views.parts import Line, Retold, Row, signed_row
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
    "after": _("Its place: after number"),
    "cash": _("Cash"),
    "prices": _("Prices of the lots"),
    "costs": _("Costs of the buildings"),
    "houses": _("Houses"),
    "hotels": _("Hotels"),
}
"""Arithmetic facts by name; one without an entry is shown by its own name."""

ACCOUNTS: dict[str, str] = {
    "bank": _("the Bank"),
    "pot": _("the pot"),
    "board": _("on the board"),
    "box": _("in the box"),
}

APART = ("by", "from")
"""Facts that name a rule or a source: they are in the line of the arithmetic, or go without."""


COUNTED = ("lot", "space", "card", "dice", "level", "count", "of", "pieces", "houses", "hotels")
"""Facts that say what is counted, not what it costs."""


class Clause(msgspec.Struct, frozen=True):
    """A rule that had a say."""

    id: str
    says: str
    section: str  # where the printed rulebook says it; or what it rests on, without one


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One link of the chain of causes."""

    seq: int
    text: str
    who: str
    after: str  # how long after the first of them; "" for the first, and across a restart
    picture: str
    held: int  # the record by which its phone came to the seat during the game; 0: it always had it


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """One event with what it rests on."""

    row: Row
    facts: tuple[Line, ...]
    rules: tuple[Clause, ...]
    booked: tuple[Line, ...]  # each account that it moved


class Held(msgspec.Struct, frozen=True):
    """Since when a phone has held its seat."""

    seq: int  # the record that tells how it came to it
    text: str


class WhyView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one record."""

    seq: int
    happenings: tuple[Happening, ...]
    who: str
    held: Held | None  # since when its phone has had the seat; None: that is not known
    when: str  # by the wall clock, which may be wrong
    steps: tuple[Step, ...]  # from the dice or the button to here; empty if it stands alone
    picture: str
    supposable: bool  # whether one may ask what if it had been otherwise
    dispute: DisputeLine
    late: tuple[Step, ...]  # who pressed too late, because of it
    undone: bool  # taken back later
    retold: Retold
    back: int  # number of the record by which a late entry came into its place, or this again
    earlier: int
    later: int


def why_view(scene: Scene, seq: int, rulebook: Rulebook) -> WhyView | None:
    """Return the page of record *seq*; None if there is no such record."""
    record = next((record for record in scene.records if record.seq == seq), None)
    if record is None:
        return None
    booked = _booked(scene, record)
    return WhyView(
        seq=seq,
        happenings=tuple(
            _happening(scene, record, event, rulebook, moved)
            for event, moved in zip(record.events, booked, strict=True)
        ),
        who=who_asked(scene, record),
        held=_held(scene, record),
        when=_when(record.cause.wall),
        steps=tuple(_steps(scene, record)),
        supposable=is_played(record),
        dispute=dispute_of(scene, record),
        late=tuple(_too_late(scene, record)),
        picture=record.cause.evidence or "",
        undone=seq in scene.undone,
        retold=scene.retold(seq),
        back=next((r.seq for r in scene.records[:seq] if seq in retold_by(r)), 0),
        earlier=max(0, seq - 1),
        later=seq + 1 if seq < scene.view.seq else 0,
    )


def _booked(scene: Scene, record: Record) -> tuple[tuple[Moved, ...], ...]:
    earlier = scene.records[: record.seq - 1]
    state = before_record(scene.records, record.seq, where=scene.view.game)
    return moved_by(state, record, stepped(state, record, earlier=earlier))


def _too_late(scene: Scene, record: Record) -> Iterator[Step]:
    """Yield the presses that were refused because of a record, the earliest first."""
    for other in scene.records[record.seq :]:
        for event in other.events:
            if isinstance(event, PressRefused) and event.against == record.seq:
                yield _step(scene, other, since=record)


def _steps(scene: Scene, record: Record) -> Iterator[Step]:
    causes = scene.context.chronicle.causes(scene.view.game, scene.view.seq)
    led = [scene.records[seq - 1] for seq in causes.of(record.seq)]
    for one in (*led, record) if led else ():
        yield _step(scene, one, since=led[0])


def _step(scene: Scene, one: Record, *, since: Record) -> Step:
    return Step(
        seq=one.seq,
        text=scene.headline(one.seq),
        who=who_asked(scene, one),
        after="" if one is since else _later(scene.speaker, seconds_between(since, one)),
        picture=one.cause.evidence or "",
        held=_moved_in_play(scene, one),
    )


def _held(scene: Scene, record: Record) -> Held | None:
    """Return since when the phone of a record has held its seat, or the banker's rights."""
    seq = _since(scene, record)
    if not seq:
        return None
    began = scene.speaker.say(_("The phone has had the seat since the game began"))
    if record.cause.role == "banker":
        began = scene.speaker.say(_("The phone has had the banker's rights since the game began"))
    return Held(seq, scene.headline(seq) if _moved_in_play(scene, record) else began)


def _moved_in_play(scene: Scene, record: Record) -> int:
    """Return the record by which a phone came to its seat; 0: with the game, or nobody knows."""
    seq = _since(scene, record)
    return seq if seq > 1 else 0


def _since(scene: Scene, record: Record) -> int:
    return scene.context.chronicle.holdings(scene.view.game, scene.view.seq).since(record.seq)


def _later(speaker: Speaker, seconds: float | None) -> str:
    """Return how much later something was; nothing across a restart."""
    if seconds is None:
        return ""
    if seconds < 0:  # pressed before it, and behind it in the queue all the same
        return speaker.say(_("{seconds} s earlier"), seconds=f"{-seconds:.3f}")
    return speaker.say(_("{seconds} s later"), seconds=f"{seconds:.3f}")


def _happening(
    scene: Scene,
    record: Record,
    event: AnyEvent,
    rulebook: Rulebook,
    booked: tuple[Moved, ...],
) -> Happening:
    line = scene.line(event)
    return Happening(
        row=signed_row(scene.speaker, record.seq, line.text, line.change, line.amount),
        facts=(*_amount(scene, event, rulebook), *_times(scene, record, event)),
        rules=tuple(clauses(scene, rulebook, (event.because, *event.also))),
        booked=tuple(_posting(scene, one) for one in booked if _may_know(scene, event, one)),
    )


def _amount(scene: Scene, event: AnyEvent, rulebook: Rulebook) -> tuple[Line, ...]:
    """Return how an amount was reckoned; only what is counted where people have still to do it."""
    if _is_to_be_typed(scene, event):
        return counted(scene, event)
    return (*_reckoning(scene, event, rulebook), *_facts(scene, event))


def _is_to_be_typed(scene: Scene, event: AnyEvent) -> bool:
    """Return whether an event tells a rent that is open, and that who pays it still reckons."""
    if not scene.view.types_amounts or not isinstance(event, RentOpened):
        return False
    stop = (event.visitor, event.lot)
    return any((rent.visitor, rent.lot) == stop for rent in scene.state.rents)


def _may_know(scene: Scene, event: AnyEvent, one: Moved) -> bool:
    """Return whether the reader may know by how much an account has changed.

    What is paid, all see. What somebody brings into a game that is taken over is a balance.
    """
    return one.unit != "cash" or not isinstance(event, TakenOver) or _sees(scene, one.account)


def _sees(scene: Scene, account: str) -> bool:
    """Return whether the reader may know what is in an account.

    All cash sums to zero: what the Bank has tells of two players what the other one has.
    """
    seat = _seat_of(account)
    if seat is not None:
        return scene.sees(seat)
    return account != "bank" or scene.sees_all


def _seat_of(account: str) -> Seat | None:
    number = account.removeprefix("seat-")
    return Seat(int(number)) if number.isdecimal() else None


def _posting(scene: Scene, one: Moved) -> Line:
    """Return an account with its balance before and after; the Bank's runs below zero."""
    speaker = scene.speaker
    seat = _seat_of(one.account)
    if seat is not None:
        label = speaker.name(seat)
    else:
        label = speaker.say(ACCOUNTS.get(one.account, one.account))
    if one.unit == "cash" and not _sees(scene, one.account):
        return Line(label, speaker.signed(one.quantity))
    if one.unit == "cash":
        before, after = (_signless(speaker, amount) for amount in (one.before, one.after))
        return Line(label, f"{speaker.signed(one.quantity)}: {before} → {after}")
    count = {"house": ("{n} house", "{n} houses"), "hotel": ("{n} hotel", "{n} hotels")}[one.unit]
    sign = "+" if one.quantity > 0 else MINUS
    return Line(label, f"{sign}{NBSP}{speaker.count(*count, abs(one.quantity))}")


def _signless(speaker: Speaker, amount: int) -> str:
    """Return a balance; below zero with its sign."""
    return f"{MINUS if amount < 0 else ''}{speaker.digits(amount)}"


def clauses(scene: Scene, rulebook: Rulebook, keys: Iterable[RuleKey]) -> Iterator[Clause]:
    """Yield what the catalogue says under *keys*."""
    silent = _("The rulebook does not say so; it bears on: {place}")
    for rule in (rule for key in keys for rule in rulebook.told(key)):
        place = scene.speaker.say(silent, place=rule.near) if rule.near else rule.where
        yield Clause(rule.id, rule.says, place)


def _reckoning(scene: Scene, event: AnyEvent, rulebook: Rulebook) -> tuple[Line, ...]:
    """Return the arithmetic of the amount in one line, with the rule that names its figures."""
    told = equation(event, scene.speaker.edition)
    if not told:
        return ()
    facts = getattr(event, "facts", {})
    by = RuleKey(str(facts.get("by", "")))
    ids = ", ".join(rule.id for rule in rulebook.told(by))
    return (Line(scene.speaker.say(_("Arithmetic")), f"{told} ({ids})" if ids else told),)


def _times(scene: Scene, record: Record, event: AnyEvent) -> tuple[Line, ...]:
    """Return when a refused press was, seen from what it came behind, and when it was refused."""
    if not isinstance(event, PressRefused):
        return ()
    say, won = scene.speaker.say, scene.records[event.against - 1]
    refused = event.decided - record.cause.mono
    lines = [
        Line(say(_("What came first")), f"{_won(scene, won)} ({who_asked(scene, won)})"),
        Line(say(_("Pressed")), _later(scene.speaker, seconds_between(won, record))),
        Line(say(_("Refused after")), say(_("{seconds} s"), seconds=f"{refused:.3f}")),
    ]
    if event.times > 1:
        lines.append(Line(say(_("Press number")), str(event.times)))
    return tuple(line for line in lines if line.value)


def _won(scene: Scene, record: Record) -> str:
    """Return what was quicker, or higher: the dice rather than what they closed."""
    rolls = [scene.line(event).text for event in record.events if isinstance(event, Rolled)]
    return next(iter(rolls), scene.headline(record.seq))


def _facts(scene: Scene, event: AnyEvent) -> tuple[Line, ...]:
    facts = getattr(event, "facts", {})
    written = scene.speaker.written(facts)
    payer = getattr(event, "payer", getattr(event, "debtor", None))
    apart = APART if isinstance(payer, int) and scene.sees(Seat(payer)) else (*APART, "cash")
    return tuple(
        Line(scene.speaker.say(FACTS.get(name, name)), str(written[name]))
        for name in facts
        if name not in apart
    )


def counted(scene: Scene, event: AnyEvent) -> tuple[Line, ...]:
    """Return what is counted for an amount, but no figure of the amount itself."""
    return tuple(
        Line(scene.speaker.say(FACTS[name]), str(value))
        for name, value in scene.speaker.written(getattr(event, "facts", {})).items()
        if name in COUNTED
    )


def who_asked(scene: Scene, record: Record) -> str:
    """Return by whom and through what a record came about."""
    cause = record.cause
    if cause.role == "banker":
        return scene.speaker.say(CAME_FROM["banker"])
    name = scene.speaker.name(cause.seat) if cause.seat is not None else ""
    return scene.speaker.say(CAME_FROM[cause.origin], name=name)


def _when(wall: float) -> str:
    """Return what the wall clock said, in the time of the place; nothing if that is no time."""
    try:
        return f"{datetime.fromtimestamp(wall).astimezone():%Y-%m-%d %H:%M:%S}"
    except (OverflowError, OSError, ValueError):
        return ""
