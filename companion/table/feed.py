"""Live events by sequence number: a number, not the news itself; pages fetch their own view."""

from collections.abc import Iterator
from typing import Literal

import msgspec


class News(msgspec.Struct, frozen=True):
    """One live event.

    `hello` is the first of every stream, `news` says that the view changed, `heartbeat` that the
    line is alive. `lost` in place of `hello`: the phone knows a later record than the journal
    has. `end`: the companion is shutting down, or another stream took this one's place.
    """

    kind: Literal["hello", "news", "heartbeat", "lost", "end"]
    id: str  # `GAME:SEQ`, to be sent back as the last event's id
    seq: int
    revision: int  # grows with every change of the view; starts anew when the companion starts


class Subscription:
    """One phone's stream: iterate over it in the thread that serves the phone."""

    def __iter__(self) -> Iterator[News]:
        """Yield `hello` (or `lost`), then news as they come, and heartbeats in between."""
        raise NotImplementedError

    def end(self) -> None:
        """End the stream from any thread; the iterator yields `end` and stops."""
        raise NotImplementedError


class Feed:
    """Tells every stream of each new revision; news in between may be skipped, the last never."""

    def subscribe(self, after: str = "", *, heartbeat_s: float = 10.0) -> Subscription:
        """Return a stream.

        Args:
            after: the last event's id that the phone has seen (`Last-Event-ID`), if any.
            heartbeat_s: seconds of silence after which a heartbeat is sent.
        """
        raise NotImplementedError
