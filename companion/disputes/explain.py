"""Why: each event of a record with its rules and its arithmetic, as data and as lines."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec

from companion.disputes.accounts import Moved
from companion.editions.model import Edition
from companion.editions.rulebook import Rulebook
from companion.game.arithmetic import formula, reckoned
from companion.game.events import AnyEvent, Facts, GameBegan, Share
from companion.journal.record import Record
from companion.words import RuleKey, Seat, Space

_APART = {
    *("because", "also", "facts"),  # shown in their own places
    *("text", "worth"),  # a whole file, and what nobody is to know before a choice
}
_TABLES_OF_AMOUNTS = {"cash", "before"}
_AMOUNTS = {"amount", "price", "cost", "value", "interest", "paid"}


class CitedRule(msgspec.Struct, frozen=True):
    """One rule that an event rests on."""

    id: str  # of the edition's catalogue; the key itself, where the catalogue has none
    says: str
    section: str = ""  # where the printed rulebook says it, or what it rests on without one


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """One event, explained."""

    what: str  # the event's word
    told: Mapping[str, str]  # its fields for people: names, spaces, amounts
    rules: tuple[CitedRule, ...]  # the first is the one it rests on
    arithmetic: Mapping[str, int | str]
    formula: str = ""  # `10 × 7 = 70`, where an amount was reckoned
    by: tuple[str, ...] = ()  # ids of the rules that name the figures in it
    booked: tuple[Moved, ...] = ()  # each account that it moved


class Step(msgspec.Struct, frozen=True):
    """An earlier record that led to the one that is explained."""

    seq: int
    earlier_s: float | None  # seconds between the two causes; None: across a restart


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One record, explained."""

    seq: int
    when: str  # the wall clock's word, UTC; a label, not an order
    who: str  # by what right and through what
    asked: Mapping[str, Any]  # the command
    happened: tuple[Happening, ...]
    evidence: str | None  # SHA-256 of the picture
    mono: float = 0.0  # seconds of the monotonic clock: when it was pressed, thrown, sent
    boot: str = ""  # which that clock counts from
    repeats: int | None = None  # number of the record whose command this is, decided once more
    led: tuple[Step, ...] = ()  # from the dice or the button to here, oldest first
    held_since: int = 0  # the record by which its phone came to the seat; 0: nobody wrote that down


def explained(
    record: Record,
    edition: Edition,
    rulebook: Rulebook,
    players: tuple[str, ...],
    *,
    booked: Sequence[tuple[Moved, ...]] = (),
    led: Sequence[Record] = (),
    held: int = 0,
) -> Explanation:
    """Return what a record says, in the names and rules of its game.

    Args:
        record: of the game.
        edition: as it is played.
        rulebook: the edition's catalogue.
        players: their names by seat.
        booked: what each of its events did to the accounts (see `moved_by`).
        led: the records that led to it (see `causes_of`).
        held: since which record its phone has held the seat (see `Holdings`).
    """
    cause = record.cause
    seat = f" of {_name(cause.seat, players)}" if cause.seat is not None else ""
    return Explanation(
        seq=record.seq,
        when=_when(cause.wall),
        who=f"{cause.role}{seat}, {cause.origin}{f' {cause.device}' if cause.device else ''}",
        asked=record.command,
        happened=tuple(
            _happening(event, edition, rulebook, players, booked[n] if booked else ())
            for n, event in enumerate(record.events)
        ),
        evidence=cause.evidence,
        mono=cause.mono,
        boot=cause.boot,
        repeats=cause.repeats,
        led=tuple(Step(earlier.seq, seconds_between(earlier, record)) for earlier in led),
        held_since=held,
    )


def seconds_between(earlier: Record, later: Record) -> float | None:
    """Return how much later the cause of one record was; None if a restart lies between.

    The wall clock is not asked: it may have jumped.
    """
    if earlier.cause.boot != later.cause.boot:
        return None
    return round(later.cause.mono - earlier.cause.mono, 3)


def equation(event: AnyEvent, edition: Edition) -> str:
    """Return the arithmetic of an event's amount with its result, `10 × 7 = $70`.

    It is empty where nothing was reckoned, or where a roll is still to decide the amount.
    """
    facts: Facts = getattr(event, "facts", {})
    reckoning = formula(facts)
    if " " not in reckoning or getattr(event, "amount", 0) is None:
        return ""
    return f"{reckoning} = {edition.currency.written(reckoned(facts))}"


def players_of(first: Record) -> tuple[str, ...]:
    """Return the names by seat, from a game's first record."""
    began = first.events[0]
    return began.players if isinstance(began, GameBegan) else ()


