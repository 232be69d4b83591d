"""Presses that came too late, or too low, for something that others wanted as well.

Each is recorded before its answer: who lost may ask why, and sees both times. Whoever goes on
pressing is counted, and recorded again at the tenth press, the hundredth and so on: hammering
fills no card.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from companion.game.commands import AnyCommand, Bid, Claim
from companion.game.events import (
    AuctionClosed,
    BidMade,
    BidVoided,
    PressRefused,
    RentLapsed,
    Rewound,
    VoteAsked,
    VoteFailed,
)
from companion.game.events_told import Contest
from companion.game.refusals import Code, Refusal
from companion.journal.record import Cause, Record
from companion.journal.replay import in_force
from companion.table.answers import Accepted
from companion.table.disputing.commands import RefusedPress
from companion.table.live import LiveGame
from companion.words import Money, RuleKey, Seat, Space

PRESS = RuleKey("table/press")
"""What the record of a refused press rests on: that who lost may see it."""

PRESSED = "pressed"
"""The fact of a refusal that names the record of the press."""

HAMMER_S = 10.0
"""A bid counts as too late for so long after the hammer; later it is a mistake."""


class Late(NamedTuple):
    """What a refused press was about."""

    seat: Seat
    do: Contest
    against: int  # the number of the record that it came behind
    lot: Space | None = None
    amount: Money | None = None


Key = tuple[Seat, Contest, int]


class _Kept(NamedTuple):
    seq: int  # of the record of the first press
    times: int


class Presses:
    """Follows the refused presses of the running game."""

    def __init__(self) -> None:
        self._game, self._seq = "", 0
        self._kept: dict[Key, _Kept] = {}

    def refused(
        self, game: LiveGame, command: AnyCommand, cause: Cause, refusal: Refusal, now: float
    ) -> Refusal:
        """Record a refused command if it competed; return its refusal, which names the record.

        *now*: when it was refused, monotonic seconds.
        """
        if cause.role != "seat" or not isinstance(command, Bid | Claim):
            return refusal
        late = late_for(game.records(), command, cause, refusal.code)
        return refusal if late is None else self.kept(game, late, cause, refusal, now)

    def kept(
        self, game: LiveGame, late: Late, cause: Cause, refusal: Refusal, now: float
    ) -> Refusal:
        """Record that somebody was too late; return the refusal, which names the first record.

        What cannot be saved is refused all the same.
        """
        self._follow(game)
        key = (late.seat, late.do, late.against)
        before = self._kept.get(key)
        times = before.times + 1 if before else 1
        if _is_recorded(times):
            event = PressRefused(
                code=refusal.code,
                decided=now,
                times=times,
                because=PRESS,
                **late._asdict(),
            )
            # Without its id: a command that was refused may be sent again, and be accepted then.
            answer = game.note((event,), replace(cause, command_id=None), RefusedPress())
            if not isinstance(answer, Accepted):
                return refusal
            self._follow(game)
        else:
            assert before is not None
            self._kept[key] = before._replace(times=times)
        return replace(refusal, facts={**refusal.facts, PRESSED: self._kept[key].seq})

    def _follow(self, game: LiveGame) -> None:
        """Read on from the last record that was read."""
        if game.name != self._game:
            self._game, self._seq, self._kept = game.name, 0, {}
        for record in game.records(self._seq):
            self._seq = record.seq
            for event in record.events:
                if isinstance(event, PressRefused):
                    key = (event.seat, event.do, event.against)
                    first = self._kept.get(key, _Kept(record.seq, 0))
                    self._kept[key] = first._replace(times=event.times)


def late_for(
    records: tuple[Record, ...], command: Bid | Claim, cause: Cause, code: Code
) -> Late | None:
    """Return what a command of *cause* was too late or too low for; None if it was a mistake."""
    match command, code:
        case Claim(), "claim-too-late":
            return _late_claim(records, command)
        case Claim(), "nothing-to-claim" if cause.origin == "button":
            hammer = _hammer_before(records, cause)  # a button has but one word for both
            return Late(command.by, "bid", hammer) if hammer else None
        case Bid(), "bid-too-low":
            higher = _highest_bid(records)
            return Late(command.by, "bid", higher, amount=command.amount) if higher else None
        case Bid(), "no-auction":
            hammer = _hammer_before(records, cause)
            return Late(command.by, "bid", hammer, amount=command.amount) if hammer else None
    return None


def end_of_vote(records: tuple[Record, ...], vote: int, seat: Seat) -> int:
    """Return the number of the record that ended a vote in which *seat* had a voice; 0: none."""
    if not 0 < vote <= len(records):
        return 0
    asked = [event for event in records[vote - 1].events if isinstance(event, VoteAsked)]
    if not any(seat in event.voters for event in asked):
        return 0
    for record in records[vote:]:
        if any(isinstance(event, Rewound | VoteFailed) for event in record.events):
            return record.seq
    return 0


def _late_claim(records: tuple[Record, ...], claim: Claim) -> Late | None:
    """Return the roll that closed what was claimed."""
    for record in _backwards(records):
        for event in record.events:
            if not isinstance(event, RentLapsed) or event.owner != claim.by:
                continue
            if claim.lot in (None, event.lot):
                return Late(claim.by, "claim", record.seq, lot=event.lot)
    return None


def _highest_bid(records: tuple[Record, ...]) -> int:
    """Return the number of the record with the newest bid of the auction that runs; 0: none yet."""
    for record in _backwards(records):
        if any(isinstance(event, BidMade) for event in record.events):
            return record.seq
        if any(isinstance(event, AuctionClosed | BidVoided) for event in record.events):
            return 0
    return 0


def _hammer_before(records: tuple[Record, ...], cause: Cause) -> int:
    """Return the number of the record in which the hammer fell just before a press; 0: in none."""
    for record in _backwards(records):
        if record.cause.boot != cause.boot or cause.mono - record.cause.mono > HAMMER_S:
            return 0
        if any(isinstance(event, AuctionClosed) for event in record.events):
            return record.seq
    return 0


def _backwards(records: tuple[Record, ...]) -> Iterator[Record]:
    return reversed(in_force(records))


def _is_recorded(times: int) -> bool:
    """Return whether a press is the first of its kind, the tenth, the hundredth and so on."""
    return str(times).strip("0") == "1"
