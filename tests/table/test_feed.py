"""A stream says where the table is, and never leaves out the last news."""

import threading
from collections.abc import Iterator

import pytest

from companion.table.feed import Feed, News, Subscription

QUICK = 0.01  # seconds between heartbeats


@pytest.fixture
def feed() -> Iterator[Feed]:
    feed = Feed()
    feed.announce("0001-x", 7, 20)
    yield feed
    feed.close()


def kinds(stream: Subscription, count: int) -> list[str]:
    news = iter(stream)
    return [next(news).kind for _ in range(count)]


def test_a_stream_begins_with_where_the_table_is(feed: Feed) -> None:
    first = next(iter(feed.subscribe()))
    assert first == News("hello", "0001-x:7", 7, 20)


@pytest.mark.parametrize("after", ["", "0001-x:7", "0001-x:3", "0002-x:99", "nonsense", "0001-x:x"])
def test_a_phone_that_is_behind_or_elsewhere_is_greeted(feed: Feed, after: str) -> None:
    assert next(iter(feed.subscribe(after))).kind == "hello"


def test_a_phone_that_knows_more_than_the_journal_raises_the_alarm(feed: Feed) -> None:
    lost: list[int] = []
    feed.on_lost = lost.append
    assert next(iter(feed.subscribe("0001-x:9"))).kind == "lost"
    assert lost == [9]


def test_news_follow_each_change(feed: Feed) -> None:
    news = iter(feed.subscribe())
    next(news)
    feed.announce("0001-x", 8, 21)
    feed.announce("0001-x", 9, 22)
    assert next(news) == News("news", "0001-x:9", 9, 22)  # the newest; what lay between may go


def test_a_change_that_is_no_record_is_news_too(feed: Feed) -> None:
    news = iter(feed.subscribe())
    next(news)
    feed.announce("0001-x", 7, 21)
    assert next(news) == News("news", "0001-x:7", 7, 21)


def test_silence_is_filled_with_heartbeats(feed: Feed) -> None:
    assert kinds(feed.subscribe(heartbeat_s=QUICK), 3) == ["hello", "heartbeat", "heartbeat"]


def test_a_stream_that_is_ended_says_so_and_stops(feed: Feed) -> None:
    stream = feed.subscribe()
    stream.end()
    assert [news.kind for news in stream] == ["hello", "end"]


def test_closing_wakes_every_stream(feed: Feed) -> None:
    ends: list[str] = []

    def listen() -> None:
        ends.append(list(feed.subscribe())[-1].kind)

    listeners = [threading.Thread(target=listen) for _ in range(8)]
    for listener in listeners:
        listener.start()
    feed.close()
    for listener in listeners:
        listener.join()
    assert ends == ["end"] * 8
