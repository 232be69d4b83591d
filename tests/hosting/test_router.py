"""The real nginx leads to whoever holds a table now, and goes on when somebody dies."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.ports import reserved
from tests.support.routers import (
    LARGEST,
    NGINX,
    Routed,
    StandIn,
    certified,
    routed,
    written,
)
from tests.support.waiting import soon
from web.hosted.standing import CLUB_AWAY
from web.shared.broken import AWAY

KEY, OTHER = "k3m9qx7wzt", "p8d2hvn4rc"


class Club(NamedTuple):
    """A router, and what stands behind it."""

    router: Routed
    hub: StandIn
    workers: tuple[StandIn, StandIn]
    holders: dict[str, str]


@pytest.fixture
def club() -> Iterator[Club]:
    """Two tables, each held by a worker of its own."""
    holders: dict[str, str] = {}
    with ExitStack() as after:
        hub, *two = (StandIn(name, holders) for name in ("hub", "one", "two"))
        for each in (hub, *two):
            after.callback(each.kill)
            after.callback(each.go_on.set)
        holders |= {KEY: two[0].address, OTHER: two[1].address}
        router = after.enter_context(routed(hub.address, (two[0].address, two[1].address)))
        yield Club(router, hub, (two[0], two[1]), holders)


def test_a_table_comes_from_its_holder_and_all_else_from_the_hub(club: Club) -> None:
    told = [club.router.told(path)["by"] for path in (f"/t/{KEY}/", f"/t/{OTHER}/seat", "/", "/a")]
    assert told == ["one", "two", "hub", "hub"]


def test_method_address_and_body_arrive_as_they_were_sent(club: Club) -> None:
    path = f"/t/{KEY}/do?of=%C3%A9&x=a%2Fb"
    told = club.router.told(path, "POST", b"name=Ann", Cookie="companion=x", Origin="http://club")
    assert (told["method"], told["path"], told["body"]) == ("POST", path, "name=Ann")
    headers = told["headers"]
    assert (headers["cookie"], headers["origin"]) == ("companion=x", "http://club")
    assert headers["host"] == f"127.0.0.1:{club.router.port}"
    assert headers["x-forwarded-proto"] == "http"


def test_who_is_asked_where_a_table_is_waits_for_no_body(club: Club) -> None:
    """Nobody was asked yet: it is the form itself that makes the router ask."""
    assert club.router.told(f"/t/{OTHER}/join", "POST", b"name=Ann")["body"] == "name=Ann"
    assert [size for one in (club.hub, *club.workers) for size in one.promised] == ["0"]


def test_nobody_says_themselves_for_whom_the_router_asks(club: Club) -> None:
    for path in (f"/t/{KEY}/", "/"):
        told = club.router.told(path, X_Forwarded_For="203.0.113.7", X_Forwarded_Proto="https")
        assert told["headers"]["x-forwarded-for"] == "127.0.0.1"
        assert told["headers"]["x-forwarded-proto"] == "http"


def test_a_photograph_has_room_and_what_is_larger_has_none(club: Club) -> None:
    told = club.router.told(f"/t/{KEY}/photograph", "POST", b"x" * LARGEST)
    assert told["size"] == LARGEST
    status, _, _ = club.router.ask(f"/t/{KEY}/photograph", "POST", b"x" * (LARGEST + 1))
    assert status == 413


@pytest.mark.parametrize("path", [f"/t/{KEY}/events", "/events"])
def test_events_arrive_when_they_are_sent(club: Club, path: str) -> None:
    line, answer = club.router.open(path)
    with closing(line):
        assert answer.readline() == b"event: hello\n"
        answer.readline()
        for each in (club.hub, *club.workers):
            each.go_on.set()
        assert answer.readline() == b"event: news\n"


def test_a_key_that_is_none_is_answered_by_a_page_that_says_so(club: Club) -> None:
    status, text, _ = club.router.ask("/t/nobodyhere/seat")
    assert status == 404
    assert '"path": "/t/nobodyhere/seat"' in text


NOWHERE = (
    "/t", "/t/", "/t/a%20b/", "/t/%C3%A4/seat", "/t//", f"/t/{KEY.upper()}/", "/t/nobodyhere/a/b",
    "/t/static/look.css",
)  # fmt: skip


@pytest.mark.parametrize("path", NOWHERE)
def test_the_hub_is_asked_for_nothing_that_begins_as_tables_do(club: Club, path: str) -> None:
    told = [club.router.ask(path) for _worker in range(4)]
    assert [(status, '"by": "hub"' in text) for status, text, _ in told] == [(404, False)] * 4


def test_where_tables_are_is_told_to_the_router_alone(club: Club) -> None:
    assert club.router.ask(f"/where/{KEY}")[0] == 404
    assert club.router.ask("/_where")[0] == 404


def test_many_who_ask_at_once_cost_one_question(club: Club) -> None:
    threads = [
        threading.Thread(target=club.router.told, args=(f"/t/{KEY}/",)) for _phone in range(12)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    asked = [path for each in (club.hub, *club.workers) for path in each.asked]
    assert len(asked) < 12


def test_a_dead_workers_table_is_had_from_the_other_one(club: Club) -> None:
    one, two = club.workers
    assert club.router.told(f"/t/{KEY}/")["by"] == "one"
    one.kill()
    status, page, headers = club.router.ask(f"/t/{KEY}/seat", Accept_Language="de-CH,de")
    assert (status, headers["Retry-After"]) == (503, "2")
    assert "<html lang='de'>" in page
    assert "content='2'" in page
    _, page, _ = club.router.ask(f"/t/{KEY}/do", "POST", b"name=Ann")
    assert f"content='2; url=/t/{KEY}/'" in page
    club.holders[KEY] = two.address  # as the database says once it is taken for dead
    assert soon(lambda: club.router.ask(f"/t/{KEY}/seat")[0] == 200)
    assert club.router.told(f"/t/{KEY}/do", "POST", b"name=Ann")["by"] == "two"
    one.start()


def test_tables_go_on_without_the_hub(club: Club) -> None:
    club.hub.kill()
    told = [club.router.told(f"/t/{key}/")["by"] for key in (KEY, OTHER, KEY, OTHER)]
    assert told == ["one", "two", "one", "two"]
    status, page, _ = club.router.ask("/tables", "POST", b"x")
    assert status == 503
    assert "content='2; url=/'" in page
    for path, words in (("/", CLUB_AWAY), ("/t/nobodyhere/", "")):
        status, page, headers = club.router.ask(path)
        assert (status, headers.get("Retry-After")) == ((503, "2") if words else (404, None))
        assert words in page
        assert AWAY not in page
    club.hub.start()


def test_whoever_cannot_ask_the_database_is_passed_over(club: Club) -> None:
    club.hub.is_ill = club.workers[0].is_ill = True
    assert [club.router.told(f"/t/{KEY}/")["by"] for _time in range(4)] == ["one"] * 4


def test_while_nobody_can_be_asked_a_table_stays_where_it_was(club: Club) -> None:
    assert club.router.told(f"/t/{KEY}/")["by"] == "one"
    for each in (club.hub, *club.workers):
        each.is_ill = True
    asked = sum(len(each.asked) for each in (club.hub, *club.workers))
    assert soon(
        lambda: (
            club.router.told(f"/t/{KEY}/")["by"] != "one"
            or sum(len(each.asked) for each in (club.hub, *club.workers)) > asked
        )
    )
    assert club.router.told(f"/t/{KEY}/")["by"] == "one"
    assert club.router.ask(f"/t/{OTHER}/")[0] == 503


def test_it_leads_to_workers_that_it_was_told_of_alone(club: Club) -> None:
    stranger = StandIn("stranger", club.holders)
    club.holders[KEY] = stranger.address
    assert club.router.ask(f"/t/{KEY}/")[0] == 503
    stranger.kill()


def test_nginx_takes_the_configuration_with_a_certificate(tmp_path: Path) -> None:
    made = certified(tmp_path)
    path = written(tmp_path, "127.0.0.1:80", ("[::1]:81",), reserved(), **made)
    assert "ssl;" in path.read_text()
    checked = subprocess.run(
        [NGINX, "-t", "-e", "stderr", "-c", str(path)],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "test is successful" in checked.stderr


def test_who_comes_to_https_by_http_is_led_over() -> None:
    with routed("127.0.0.1:1", ("127.0.0.1:2",), tls=True) as router:
        status, _, headers = router.ask("/tournaments?a=1", Host="club.local:8443")
    there = "https://club.local:8443/tournaments?a=1"
    assert (status, headers["Location"]) == (308, there)
