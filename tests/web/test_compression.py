"""Words are gzipped for whoever takes that, and are the same words."""

import gzip
import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import Living
from tests.support.repository import ROOT

PLAIN: dict[str, str] = {}
SQUEEZED = {"Accept-Encoding": "gzip"}
FIRST_LOAD = 40 * 1024


def got(phone: FlaskClient, path: str, headers: dict[str, str]) -> TestResponse:
    answer = phone.get(path, headers=headers)
    answer.get_data()
    answer.close()  # a file goes through
    return answer


@pytest.mark.parametrize("path", ["/table", "/static/look.css", "/static/main.js"])
def test_an_answer_is_smaller_and_the_same(room: Living, path: str) -> None:
    phone = room.client(room.begin()[0])
    plain, squeezed = got(phone, path, PLAIN), got(phone, path, SQUEEZED)
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in squeezed.headers["Vary"]
    assert int(squeezed.headers["Content-Length"]) == len(squeezed.data) < len(plain.data)
    assert gzip.decompress(squeezed.data) == plain.data
    assert "Content-Encoding" not in plain.headers


def test_a_file_that_is_known_is_not_sent_again(room: Living) -> None:
    phone = room.client(room.begin()[0])
    known = got(phone, "/static/look.css", SQUEEZED).headers["ETag"]
    again = got(phone, "/static/look.css", {**SQUEEZED, "If-None-Match": known})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/static/icon.svg", "/health"])
def test_what_is_short_goes_as_it_is(room: Living, path: str) -> None:
    answer = got(room.client(), path, SQUEEZED)
    assert "Content-Encoding" not in answer.headers


def test_a_players_first_load_is_small(room: Living) -> None:
    """The page, its style and all scripts; what it is made of is counted, not how long it takes."""
    phone = room.client(room.begin()[0])
    files = ["/seat", "/static/look.css", *(f"/static/{file}" for file in scripts("main.js"))]
    sizes = {file: len(got(phone, file, SQUEEZED).data) for file in files}
    assert len(files) > 10
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_no_script_is_imported_by_what_it_imports() -> None:
    for script in (ROOT / "web" / "static").glob("*.js"):
        beneath = {one for each in imported(script.name) for one in scripts(each)}
        assert script.name not in beneath


def scripts(name: str) -> dict[str, None]:
    """Return a script and all that it imports."""
    found, ahead = {name: None}, [name]
    while ahead:
        fresh = [one for one in imported(ahead.pop()) if one not in found]
        found |= dict.fromkeys(fresh)
        ahead += fresh
    return found


def imported(name: str) -> list[str]:
    """Return the scripts that one imports."""
    text = (ROOT / "web" / "static" / name).read_text()
    return re.findall(r'^import [^"]*"\./([^"]+)"', text, re.MULTILINE)
