"""Live events: server-sent, a number each; the page fetches its own view and morphs it in.

A stream costs no thread: one of the server's writes to all of them (`Streams.run`).
"""

import logging
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from companion.table.feed import Feed

RETRY_MS = 1000
RETRY_WHEN_FULL_MS = 15_000
MOST_OF_ONE = 6
"""Streams of one phone, or of one address without a seat: a browser opens no more to a host."""
GUESTS_PART = 2
"""One in so many places is for phones and screens without a seat."""
LOOK_S = 1.0
"""How often it is looked which pages have gone."""
PIECE = 4096
CARRIED = "companion.streams"
"""In a request's environment: where its streams are left, for the server to carry on."""

_log = logging.getLogger(__name__)


class Stream:
    """One page's line: begun by the thread that answers, then written to by `Streams.run`.

    Args:
        streams: that it is one of.
        owner: whose it is and for what: `SOURCE/KIND/TAB`.
        phone: the key of the phone; empty, if it has no cookie that is good.
        seated: whether that phone plays, or is the banker's.
    """

    def __init__(self, streams: "Streams", owner: str, phone: str, *, seated: bool) -> None:
        self.owner, self.phone, self.seated = owner, phone, seated
        self._streams = streams
        self._socket: socket.socket | None = None
        self._told = streams.tag
        self._due = 0.0  # monotonic seconds of the next heartbeat
        self.ended = ""
        self._writing, self._has_said_end = threading.Lock(), False

    @property
    def source(self) -> str:
        """Whose it is."""
        return self.owner.partition("/")[0]

    def flow_to(self, line: socket.socket) -> None:
        """Write to *line* from now on."""
        line.settimeout(0)
        self._due = time.monotonic() + self._streams.heartbeat_s
        self._socket = line
        if self._streams.is_closed:  # it came too late for the thread that says so to all
            self.ended = self.ended or "end"
            with suppress(OSError):
                self.go_on(self._streams.tag, time.monotonic())
            self.leave()
        self._streams.wake()

    def end(self, word: str = "end") -> None:
        """End the line; *word* tells the page why.

        `moved`: another page of its kind took its place. `rights`: its cookie is no longer good.
        `full`: somebody who plays needs its place.
        """
        self.ended = word
        self._streams.wake()

    def leave(self) -> None:
        """Close the line, and count no more."""
        self._streams.forget(self)
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
            self._socket.close()

    def go_on(self, tag: str, now: float) -> None:
        """Write what is due, if anything is.

        Raises:
            OSError: the page has gone, or does not read what is written.
        """
        with self._writing:  # at the end, whoever answered and whoever writes to all may both come
            if self._socket is not None and not self._has_said_end:
                self._write(self._socket, tag, now)
        if self._has_said_end:
            self.leave()

    def _write(self, line: socket.socket, tag: str, now: float) -> None:
        with suppress(BlockingIOError):
            if not line.recv(PIECE):
                raise ConnectionResetError
        ended = self.ended  # once: it may be ended while it is written to, and then is told so next
        if not ended and tag == self._told and now < self._due:
            return
        word = ended or ("heartbeat" if tag == self._told else "news")
        self._told, self._due = tag, now + self._streams.heartbeat_s
        event = self._streams.event(word)
        if line.send(event) < len(event):
            raise BlockingIOError
        self._has_said_end = bool(ended)


