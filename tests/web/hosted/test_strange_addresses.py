"""Who comes to a table without a box by a strange address is told where it is."""

from pathlib import Path
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.support.hosted import KEYS, Tables, worker
from web.hosted import HostedSettings, create_hosted_app
from web.shared.broken import OTHER_HOST

CLUB = "https://club.example"
STRANGE = {"Host": "stranger.example"}


class Place(NamedTuple):
    """What is asked for by a strange address, and where that is."""

    asked: str
    right: str


PLACES = (
    Place(f"/t/{KEYS[0]}/seat", f"{CLUB}/t/{KEYS[0]}"),  # a table that is awake
    Place("/t/0000000000/seat", f"{CLUB}/t/0000000000"),  # none, as far as the hall knows
    Place("/where/it/is", CLUB),
)


def asks(folder: Path, address: str, place: Place, **headers: str) -> "tuple[int, str]":
    """Return how a worker answers that is told where people reach its tables, or is not."""
    with worker(folder) as made:
        assert isinstance(made.tables, Tables)
        settings = HostedSettings(address=address)
        app = create_hosted_app(made.tables, settings, made.tables.holder)
        client: FlaskClient = app.test_client()
        answer = client.get(place.asked, headers={**STRANGE, **headers})
        return answer.status_code, answer.text


@pytest.mark.parametrize("place", PLACES)
def test_who_comes_by_a_strange_address_is_told_where_the_table_is(
    tmp_path: Path, place: Place
) -> None:
    said = f"This address is not the companion's. Its pages are at {place.right}"
    assert asks(tmp_path, CLUB, place) == (421, said)


@pytest.mark.parametrize("place", PLACES)
def test_where_nobody_knows_it_no_address_is_named_and_least_of_all_the_strange_one(
    tmp_path: Path, place: Place
) -> None:
    assert asks(tmp_path, "", place) == (421, OTHER_HOST)


def test_a_program_is_told_likewise(tmp_path: Path) -> None:
    status, told = asks(tmp_path, CLUB, PLACES[1], Accept="application/json")
    assert status == 421
    assert f"Its pages are at {PLACES[1].right}" in told


def test_the_address_that_it_is_told_is_its_own(tmp_path: Path) -> None:
    with worker(tmp_path) as made:
        app = create_hosted_app(made.tables, HostedSettings(address=CLUB), made.tables.holder)
        page = app.test_client().get(f"/t/{KEYS[0]}/join", headers={"Host": "club.example"})
        assert page.status_code == 200
