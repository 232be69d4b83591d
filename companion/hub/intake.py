"""What a hub takes in is checked as what a table opens: form, own number, clock, seats that sit."""

from companion.errors import JournalError
from companion.game.events import GameBegan
from companion.journal.codec import read
from companion.journal.record import Record
from companion.journal.replay import stranger_in
from companion.shipping.wire import Parcel, RecordBatch, Refused

SPACES = 40
"""Of a board, whatever the edition."""


def refused_of(batch: RecordBatch, seats: int | None) -> Refused | None:
    """Return why records are not taken in, be their digests right; None: they are.

    What cannot have happened shows only to who plays it all again: that is the lobby's. And what a
    newer companion has written is kept, and read once the hub is as new.

    Args:
        batch: of a game.
        seats: how many play it, as its first record says; None: nobody here can read that.
    """
    for seq, parcel in enumerate(batch.parcels, batch.after + 1):
        try:
            record = read(parcel.body, parcel.digest)
        except JournalError as error:
            if error.code == "journal-newer":
                continue
            return Refused("record-damaged", {"seq": seq})
        is_begun = seq > 1 or _players(record) > 0
        stranger = seats is not None and stranger_in(record, seats, SPACES)
        if record.seq != seq or not is_begun or stranger:
            return Refused("record-damaged", {"seq": seq})
    return None


def seats_of(first: Parcel) -> int | None:
    """Return how many play a game that begins with a record; None: nobody here can read that."""
    try:
        return _players(read(first.body, first.digest)) or None
    except JournalError:
        return None


def _players(record: Record) -> int:
    began = record.events[0] if record.events else None
    return len(began.players) if isinstance(began, GameBegan) else 0
