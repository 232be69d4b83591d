"""Live events: server-sent, a number each; the page fetches its own view and morphs it in."""

import threading
from collections.abc import Iterator

from companion.table.feed import Feed

RETRY_MS = 1000
RETRY_WHEN_FULL_MS = 15_000
MOST_OF_ONE = 6
"""Streams of one phone, or of one address without a cookie: a browser opens no more to a host."""


class Stream:
    """One page's line. Iterate over it in the thread that serves it; `end` from any other."""

    def __init__(self, streams: "Streams", after: str, heartbeat_s: float) -> None:
        self._streams, self._after, self._heartbeat = streams, after, heartbeat_s
        self._ended = ""

    def __iter__(self) -> Iterator[bytes]:
        """Yield `hello` (or `lost`), then `news` as they come and heartbeats in between."""
        streams, feed = self._streams, self._streams.feed
        told = streams.tag
        # The table looks whether this page knows more than the journal does, and raises the alarm.
        first = next(iter(feed.subscribe(self._after, heartbeat_s=self._heartbeat)))
        yield streams.event(first.kind)
        while not self._over:
            before, told = told, self._next(told)
            if self._over:
                break
            yield streams.event("heartbeat" if told == before else "news")
        yield streams.event(self._ended or "end")

    def end(self, word: str = "end") -> None:
        """End the line; *word* tells the page why.

        `moved`: another page of its kind took its place. `rights`: its cookie is no longer good.
        """
        with self._streams.feed.changed:
            self._ended = word
            self._streams.feed.changed.notify_all()

    @property
    def _over(self) -> bool:
        return bool(self._ended) or self._streams.feed.is_closed

    def _next(self, told: str) -> str:
        changed = self._streams.feed.changed
        with changed:
            changed.wait_for(lambda: self._over or self._streams.tag != told, self._heartbeat)
            return self._streams.tag


class Streams:
    """The open streams: one for each phone and page, and never more than the server can hold."""

    def __init__(self, feed: Feed, *, most: int, build: str) -> None:
        self.feed = feed
        self._most, self._build = most, build
        self._lock = threading.Lock()
        self._open: dict[str, Stream] = {}
        self._closed = False
        self._nudges = 0

    def __len__(self) -> int:
        return len(self._open)

    @property
    def tag(self) -> str:
        """What tells two views apart: game, number, revision, and changes outside the table."""
        game, seq, revision = self.feed.now
        return f"{game}:{seq}:{revision}:{self._nudges}"

    def nudge(self) -> None:
        """Let all pages look anew though the table is the same: somebody sat down."""
        with self.feed.changed:
            self._nudges += 1
            self.feed.changed.notify_all()

    def event(self, kind: str) -> bytes:
        """Return an event as it goes over the line: its data are number, tag and build.

        Every event but the heartbeat carries the id that the page sends back after a break.
        Heartbeats are events too: comments never reach a page's script.
        """
        game, seq, _revision = self.feed.now
        number = "" if kind == "heartbeat" else f"id: {game}:{seq}\n"
        return f"{number}event: {kind}\ndata: {seq} {self.tag} {self._build}\n\n".encode()

    def serve(self, owner: str, *, after: str, heartbeat_s: float) -> Iterator[bytes]:
        """Yield the bytes of one page's stream until it ends.

        An `EventSource` gives up for ever on any status but 200: "full" is an event as well.
        """
        stream = Stream(self, after, heartbeat_s)
        if not self._admit(owner, stream):
            yield f"retry: {RETRY_WHEN_FULL_MS}\nevent: full\ndata: \n\n".encode()
            return
        try:
            yield f"retry: {RETRY_MS}\n\n".encode()
            yield from stream
        finally:
            self._leave(owner, stream)

    def end_of(self, phone: str) -> None:
        """End all streams of one phone: its cookie is no longer good."""
        with self._lock:
            streams = [stream for owner, stream in self._open.items() if owner.startswith(phone)]
        for stream in streams:
            stream.end("rights")

    def end_all(self) -> None:
        """End all streams and take no more: the server can only stop without any."""
        with self._lock:
            self._closed = True
            streams = tuple(self._open.values())
        for stream in streams:
            stream.end()

    def _admit(self, owner: str, stream: Stream) -> bool:
        with self._lock:
            if self._closed:
                return False
            older = self._open.pop(owner, None) or self._one_too_many(owner)
            if older is None and len(self._open) >= self._most:
                return False
            self._open[owner] = stream
        if older is not None:
            older.end("moved")
        return True

    def _one_too_many(self, owner: str) -> Stream | None:
        """Take out the oldest stream of whoever has too many: nobody uses up those of others."""
        source = owner.partition("/")[0]
        theirs = [other for other in self._open if other.partition("/")[0] == source]
        return self._open.pop(theirs[0]) if len(theirs) >= MOST_OF_ONE else None

    def _leave(self, owner: str, stream: Stream) -> None:
        with self._lock:
            if self._open.get(owner) is stream:
                del self._open[owner]
