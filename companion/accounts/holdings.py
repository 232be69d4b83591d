"""Since when the phone that pressed has held its seat, or the banker's rights."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from companion.game.events import BankerMoved, SeatMoved
from companion.game.events_told import Device
from companion.journal.record import Cause, Record
from companion.words import Seat

Right: TypeAlias = Seat | Literal["banker"]
"""What phones hold: a seat, or the banker's rights."""


class Holdings:
    """Follows who held what among the records of one game, each of them once."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._since: dict[int, int] = {}
        held: dict[Right, dict[Device, int]] = {}
        for record in records:
            for event in record.events:
                if isinstance(event, SeatMoved | BankerMoved):
                    right: Right = event.seat if isinstance(event, SeatMoved) else "banker"
                    before = held.get(right, {})
                    held[right] = {one: before.get(one, record.seq) for one in event.phones}
            right_used = _right_of(record.cause)
            if right_used is not None:
                since = held.get(right_used, {}).get(record.cause.device, 0)
                self._since[record.seq] = since

    def since(self, seq: int) -> int:
        """Return the number of the record by which the phone of record *seq* came to its right.

        0: it was no phone, or nobody wrote down how it came to it.
        """
        return self._since.get(seq, 0)


def _right_of(cause: Cause) -> Right | None:
    """Return by what right a phone asked; None: it was no phone."""
    if cause.origin != "phone" or not cause.device:
        return None
    return "banker" if cause.role == "banker" else cause.seat
