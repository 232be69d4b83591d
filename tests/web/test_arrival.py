"""Phones are led to where their game goes on: with their seats, once each, guests with none."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.shipping.membership import ShippedTo
from companion.words import Seat
from tests.support.noted_club import NotedClub, NotedMembership
from tests.support.pages import ORIGIN, Living, living_room
from tests.support.templates import app_of
from web.arrival.ticket import proven, ticket_for

SECRET, DEVICE = "ab" * 32, "0123456789ab"
ANN, BEN, CY = (Seat(n) for n in range(3))


@pytest.fixture
def club() -> NotedClub:
    return NotedClub()


@pytest.fixture
def room(tmp_path: Path, club: NotedClub) -> Iterator[Living]:
    with living_room(tmp_path) as lived_in:
        parts = replace(lived_in.context.parts, club=club)
        lived_in.app = app_of(lived_in.table, lived_in.context.settings, parts)
        lived_in.context = lived_in.app.extensions["companion"]
        yield lived_in


def elsewhere(room: Living, club: NotedClub, address: str = "", arrival: str = "") -> None:
    club.membership = NotedMembership()
    there = ShippedTo(elsewhere="Table 8", address=address, arrival=arrival)
    club.membership.there[room.table.view.game] = there


def game_of(room: Living) -> str:
    return room.table.history()[0].digest


def button(client: FlaskClient, path: str) -> str:
    found = re.search(r'<a class="button do" href="(http[^"]*)"', client.get(path).text)
    return unescape(found[1]) if found else ""


def come(client: FlaskClient, *tickets: str) -> int:
    return client.post("/arrive", data={"t": [*tickets]}, headers=ORIGIN).status_code


def test_pages_of_the_old_table_lead_on_and_only_seats_bring_something(
    room: Living, club: NotedClub
) -> None:
    tokens = room.begin()
    elsewhere(room, club, address="http://192.168.1.8:8000", arrival=SECRET)
    way = button(room.client(tokens[BEN]), "/seat")
    assert way.startswith("http://192.168.1.8:8000/arrive?t=1.")
    ticket = way.partition("t=")[2]
    assert [one.seat for one in proven(SECRET, game_of(room), [ticket])] == [BEN]
    assert button(room.client(), "/watch") in ("", "http://192.168.1.8:8000")
    table = room.client().get("/table").text
    assert "http://192.168.1.8:8000" in table
    assert "arrive" not in table
    assert SECRET not in room.client(tokens[BEN]).get("/seat").text


def test_where_no_address_is_known_only_the_table_is_named(room: Living, club: NotedClub) -> None:
    tokens = room.begin()
    elsewhere(room, club)
    html = room.client(tokens[BEN]).get("/seat").text
    assert "This game goes on at another table: Table 8." in html
    assert button(room.client(tokens[BEN]), "/seat") == ""


def test_a_ticket_brings_its_seat_once(room: Living, club: NotedClub) -> None:
    tokens = room.begin()
    club.arrival = SECRET
    ticket = ticket_for(SECRET, game_of(room), BEN, DEVICE)
    guest = room.client()
    assert "Ben" in guest.get("/arrive", query_string={"t": ticket}).text
    assert come(guest, ticket) == 303
    assert guest.get("/seat").status_code == 200
    assert room.client(tokens[BEN]).get("/seat").status_code == 302  # it sat there before
    assert room.client(tokens[ANN]).get("/seat").status_code == 200
    assert come(room.client(), ticket) == 409
    other = ticket_for(SECRET, game_of(room), BEN, DEVICE[::-1])  # of the same player
    second = room.client()
    assert come(second, other) == 303
    assert guest.get("/seat").status_code == second.get("/seat").status_code == 200


def test_several_seats_come_along_at_once(room: Living, club: NotedClub) -> None:
    room.begin()
    club.arrival = SECRET
    tickets = [ticket_for(SECRET, game_of(room), seat, DEVICE) for seat in (BEN, CY)]
    phone = room.client()
    assert come(phone, *tickets) == 303
    assert [phone.get(f"/seats/{seat}").status_code for seat in (BEN, CY)] == [200, 200]


@pytest.mark.parametrize("change", ["secret", "game", "seat", "device", "nonsense", "long"])
def test_whoever_makes_one_up_gains_nothing(room: Living, club: NotedClub, change: str) -> None:
    room.begin()
    club.arrival = SECRET
    game = game_of(room)
    forged = {
        "secret": ticket_for("cd" * 32, game, BEN, DEVICE),
        "game": ticket_for(SECRET, "0" * 64, BEN, DEVICE),
        "seat": ticket_for(SECRET, game, BEN, DEVICE).replace("1.", "2.", 1),
        "device": ticket_for(SECRET, game, BEN, DEVICE).replace(DEVICE, DEVICE[::-1]),
        "nonsense": "1.x.y",
        "long": "1" * 100_000,
    }[change]
    guest = room.client()
    assert guest.get("/arrive", query_string={"t": forged[:500]}).status_code == 200
    assert come(guest, forged) in (409, 413)
    assert guest.get("/seat").status_code == 302


def test_without_a_secret_no_ticket_counts(room: Living, club: NotedClub) -> None:
    room.begin()
    assert club.arrival == ""
    assert come(room.client(), ticket_for("", game_of(room), BEN, DEVICE)) == 409
