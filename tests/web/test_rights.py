"""Every address is tried by everybody, and a hostile seat tries to act for another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.commands import Decline, Roll
from companion.table.roles import MAY, Asker, reach
from companion.words import Seat
from tests.support.hostile import Knock, knocks, try_commands
from tests.support.pages import (
    ORIGIN,
    Living,
    NotedButtons,
    NotedSimulation,
    living_room,
)
from tests.support.rights import COMMANDS
from web.server.rights import ASKS, UnlistedRouteError, asks_for, keep_the_door

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Living, list[str]]]:
    """A game under way, and the cookies of its players."""
    with living_room(tmp_path_factory.mktemp("evening")) as room:
        yield room, room.begin()


def phone_of(room: Living, tokens: list[str], asker: Asker) -> FlaskClient:
    """Return the phone of who asks; the seat is Cy's."""
    match asker:
        case "banker":
            return room.banker()
        case "seat":
            return room.client(tokens[CY])
        case "spectator":
            return room.client(room.context.phones.spectators.begin("127.0.0.9"))
        case _:
            return room.client()


def knock(client: FlaskClient, one: Knock) -> int:
    with client.open(one.path, method=one.method, headers=ORIGIN) as answer:
        return answer.status_code


def test_every_route_says_what_it_asks_for(room: Living) -> None:
    """A new route needs one line in `ASKS` of web/server/rights.py: the failure names the route."""
    for rule in room.app.url_map.iter_rules():
        asks_for(rule.endpoint)


def test_no_line_is_left_of_a_route_that_is_gone(room: Living) -> None:
    there = {rule.endpoint for rule in room.app.url_map.iter_rules()}
    rooms = {endpoint.partition(".")[0] for endpoint in there}
    assert set(ASKS) <= there | rooms


def test_a_whole_room_is_only_ever_the_bankers() -> None:
    whole = [what for name, what in ASKS.items() if "." not in name and name != "static"]
    assert {*whole} == {"bank"}


def test_a_route_without_a_line_does_not_start() -> None:
    app = Flask("web")
    app.add_url_rule("/give-me-money", "money.give")
    with pytest.raises(UnlistedRouteError, match=r"money\.give.*line to ASKS in web/server/rights"):
        keep_the_door(app)


@pytest.mark.parametrize("asker", ["seat", "spectator", "stranger"])
def test_every_route_is_shut_to_who_has_no_right(
    evening: tuple[Living, list[str]], asker: Asker
) -> None:
    room, tokens = evening
    client = phone_of(room, tokens, asker)
    before = room.table.view, room.context.phones.revision
    shut = [one for one in knocks(room.app) if not reach(one.what, asker)]
    assert shut
    for one in shut:
        status = knock(client, one)
        helped = one.method == "GET" and "seat" in MAY[one.what]  # it is led to joining
        assert status == (302 if helped else 403), one
    assert (room.table.view, room.context.phones.revision) == before


@pytest.mark.parametrize("asker", ["banker", "seat", "spectator", "stranger"])
def test_every_route_answers_who_has_a_right(tmp_path: Path, asker: Asker) -> None:
    """Nothing that is sent empty breaks anything; only an own right may still be refused."""
    with living_room(tmp_path) as room:
        tokens = room.begin()
        client = phone_of(room, tokens, asker)
        for one in knocks(room.app):
            right = reach(one.what, asker)
            if right is None or one.path == "/events":
                continue
            status = knock(client, one)
            assert status < 500, (one, status)
            assert status != 403 or right == "own" or one.method == "POST", one


def test_a_cookie_that_is_dead_opens_nothing_more_than_none(
    evening: tuple[Living, list[str]],
) -> None:
    room, _tokens = evening
    for one in knocks(room.app):
        if not reach(one.what, "stranger"):
            assert knock(room.client("x" * 43), one) in (302, 403), one


# ---- a hostile seat


def test_every_command_for_another_seat_is_refused(evening: tuple[Living, list[str]]) -> None:
    room, tokens = evening
    before = room.table.view
    answers = try_commands(room.client(tokens[CY]), (ANN, BEN), "hostile")
    assert set(answers) == {403}
    assert room.table.view == before


@pytest.mark.parametrize("do", COMMANDS)
def test_no_command_of_a_seat_is_ever_anothers(evening: tuple[Living, list[str]], do: str) -> None:
    """Whatever Cy says, by JSON and by form: what is booked is Cy's own doing, or nothing."""
    room, tokens = evening
    cy, before = room.client(tokens[CY]), room.table.view.seq
    for by in (None, ANN, BEN):
        fields = COMMANDS[do](ANN if by is None else by)
        said = {} if by is None else {"by": by}
        unsigned = {name: value for name, value in fields.items() if name != "by"}
        cy.post("/api/commands", json={**unsigned, **said, "id": f"{do}{by}"}, headers=ORIGIN)
        form = {"do": do, "id": f"form-{do}{by}", "dice-0": "1", "dice-1": "2", **said}
        cy.post("/do", data=form, headers=ORIGIN)
    for record in room.table.history(before):
        assert (record.cause.seat, record.command["by"]) == (CY, CY)


@pytest.mark.parametrize("path", ["", "/deeds", "/deed/1", "/trade", "/story"])
def test_a_seat_sees_no_other_seats_pages(evening: tuple[Living, list[str]], path: str) -> None:
    room, tokens = evening
    assert room.client(tokens[CY]).get(f"/seats/{BEN}{path}").status_code == 403


def test_a_seat_asks_for_no_other_seats_view(evening: tuple[Living, list[str]]) -> None:
    room, tokens = evening
    assert room.client(tokens[CY]).get(f"/api/view?seat={BEN}").status_code == 403


def test_nobody_presses_anothers_button_through_the_simulated_table(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))  # an auction
    buttons = room.context.parts.buttons
    assert isinstance(buttons, NotedButtons)
    press = {"path": "/simulated/press", "headers": ORIGIN}
    assert room.client().post(**press, data={"seat": "1"}).status_code == 403
    assert room.client(tokens[CY]).post(**press, data={"seat": "1"}).status_code == 403
    assert buttons.pressed == []
    assert room.client(tokens[BEN]).post(**press, data={"seat": "1"}).status_code == 303
    assert buttons.pressed == [BEN]


def test_nobody_throws_anothers_dice_or_lays_anothers_deed(room: Living) -> None:
    tokens = room.begin()
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    ben = room.client(tokens[BEN])
    assert ben.post("/simulated/throw", headers=ORIGIN).status_code == 403
    room.play(Roll(by=ANN, dice=(1, 2)))  # Ann may buy Baltic Avenue, the second deed
    deed = {"number": "2", "side": "front"}
    assert ben.post("/simulated/deed", data=deed, headers=ORIGIN).status_code == 403
    assert simulation.done == []
    ann = room.client(tokens[ANN])
    assert ann.post("/simulated/deed", data=deed, headers=ORIGIN).status_code == 303


def test_the_hands_of_a_drawn_table_say_why_they_do_not_move(room: Living) -> None:
    tokens = room.begin()
    headers = {**ORIGIN, "Accept": "application/json"}
    answer = room.client(tokens[BEN]).post("/simulated/throw", headers=headers)
    assert answer.json == {
        "refused": "not-allowed",
        "sentence": "That is not allowed from here. The banker may do it.",
    }
