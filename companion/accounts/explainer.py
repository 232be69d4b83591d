"""An explanation in sentences: the same at a terminal and on a page, in the reader's language."""

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from companion.accounts.deed_figures import resting_on
from companion.accounts.explanation import CitedRule, Explanation, Happening, seconds_between
from companion.accounts.headlines import Headlines, who_asked
from companion.accounts.movements import MovedAccount
from companion.accounts.ranking import Ranked, sum_of
from companion.game.events import (
    AnyEvent,
    DeedCorrected,
    GameEnded,
    PressRefused,
    Rolled,
    TakenOver,
)
from companion.game.terms import Facts
from companion.journal.record import Record
from companion.sayings import explanations as say
from companion.speaker import MINUS, Speaker, ToldLine
from companion.words import Seat

COUNTED = ("lot", "space", "card", "dice", "level", "count", "of", "pieces", "houses", "hotels")
"""Facts that say what is counted, not what it costs."""

_LINES_AND_GLOSSES = re.compile(r"\bL\d+(-L?\d+)?\b,?| \([A-Za-z][^)]*\)")
_COMPETE_S = 10.0  # presses that lie so near compete
_SECONDS_S, _MINUTES = 59.5, 90  # so far people count seconds, and minutes
_APART = ("by", "from")
"""Facts that name a rule or a source: they are in the line of the arithmetic, or go without."""


class Figure(msgspec.Struct, frozen=True):
    """What, and how much."""

    label: str
    value: str


class Clause(msgspec.Struct, frozen=True):
    """A rule that had a say."""

    id: str
    says: str
    section: str  # where the printed rulebook says it; or what it rests on, without one


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """One record in a chain of causes."""

    seq: int
    text: str
    who: str
    after: str  # how much later than the first of the chain; "" for the first, across a restart
    picture: str


class ToldEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event with what it rests on."""

    told: ToldLine
    facts: tuple[Figure, ...]  # how its amount was calculated
    booked: tuple[Figure, ...]  # each account that it moved
    rules: tuple[Clause, ...]


class Explainer:
    """Says what is explained of the records of one game.

    Args:
        headlines: says the records and events themselves.
        since: returns by which record the phone of a record came to its right (see `Holdings`).
    """

    def __init__(self, headlines: Headlines, since: Callable[[int], int] = lambda _seq: 0) -> None:
        self.headlines, self.since = headlines, since
        self.speaker, self._hidden = headlines.speaker, headlines.hidden
        told = (event for record in headlines.records for event in record.events)
        self._reprinted = any(isinstance(event, DeedCorrected) for event in told)

    # ---- what happened

    def events(
        self,
        record: Record,
        explanation: Explanation,
        only_counted: Callable[[AnyEvent], bool] = lambda _event: False,
    ) -> tuple[ToldEvent, ...]:
        """Return each event of a record with what it rests on.

        Args:
            record: of the game.
            explanation: of the same record.
            only_counted: tells of which amount the reader may know no more than what is counted.
        """
        found = []
        for event, one in zip(record.events, explanation.happened, strict=True):
            if only_counted(event):
                facts = self.counted(one.arithmetic)
            else:
                facts = (*self._reckoned(one), *self._facts(event, one.arithmetic))
            if isinstance(event, GameEnded):
                facts = tuple(self._worths(explanation.ranked))
            decides = not isinstance(event, GameEnded) or explanation.ranked
            if decides and not only_counted(event):
                facts = (*facts, *self.printed_otherwise(record, event))
            moved = (self._posting(m) for m in one.booked if self._may_know(event, m))
            found.append(
                ToldEvent(
                    told=self.headlines.line(event, record.cause.arbiter),
                    facts=(*facts, *self._times(record, event)),
                    booked=tuple(moved),
                    rules=tuple(self.clauses(one.rules)),
                )
            )
        return tuple(found)

    def counted(self, facts: Facts) -> tuple[Figure, ...]:
        """Return what is counted for an amount, but no figure of the amount itself."""
        return tuple(
            Figure(self.speaker.say(say.FACTS[name]), self._number(value))
            for name, value in self.speaker.written(facts).items()
            if name in COUNTED
        )

    def clauses(self, rules: Iterable[CitedRule]) -> Iterator[Clause]:
        """Yield rules as people read them; what stands in no book has no words to read."""
        for rule in rules:
            if not rule.says:
                continue
            if rule.near:
                place = self.speaker.say(say.NOT_IN_THE_BOOK, place=_headings(rule.near))
            else:
                place = self.speaker.say(_headings(rule.section))
            yield Clause(rule.id, self.speaker.say(rule.says), place)

    def _reckoned(self, happening: Happening) -> tuple[Figure, ...]:
        """Return the arithmetic of the amount in one line, with the rule that names its figures."""
        if not happening.formula:
            return ()
        by = f" ({', '.join(happening.by)})" if happening.by else ""
        formula, equals, amount = happening.formula.rpartition(" = ")
        line = f"{formula}{equals}{self.speaker.unbroken(amount)}{by}"
        return (Figure(self.speaker.say(say.ARITHMETIC), line),)

    def _worths(self, ranked: Iterable[Ranked]) -> Iterator[Figure]:
        """Yield what everybody was worth, with the sum that it is."""
        for one in ranked:
            told = self.speaker.exactly(one.counted.worth)
            yield Figure(
                self.speaker.name(one.seat),
                f"{sum_of(self.speaker, one.counted)} ={self.speaker.gap}{told}",
            )

    def _facts(self, event: AnyEvent, facts: Facts) -> tuple[Figure, ...]:
        payer = getattr(event, "payer", getattr(event, "debtor", None))
        sees = isinstance(payer, int) and payer not in self._hidden
        apart = _APART if sees else (*_APART, "cash")
        written = self.speaker.written(facts)
        names = (name for name in facts if name not in apart)
        return tuple(
            Figure(self.speaker.say(say.FACTS.get(name, name)), self._number(written[name]))
            for name in names
        )

    def _number(self, value: object) -> str:
        """Return a figure of the arithmetic, its thousands told apart as those of amounts are."""
        if isinstance(value, int) and value > 1:
            return self.speaker.digits(value)
        return str(value)

    def printed_otherwise(self, record: Record, event: AnyEvent) -> Iterator[Figure]:
        """Yield each figure of a deed that was set right and that the amount rests on."""
        if not self._reprinted:
            return
        speaker = self.speaker
        for one, by, told in resting_on(speaker, self.headlines.records, record, event):
            who = who_asked(speaker, by.cause)
            yield Figure(
                speaker.say(say.PRINTED_OTHERWISE),
                speaker.say(say.SET_RIGHT_BY, changed=one.line, n=by.seq, who=who, why=told.why),
            )

    def _times(self, record: Record, event: AnyEvent) -> tuple[Figure, ...]:
        """Return when a refused press was, seen from what it came behind, and when refused."""
        if not isinstance(event, PressRefused):
            return ()
        words, won = self.speaker.say, self.headlines.records[event.against - 1]
        refused = event.decided - record.cause.mono
        lines = [
            Figure(
                words(say.CAME_FIRST), f"{self._won(won)} ({who_asked(self.speaker, won.cause)})"
            ),
            Figure(words(say.PRESSED), self._later(seconds_between(won, record))),
            Figure(
                words(say.REFUSED_AFTER), words(say.SECONDS, seconds=self.speaker.decimal(refused))
            ),
        ]
        if event.times > 1:
            lines.append(Figure(words(say.PRESS_NUMBER), str(event.times)))
        return tuple(line for line in lines if line.value)

    def _won(self, record: Record) -> str:
        """Return what was quicker, or higher: the dice rather than what they closed."""
        lines = (self.headlines.line(one) for one in record.events if isinstance(one, Rolled))
        return next((line.text for line in lines), self.headlines.of(record.seq))

    # ---- accounts

    def _may_know(self, event: AnyEvent, moved: MovedAccount) -> bool:
        """Return whether the reader may know by how much an account has changed.

        What is paid, all see. What somebody brings into a game that is taken over is a balance.
        """
        return moved.unit != "cash" or not isinstance(event, TakenOver) or self._sees(moved)

    def _sees(self, moved: MovedAccount) -> bool:
        """Return whether the reader may know how much is in an account.

        All cash sums to zero: what the Bank has tells of two players what the other one has.
        """
        seat = _seat_of(moved)
        return not self._hidden if moved.account == "bank" else seat not in self._hidden

    def _posting(self, moved: MovedAccount) -> Figure:
        """Return an account with its balance before and after; the Bank's runs below zero."""
        speaker, seat = self.speaker, _seat_of(moved)
        label = speaker.say(say.ACCOUNTS.get(moved.account, moved.account))
        label = label if seat is None else speaker.name(seat)
        if moved.unit != "cash":
            sign, count = "+" if moved.quantity > 0 else MINUS, abs(moved.quantity)
            houses = speaker.count("{n} house", "{n} houses", count)
            hotels = speaker.count("{n} hotel", "{n} hotels", count)
            return Figure(
                label, f"{sign}{speaker.gap}{houses if moved.unit == 'house' else hotels}"
            )
        change = speaker.signed(moved.quantity)
        if not self._sees(moved):
            return Figure(label, change)
        before, after = (_balance(speaker, amount) for amount in (moved.before, moved.after))
        return Figure(label, f"{change}: {before} → {after}")

    # ---- who, when, and because of what

    def chain(self, records: Iterable[Record]) -> Iterator[Link]:
        """Yield records as a chain, each with how much later than the first it was."""
        first: Record | None = None
        for record in records:
            first = first or record
            yield self._link(record, since=first)

    def too_late(self, record: Record) -> Iterator[Link]:
        """Yield the presses that were refused because of a record, the earliest first."""
        for other in self.headlines.records[record.seq :]:
            for event in other.events:
                if isinstance(event, PressRefused) and event.against == record.seq:
                    yield self._link(other, since=record)

    def _link(self, record: Record, *, since: Record) -> Link:
        return Link(
            seq=record.seq,
            text=self.headlines.of(record.seq),
            who=who_asked(self.speaker, record.cause),
            after="" if record is since else self._later(seconds_between(since, record)),
            picture=record.cause.evidence or "",
        )

    def repeated(self, record: Record) -> str:
        """Return that a record is another once more, after a late entry; nothing if it is not."""
        other = record.cause.repeats
        return self.speaker.say(say.REPEATED, n=other) if other else ""

    def held(self, record: Record) -> str:
        """Return since when the phone of a record has held its right; nothing if nobody knows."""
        seq = self.since(record.seq)
        if seq > 1:
            return self.headlines.of(seq)
        banker = record.cause.role == "banker"
        told = say.BANKER_FROM_THE_START if banker else say.HELD_FROM_THE_START
        return self.speaker.say(told) if seq else ""

    def _later(self, seconds: float | None) -> str:
        """Return how much later something was; nothing across a restart."""
        if seconds is None:
            return ""
        told = say.EARLIER if seconds < 0 else say.LATER  # pressed before it, queued behind it
        return self.speaker.say(told, span=self._span(abs(seconds)))

    def _span(self, seconds: float) -> str:
        """Return a time as people say it: to the thousandth where presses compete."""
        if seconds < _COMPETE_S:
            return self.speaker.say(say.SECONDS, seconds=self.speaker.decimal(seconds))
        if seconds < _SECONDS_S:
            return self.speaker.say(say.SECONDS, seconds=round(seconds))
        minutes = round(seconds / 60)
        if minutes < _MINUTES:
            return self.speaker.count("about {n} minute", "about {n} minutes", minutes)
        return self.speaker.count("about {n} hour", "about {n} hours", round(minutes / 60))


