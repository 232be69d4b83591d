"""What an arbiter who is called finds beside the call: what was booked last, and how."""

from collections.abc import Sequence

import msgspec

from companion.accounts.headlines import Headlines
from companion.game.events import ArbiterCalled
from companion.journal.record import Record
from companion.journal.replay import in_force, is_played
from companion.speaker import moved_cash
from web.story.record_teller import Happened, RecordTeller, ToldStep

MOST_BEFORE = 5


class BookedLast(msgspec.Struct, frozen=True, kw_only=True):
    """The last record before a call that moved cash, told whole; without one, the last at all."""

    seq: int
    happenings: tuple[Happened, ...]  # what moved money; all of it where nothing did
    steps: tuple[ToldStep, ...]
    late: tuple[ToldStep, ...]
    picture: str  # SHA-256 of the newest picture that it rests on; empty: of none
    before: tuple[tuple[int, str], ...]  # number and sentence of the last records, newest first


def is_call(record: Record) -> bool:
    """Return whether somebody calls the arbiter by a record."""
    return any(isinstance(event, ArbiterCalled) for event in record.events)


def booked_last(
    teller: RecordTeller, headlines: Headlines, records: Sequence[Record], seq: int
) -> BookedLast | None:
    """Return what was booked last before record *seq*; None where nothing was played yet."""
    earlier = records[: seq - 1]
    played = [one for one in in_force(earlier) if is_played(one)]
    if not played:
        return None
    moved = (one for one in reversed(played) if any(map(moved_cash, one.events)))
    record = next(moved, played[-1])
    explanation = teller.explanation(record)
    happened, steps = teller.happened(record, explanation), teller.chain(record, explanation)
    seen = (record.cause.evidence, *(step.picture for step in reversed(steps)))
    return BookedLast(
        seq=record.seq,
        happenings=tuple(one for one in happened if one.booked) or happened,
        steps=steps,
        late=teller.too_late(record),
        picture=next(filter(None, seen), ""),
        before=tuple((one.seq, headlines.of(one.seq)) for one in reversed(played[-MOST_BEFORE:])),
    )
