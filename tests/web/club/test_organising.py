"""The organiser's pages: tables with their join codes, and people."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.errors import HubError
from companion.shipping.join_code import print_of, read_code
from companion.shipping.wire import Joined
from tests.support.club_rooms import AUTHORITY, HTTPS, ORIGIN, PASSWORD, ClubRoom
from tests.support.pages import told as words_of

CODE = re.compile(r"\b[A-Z2-9]{8}-[A-Z2-7]{10}\b")


def told(answer: TestResponse) -> str:
    return words_of(answer.text)


def send(client: FlaskClient, path: str, **form: Any) -> TestResponse:
    return client.post(path, data=form, headers=ORIGIN, base_url=HTTPS)


def page(client: FlaskClient, path: str) -> str:
    return told(client.get(path, base_url=HTTPS))


def code_on(text: str) -> str:
    found = CODE.search(text)
    assert found is not None
    return found[0]


def test_a_table_is_added_and_joins_by_the_code_that_is_shown_once(club: ClubRoom) -> None:
    client = club.client("organiser")
    answer = send(client, "/tables/add", name="  Table  7 ")
    code = read_code(code_on(told(answer)))
    assert code.print == print_of(AUTHORITY)
    assert "Table 7" in page(client, "/tables")
    assert not CODE.search(page(client, "/tables"))
    assert "has not joined yet" in page(client, "/tables")
    joined = club.hub.tables.join(code.secret, "box")
    assert isinstance(joined, Joined)
    assert joined.table == "Table 7"
    assert "has not joined yet" not in page(client, "/tables")


def test_a_database_that_does_not_keep_its_word_is_told_of(
    club: ClubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, words = club.client("organiser"), "PostgreSQL may lose in a power cut"
    monkeypatch.setattr(club.hub.database, "risk", lambda: None)
    assert words not in page(client, "/tables")
    risk = HubError(code="hub-risky", settings="fsync")
    monkeypatch.setattr(club.hub.database, "risk", lambda: risk)
    assert f"{words} what it says it has kept: fsync is off." in page(client, "/tables")


def test_an_answer_counts_at_a_table_once_the_club_has_it_if_the_organiser_wants(
    club: ClubRoom,
) -> None:
    client = club.client("organiser")
    send(client, "/tables/add", name="One")
    (table,) = club.hub.tables.all()
    where, words = f"/tables/{table.id}/kept-too", "an answer counts there once the club has it"
    for wanted, is_so in (("yes", True), ("nonsense", False), ("yes", True), ("no", False)):
        assert send(client, where, wanted=wanted).status_code == 303
        assert club.hub.tables.all()[0].kept_too is is_so
        assert (words in page(client, "/tables")) is is_so
    assert send(client, "/tables/99/kept-too", wanted="yes").status_code == 404
    assert send(club.client("arbiter"), where, wanted="yes").status_code == 403
    assert not club.hub.tables.all()[0].kept_too


def test_a_table_without_a_name_or_with_anothers_is_not_added(club: ClubRoom) -> None:
    client = club.client("organiser")
    send(client, "/tables/add", name="One")
    for name, words in ((" ", "Give the table a name."), ("One", "Somebody is called so already.")):
        answer = send(client, "/tables/add", name=name)
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert words in told(answer)
        assert not CODE.search(told(answer))
    assert len(club.hub.tables.all()) == 1


def test_a_new_code_voids_the_token_when_it_is_used(club: ClubRoom) -> None:
    client = club.client("organiser")
    first = read_code(code_on(told(send(client, "/tables/add", name="One"))))
    joined = club.hub.tables.join(first.secret, "box")
    assert isinstance(joined, Joined)
    (table,) = club.hub.tables.all()
    second = read_code(code_on(told(send(client, f"/tables/{table.id}/renew"))))
    assert club.hub.tables.of(joined.token) is not None
    assert isinstance(club.hub.tables.join(second.secret, "box"), Joined)
    assert club.hub.tables.of(joined.token) is None


def test_a_table_is_removed_after_it_was_asked(club: ClubRoom) -> None:
    client = club.client("organiser")
    joined = club.hub.tables.join(
        read_code(code_on(told(send(client, "/tables/add", name="One")))).secret, "box"
    )
    assert isinstance(joined, Joined)
    (table,) = club.hub.tables.all()
    assert "Remove One?" in page(client, f"/tables/{table.id}/remove")
    assert len(club.hub.tables.all()) == 1
    assert send(client, f"/tables/{table.id}/remove").location == "/tables"
    assert club.hub.tables.all() == ()
    assert club.hub.tables.of(joined.token) is None
    for path in (f"/tables/{table.id}/remove", f"/tables/{table.id}/renew"):
        assert send(client, path).status_code == HTTPStatus.NOT_FOUND


def test_people_are_let_in_with_a_role(club: ClubRoom) -> None:
    client = club.client("organiser")
    answer = send(client, "/people/add", name="Ira", role="arbiter", password=PASSWORD)
    assert "Ira can sign in now." in told(answer)
    assert club.hub.members.all()[-1].role == "arbiter"
    for form, words in (
        ({"name": "Ira", "password": PASSWORD}, "Somebody is called so already."),
        ({"name": "Jo", "password": "short"}, "A password has 8 letters or more."),
        ({"name": " ", "password": PASSWORD}, "Give a name."),
    ):
        answer = send(client, "/people/add", role="screen", **form)
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert words in told(answer)
    assert (
        send(client, "/people/add", name="Kim", role="king", password=PASSWORD).status_code == 400
    )
    assert len(club.hub.members.all()) == 4


def test_a_new_password_signs_out_whoever_had_the_old_one(club: ClubRoom) -> None:
    client, screen = club.client("organiser"), club.client("screen")
    page(screen, "/")
    person = club.people["screen"].id
    answer = send(client, f"/people/{person}/password", password="another one")
    assert "signed out everywhere" in told(answer)
    assert screen.get("/", base_url=HTTPS).status_code == HTTPStatus.FOUND
    assert isinstance(club.hub.members.sign_in("screen", "another one"), str)
    short = send(client, f"/people/{person}/password", password="short")
    assert short.status_code == HTTPStatus.BAD_REQUEST


def test_who_changes_their_own_password_signs_in_anew(club: ClubRoom) -> None:
    client, own = club.client("organiser"), club.people["organiser"].id
    answer = send(client, f"/people/{own}/password", password="another one")
    assert answer.location == "/sign-in"


def test_people_are_removed_and_the_last_organiser_stays(club: ClubRoom) -> None:
    client, screen = club.client("organiser"), club.client("screen")
    send(client, f"/people/{club.people['screen'].id}/remove")
    assert screen.get("/", base_url=HTTPS).status_code == HTTPStatus.FOUND
    own = club.people["organiser"].id
    assert "The last organiser stays" in page(client, f"/people/{own}")
    answer = send(client, f"/people/{own}/remove")
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert len(club.hub.members.all()) == 2
    send(client, "/people/add", name="Second", role="organiser", password=PASSWORD)
    assert send(client, f"/people/{own}/remove").location == "/people"
    assert [one.name for one in club.hub.members.all()] == ["arbiter", "Second"]
