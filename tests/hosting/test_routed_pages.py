"""The pages of real workers behind the real nginx: a phone plays on when its worker dies."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlencode

import pytest

from companion.game.commands import Roll
from companion.table.table import Table
from companion.words import Seat
from tests.support.hosted import Drawer, HostedRoom, Tables, hosted_context
from tests.support.pages import HOST
from tests.support.routers import Routed, StandIn, routed
from tests.support.waiting import soon
from web.hosted import HostedSettings, create_hosted_app
from web.server.serve import Server, bound
from web.shared.context import COOKIE

ANN, BEN = Seat(0), Seat(1)
KEY = "k3m9qx7wzt"


class Worker:
    """A worker whose tables lie where another one finds them too."""

    def __init__(self, holders: dict[str, str]) -> None:
        self.tables = Tables()
        self.app = create_hosted_app(self.tables, HostedSettings(), self._holder)
        self._holders = holders
        self._server = Server(self.app, bound(HOST), routers=(HOST,))
        self._server.start()
        self.address = f"{HOST}:{self._server.port}"

    def _holder(self, key: str) -> "Held | None":
        return Held(self._holders[key]) if key in self._holders else None

    def wake(self, folder: Path, drawer: Drawer) -> HostedRoom:
        """Have a table here, and hold it."""
        table = Table(folder)
        table.start()
        self.tables.contexts[KEY] = hosted_context(table, drawer, folder)
        self._holders[KEY] = self.address
        return HostedRoom(KEY, self.tables.contexts[KEY], self.app)

    def stop(self) -> None:
        """Answer nobody any more, and let go of the table."""
        self._server.stop()
        for context in self.tables.contexts.values():
            context.table.stop()


class Held:
    """By whom a table is held."""

    def __init__(self, address: str) -> None:
        self.address = address


class Evening:
    """A hub that stands in, two workers, a router and a table at the first of them."""

    def __init__(self, folder: Path, after: ExitStack) -> None:
        holders: dict[str, str] = {}
        self.hub = StandIn("hub", holders)
        after.callback(self.hub.kill)
        self.workers = [Worker(holders) for _ in range(2)]
        self.folder, self.drawer = folder, Drawer()
        self.room = self.workers[0].wake(folder, self.drawer)
        one, two = (worker.address for worker in self.workers)
        self.router: Routed = after.enter_context(routed(self.hub.address, (one, two)))

    def ask(self, path: str, token: str, **form: str) -> tuple[HTTPConnection, HTTPResponse]:
        """Ask for a page of the table, or send a form to it, as a phone."""
        headers = {"Cookie": f"{COOKIE}={token}", "Accept-Language": "en"}
        if form:
            headers["Origin"] = f"http://{HOST}:{self.router.port}"
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line = HTTPConnection(HOST, self.router.port, timeout=60)
        body = urlencode(form) if form else None
        line.request("POST" if form else "GET", f"/t/{KEY}{path}", body, headers)
        return line, line.getresponse()

    def status(self, path: str, token: str, **form: str) -> int:
        """Return how a page or a form is answered."""
        line, answer = self.ask(path, token, **form)
        with closing(line):
            return answer.status


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as after:
        after.enter_context(patch("web.phones.pin.WORK", 2))
        made = Evening(tmp_path, after)
        for worker in made.workers:
            after.callback(worker.stop)
        yield made


def test_a_phone_plays_and_hears_of_it_through_the_router(evening: Evening) -> None:
    tokens = evening.room.begin("Ann", "Ben")
    line, events = evening.ask("/events?page=seat&tab=one", tokens[BEN])
    with closing(line):
        first = iter(events.readline, b"event: hello\n")
        assert all(one.startswith((b"retry", b"\n", b"id")) for one in first)
        form = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0", "id": "one"}
        assert evening.status("/do", tokens[ANN], **form) == 303
        assert b"event: news\n" in iter(events.readline, b"")


def test_a_photograph_comes_through(evening: Evening) -> None:
    tokens = evening.room.begin("Ann", "Ben")
    assert evening.status("/photograph", tokens[ANN], x="y" * 1_000_000) == 409


def test_a_game_goes_on_at_another_worker_with_the_same_phones(evening: Evening) -> None:
    tokens = evening.room.begin("Ann", "Ben")
    evening.room.play(Roll(by=ANN, dice=(1, 2)))
    assert evening.status("/seat", tokens[ANN]) == 200
    evening.workers[0].stop()
    line, answer = evening.ask("/seat", tokens[ANN])
    with closing(line):
        assert answer.status == 503
        assert b"asks again by itself" in answer.read()
    room = evening.workers[1].wake(evening.folder, evening.drawer)
    assert soon(lambda: evening.status("/seat", tokens[ANN]) == 200)
    assert evening.status("/do", tokens[ANN], do="buy", by="0", id="two") == 303
    assert room.table.view.seq > 2
