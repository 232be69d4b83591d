"""Signing in and out; the first organiser, whom the terminal's code makes."""

from http import HTTPStatus
from typing import Any

import pytest
from flask.testing import FlaskClient
from markupsafe import escape
from werkzeug.test import TestResponse

from tests.support.club_rooms import HTTPS, ORIGIN, PASSWORD, ClubRoom
from tests.support.clubs import CLUB
from tests.support.pages import told as words_of


def told(answer: TestResponse) -> str:
    return words_of(answer.text)


def send(client: FlaskClient, path: str, **form: Any) -> TestResponse:
    return client.post(path, data=form, headers=ORIGIN, base_url=HTTPS)


def sees(client: FlaskClient, path: str = "/") -> bool:
    return client.get(path, base_url=HTTPS).status_code == HTTPStatus.OK


def test_who_signs_in_sees_the_lobby_by_a_cookie_for_https_alone(club: ClubRoom) -> None:
    client = club.client()
    assert sees(client, "/sign-in")
    answer = send(client, "/sign-in", name="screen", password=PASSWORD)
    assert (answer.status_code, answer.location) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"))
    assert sees(client)


def test_the_clubs_name_is_where_its_first_organiser_comes_in(empty_club: ClubRoom) -> None:
    assert CLUB in told(empty_club.client().get("/first", base_url=HTTPS))


def test_the_clubs_name_is_where_people_come_in_and_in_the_lobby(club: ClubRoom) -> None:
    assert CLUB in told(club.client().get("/sign-in", base_url=HTTPS))
    assert CLUB in told(club.client().get("/sign-in", base_url=HTTPS))
    lobby = club.client("screen").get("/", base_url=HTTPS)
    assert f"<h1>{escape(CLUB)} " in lobby.text
    assert f"<title>Lobby · {escape(CLUB)}</title>" in lobby.text


def test_a_wrong_password_is_said_and_gives_nothing(club: ClubRoom) -> None:
    client = club.client()
    answer = send(client, "/sign-in", name="screen", password="wrong")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "Name and password do not go together." in told(answer)
    assert "Set-Cookie" not in answer.headers
    assert not sees(client)


def test_wrong_tries_are_made_to_wait(club: ClubRoom) -> None:
    client = club.client()
    for _ in range(6):
        answer = send(client, "/sign-in", name="screen", password="wrong")
    assert "Too many wrong tries." in told(answer)
    assert 'data-holds="sign-in-do"' in answer.text
    assert 'id="sign-in-do"' in answer.text
    answer = send(client, "/sign-in", name="screen", password=PASSWORD)
    assert answer.status_code == HTTPStatus.FORBIDDEN


def test_who_signs_out_is_out_with_every_copy_of_the_cookie(club: ClubRoom) -> None:
    client, copy = club.client("screen"), club.client()
    cookie = client.get_cookie("club", domain="127.0.0.1")
    assert cookie is not None
    copy.set_cookie("club", cookie.value, domain="127.0.0.1", secure=True)
    assert sees(copy)
    answer = send(client, "/sign-out")
    assert (answer.status_code, answer.location) == (303, "/sign-in")
    assert not sees(client)
    assert not sees(copy)


def test_before_anybody_is_there_the_code_makes_the_first_organiser(empty_club: ClubRoom) -> None:
    client, code = empty_club.client(), empty_club.context.first_code
    assert client.get("/", base_url=HTTPS).location == "/sign-in"
    assert client.get("/sign-in", base_url=HTTPS).location == "/first"
    wrong = send(client, "/first", code="AAAA-BBBB-CCCC", name="Olga", password=PASSWORD)
    assert wrong.status_code == HTTPStatus.FORBIDDEN
    assert empty_club.hub.members.is_empty()
    short = send(client, "/first", code=code, name="Olga", password="short")
    assert "A password has 8 letters or more." in told(short)
    answer = send(
        client, "/first", code=code.lower().replace("-", " "), name=" Olga ", password=PASSWORD
    )
    assert answer.location == "/"
    assert sees(client, "/people")
    assert [(one.name, one.role) for one in empty_club.hub.members.all()] == [("Olga", "organiser")]


def test_once_there_is_an_organiser_the_code_makes_nobody(club: ClubRoom) -> None:
    client, before = club.client(), club.hub.members.all()
    code = club.context.first_code
    answer = send(client, "/first", code=code, name="Eve", password=PASSWORD)
    assert (answer.status_code, answer.location) == (303, "/sign-in")
    assert club.hub.members.all() == before


@pytest.mark.parametrize("code", ["", "é" * 12, "-"])
def test_a_code_that_is_none_is_no_code(empty_club: ClubRoom, code: str) -> None:
    answer = send(empty_club.client(), "/first", code=code, name="Eve", password=PASSWORD)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert empty_club.hub.members.is_empty()
