"""What is disputed at the table, the vote that runs, and how this table settles such things."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, Self

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.game.events import (
    AnyEvent,
    Disputed,
    Rewound,
    Ruled,
    VoteAsked,
    Voted,
    VoteFailed,
    WaitEnded,
)
from companion.journal.record import Cause, Record
from companion.journal.replay import first_told, in_force, retold_by
from companion.table.side_state import Followed
from companion.words import RuleKey, Seat

DISPUTE = RuleKey("table/dispute")
"""What a refusal rests on here."""

MOST_VOICES = 10
"""So often a seat may speak in one vote."""


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """How this table settles disputes; the banker may change it."""

    window_s: Annotated[int, Meta(ge=10, le=3600)] = 120  # so long a booking may be disputed
    waits: bool = False  # play waits for the ruling
    vote: bool = False  # the table may vote to go back
    vote_s: Annotated[int, Meta(ge=10, le=600)] = 60  # so long for a vote: silence is no


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A record that somebody says is wrong, and the banker has not ruled on."""

    seq: int  # that record's number
    by: Seat | None  # None: the banker
    why: str


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """Whether to go back to just after a record."""

    id: int  # the number of the record that asked for it
    by: Seat  # who asked, and so votes for it
    back_to: int
    why: str
    voters: tuple[Seat, ...]
    yes: tuple[Seat, ...]
    no: tuple[Seat, ...] = ()
    heard: tuple[Seat, ...] = ()  # every voice after the first one, in order
    asked: Cause  # of the one who asked for it
    seconds: int  # so long it runs from then on; who is silent until its end has said no
    ends: float = 0.0  # monotonic seconds, where the clock is known

    @property
    def needed(self) -> int:
        """So many make a majority: more than half of all who may vote."""
        return len(self.voters) // 2 + 1

    @property
    def is_lost(self) -> bool:
        """Whether so many are against it that it cannot be won any more."""
        return len(self.voters) - len(self.no) < self.needed

    def with_voice(self, seat: Seat, *, yes: bool) -> "Vote":
        """Return the vote with one more voice; who changes their mind counts once."""
        sides = {True: self.yes, False: self.no}
        if seat in sides[yes]:
            return self
        others = {side: tuple(one for one in sides[side] if one != seat) for side in sides}
        others[yes] += (seat,)
        return replace(self, yes=others[True], no=others[False], heard=(*self.heard, seat))

    def may_change(self, seat: Seat) -> bool:
        """Whether a seat may still say something else: each change is a record."""
        return self.heard.count(seat) < MOST_VOICES


def known_since(records: Sequence[Record], record: Record) -> Cause:
    """Return the cause since when people know what a record booked.

    It is its own; where a retelling booked it otherwise than before, that of the retelling.
    """
    earlier = record.cause.repeats
    if earlier is None or not 0 < earlier < record.seq:
        return record.cause
    if records[earlier - 1].events == record.events:
        return known_since(records, records[earlier - 1])
    told = (one for one in reversed(records[: record.seq]) if record.seq in retold_by(one))
    return next(told, record).cause


def said_of(records: Sequence[Record], record: Record) -> Iterator[tuple[int, Disputed | Ruled]]:
    """Yield what was said of a record, or of the one that it repeats, and in which record."""
    first = first_told(records, record.seq)
    for other in records[first:]:
        for event in other.events if other.cause.repeats is None else ():
            if not isinstance(event, Disputed | Ruled):
                continue
            if event.seq and first_told(records, event.seq) == first:
                yield other.seq, event


class Wait(NamedTuple):
    """Play waits for the banker's ruling."""

    since: Cause
    seconds: int


class Disputes(Followed, frozen=True, kw_only=True):
    """The open disputes of a game and the vote that runs in it; no clock is asked here."""

    open: Mapping[int, Dispute] = {}  # by the number of the record
    ruled: frozenset[int] = frozenset()  # records on which the banker has ruled
    vote: Vote | None = None
    wait: Wait | None = None
    failed: Mapping[Seat, Cause] = {}  # when a seat's vote failed
    denied: frozenset[Seat] = frozenset()  # whose last dispute was turned down
    retold: Mapping[int, Dispute] = {}  # open, of records that a retelling may repeat
    whole: int = 0  # number of the record with which a retelling is told

    def after(self, record: Record, records: Sequence[Record]) -> Self:
        """Return it after one more record."""
        now = super().after(record, records)
        vote = now.vote if record.seq >= now.whole else None
        if vote is not None and all(r.seq != vote.back_to for r in in_force(records[: record.seq])):
            now = replace(now, vote=None)
        return now if now.open or now.wait is None else replace(now, wait=None)

    def told(self, event: AnyEvent, record: Record) -> Self:
        """Return it after an event."""
        match event:
            case Disputed():
                dispute = Dispute(seq=event.seq, by=event.seat, why=event.why)
                wait = Wait(record.cause, event.waits) if event.waits else self.wait
                return replace(self, open={**self.open, event.seq: dispute}, wait=wait)
            case Ruled():
                return self._ruled(event)
            case WaitEnded():
                return replace(self, wait=None)
            case VoteAsked():
                return replace(self, vote=_asked(event, record))
            case Voted() if self.vote is not None and self.vote.id == event.vote:
                return replace(self, vote=self.vote.with_voice(event.seat, yes=event.yes))
            case VoteFailed():
                failed = {**self.failed, event.seat: record.cause}
                return replace(self, vote=None, failed=failed)
        return self

    def gone_back(self, event: Rewound, record: Record, _records: Sequence[Record]) -> Self:
        """Return it without what is taken back: that need not be ruled on."""
        later = {seq: one for seq, one in self.open.items() if seq > event.back_to}
        return replace(
            self,
            open={seq: one for seq, one in self.open.items() if seq not in later},
            retold=later if event.retold else {},
            whole=record.seq + event.retold,
            vote=self.vote if event.retold else None,
        )

    def repeated(self, earlier: int, record: Record) -> Self:
        """Let what was said of a record be said of the one that repeats it."""
        open_now, retold, ruled, vote = {**self.open}, {**self.retold}, self.ruled, self.vote
        if earlier in retold:
            open_now[record.seq] = replace(retold.pop(earlier), seq=record.seq)
        if earlier in ruled:
            ruled |= {record.seq}
        if vote is not None and vote.back_to == earlier:
            vote = replace(vote, back_to=record.seq)
        return replace(self, open=open_now, retold=retold, ruled=ruled, vote=vote)

    def _ruled(self, event: Ruled) -> Self:
        open_now, denied = {**self.open}, self.denied
        dispute = open_now.pop(event.seq, None)
        if dispute is not None and dispute.by is not None:
            by = {dispute.by}
            denied = denied | by if event.ruling == "stands" else denied - by
        return replace(self, open=open_now, ruled=self.ruled | {event.seq}, denied=denied)


def _asked(event: VoteAsked, record: Record) -> Vote:
    """Return a vote as it begins."""
    return Vote(
        id=record.seq,
        by=event.seat,
        back_to=event.back_to,
        why=event.why,
        voters=event.voters,
        yes=(event.seat,),
        asked=record.cause,
        seconds=event.seconds,
    )
