"""Since when the phone that pressed has held its seat, or the banker's rights."""

from collections.abc import Sequence

from companion.game.events import AnyEvent, BankerMoved, SeatMoved
from companion.journal.record import Record


def held_since(records: Sequence[Record], seq: int) -> int:
    """Return the number of the record by which the phone of record *seq* came to what it acts for.

    0: it was no phone, or nobody wrote down how it came to its seat.

    Args:
        records: of the game, all of them.
        seq: of the record that a phone caused.
    """
    cause = records[seq - 1].cause
    if cause.origin != "phone" or not cause.device:
        return 0
    since = 0
    for record in records[:seq]:
        for event in record.events:
            if not _is_about(event, record=records[seq - 1]):
                continue
            assert isinstance(event, SeatMoved | BankerMoved)
            if cause.device not in event.phones:
                since = 0
            elif not since:
                since = record.seq
    return since


def _is_about(event: AnyEvent, *, record: Record) -> bool:
    """Return whether an event tells who holds what the cause of a record acts for."""
    if record.cause.role == "banker":
        return isinstance(event, BankerMoved)
    return isinstance(event, SeatMoved) and event.seat == record.cause.seat