def lines_of(explainer: Explainer, record: Record, explanation: Explanation) -> Iterator[str]:
    """Yield the explanation of a record as lines of text."""
    who = who_asked(explainer.speaker, record.cause)
    device = f" [{record.cause.device}]" if record.cause.device else ""
    asked = f"{explanation.asked.get('do', '?')} {explanation.said}".rstrip()
    yield f"{explanation.seq}  {explanation.when}  {who}{device}: {asked}"
    if explanation.evidence:
        yield f"    picture {explanation.evidence}"
    yield f"    at {explanation.mono:.3f} s of boot {explanation.boot or '?'}"
    if repeated := explainer.repeated(record):
        yield f"    {repeated}"
    if held := explainer.held(record):
        yield f"    {held} ({explanation.held_since})"
    led = [explainer.headlines.records[step.seq - 1] for step in explanation.led]
    for link in explainer.chain((*led, record) if led else ()):
        yield f"    {link.seq}: {link.text} ({', '.join(filter(None, (link.who, link.after)))})"
    for link in explainer.too_late(record):
        yield f"    {link.seq}: {link.text} ({', '.join(filter(None, (link.who, link.after)))})"
    for event in explainer.events(record, explanation):
        yield f"    {event.told.text}{_amount(explainer.speaker, event.told)}"
        yield from (f"        {line.label}: {line.value}" for line in (*event.facts, *event.booked))
        for rule in event.rules:
            section = f" [{rule.section}]" if rule.section else ""
            yield f"        {rule.id}  {rule.says}{section}".rstrip()


def _headings(place: str) -> str:
    """Return a rulebook's headings as people find them: without lines of a file, or glosses."""
    bare = (_LINES_AND_GLOSSES.sub("", part).strip(" ,") for part in place.split("; "))
    return "; ".join(filter(None, bare))


def _amount(speaker: Speaker, told: ToldLine) -> str:
    return f"  {speaker.digits(told.amount)}" if told.amount else ""


def _seat_of(moved: MovedAccount) -> Seat | None:
    number = moved.account.removeprefix("seat-")
    return Seat(int(number)) if number.isdecimal() else None


def _balance(speaker: Speaker, amount: int) -> str:
    return f"{MINUS if amount < 0 else ''}{speaker.digits(amount)}"
