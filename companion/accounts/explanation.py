"""Why: each event of a record with its rules and its arithmetic, as data."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from companion.accounts.headlines import who_asked
from companion.accounts.movements import MovedAccount
from companion.accounts.ranking import Ranked, ranking
from companion.accounts.wording import Wording
from companion.editions.model import Edition
from companion.editions.rulebook import Rulebook
from companion.game.arithmetic import formula, reckoned
from companion.game.events import AnyEvent, Facts, GameBegan, GameEnded
from companion.game.state import GameState
from companion.journal.record import Record
from companion.speaker import Speaker
from companion.words import RuleKey

_APART = {
    *("because", "also", "facts"),  # shown in their own places
    *("text", "worth", "counted"),  # a whole file, and what nobody is to know before a choice
}


class CitedRule(msgspec.Struct, frozen=True):
    """One rule that an event rests on."""

    id: str  # of the edition's catalogue; the key itself, where the catalogue has none
    says: str
    section: str = ""  # where the printed rulebook says it
    near: str = ""  # or what it bears on, where the rulebook does not say it


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """One event, explained."""

    what: str  # the event's word
    told: Mapping[str, str]  # its fields for people: names, spaces, amounts
    rules: tuple[CitedRule, ...]  # the first is the one it rests on
    arithmetic: Mapping[str, int | str]
    formula: str = ""  # `10 × 7 = 70`, where an amount was reckoned
    by: tuple[str, ...] = ()  # ids of the rules that name the figures in it
    booked: tuple[MovedAccount, ...] = ()  # each account that it moved
    printed_otherwise: tuple[str, ...] = ()  # figures of deeds set right before that it rests on


class Step(msgspec.Struct, frozen=True):
    """An earlier record that led to the one that is explained."""

    seq: int
    earlier_s: float | None  # seconds between the two causes; None: across a restart


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One record, explained."""

    seq: int
    when: str  # the wall clock's word, UTC; a label, not an order
    who: str  # by whom and through what
    device: str  # which phone, camera or button; "" where that is not known
    asked: Mapping[str, Any]  # the command
    said: str  # the same as people say it, without its word
    happened: tuple[Happening, ...]
    evidence: str | None  # SHA-256 of the picture
    mono: float = 0.0  # seconds of the monotonic clock: when it was pressed, thrown, sent
    boot: str = ""  # which that clock counts from
    repeats: int | None = None  # number of the record whose command this is, decided once more
    led: tuple[Step, ...] = ()  # from the dice or the button to here, oldest first
    ranked: tuple[Ranked, ...] = ()  # what everybody was worth, where that decided
    held_since: int = 0  # the record by which its phone came to the seat; 0: nobody wrote that down


def explained(
    record: Record,
    edition: Edition,
    rulebook: Rulebook,
    players: tuple[str, ...],
    *,
    booked: Sequence[tuple[MovedAccount, ...]] = (),
    led: Sequence[Record] = (),
    held: int = 0,
    reached: GameState | None = None,
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
        reached: the state after it.
    """
    cause, wording = record.cause, Wording(edition, players)
    return Explanation(
        seq=record.seq,
        when=_when(cause.wall),
        who=who_asked(Speaker.english(edition, players), cause),
        device=cause.device or "",
        asked=record.command,
        said=wording.command(record.command),
        happened=tuple(
            _happening(event, edition, rulebook, wording, booked[n] if booked else ())
            for n, event in enumerate(record.events)
        ),
        evidence=cause.evidence,
        mono=cause.mono,
        boot=cause.boot,
        repeats=cause.repeats,
        led=tuple(Step(earlier.seq, seconds_between(earlier, record)) for earlier in led),
        held_since=held,
        ranked=_ranked(record, reached) if reached is not None else (),
    )


def _ranked(record: Record, reached: GameState) -> tuple[Ranked, ...]:
    """Return what decided between those who were left; nothing where one alone was."""
    is_over = any(isinstance(event, GameEnded) for event in record.events)
    found = ranking(reached) if is_over else ()
    return found if len(found) > 1 else ()


def seconds_between(earlier: Record, later: Record) -> float | None:
    """Return how much later the cause of one record was; None if a restart lies between.

    The wall clock is not asked: it may have jumped.
    """
    if earlier.cause.boot != later.cause.boot:
        return None
    return round(later.cause.mono - earlier.cause.mono, 3)


def equation(event: AnyEvent, edition: Edition) -> str:
    """Return the arithmetic of an event's amount with its result, `10 × 7 = $70`.

    It is empty where nothing was reckoned (no interest), or where a roll is still to decide it.
    """
    facts: Facts = getattr(event, "facts", {})
    reckoning = formula(facts)
    nothing = facts.get("rate") == "0" or getattr(event, "amount", 0) is None
    if " " not in reckoning or nothing:
        return ""
    return f"{reckoning} = {edition.currency.written(reckoned(facts))}"


def players_of(first: Record) -> tuple[str, ...]:
    """Return the names by seat, from a game's first record."""
    began = first.events[0]
    return began.players if isinstance(began, GameBegan) else ()


def _happening(
    event: AnyEvent,
    edition: Edition,
    rulebook: Rulebook,
    wording: Wording,
    booked: tuple[MovedAccount, ...],
) -> Happening:
    facts: Facts = getattr(event, "facts", {})
    return Happening(
        what=str(event.__struct_config__.tag),
        told=dict(wording.fields(event, *_APART)),
        rules=tuple(cited((event.because, *event.also), rulebook)),
        arithmetic=facts,
        formula=equation(event, edition),
        booked=booked,
        by=tuple(rule.id for rule in rulebook.told(RuleKey(str(facts.get("by", ""))))),
    )


def cited(keys: tuple[RuleKey, ...], rulebook: Rulebook) -> Iterator[CitedRule]:
    """Yield the rules that stand under keys, each once; of a key with none, the key."""
    if not rulebook.told(keys[0]):  # further keys may be questions of other books
        yield CitedRule(keys[0], "")
    told = (rule for key in keys for rule in rulebook.told(key))
    for rule in dict.fromkeys(told):
        yield CitedRule(rule.id, rule.says, rule.where, rule.near)


def _when(wall: float) -> str:
    try:
        return datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, OSError, ValueError):
        return "at an unknown time"
