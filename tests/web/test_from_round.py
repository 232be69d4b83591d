"""A tournament's round is set up by one tap, and pages say how much of it is left."""

import re
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from companion.table.clocks.heard_round import HeardRound
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, sent, text_of
from tests.support.waiting import soon

EVIL = "<b>Cup</b>"
ROUND = HeardRound(
    tournament=EVIL,
    number=2,
    players=("Ann", "Bob", "Cleo", "Dan"),
    edition="uk-classic",
    minutes=90,
    ends=None,
)
OFFER = "Set up this round"
EDITION = "/banker/game/edition"


def hear(room: Living, told: HeardRound | None) -> None:
    """Have the table hear of a round."""
    room.table.hear_round(told)
    assert soon(lambda: room.table.view.round == told)


def set_up(room: Living) -> str:
    """Tap; return where that leads."""
    answer = room.banker().post("/banker/game/round", headers=ORIGIN)
    assert answer.status_code == 303
    return str(answer.location)


def names(room: Living) -> list[str]:
    return [sitter.name for _, sitter in sorted(room.context.phones.sitters.items())]


def begun(room: Living, where: str) -> None:
    """Begin the game that was set up."""
    chosen = parse_qs(urlsplit(where).query)
    form = {**chosen, "banker": "0", "first": "no", "id": "b"}
    assert room.banker().post("/banker/game", data=form, headers=ORIGIN).status_code == 303


def test_one_tap_answers_edition_names_and_agreed_end(room: Living) -> None:
    assert OFFER not in room.banker().get(EDITION).text
    hear(room, ROUND)
    html = room.banker().get(EDITION).text
    assert EVIL not in html
    shown = text_of(room.banker(), EDITION)
    assert "Ann, Bob, Cleo, Dan" in shown
    assert "90 min" in shown
    assert "has not begun" in shown
    where = set_up(room)
    assert urlsplit(where).path == "/banker/game/bank"
    assert parse_qs(urlsplit(where).query) == {"edition": ["uk-classic"], "ends": ["90 min"]}
    assert names(room) == list(ROUND.players)
    bank = room.banker().get(where).text
    assert 'name="ends" value="90 min"' in bank
    assert 'type="time"' not in bank
    begun(room, where)
    assert room.state.edition.id == "uk-classic"
    assert room.state.ends == "90 min"
    assert tuple(player.name for player in room.state.players) == ROUND.players
    assert ROUND.is_played_in(room.state)


def test_who_sits_there_keeps_the_seat_and_others_stand_up(room: Living) -> None:
    _, _, dan = room.seated("Eve", "bob", "DAN")
    hear(room, ROUND)
    set_up(room)
    phones = room.context.phones
    assert names(room) == ["Ann", "bob", "DAN", "Cleo"]
    assert phones.of(dan).seat == Seat(2)
    assert phones.held == {Seat(1), Seat(2)}
    set_up(room)  # once more changes nothing
    assert names(room) == ["Ann", "bob", "DAN", "Cleo"]


def test_while_a_game_runs_nobody_is_moved(room: Living) -> None:
    room.begin("Ann", "Ben")
    hear(room, ROUND)
    assert OFFER not in room.banker().get(EDITION).text
    assert urlsplit(set_up(room)).path == EDITION
    assert names(room) == ["Ann", "Ben"]


def test_what_cannot_be_played_here_is_not_offered(room: Living) -> None:
    hear(room, replace(ROUND, edition="of-another-club"))
    assert OFFER not in room.banker().get(EDITION).text
    assert urlsplit(set_up(room)).path == EDITION
    assert names(room) == []


def test_a_round_without_a_clock_agrees_no_end(room: Living) -> None:
    hear(room, replace(ROUND, minutes=None))
    assert parse_qs(urlsplit(set_up(room)).query) == {"edition": ["uk-classic"]}


def test_nobody_but_the_banker_sets_it_up(room: Living) -> None:
    ann = room.client(*room.seated("Ann"))
    hear(room, ROUND)
    assert sent(ann, "/banker/game/round") == 403
    assert names(room) == ["Ann"]


@pytest.mark.parametrize("edition", ["it-eg", "uk-classic"])
def test_a_hand_made_game_against_the_clock_is_asked_when_it_ends(
    room: Living, edition: str
) -> None:
    room.seated("Ann", "Ben")
    hear(room, ROUND)
    page = f"/banker/game/bank?edition={edition}&variant=timed&ends=21:00"
    if edition == "it-eg":
        assert 'type="time" name="ends" required value="21:00"' in room.banker().get(page).text
    else:
        assert 'value="21:00"' not in room.banker().get(page).text


def test_pages_say_how_much_of_the_round_is_left_and_that_its_time_is_up(room: Living) -> None:
    ann = room.client(*room.seated("Ann"))
    hear(room, ROUND)
    begun(room, set_up(room))
    hear(room, replace(ROUND, ends=time.monotonic() + 37 * 60 - 1))
    assert soon(lambda: room.table.view.round_left == 37)
    told = "with round 2 of “<b>Cup</b>”, in 37 min"
    assert told in text_of(room.client(), "/table")
    assert told in text_of(room.banker(), "/banker")
    hear(room, replace(ROUND, ends=time.monotonic() + 4 * 60 - 1))
    assert soon(lambda: room.table.view.time_left == 5)
    for client, path in ((room.banker(), "/banker"), (room.client(), "/table")):
        assert "Round 2 of “<b>Cup</b>”: 4 min are left." in text_of(client, path), path
    hear(room, replace(ROUND, ends=time.monotonic() - 1))
    assert soon(lambda: room.table.view.time_left == 0)
    up = "Time is up: round 2 of “<b>Cup</b>” is over. The banker calls it."
    for client, path in ((room.banker(), "/banker"), (room.client(), "/table"), (ann, "/seat")):
        html = client.get(path).text
        assert EVIL not in html
        assert up in text_of(client, path), path
    assert re.search(r'value="time-up"', room.banker().get("/banker").text)
    assert not room.state.time_called


def test_a_pause_says_that_the_tournaments_clock_goes_on(room: Living) -> None:
    hear(room, ROUND)
    begun(room, set_up(room))
    hear(room, replace(ROUND, ends=time.monotonic() + 3600))
    assert soon(lambda: room.table.view.round_left is not None)
    assert sent(room.banker(), "/banker/pause") == 303
    assert "The tournament's clock goes on." in text_of(room.client(), "/table")
    hear(room, replace(ROUND, ends=time.monotonic() - 1))
    assert soon(lambda: room.table.view.time_left == 0)
    assert "Time is up: round 2" in text_of(room.client(), "/table")


def test_the_tournaments_rules_are_set_up_too(room: Living) -> None:
    house = {"go_salary": "400", "houses": "32"}
    hear(room, replace(ROUND, edition="ru-2004", variants=("short",), house=house))
    assert "by the tournament's rules" in text_of(room.banker(), EDITION)
    begun(room, set_up(room))
    assert room.state.edition.variants == ("short",)
    assert room.state.edition.house == {"go_salary": 400}


@pytest.mark.parametrize(
    "rules", [{"house": {"of-tomorrow": "1"}}, {"house": {"houses": "x"}}, {"variants": ("new",)}]
)
def test_rules_that_are_not_known_here_are_not_left_out(
    room: Living, rules: dict[str, Any]
) -> None:
    hear(room, replace(ROUND, **rules))
    assert OFFER not in room.banker().get(EDITION).text
    assert urlsplit(set_up(room)).path == EDITION
