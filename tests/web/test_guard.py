"""What is refused before anybody reads it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.english import is_english
from tests.support.pages import ORIGIN, Living, living_room
from web.server.bodies import SMALL
from web.server.guard import is_ours


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    with living_room(tmp_path) as room:
        yield room.client()


@pytest.mark.parametrize(
    "host",
    ["192.168.1.40", "192.168.1.40:8000", "[fe80::1]:80", "localhost:8000", "companion.local"],
)
def test_an_address_or_a_name_of_ours_is_served(host: str) -> None:
    assert is_ours(host, ("companion.local",))


@pytest.mark.parametrize(
    "host",
    ["evil.example", "192.168.1.40.evil.example", "", "a@localhost", "localhost/x", "1.2.3.4:x"],
)
def test_any_other_host_is_refused(host: str, client: FlaskClient) -> None:
    assert not is_ours(host, ("companion.local",))
    assert client.get("/join", headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "host",
    [
        "companion",
        "COMPANION.fritz.box",
        "companion.lan:8000",
        "companion.home",
        "companion.home.arpa.",
        "companion.internal",
        "companion.local.",
        "localhost.",
        "LOCALHOST:80",
    ],
)
def test_a_name_that_a_router_gives_is_served(host: str, client: FlaskClient) -> None:
    assert client.get("/join", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.lan", "companion.example", "companion.fritz.box.example"])
def test_a_refused_address_leads_to_the_right_one(host: str, client: FlaskClient) -> None:
    answer = client.get("/join", headers={"Host": host, "Accept-Language": "de"})
    assert answer.status_code == 421
    assert "http://192.168.1.40:8000" in answer.text
    assert not is_english(answer.text)
    data = client.get("/api/game", headers={"Host": host, "Accept": "application/json"}).json
    assert data is not None
    assert "http://192.168.1.40:8000" in data["sentence"]


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://localhost:81"])
def test_what_changes_something_must_come_from_our_own_page(
    origin: str | None, client: FlaskClient
) -> None:
    headers = {} if origin is None else {"Origin": origin}
    assert client.post("/do", data={"do": "end"}, headers=headers).status_code == 403


def test_our_own_form_is_read(client: FlaskClient) -> None:
    answer = client.post(
        "/join", data={"name": "Ann", "seat": "0", "colour": "blue"}, headers=ORIGIN
    )
    assert answer.status_code == 303


def test_a_large_body_is_refused(client: FlaskClient) -> None:
    body = {"name": "a" * (SMALL + 1)}
    assert client.post("/join", data=body, headers=ORIGIN).status_code == 413


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"headers": {"Host": "evil.example"}}, 421, "other-host"),
        ({"headers": {"Origin": "http://evil.example"}}, 403, "other-page"),
        ({"headers": {}}, 403, "other-page"),
        ({"headers": {**ORIGIN, "Transfer-Encoding": "chunked"}}, 411, "no-length"),
        ({"headers": ORIGIN, "path": "/api/nothing"}, 404, "no-page"),
        ({"headers": ORIGIN, "path": "/api/game"}, 405, "bad-command"),
    ],
)
def test_a_program_is_refused_in_the_words_of_the_api(
    sent: dict[str, Any], status: int, code: str, client: FlaskClient
) -> None:
    headers = {**sent["headers"], "Accept-Language": "de"}
    answer = client.post(
        sent.get("path", "/api/commands"),
        json={"do": "end"},
        headers=headers,
    )
    assert (answer.status_code, answer.mimetype) == (status, "application/json")
    told = answer.json
    assert told is not None
    assert (set(told), told["refused"]) == ({"refused", "sentence"}, code)
    assert told["sentence"]
    assert not is_english(told["sentence"])


def test_a_large_call_is_refused_in_the_words_of_the_api(room: Living) -> None:
    phone = room.client(room.begin("Ann", "Ben")[0])
    answer = phone.post("/api/commands", json={"do": "a" * SMALL}, headers=ORIGIN)
    assert answer.json is not None
    assert (answer.status_code, answer.json["refused"]) == (413, "too-large")


def test_every_answer_carries_the_headers(client: FlaskClient) -> None:
    for path in ("/join", "/nowhere", "/static/main.js"):
        with client.get(path) as answer:
            headers = answer.headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
    assert client.get("/join").headers["Cache-Control"] == "no-store"


def test_no_page_has_what_its_policy_drops(client: FlaskClient) -> None:
    for path in ("/join", "/table", "/banker", "/me", "/doctor", "/simulated"):
        html = client.get(path).text
        assert "style=" not in html
        assert "javascript:" not in html
        assert "onclick=" not in html


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("connectivitycheck.gstatic.com", "/generate_204"),
        ("captive.apple.com", "/hotspot-detect.html"),
        ("www.msftconnecttest.com", "/connecttest.txt"),
        ("detectportal.firefox.com", "/canonical.html"),
    ],
)
def test_a_phone_that_asks_for_the_internet_gets_neither_it_nor_a_log_in_page(
    client: FlaskClient, host: str, path: str
) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "Location" not in answer.headers