def lines_of(explanation: Explanation, players: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield an explanation as lines of text; *players* are the names by seat, if known."""
    asked = " ".join(f"{key}={value}" for key, value in explanation.asked.items() if key != "do")
    word = explanation.asked.get("do", "?")
    yield f"{explanation.seq}  {explanation.when}  {explanation.who}: {word} {asked}".rstrip()
    if explanation.evidence:
        yield f"    picture {explanation.evidence}"
    yield f"    at {explanation.mono:.3f} s of boot {explanation.boot or '?'}"
    if explanation.repeats:
        yield f"    number {explanation.repeats} once more, after a late entry"
    if explanation.held_since:
        yield f"    by a phone that has held the seat since number {explanation.held_since}"
    for step in explanation.led:
        away = "" if step.earlier_s is None else f", {step.earlier_s:.3f} s before"
        yield f"    because of number {step.seq}{away}"
    for happening in explanation.happened:
        told = ", ".join(f"{key} {value}" for key, value in happening.told.items())
        yield f"    {happening.what}: {told}"
        if happening.formula:
            yield f"        {happening.formula}{_by(happening)}"
        parts = [f"{key} {value}" for key, value in happening.arithmetic.items() if key != "by"]
        if parts:
            yield f"        from {', '.join(parts)}"
        for moved in happening.booked:
            account = _account(moved.account, players)
            yield f"        books: {account} {moved.unit} {moved.before} -> {moved.after}"
        for rule in happening.rules:
            section = f" [{rule.section}]" if rule.section else ""
            yield f"        {rule.id}  {rule.says}{section}".rstrip()


def _account(account: str, players: tuple[str, ...]) -> str:
    seat = account.removeprefix("seat-")
    return _name(int(seat), players) if seat.isdecimal() else account


def _by(happening: Happening) -> str:
    return f", by {', '.join(happening.by)}" if happening.by else ""


def _happening(
    event: AnyEvent,
    edition: Edition,
    rulebook: Rulebook,
    players: tuple[str, ...],
    booked: tuple[Moved, ...],
) -> Happening:
    told = {}
    for field in msgspec.structs.fields(type(event)):
        value = getattr(event, field.name)
        if field.name not in _APART and value not in (None, (), {}, field.default):
            told[field.name] = _told(field, value, edition, players)
    facts: Facts = getattr(event, "facts", {})
    return Happening(
        what=str(event.__struct_config__.tag),
        told=told,
        rules=tuple(_cited((event.because, *event.also), rulebook)),
        arithmetic=facts,
        formula=equation(event, edition),
        booked=booked,
        by=tuple(rule.id for rule in rulebook.told(RuleKey(str(facts.get("by", ""))))),
    )


def _told(
    field: msgspec.structs.FieldInfo, value: Any, edition: Edition, players: tuple[str, ...]
) -> str:
    """Return a field's value as people say it."""
    kinds = (field.type, *get_args(field.type))
    if Seat in kinds and isinstance(value, int):
        return _name(value, players)
    if isinstance(value, tuple) and all(isinstance(one, Share) for one in value):
        return ", ".join(_share(share, edition, players) for share in value)
    if Seat in kinds and isinstance(value, tuple):
        return " ".join(_name(seat, players) for seat in value)
    if Space in kinds and isinstance(value, int):
        return f"{edition.spaces[value].name} ({value})"
    if field.name in _AMOUNTS:
        return edition.currency.written(value)
    if isinstance(value, Mapping):
        return ", ".join(_pair(field, *pair, edition, players) for pair in value.items())
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value)


def _share(share: Share, edition: Edition, players: tuple[str, ...]) -> str:
    creditor = "bank" if share.creditor == "bank" else _name(share.creditor, players)
    return f"{creditor} {edition.currency.written(share.amount)}"


def _pair(
    field: msgspec.structs.FieldInfo,
    key: Any,
    value: Any,
    edition: Edition,
    players: tuple[str, ...],
) -> str:
    """Return one line of a table by seats or by spaces."""
    by, what = get_args(field.type) or (str, str)
    shown = str(value)
    if Seat in (what, *get_args(what)):
        shown = "bank" if value is None else _name(value, players)
    elif field.name in _TABLES_OF_AMOUNTS:
        shown = edition.currency.written(value)
    elif isinstance(value, tuple):
        shown = " ".join(map(str, value)) or "none"
    if by is Seat:
        return f"{_name(key, players)} {shown}"
    return f"{edition.spaces[key].name} ({key}) {shown}" if by is Space else f"{key} {shown}"


def _cited(keys: tuple[RuleKey, ...], rulebook: Rulebook) -> Iterator[CitedRule]:
    if not rulebook.told(keys[0]):  # further keys may be questions of other books
        yield CitedRule(keys[0], "")
    told = (rule for key in keys for rule in rulebook.told(key))
    yield from dict.fromkeys(
        CitedRule(rule.id, rule.says, rule.section or rule.rests_on) for rule in told
    )


def _name(seat: int, players: tuple[str, ...]) -> str:
    return players[seat] if 0 <= seat < len(players) else f"seat {seat}"


def _when(wall: float) -> str:
    try:
        return datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, OSError, ValueError):
        return "at an unknown time"
