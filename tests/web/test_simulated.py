"""The simulated table's page: throws that are chosen, what goes wrong, buttons that stick."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Correct
from companion.table.answers import Accepted
from companion.words import Seat
from tests.support.pages import (
    ORIGIN,
    Living,
    NotedButtons,
    NotedSimulation,
    living_room,
    sent,
    text_of,
)

HERE = "/simulated"
ANN, BEN = Seat(0), Seat(1)
SPEED_DIE = r'<option value="(\d)">\s*([^<]*?)\s*</option>'


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    with living_room(tmp_path) as room:
        yield room


def simulation(room: Living) -> NotedSimulation:
    found = room.context.parts.simulation
    assert isinstance(found, NotedSimulation)
    return found


@pytest.mark.parametrize(
    ("form", "thrown"),
    [
        ({"dice-0": "5", "dice-1": "6"}, (2, 5, 6)),
        ({"dice-0": "", "dice-1": "6"}, (2, None, 6)),
        ({"dice-0": "", "dice-1": ""}, (2,)),
        ({"dice-0": "1", "dice-1": "1", "mishap": "cocked"}, (2, 1, 1, "cocked")),
        ({"speed": "4"}, (2,)),  # none is thrown in this game
    ],
)
def test_dice_show_what_was_chosen(
    room: Living, form: dict[str, str], thrown: tuple[object, ...]
) -> None:
    room.begin("Ann", "Ben")
    assert room.banker().post(f"{HERE}/throw", data=form, headers=ORIGIN).status_code == 303
    assert simulation(room).done == [("throw", *thrown)]


@pytest.mark.parametrize("wrong", ["0", "7", "x", "-1"])
def test_a_die_shows_nothing_else(room: Living, wrong: str) -> None:
    room.begin("Ann", "Ben")
    form = {"dice-0": wrong, "dice-1": "1"}
    assert room.banker().post(f"{HERE}/throw", data=form, headers=ORIGIN).status_code == 400
    assert simulation(room).done == []


def test_the_speed_die_is_chosen_where_it_is_thrown(room: Living) -> None:
    room.begin("Ann", "Ben", edition="got-2015", variants=("speed-die",))
    assert 'name="speed"' not in room.banker().get(HERE).text
    assert isinstance(room.ask(Correct(why="a test", laps={ANN: 1}), banker=True), Accepted)
    html = room.banker().get(HERE).text.partition('name="speed"')[2].partition("</select>")[0]
    sides = {face: side for side, face in re.findall(SPEED_DIE, html)}
    assert list(sides) == ["1", "2", "3", "Bus", "Mr. Monopoly"]
    bus = {"speed": sides["Bus"]}
    assert room.banker().post(f"{HERE}/throw", data=bus, headers=ORIGIN).status_code == 303
    assert simulation(room).done == [("throw", 2, "speed", 6)]


def test_the_banker_switches_troubles_on_and_off(room: Living) -> None:
    room.begin("Ann", "Ben")
    banker = room.banker()
    assert "All is well again" not in banker.get(HERE).text
    for what in ("dark", "glare", "hand"):
        assert sent(banker, f"{HERE}/trouble", begins=what) == 303
    assert simulation(room).troubles == {"dark", "glare", "hand"}
    assert text_of(banker, HERE).count("✓") == 3
    assert sent(banker, f"{HERE}/trouble", ends="glare") == 303
    assert simulation(room).troubles == {"dark", "hand"}
    assert sent(banker, f"{HERE}/trouble", ends="all") == 303
    assert simulation(room).troubles == set()


@pytest.mark.parametrize("wrong", [{}, {"begins": "all"}, {"begins": "fire"}, {"ends": "fire"}])
def test_there_are_no_other_troubles(room: Living, wrong: dict[str, str]) -> None:
    assert sent(room.banker(), f"{HERE}/trouble", **wrong) == 400


def test_whoever_is_not_the_banker_switches_nothing(room: Living) -> None:
    ann = room.client(room.begin("Ann", "Ben")[ANN])
    assert "What goes wrong at a table" not in ann.get(HERE).text
    assert sent(ann, f"{HERE}/trouble", begins="dark") == 403
    assert simulation(room).troubles == set()


def test_a_player_lets_the_own_button_stick_and_no_other(room: Living) -> None:
    ann, buttons = room.client(room.begin("Ann", "Ben")[ANN]), room.context.parts.buttons
    assert isinstance(buttons, NotedButtons)
    assert sent(ann, f"{HERE}/press", seat=ANN, stuck="yes") == 303
    assert sent(ann, f"{HERE}/press", seat=BEN, stuck="yes") == 403
    assert buttons.sticking == {ANN}
    assert "✓ Let it stick" in text_of(ann, HERE)
    assert sent(ann, f"{HERE}/press", seat=ANN, stuck="no") == 303
    assert buttons.sticking == set()
    assert buttons.pressed == []
