"""Presses that came too late, or too low, for something that others wanted as well.

Each is recorded before its answer: who lost may ask why, and sees both times. Whoever goes on
pressing is counted, and recorded again at the tenth press, the hundredth and so on: hammering
fills no card.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Self

from msgspec.structs import replace

from companion.game.commands import Bid, Claim
from companion.game.events import (
    AnyEvent,
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
from companion.game.refusals import Code
from companion.journal.record import Cause, Record
from companion.journal.replay import in_force
from companion.table.side_state import Followed
from companion.words import Money, RuleKey, Seat, Space

PRESS = RuleKey("table/press")
"""What the record of a refused press rests on: that who lost may see it."""

PRESSED = "pressed"
"""The fact of a refusal that names the record of the press."""

HAMMER_S = 10.0
"""A bid counts as too late for so long after the hammer; later it is a mistake."""


class LatePress(NamedTuple):
    """What a refused press was about."""

    seat: Seat
    do: Contest
    against: int  # the number of the record that it came behind
    lot: Space | None = None
    amount: Money | None = None


Key = tuple[Seat, Contest, int]


class PressCount(NamedTuple):
    """Presses of one kind against one record."""

    seq: int  # of the record of the first one
    times: int  # as recorded


class LatePresses(Followed, frozen=True, kw_only=True):
    """The refused presses of a game, as far as they are recorded."""

    kept: Mapping[Key, PressCount] = {}

    def told(self, event: AnyEvent, record: Record) -> Self:
        """Return it after an event."""
        if not isinstance(event, PressRefused):
            return self
        key = (event.seat, event.do, event.against)
        first = self.kept.get(key, PressCount(record.seq, 0))
        return replace(self, kept={**self.kept, key: first._replace(times=event.times)})


def late_for(
    records: tuple[Record, ...], command: Bid | Claim, cause: Cause, code: Code
) -> LatePress | None:
    """Return what a command of *cause* was too late or too low for; None if it was a mistake."""
    match command, code:
        case Claim(), "claim-too-late":
            return _late_claim(records, command)
        case Claim(), "nothing-to-claim" if cause.origin == "button":
            hammer = _hammer_before(records, cause)  # a button has but one word for both
            return LatePress(command.by, "bid", hammer) if hammer else None
        case Bid(), "bid-too-low":
            higher = _highest_bid(records)
            return LatePress(command.by, "bid", higher, amount=command.amount) if higher else None
        case Bid(), "no-auction" | "gone-on":
            hammer = _hammer_before(records, cause)
            return LatePress(command.by, "bid", hammer, amount=command.amount) if hammer else None
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


def _late_claim(records: tuple[Record, ...], claim: Claim) -> LatePress | None:
    """Return the roll that closed what was claimed."""
    for record in _backwards(records):
        for event in record.events:
            if not isinstance(event, RentLapsed) or event.owner != claim.by:
                continue
            if claim.lot in (None, event.lot):
                return LatePress(claim.by, "claim", record.seq, lot=event.lot)
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
