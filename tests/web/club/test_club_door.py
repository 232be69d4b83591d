"""Every address of the hub is tried by everybody; nobody gets in without a right."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.hub.members import MemberRole
from tests.support.club_rooms import HTTPS, ORIGIN, ROLES, ClubRoom
from tests.support.pages import Secured
from web.club.context import COOKIE
from web.club.door import ASKS, MAY, OPEN, Right, keep_the_door, right_for

PART = re.compile(r"<(?:[^<>]*:)?(\w+)>")
NAMED = {"game": "0" * 64, "digest": "0" * 64, "filename": "main.js"}


class ClubKnock(NamedTuple):
    """One request for one address."""

    method: str
    path: str
    what: Right


def knocks(app: Flask) -> Iterator[ClubKnock]:
    for rule in sorted(app.url_map.iter_rules(), key=str):
        path = PART.sub(lambda part: NAMED.get(part[1], "1"), rule.rule)
        for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT"}):
            yield ClubKnock(method, path, right_for(rule.endpoint))


def status(room: ClubRoom, role: MemberRole | None, one: ClubKnock) -> tuple[int, str]:
    client = room.client(role)
    with client.open(one.path, method=one.method, headers=ORIGIN, base_url=HTTPS) as answer:
        return answer.status_code, answer.headers.get("Location", "")


def test_every_route_has_a_line_and_every_line_a_route(club: ClubRoom) -> None:
    there = {rule.endpoint for rule in club.app.url_map.iter_rules()}
    assert {*ASKS} <= there | {endpoint.partition(".")[0] for endpoint in there}
    assert set(ASKS.values()) == OPEN | MAY.keys()


def test_a_route_without_a_line_does_not_start() -> None:
    app = Flask("web")
    app.add_url_rule("/give-me-money", "money.give")
    with pytest.raises(LookupError, match=r"money\.give.*web/club/door"):
        keep_the_door(app)


@pytest.mark.parametrize("role", [None, *ROLES])
def test_every_route_is_shut_to_who_has_no_right(club: ClubRoom, role: MemberRole | None) -> None:
    who = role or "stranger"
    shut = [one for one in knocks(club.app) if one.what not in OPEN and who not in MAY[one.what]]
    assert bool(shut) == (role != "organiser")
    before = club.hub.members.all(), club.hub.tables.all()
    for one in shut:
        told = status(club, role, one)
        is_led = role is None and one.method == "GET"
        assert told == ((302, "/sign-in") if is_led else (403, "")), one
    assert (club.hub.members.all(), club.hub.tables.all()) == before


@pytest.mark.parametrize("role", [None, *ROLES])
def test_every_route_answers_who_has_a_right(club: ClubRoom, role: MemberRole | None) -> None:
    who = role or "stranger"
    for one in knocks(club.app):
        if one.path != "/events" and (one.what == "anybody" or who in MAY.get(one.what, ())):
            told, _ = status(club, role, one)
            assert told < 500, one
            # Nothing was typed; there is no such table.
            assert told != 403 or one.path in ("/sign-in", "/first", "/where/1"), one


def test_tables_addresses_want_a_token_and_heed_no_cookie(club: ClubRoom) -> None:
    asked = [one for one in knocks(club.app) if one.what == "table" and one.path != "/ship/join"]
    assert len(asked) >= 5
    for one in asked:
        assert status(club, "organiser", one)[0] == 401, one


@pytest.mark.parametrize("cookie", ["x" * 43, "", "é"])
def test_a_cookie_that_is_none_opens_nothing(club: ClubRoom, cookie: str) -> None:
    client = club.client()
    client.set_cookie(COOKIE, cookie, domain="127.0.0.1", secure=True)
    answer = client.get("/", base_url=HTTPS)
    assert (answer.status_code, answer.location) == (302, "/sign-in")


def test_forms_of_other_sites_are_refused(club: ClubRoom) -> None:
    client = club.client("organiser")
    for origin in ({}, {"Origin": "https://evil.example"}):
        answer = client.post("/tables/add", data={"name": "Nine"}, headers=origin, base_url=HTTPS)
        assert answer.status_code == 403
    assert club.hub.tables.all() == ()


def test_who_comes_over_tls_by_a_strange_address_is_led_to_one_over_tls(club: ClubRoom) -> None:
    context = club.context
    context.settings = replace(context.settings, secure=Secured(("https://127.0.0.1:8363",), b""))
    answer = club.client("organiser").get("/tables", base_url="https://stranger.example")
    assert answer.status_code == 421
    assert answer.text.endswith(" at https://127.0.0.1:8363")


def test_without_tls_only_the_authority_is_answered(club: ClubRoom) -> None:
    context = club.context
    context.settings = replace(context.settings, secure=Secured(("https://127.0.0.1:8363",), b""))
    client = club.client("organiser")
    there = client.get("/tables?a=b", base_url="http://127.0.0.1:8000")
    assert there.status_code == 302
    assert there.location.startswith("https://")
    assert there.location.endswith("/tables?a=b")
    assert client.get("/club/authority.pem", base_url="http://127.0.0.1").status_code == 200
    for path in ("/sign-in", "/ship/join", "/tables/add"):
        answer = client.post(
            path, base_url="http://127.0.0.1", headers={"Origin": "http://127.0.0.1"}
        )
        assert answer.status_code == 403, path
    assert client.get("/tables", base_url=HTTPS).status_code == 200
