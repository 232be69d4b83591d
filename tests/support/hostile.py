"""A phone that tries everything: what it holds no right to, and what is somebody else's."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.words import Seat
from tests.support.pages import ORIGIN
from tests.support.rights import SENT
from web.server.rights import asks_for

_PARTS = {"digest": "0" * 64, "filename": "main.js", "code": "0" * 10}
_PART = re.compile(r"<(?:[^<>]*:)?(\w+)>")


class Knock(NamedTuple):
    """One request for one address."""

    method: str
    path: str
    what: str  # what it asks for


def knocks(app: Flask) -> Iterator[Knock]:
    """Yield a request for every route there is, with something for every part of its path."""
    for rule in sorted(app.url_map.iter_rules(), key=str):
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            yield Knock(method, path_of(rule), asks_for(rule.endpoint))


def path_of(rule: Rule) -> str:
    """Return an address of a route."""
    return _PART.sub(lambda part: _PARTS.get(part[1], "1"), rule.rule)


def try_commands(client: FlaskClient, victims: tuple[Seat, ...], tag: str) -> Counter[int]:
    """Send every command for every victim, as data and as a form; return the answers' statuses."""
    answers: Counter[int] = Counter()
    for do, command in SENT.items():
        for seat in victims:
            by, known = {"by": int(seat)}, {"id": f"{tag}-{do}-{seat}"}
            body = {**command(seat), **by, **known}
            answers[client.post("/api/commands", json=body, headers=ORIGIN).status_code] += 1
            form = {"do": do, "dice-0": "1", "dice-1": "2", **by, "id": f"{tag}-{do}-{seat}-form"}
            answers[client.post("/do", data=form, headers=ORIGIN).status_code] += 1
    return answers
