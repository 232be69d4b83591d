"""One thread writes to the pages of all tables, and sleeps while nothing happens."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.table.feed import Feed
from tests.support.waiting import soon
from web.server.live import Stream, Streams
from web.server.many_streams import Writer


class Looked(Streams):
    """Streams that count how often somebody wrote to them."""

    def __init__(self, heartbeat_s: float = 1000.0) -> None:
        super().__init__(Feed(), most=4, build="b", heartbeat_s=heartbeat_s)
        self.looks = 0

    def go_on(self) -> str:
        self.looks += 1
        return super().go_on()


class Page:
    """A page whose stream is open."""

    def __init__(self, streams: Streams, after: ExitStack) -> None:
        ours, self.line = socket.socketpair()
        self.line.settimeout(30)
        after.callback(self.line.close)
        stream = streams.begun("phone/seat", "phone", seated=True)
        assert isinstance(stream, Stream)
        stream.flow_to(ours)

    def event(self) -> str:
        """Return the kind of the next event; nothing at the end."""
        text = b""
        while not text.endswith(b"\n\n"):
            piece = self.line.recv(1)
            if not piece:
                return ""
            text += piece
        return next(one[7:] for one in text.decode().splitlines() if one.startswith("event: "))


@pytest.fixture
def after() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def running(after: ExitStack, look_s: float, most: int = 100) -> tuple[Writer, list[Looked]]:
    """Have a writer write to three tables."""
    writer, tables = Writer(look_s, most), [Looked(look_s) for _ in range(3)]
    for each in tables:
        writer.take_on(each)
    thread = threading.Thread(target=writer.run)
    thread.start()
    after.callback(thread.join)
    after.callback(writer.close)
    for each in tables:
        after.callback(each.end_all)
    assert soon(lambda: all(each.looks for each in tables))
    return writer, tables


def test_only_a_table_with_news_is_looked_at(after: ExitStack) -> None:
    _, tables = running(after, 1000)
    pages = [Page(each, after) for each in tables]
    for _ in range(2):  # then all is written that was to be written before
        tables[1].nudge()
        assert pages[1].event() == "news"
    before = [each.looks for each in tables]
    tables[1].feed.announce("0001", 1, 1)
    assert pages[1].event() == "news"
    tables[1].nudge()
    assert pages[1].event() == "news"
    assert [tables[n].looks for n in (0, 2)] == [before[0], before[2]]


def test_heartbeats_reach_open_pages_and_cost_nothing_where_none_is(after: ExitStack) -> None:
    _, tables = running(after, 0.02)
    page = Page(tables[0], after)
    assert [page.event() for _ in range(3)] == ["heartbeat"] * 3
    assert [each.looks for each in tables[1:]] == [1, 1]


def test_a_page_that_left_is_forgotten(after: ExitStack) -> None:
    _, tables = running(after, 0.02)
    page = Page(tables[0], after)
    assert tables[0].lines
    page.line.close()
    assert soon(lambda: not tables[0].lines)


def test_a_table_that_stops_ends_its_pages_and_no_others(after: ExitStack) -> None:
    _, tables = running(after, 1000)
    pages = [Page(each, after) for each in tables]
    tables[0].feed.close()
    assert [pages[0].event(), pages[0].event()] == ["end", ""]
    tables[1].end_all()
    assert [pages[1].event(), pages[1].event()] == ["end", ""]
    tables[2].nudge()
    assert pages[2].event() == "news"


def test_beyond_what_one_writer_holds_a_page_is_refused_till_another_goes(
    after: ExitStack,
) -> None:
    _, tables = running(after, 0.02, most=2)
    pages = [Page(each, after) for each in tables[:2]]
    assert tables[2].begun("phone/seat", "phone", seated=True) is None
    again = Page(tables[0], after)  # in its own place: no more than before
    assert soon(lambda: tables[0].lines == 1)
    pages[1].line.close()
    assert soon(lambda: tables[1].lines == 0)
    assert isinstance(tables[2].begun("phone/seat", "phone", seated=True), Stream)
    again.line.close()
