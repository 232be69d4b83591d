"""The organiser changes who sits where in a drawn round; asked first where it may be a slip."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.hub.members import MemberRole
from companion.hub.tournaments import Tournament
from tests.support.club_rooms import HTTPS, ORIGIN, ClubRoom
from tests.support.pages import told as words_of

WHY = "came late"


@pytest.fixture
def cup(club: ClubRoom) -> int:
    """Seven on two tables in a round that runs and one that waits; Zoe has no seat."""
    made = club.hub.tournaments.add("Cup", "us-classic", minutes=90)
    assert isinstance(made, Tournament)
    club.hub.tournaments.enter(made.id, [f"P{n}" for n in range(1, 8)])
    assert club.hub.tournaments.seat(made.id, 2, tables=2) is None
    assert club.hub.tournaments.begin(made.id, 1) is None
    club.hub.tournaments.enter(made.id, ["Zoe"])
    return made.id


def ids(club: ClubRoom, cup: int) -> Mapping[str, int]:
    return {one.name: one.id for one in club.hub.tournaments.players(cup)}


def tables(club: ClubRoom, cup: int, round_: int = 1) -> Mapping[int, list[str]]:
    at = club.hub.tournaments.rounds(cup)[round_ - 1].tables
    return {table.number: [one.name for one in table.players] for table in at}


def send(club: ClubRoom, path: str, role: MemberRole = "organiser", **form: Any) -> TestResponse:
    return club.client(role).post(path, data=form, headers=ORIGIN, base_url=HTTPS)


def shown(club: ClubRoom, path: str) -> str:
    answer = club.client("organiser").get(path, base_url=HTTPS)
    assert answer.status_code == HTTPStatus.OK
    return words_of(answer.text)


def stand(club: ClubRoom, cup: int) -> int:
    one = club.hub.tournaments.one(cup)
    assert one is not None
    return one.stand


def test_each_kind_of_change_is_one_form(club: ClubRoom, cup: int) -> None:
    path, by_name = f"/tournaments/{cup}/rounds/1/change", ids(club, cup)
    (first, *_), (third, *_) = (tables(club, cup)[number] for number in (1, 2))

    def change(what: str, who: str, **more: Any) -> None:
        seen = stand(club, cup)
        answer = send(club, path, what=what, who=by_name[who], why=WHY, seen=seen, **more)
        assert answer.status_code == HTTPStatus.SEE_OTHER

    change("swap", first, other=by_name[third])
    assert first in tables(club, cup)[2]
    assert third in tables(club, cup)[1]
    change("replace", third, other=by_name["Zoe"])
    assert "Zoe" in tables(club, cup)[1]
    assert all(third not in there for there in tables(club, cup).values())
    change("table", third, table="2")
    assert third in tables(club, cup)[2]
    change("leave", "Zoe")
    change("table", "Zoe", table="new")
    assert tables(club, cup)[3] == ["Zoe"]
    text = shown(club, path)
    assert "At table 3 there is only 1 player." in text
    assert text.count(f"Reason: {WHY}") == 7
    answer = send(club, path, what="strike", table="3", why=WHY, seen=stand(club, cup))
    assert answer.status_code == HTTPStatus.SEE_OTHER
    assert [*tables(club, cup)] == [1, 2]
    whole = json.loads(
        club.client("organiser").get(f"/tournaments/{cup}/tournament.json", base_url=HTTPS).text
    )
    assert len(whole["seat_changes"]) == 8
    assert {(one["by"], one["why"]) for one in whole["seat_changes"]} == {("organiser", WHY)}


def test_where_too_few_would_stay_it_is_asked_first(club: ClubRoom, cup: int) -> None:
    path, by_name = f"/tournaments/{cup}/rounds/1/change", ids(club, cup)
    *gone, last = tables(club, cup)[2]
    for name in gone[:-1]:
        form: dict[str, Any] = {
            "what": "leave",
            "who": by_name[name],
            "why": WHY,
            "seen": stand(club, cup),
        }
        assert send(club, path, **form).status_code == HTTPStatus.SEE_OTHER
    form = {"what": "leave", "who": by_name[gone[-1]], "why": WHY, "seen": stand(club, cup)}
    answer = send(club, path, **form)
    assert answer.status_code == HTTPStatus.OK
    assert "Only 1 player would stay at table 2" in words_of(answer.text)
    assert len(tables(club, cup)[2]) == 2
    assert send(club, path, sure="yes", **form).status_code == HTTPStatus.SEE_OTHER
    assert tables(club, cup)[2] == [last]


def test_what_is_not_said_or_was_changed_meanwhile_changes_nothing(
    club: ClubRoom, cup: int
) -> None:
    path, by_name = f"/tournaments/{cup}/rounds/1/change", ids(club, cup)
    before, seen = tables(club, cup), stand(club, cup)
    zoe, there = by_name["Zoe"], tables(club, cup)[1]
    wrong: tuple[tuple[dict[str, Any], int, str], ...] = (
        ({}, 400, "Choose who"),
        ({"what": "leave"}, 400, "Choose who"),
        ({"what": "table", "who": zoe, "table": "9"}, 400, "Choose who"),
        ({"what": "swap", "who": zoe}, 400, "Choose who"),
        ({"what": "leave", "who": "x" * 40}, 400, "Choose who"),
        (
            {"what": "swap", "who": by_name[there[0]], "other": by_name[there[1]]},
            400,
            "They sit at the same table already.",
        ),
        ({"what": "leave", "who": zoe}, 400, "Zoe has no seat in this round."),
        (
            {"what": "table", "who": by_name[there[0]], "table": "1"},
            400,
            f"{there[0]} sits there already.",
        ),
        ({"what": "table", "who": zoe, "table": "1"}, 409, "Give the reason"),
        ({"what": "table", "who": 10**8, "table": "1", "why": WHY}, 409, "does not sit"),
        ({"what": "table", "who": zoe, "table": "1", "why": WHY, "seen": "0"}, 409, "meanwhile"),
        ({"what": "table", "who": zoe, "table": "1", "why": WHY, "seen": "x"}, 409, "meanwhile"),
    )
    for form, status, words in wrong:
        answer = send(club, path, **{"seen": seen, **form})
        assert (answer.status_code, words in words_of(answer.text)) == (status, True), form
    assert tables(club, cup) == before
    form = {"what": "leave", "who": by_name[there[0]], "why": WHY, "seen": seen}
    assert send(club, path, "arbiter", **form).status_code == HTTPStatus.FORBIDDEN
    assert send(club, f"/tournaments/{cup}/rounds/9/change", **form).status_code == 404
    assert club.hub.seats.of(cup) == ()


@pytest.mark.parametrize("choice", ["leave", "stay"])
def test_a_round_with_somebody_who_sits_out_asks_before_it_begins(
    club: ClubRoom, cup: int, choice: str
) -> None:
    gone = tables(club, cup, 2)[1][0]
    path = f"/tournaments/{cup}/rounds/2/begin"
    club.hub.tournaments.sit_out(cup, ids(club, cup)[gone], plays=False)
    answer = send(club, path)
    assert answer.status_code == HTTPStatus.OK
    text = words_of(answer.text)
    assert "They sit out, but have a seat in this round:" in text
    assert gone in text
    assert club.hub.tournaments.rounds(cup)[1].begun_at is None
    answer = send(club, path, absent=choice, seen=stand(club, cup))
    assert answer.status_code == HTTPStatus.SEE_OTHER
    assert club.hub.tournaments.rounds(cup)[1].begun_at is not None
    assert (gone in tables(club, cup, 2)[1]) == (choice == "stay")


def test_a_player_is_renamed_on_the_players_page(club: ClubRoom, cup: int) -> None:
    path, player = f"/tournaments/{cup}/rename", ids(club, cup)["P1"]
    for name, status, words in (
        (" ", 400, "Type the name."),
        ("x" * 41, 400, "at most 40 letters"),
        ("zoe", 409, "zoe stands there twice"),
    ):
        answer = send(club, path, player=player, name=name)
        assert (answer.status_code, words in words_of(answer.text)) == (status, True)
    assert send(club, path, player=player, name="Pia").status_code == HTTPStatus.SEE_OTHER
    assert ids(club, cup)["Pia"] == player
    assert "Pia" in shown(club, f"/tournaments/{cup}/rounds/1")


def test_a_draw_pressed_twice_is_one_draw_and_says_so(club: ClubRoom, cup: int) -> None:
    path, seen = f"/tournaments/{cup}/seat", stand(club, cup)
    assert f'name="seen" value="{seen}"' in (
        club.client("organiser").get(f"/tournaments/{cup}", base_url=HTTPS).text
    )
    form: dict[str, Any] = {"rounds": "3", "tables": "2", "seen": seen}
    assert send(club, path, **form).status_code == HTTPStatus.SEE_OTHER
    drawn = tables(club, cup, 2)
    answer = send(club, path, **form)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Seats were drawn or changed meanwhile." in words_of(answer.text)
    assert tables(club, cup, 2) == drawn
