"""Live events by sequence number: a number, not the news itself; pages fetch their own view."""

import threading
from collections.abc import Callable, Iterator
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


class Feed:
    """Tells every stream of each new revision; news in between may be skipped, the last never."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.now = ("", 0, 0)  # game, seq, revision
        self.is_closed = False
        self.on_lost: Callable[[int], None] = lambda _seq: None
        self.on_news: Callable[[], object] = lambda: None
        """Called after each announcement, and when it closes, on whatever thread did it."""

    def announce(self, game: str, seq: int, revision: int) -> None:
        """Tell all streams where the table is."""
        with self.changed:
            self.now = (game, seq, revision)
            self.changed.notify_all()
        self.on_news()

    def subscribe(self, after: str = "", *, heartbeat_s: float = 10.0) -> "Subscription":
        """Return a stream.

        Args:
            after: the last event's id that the phone has seen (`Last-Event-ID`), if any.
            heartbeat_s: seconds of silence after which a heartbeat is sent.
        """
        return Subscription(self, after, heartbeat_s)

    def close(self) -> None:
        """End all streams."""
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()
        self.on_news()


class Subscription:
    """One phone's stream: iterate over it in the thread that serves the phone.

    Built by `Feed.subscribe`.
    """

    def __init__(self, feed: Feed, after: str, heartbeat_s: float) -> None:
        self._feed, self._after, self._heartbeat = feed, after, heartbeat_s
        self._ended = False

    def __iter__(self) -> Iterator[News]:
        """Yield `hello` (or `lost`), then news as they come, and heartbeats in between."""
        told = self._feed.now
        lost = _seq_in(self._after, told[0]) > told[1]
        if lost:
            self._feed.on_lost(_seq_in(self._after, told[0]))
        yield _news("lost" if lost else "hello", told)
        while not self._over:
            before, told = told, self._next(told)
            if self._over:
                break
            yield _news("heartbeat" if told == before else "news", told)
        yield _news("end", self._feed.now)

    def end(self) -> None:
        """End the stream from any thread; the iterator yields `end` and stops."""
        with self._feed.changed:
            self._ended = True
            self._feed.changed.notify_all()

    @property
    def _over(self) -> bool:
        return self._ended or self._feed.is_closed

    def _next(self, told: tuple[str, int, int]) -> tuple[str, int, int]:
        feed = self._feed
        with feed.changed:
            feed.changed.wait_for(lambda: self._over or feed.now != told, self._heartbeat)
            return feed.now


def _news(
    kind: Literal["hello", "news", "heartbeat", "lost", "end"], told: tuple[str, int, int]
) -> News:
    game, seq, revision = told
    return News(kind, f"{game}:{seq}", seq, revision)


def _seq_in(event_id: str, game: str) -> int:
    """Return the number in an event's id of this game; 0 for another's, or for nonsense."""
    named, _, seq = event_id.rpartition(":")
    return int(seq) if named == game and seq.isdecimal() and len(seq) < 16 else 0