class Streams:
    """The open streams: one for each phone and page, and never more than the server can hold."""

    def __init__(
        self, feed: Feed, *, most: int, build: str, heartbeat_s: float, life: str = ""
    ) -> None:
        self.feed, self.heartbeat_s, self._life = feed, heartbeat_s, life
        self._most, self._build = most, build
        self._lock = threading.Lock()
        self._open: dict[Stream, None] = {}  # the oldest first
        self.is_closed = False
        """Whether all streams were ended and none is taken any more."""
        self._woken = False
        self._nudges = 0
        self.on_news: Callable[[], None] = lambda: None
        """Called, by any thread, when there is something to write, but for news of the feed."""
        self.has_room: Callable[[], bool] = lambda: True
        """Returns whether one more is held by whoever writes to these and to others."""

    def __len__(self) -> int:
        return len(self._lasting())

    @property
    def lines(self) -> int:
        """How many are open, those as well that are about to end."""
        return len(self._open)

    @property
    def tag(self) -> str:
        """What tells two views apart: game, number, revision, life, changes outside the table."""
        game, seq, revision = self.feed.now
        return f"{game}:{seq}:{revision}:{self._life}{self._nudges}"

    def nudge(self) -> None:
        """Let all pages look anew though the table is the same: somebody sat down."""
        with self.feed.changed:
            self._nudges += 1
            self.feed.changed.notify_all()
        self.on_news()

    def event(self, kind: str) -> bytes:
        """Return an event as it goes over the line: its data are number, tag and build.

        Every event but the heartbeat carries the id that the page sends back after a break.
        Heartbeats are events too: comments never reach a page's script.
        """
        game, seq, _revision = self.feed.now
        number = "" if kind == "heartbeat" else f"id: {game}:{seq}\n"
        return f"{number}event: {kind}\ndata: {seq} {self.tag} {self._build}\n\n".encode()

    def begun(self, owner: str, phone: str, *, seated: bool) -> Stream | None:
        """Return a new stream, or None if there is no place for one."""
        stream = Stream(self, owner, phone, seated=seated)
        return stream if self._admit(stream) else None

    def hello(self, after: str) -> bytes:
        """Return what a stream begins with: `hello`, or `lost`.

        The table looks whether the page knows more than the journal does, and raises the alarm.
        """
        first = next(iter(self.feed.subscribe(after)))
        return f"retry: {RETRY_MS}\n\n".encode() + self.event(first.kind)

    def full(self) -> bytes:
        """Return what is said where there is no place.

        An `EventSource` gives up for ever on any status but 200: "full" is an event as well.
        """
        return f"retry: {RETRY_WHEN_FULL_MS}\nevent: full\ndata: \n\n".encode()

    def run(self) -> None:
        """Write to all streams until `end_all`."""
        told = self.tag
        while not self.is_over:
            with self.feed.changed:
                self.feed.changed.wait_for(partial(self._is_news, told), self._pause)
                self._woken = False
            told = self.go_on()
        self.end_all()
        self.go_on()

    def wake(self) -> None:
        """Let `run` look again."""
        with self.feed.changed:
            self._woken = True
            self.feed.changed.notify_all()
        self.on_news()

    def forget(self, stream: Stream) -> None:
        """Count a stream no more."""
        with self._lock:
            self._open.pop(stream, None)

    def end_of(self, phone: str) -> None:
        """End all streams of one phone: its cookie is no longer good."""
        for stream in self._all():
            if stream.phone == phone:
                stream.end("rights")

    def end_all(self) -> None:
        """End all streams and take no more."""
        self.is_closed = True
        for stream in self._all():
            stream.end()
        self.wake()

    def go_on(self) -> str:
        """Write to all streams what is due; return the tag that they then have."""
        tag, now = self.tag, time.monotonic()
        for stream in self._all():
            try:
                stream.go_on(tag, now)
            except OSError:  # it has gone, or does not read: it comes back and asks anew
                stream.leave()
            except Exception:  # noqa: BLE001  # one page's line never ends the others
                _log.exception("a stream failed")
                stream.leave()
        return tag

    @property
    def is_over(self) -> bool:
        """Whether nothing more is written: all streams were ended, or the table has stopped."""
        return self.is_closed or self.feed.is_closed

    def _is_news(self, told: str) -> bool:
        return self._woken or self.is_over or self.tag != told

    @property
    def _pause(self) -> float:
        return min(self.heartbeat_s, LOOK_S)

    def _all(self) -> tuple[Stream, ...]:
        with self._lock:
            return tuple(self._open)

    def _lasting(self) -> list[Stream]:
        return [stream for stream in self._open if not stream.ended]

    def _admit(self, stream: Stream) -> bool:
        with self._lock:
            if self.is_closed:
                return False
            there = self._lasting()
            older, word = _in_place_of(stream, there), "moved"
            if older is None and not self._has_place(stream, there):
                older = next((other for other in there if not other.seated), None)
                word = "full"
                if older is None or not stream.seated:
                    return False
            self._open[stream] = None
            if older is not None:
                older.ended = word
        self.wake()
        return True

    def _has_place(self, stream: Stream, there: list[Stream]) -> bool:
        """Return whether one more is held: who has no seat has a part of the places."""
        if not self.has_room():
            return False
        if stream.seated:
            return len(there) < self._most
        guests = [other for other in there if not other.seated]
        theirs = [other for other in guests if other.source == stream.source]
        few = len(guests) < self._most // GUESTS_PART and len(theirs) < MOST_OF_ONE
        return few and len(there) < self._most


def _in_place_of(stream: Stream, there: list[Stream]) -> Stream | None:
    """Return whose place a stream takes: its own older one's, or a phone's oldest of too many.

    Of an address without a seat no other page gives way: it may be the table screen.
    """
    theirs = [other for other in there if other.source == stream.source]
    same = [other for other in theirs if other.owner == stream.owner]
    many = theirs[: len(theirs) - MOST_OF_ONE + 1] if stream.seated else []
    return next(iter(same or many), None)
