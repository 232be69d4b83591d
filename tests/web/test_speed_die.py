"""The speed die on a phone: its face is typed beside the dice, and rides are chosen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Claim, Correct, Roll
from companion.table.answers import Accepted
from companion.table.witness import TableWitness
from companion.vision.readings import DieReading
from companion.words import Seat, Space
from tests.support.doubtful import tray, unsure
from tests.support.pages import ORIGIN, Living, NotedSimulation, living_room

ANN, BEN = Seat(0), Seat(1)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    """A room in which Ann has been round the board and Ben has not."""
    with living_room(tmp_path) as room:
        room.tokens = room.begin("Ann", "Ben", edition="got-2015", variants=("speed-die",))  # type: ignore[attr-defined]  # for the tests below
        been = Correct(why="a test", laps={ANN: 1}, at={ANN: Space(10), BEN: Space(10)})
        assert isinstance(room.ask(been, banker=True), Accepted)
        yield room


def page_of(room: Living, seat: Seat) -> str:
    """Return a seat's page."""
    return room.client(room.tokens[seat]).get("/seat").text  # type: ignore[attr-defined]  # see above


def send(room: Living, seat: Seat, path: str = "/do", **form: str) -> int:
    """Send a form from a seat's phone; return the answer's status."""
    client = room.client(room.tokens[seat])  # type: ignore[attr-defined]  # see above
    answer = client.post(path, data={"id": str(form), "back": "/seat", **form}, headers=ORIGIN)
    return answer.status_code


def at(room: Living, seat: Seat) -> int:
    """Return where a token stands."""
    assert room.table.view.state is not None
    return room.table.view.state.players[seat].at


def test_the_face_is_typed_beside_the_dice(room: Living) -> None:
    html = page_of(room, ANN)
    assert "Roll all three dice." in html
    assert re.findall(r'name="speed" value="(\w+)"', html) == ["1", "2", "3", "bus", "mr"]
    assert 'name="speed"' not in page_of(room, BEN)
    assert send(room, ANN, do="roll", **{"dice-0": "4", "dice-1": "3"}, speed="3") == 303
    assert at(room, ANN) == 20
    html = page_of(room, ANN)
    assert "You rolled <b>10</b>" in html
    assert '<b class="speed">3</b>' in html


def test_who_has_not_been_round_types_two_dice(room: Living) -> None:
    room.play(Roll(by=ANN, dice=(4, 3), speed=3))
    html = page_of(room, BEN)
    assert "Roll the dice." in html
    assert 'name="speed"' not in html
    assert send(room, BEN, do="roll", **{"dice-0": "4", "dice-1": "6"}) == 303
    assert at(room, BEN) == 20


@pytest.mark.parametrize("face", ["4", "train", "0"])
def test_a_face_that_the_die_has_not_is_refused(room: Living, face: str) -> None:
    assert send(room, ANN, do="roll", **{"dice-0": "4", "dice-1": "3"}, speed=face) == 400
    assert at(room, ANN) == 10


def test_a_bus_offers_each_way_with_the_space_it_leads_to(room: Living) -> None:
    room.play(Roll(by=ANN, dice=(1, 5), speed="bus"))
    html = page_of(room, ANN)
    assert "choose where to go" in html
    for way in ("Go 1 to Vaes Dothrak", "Go 5 to House Baratheon", "Go 6 to The Eyrie"):
        assert way in html
    assert send(room, ANN, do="choose", option="5") == 303
    assert at(room, ANN) == 15


def test_three_of_a_kind_offer_every_space(room: Living) -> None:
    room.play(Roll(by=ANN, dice=(2, 2), speed=2))
    html = page_of(room, ANN)
    assert len(re.findall(r"<option ", html)) == 40
    assert "King&#39;s Landing" in html
    assert send(room, ANN, do="choose", option="39") == 303
    assert at(room, ANN) == 39


def test_mr_monopoly_is_told_with_the_space_that_he_leads_to(room: Living) -> None:
    room.play(Roll(by=ANN, dice=(4, 6), speed="mr"))
    html = page_of(room, ANN)
    assert "go to <b>Moat Cailin</b>" in html
    assert '<b class="speed">Mr. Monopoly</b>' in html


def test_dice_that_were_read_ask_for_the_third_only(room: Living) -> None:
    witness = TableWitness(room.table)
    began = room.table.cause("camera", "camera").mono
    witness.motion(began)
    witness.dice(replace(unsure(0.99, 0.98), verdict="sure"), tray(), began, began + 0.1)
    room.ask(Claim(by=BEN))  # comes after it in the queue
    doubt = room.table.view.doubt
    assert doubt is not None
    html = page_of(room, ANN)
    assert "What does the speed die show?" in html
    assert "I am not sure" not in html
    assert 'name="speed" value="bus"' in html
    known = {"doubt": doubt.id, "dice-0": "1", "dice-1": "3"}
    assert send(room, ANN, "/doubt", **known, speed="nothing") == 400
    assert send(room, ANN, "/doubt", **known) == 400
    assert send(room, ANN, "/doubt", **known, speed="2") == 303
    assert at(room, ANN) == 16


@pytest.mark.parametrize(("edition", "dice"), [("de-dm", 1), ("got-2015", 2)])
def test_the_simulated_table_throws_as_many_dice_as_are_due(
    tmp_path: Path, edition: str, dice: int
) -> None:
    with living_room(tmp_path) as room:
        simulation = room.context.parts.simulation
        assert isinstance(simulation, NotedSimulation)
        room.begin("Ann", "Ben", edition=edition, first_roll=True)
        assert room.banker().post("/simulated/throw", headers=ORIGIN).status_code == 303
        assert simulation.done == [("throw", dice)]


def test_the_simulated_table_throws_the_speed_die_where_it_is_due(room: Living) -> None:
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    assert room.banker().post("/simulated/throw", headers=ORIGIN).status_code == 303
    assert simulation.done == [("throw", 2, "speed")]


@pytest.mark.parametrize(
    ("confidence", "pips", "likely"), [(0.9, 2, "2"), (0.3, 2, ""), (0.9, 6, "")]
)
def test_pips_on_the_speed_die_are_proposed_and_its_place_is_outlined(
    room: Living, confidence: float, pips: int, likely: str
) -> None:
    faces = tuple(float(face == pips) for face in range(1, 7))
    third = DieReading(pips, (400.0, 90.0), 60.0, confidence, faces)
    reading = replace(unsure(0.99, 0.99), verdict="sure", speed=third)
    began = room.table.cause("camera", "camera").mono
    TableWitness(room.table).dice(reading, tray(), began, began + 0.1)
    room.ask(Claim(by=BEN))  # comes after it in the queue
    html = page_of(room, ANN)
    assert html.count('class="outline') == 3
    assert html.count('class="outline doubtful') == 1
    assert re.findall(r'face likely">\s*<input type="radio" name="speed" value="(\w+)"', html) == (
        [likely] if likely else []
    )
