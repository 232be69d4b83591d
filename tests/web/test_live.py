"""Live events, over a real server."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from companion.game.commands import Roll
from companion.table.feed import Feed
from companion.words import Seat
from tests.support.pages import HOST, Living, living_room, served
from web.server.live import MOST_OF_ONE, Streams
from web.server.serve import Server, bound
from web.shared.context import COOKIE

ANN = Seat(0)
PATIENCE_S = 20  # how long a test that would hang waits; none that passes waits at all


class Line:
    """One open stream, read event by event."""

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        page: str = "seat",
        after: str = "",
        origin: str = "",
        source: str = HOST,
        root: str = "",
    ) -> None:
        parts = urlsplit(url)
        self._connection = HTTPConnection(parts.hostname or "", parts.port, PATIENCE_S, (source, 0))
        headers = {"Cookie": f"{COOKIE}={token}"} if token else {}
        if origin:
            headers["Referer"] = f"{origin}/seat"
        query = urlencode({"page": page, "tab": "one", "after": after})
        self._connection.request("GET", f"{root}/events?{query}", headers=headers)
        self.answer: HTTPResponse = self._connection.getresponse()

    def event(self) -> dict[str, str]:
        """Return the next event, or nothing at the end of the stream."""
        found: dict[str, str] = {}
        while True:
            line = self.answer.readline().decode()
            if not line:
                return {}
            if line == "\n" and "event" in found:
                return found
            if line != "\n":
                name, _, value = line.rstrip("\n").partition(": ")
                found[name] = value

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


@contextmanager
def line(url: str, **how: str) -> Iterator[Line]:
    opened = Line(url, **how)
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    with living_room(tmp_path, streams=3) as room:
        yield room


def test_a_stream_says_hello_and_then_what_is_new(room: Living) -> None:
    tokens = room.begin()
    with served(room) as url, line(url, token=tokens[ANN]) as stream:
        hello = stream.event()
        assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
        assert (hello["event"], hello["id"]) == ("hello", room.table.view.id)
        assert hello["data"].split()[-1] == "dev"
        room.play(Roll(by=ANN, dice=(1, 2)))
        news = stream.event()
        assert (news["event"], news["id"]) == ("news", room.table.view.id)
        assert news["data"].split()[0] == str(room.table.view.seq)


def test_the_page_carries_the_tag_that_the_stream_tells(room: Living) -> None:
    tokens = room.begin()
    with served(room) as url, line(url, token=tokens[ANN]) as stream:
        tag = stream.event()["data"].split()[1]
        assert f'data-tag="{tag}"' in room.client(tokens[ANN]).get("/seat").text


def test_somebody_who_sits_down_is_news_without_a_record(room: Living) -> None:
    with served(room) as url, line(url, page="table") as stream:
        stream.event()
        room.seated("Ann")
        assert stream.event()["event"] == "news"


def test_heartbeats_are_events_without_a_number(tmp_path: Path) -> None:
    with (
        living_room(tmp_path, heartbeat_s=0.01) as room,
        served(room) as url,
        line(url) as stream,
    ):
        stream.event()
        beat = stream.event()
        assert beat["event"] == "heartbeat"
        assert "id" not in beat


def test_a_new_stream_of_a_phone_ends_the_older(room: Living) -> None:
    tokens = room.begin()
    with served(room) as url, line(url, token=tokens[ANN]) as older:
        older.event()
        with line(url, token=tokens[ANN]) as newer:
            assert newer.event()["event"] == "hello"
            assert older.event()["event"] == "moved"
            assert older.event() == {}


def test_the_pages_of_one_phone_do_not_end_each_other(room: Living) -> None:
    tokens = room.begin()
    with served(room) as url, line(url, token=tokens[ANN]) as seat:
        seat.event()
        with line(url, token=tokens[ANN], page="table") as table:
            table.event()
            room.play(Roll(by=ANN, dice=(1, 2)))
            assert seat.event()["event"] == table.event()["event"] == "news"


def test_too_many_streams_are_told_so_with_a_good_status(room: Living) -> None:
    tokens = room.begin()
    with served(room) as url:
        lines = [Line(url, token=token) for token in tokens[:3]]
        for opened in lines:
            opened.event()
        with line(url, token=tokens[3]) as fourth:
            assert fourth.answer.status == 200
            full = fourth.event()
            assert (full["event"], full["retry"]) == ("full", "15000")
            assert fourth.event() == {}
        for opened in lines:
            opened.close()


def test_one_phone_does_not_use_up_the_streams_of_all(tmp_path: Path) -> None:
    with living_room(tmp_path, streams=MOST_OF_ONE + 1) as room:
        greedy, other = room.begin()[:2]
        with served(room) as url, ExitStack() as lines:
            names = [f"page-{n}" for n in range(MOST_OF_ONE + 2)]
            opened = [lines.enter_context(line(url, token=greedy, page=name)) for name in names]
            assert [one.event()["event"] for one in opened[2:]] == ["hello"] * MOST_OF_ONE
            for older in opened[:2]:
                assert [older.event()["event"], older.event()["event"]] == ["hello", "moved"]
            with line(url, token=other) as stream:
                assert stream.event()["event"] == "hello"


def test_who_looks_on_from_the_table_screens_address_does_not_push_it_out(tmp_path: Path) -> None:
    """The screen would stand still until somebody touches it."""
    with living_room(tmp_path, streams=8 * MOST_OF_ONE) as room:
        tokens = room.begin()
        with served(room) as url, ExitStack() as lines:
            screen = lines.enter_context(line(url, page="table"))
            assert screen.event()["event"] == "hello"
            names = [f"page-{n}" for n in range(MOST_OF_ONE + 2)]
            guests = [lines.enter_context(line(url, page=name)) for name in names]
            said = [guest.event()["event"] for guest in guests]
            assert said == ["hello"] * (MOST_OF_ONE - 1) + ["full"] * 3
            room.play(Roll(by=ANN, dice=(1, 2)))
            assert screen.event()["event"] == "news"
            with line(url, page="table") as anew:  # the same screen, loaded again
                assert anew.event()["event"] == "hello"
            assert tokens


def test_a_phone_that_knows_more_than_the_journal_raises_the_alarm(room: Living) -> None:
    tokens = room.begin()
    after = f"{room.table.view.game}:999"
    with served(room) as url, line(url, token=tokens[ANN], after=after, origin=url) as stream:
        assert stream.event()["event"] == "lost"
    assert room.table.view.notices[-1].code == "lost-records"


@pytest.mark.parametrize("origin", ["", "http://evil.example", "http://127.0.0.1:9"])
def test_a_page_elsewhere_raises_no_alarm_with_the_phone_s_cookie(
    room: Living, origin: str
) -> None:
    tokens = room.begin()
    after = f"{room.table.view.game}:999"
    with served(room) as url, line(url, token=tokens[ANN], after=after, origin=origin) as stream:
        assert stream.event()["event"] == "hello"
    assert not room.table.view.notices


def test_who_has_no_seat_raises_no_alarm(room: Living) -> None:
    room.begin()
    after = f"{room.table.view.game}:999"
    with served(room) as url:
        for token in ("", room.context.phones.spectators.begin("127.0.0.9") or ""):
            with line(url, token=token, after=after, origin=url) as stream:
                assert stream.event()["event"] == "hello"
    assert not room.table.view.notices


def test_a_seat_takes_the_place_of_who_only_looks(tmp_path: Path) -> None:
    with living_room(tmp_path, streams=4) as room:
        tokens = room.begin()
        with served(room) as url, ExitStack() as lines:
            looking = [Line(url, source=f"127.0.0.{n}") for n in (2, 3, 4)]
            said = [lines.enter_context(closing(one)).event()["event"] for one in looking]
            assert said == ["hello", "hello", "full"]
            for token in tokens:
                playing = lines.enter_context(line(url, token=token))
                assert playing.event()["event"] == "hello"
            assert [one.event()["event"] for one in looking[:2]] == ["full", "full"]


def test_an_open_stream_costs_no_thread(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        tokens = room.begin()
        with served(room) as url, ExitStack() as lines:
            before = threading.active_count()
            for token in tokens:
                for page in ("seat", "table", "story"):
                    opened = lines.enter_context(line(url, token=token, page=page))
                    assert opened.event()["event"] == "hello"
            assert threading.active_count() == before
            room.context.streams.nudge()
            assert opened.event()["event"] == "news"


def test_a_page_that_has_gone_leaves_its_place(tmp_path: Path) -> None:
    with living_room(tmp_path, streams=1) as room:
        tokens = room.begin()
        with served(room) as url:
            with line(url, token=tokens[0]) as gone:
                gone.event()
            room.context.streams.nudge()
            until = time.monotonic() + PATIENCE_S
            while len(room.context.streams) and time.monotonic() < until:
                time.sleep(0.01)
            with line(url, token=tokens[1]) as fresh:
                assert fresh.event()["event"] == "hello"


def test_stopping_ends_every_stream_and_then_the_server(room: Living) -> None:
    tokens = room.begin()
    with served(room) as url:
        stream = Line(url, token=tokens[ANN])
        stream.event()
    assert stream.event()["event"] == "end"
    assert stream.event() == {}
    stream.close()
    assert not [t for t in threading.enumerate() if t.name in {"web", "streams"}]


def test_an_end_is_said_once_though_two_threads_say_it(room: Living) -> None:
    """Whoever answered the page, and whoever writes to all pages."""
    room.begin()
    streams = room.context.streams
    ours, theirs = socket.socketpair()
    stream = streams.begun("source/page/tab", "key", seated=True)
    assert stream is not None
    stream.leave = lambda: None  # type: ignore[method-assign]  # the other thread comes before it
    stream.flow_to(ours)
    stream.end()
    for _ in range(2):
        stream.go_on(streams.tag, 0.0)
    assert theirs.recv(4096).count(b"event: end") == 1
    ours.close()
    theirs.close()


def test_a_new_cookie_ends_the_stream_of_the_old_one(room: Living) -> None:
    tokens = room.begin()
    with served(room) as url, line(url, token=tokens[ANN]) as stream:
        stream.event()
        pin = room.context.pin.shown
        origin = {"Origin": "http://localhost"}
        room.client(tokens[ANN]).post("/banker/pin", data={"pin": pin}, headers=origin)
        kinds = [stream.event().get("event"), stream.event().get("event")]
        assert "rights" in kinds


def test_a_stream_that_throws_costs_no_thread_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bytes:
        raise KeyError("tag")

    with living_room(tmp_path) as room:
        server = Server(room.app, bound("127.0.0.1"))
        server.start()
        workers = server._server.requests._threads
        url = f"http://127.0.0.1:{server.port}"
        with monkeypatch.context() as patch:
            patch.setattr(Streams, "event", fail)
            for _ in range(3):
                with line(url) as broken:
                    assert broken.answer.status == 500
                assert len(room.context.streams) == 0
        with line(url) as well:
            assert well.event()["event"] == "hello"
        assert all(worker.is_alive() for worker in workers)
        server.stop()


def test_a_page_whose_stream_begins_while_the_server_stops_is_not_left_waiting() -> None:
    streams = Streams(Feed(), most=3, build="1", heartbeat_s=10.0)
    stream = streams.begun("a/seat/one", "a", seated=True)
    assert stream is not None
    streams.end_all()
    streams.run()
    ours, theirs = socket.socketpair()
    with closing(theirs):
        theirs.settimeout(PATIENCE_S)
        stream.flow_to(ours)
        assert b"event: end" in theirs.recv(1000)
        assert theirs.recv(1) == b""


def test_a_stream_that_is_ended_while_news_is_written_says_that_it_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    streams = Streams(Feed(), most=3, build="1", heartbeat_s=10.0)
    stream = streams.begun("a/seat/one", "a", seated=True)
    assert stream is not None
    told = streams.event

    def end_meanwhile(kind: str) -> bytes:
        if kind == "news":
            stream.end("moved")
        return told(kind)

    monkeypatch.setattr(streams, "event", end_meanwhile)
    ours, theirs = socket.socketpair()
    with closing(theirs):
        theirs.settimeout(PATIENCE_S)
        stream.flow_to(ours)
        for tag in ("another", "another"):
            stream.go_on(tag, time.monotonic())
        come = b"".join(iter(lambda: theirs.recv(4096), b""))
    assert come.index(b"event: news") < come.index(b"event: moved")
