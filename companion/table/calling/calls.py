"""The calls for the arbiter that wait: made of a game's records."""

from collections.abc import Mapping
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.game.events import AnyEvent, ArbiterCalled, CallAbout, CallAnswered, CallEnded
from companion.journal.record import Cause, Record
from companion.table.side_state import Followed
from companion.words import RuleKey, Seat

CALL = RuleKey("table/call")
"""What a refusal rests on here."""


class ArbiterCall(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody calls the arbiter."""

    id: int  # the number of the record
    by: Seat | None  # None: the banker
    about: CallAbout
    why: str
    cause: Cause  # of that record
    arbiter: str = ""  # who has answered last; empty: nobody has
    word: str = ""  # what that one said; empty: is coming


class OpenCalls(Followed, frozen=True, kw_only=True):
    """The open calls of a game. Going back takes none of them away."""

    open: Mapping[int, ArbiterCall] = {}  # by number, the oldest first

    def told(self, event: AnyEvent, record: Record) -> Self:
        """Return it after an event."""
        match event:
            case ArbiterCalled():
                call = ArbiterCall(
                    id=record.seq,
                    by=event.seat,
                    about=event.about,
                    why=event.why,
                    cause=record.cause,
                )
                return replace(self, open={**self.open, call.id: call})
            case CallAnswered() if event.call in self.open:
                told = replace(self.open[event.call], arbiter=event.arbiter, word=event.why)
                return replace(self, open={**self.open, event.call: told})
            case CallEnded():
                left = {seq: one for seq, one in self.open.items() if seq != event.call}
                return replace(self, open=left)
        return self
