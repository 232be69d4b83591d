"""All pages of a table without a box while the club's database is away: plain words, no mistake."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from typing import NamedTuple, TypeAlias
from urllib.parse import urlencode

import pytest

from companion.hub.database import Database
from companion.hub.postgres import PostgreSQL
from companion.worker import Worker, WorkerOptions
from tests.end_to_end.hosted_club import Party, correct
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.clubs import cluster, fresh_address
from tests.support.hostile import knocks
from tests.support.waiting import soon
from tests.support.workers import hosted_table, pin_of
from web.shared.broken import AWAY

TECHNICAL = re.compile(rb"PostgreSQL|psycopg|Traceback|connection to server|does not do its work")


class Away(NamedTuple):
    """A worker whose database is away, and who was at its table."""

    worker: Worker
    banker: Phone  # who plays as well
    guest: Phone
    server: PostgreSQL


@pytest.fixture(scope="module")
def away() -> Iterator[Away]:
    with ExitStack() as after:
        server = after.enter_context(cluster())
        address = fresh_address(server)
        worker = Worker(WorkerOptions(database=address))
        after.callback(worker.stop)
        database = Database(address)
        after.callback(database.close)
        table = hosted_table(database, "Window")
        root = f"/t/{table.key}"
        guest = Phone(worker.port, root)
        assert guest.get("/").status == HTTPStatus.FOUND
        phones = joined(Party(worker.port, pin_of(database, table), root))
        begin(phones)
        correct(phones[0], 1001)
        instead = {"edition": "us-classic", "first": "no", "helps": "book", "replace": "yes"}
        assert phones[0].post("/banker/game", instead).status == HTTPStatus.SEE_OTHER
        server.kill()
        assert soon(lambda: not server._working_here())
        yield Away(worker, phones[0], guest, server)


Ask: TypeAlias = tuple[str, str, dict[str, str]]
"""Method, address, form."""

OLD = {"game": "0001-us-classic"}
LATE: tuple[Ask, ...] = (
    ("GET", "/banker/games", {}),
    ("GET", f"/banker/games/delete?{urlencode(OLD)}", {}),
    ("POST", "/banker/games/resume", OLD),
    ("POST", "/banker/games/tidy", {**OLD, "what": "archive"}),
    ("POST", "/banker/games/tidy", {**OLD, "what": "delete", "sure": "yes"}),
    ("POST", "/banker/pin", {"pin": "123456"}),
    ("POST", "/banker/game", {"edition": "us-classic", "first": "no", "replace": "yes"}),
    ("POST", "/do", {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0", "id": "one"}),
)  # fmt: skip
MORE = (*LATE, ("POST", "/join", {"name": "Di", "seat": "4", "colour": "black"}))


def test_whatever_is_asked_for_is_answered_in_plain_words_and_when_to_try_again(
    away: Away,
) -> None:
    asked: list[Ask] = [
        (one.method, one.path, {}) for one in knocks(away.worker.app.extensions["pages"])
    ]
    wrong = []
    for method, path, form in (*asked, *MORE):
        for phone in (away.banker, away.guest):
            if path.endswith("/events"):
                continue  # a stream goes on
            answer = phone.get(path) if method == "GET" else phone.post(path, form)
            is_late = answer.status == HTTPStatus.SERVICE_UNAVAILABLE
            if answer.status == HTTPStatus.INTERNAL_SERVER_ERROR or is_late != bool(answer.after):
                wrong.append((method, path, answer))
            if TECHNICAL.search(answer.body):
                wrong.append((method, path, answer))
    assert wrong == []


@pytest.mark.parametrize(("method", "path", "form"), LATE)
def test_what_the_database_would_have_to_keep_or_tell_is_said_to_be_for_later(
    away: Away, method: str, path: str, form: dict[str, str]
) -> None:
    answer = away.banker.get(path) if method == "GET" else away.banker.post(path, form)
    assert answer.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert AWAY in answer.body.decode()
