"""A tournament through its pages: who may do what, what is typed wrongly, what stays visible."""

import csv
import io
import json
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.hub.members import MemberRole
from companion.hub.tournaments import Tournament, TournamentRound
from companion.shipping.wire import Parcel
from companion.table.games.commands import Begin
from tests.support.club_rooms import HTTPS, ORIGIN, ClubRoom, played, ship, table_with
from tests.support.pages import told as words_of

EVIL = "<script>alert(1)</script>"
LONG = "Donaudampfschifffahrtsgesellschaftskapit"
NAMES = ["Ann", "Bob", EVIL, LONG, "=1+1", *(f"Player {n}" for n in range(6, 13))]


def get(client: FlaskClient, path: str) -> TestResponse:
    return client.get(path, base_url=HTTPS)


def page(client: FlaskClient, path: str) -> str:
    answer = get(client, path)
    assert answer.status_code == HTTPStatus.OK
    return words_of(answer.text)


def send(client: FlaskClient, path: str, **form: Any) -> TestResponse:
    return client.post(path, data=form, headers=ORIGIN, base_url=HTTPS)


@pytest.fixture
def cup(club: ClubRoom) -> int:
    """A tournament of twelve on three tables."""
    client = club.client("organiser")
    answer = send(
        client,
        "/tournaments/add",
        name="Cup",
        edition="us-classic",
        minutes="90",
        points="10 7 5 3",
    )
    assert answer.status_code == HTTPStatus.SEE_OTHER
    (one,) = club.hub.tournaments.all()
    send(client, f"/tournaments/{one.id}/players", names="\r\n".join(NAMES))
    send(client, f"/tournaments/{one.id}/seat", rounds="3", tables="3")
    return one.id


def rounds(club: ClubRoom, cup: int) -> tuple[TournamentRound, ...]:
    return club.hub.tournaments.rounds(cup)


def worths(club: ClubRoom, cup: int, round_: int, table: int, *amounts: object) -> dict[str, Any]:
    players = rounds(club, cup)[round_ - 1].tables[table - 1].players
    return {f"worth-{one.id}": amount for one, amount in zip(players, amounts, strict=True)}


def seen(client: FlaskClient, path: str) -> str:
    found = re.search(r'name="seen" value="(\d+)"', get(client, path).text)
    assert found is not None
    return found[1]


def test_twelve_on_three_tables_from_adding_to_the_export(club: ClubRoom, cup: int) -> None:
    client, arbiter = club.client("organiser"), club.client("arbiter")
    base = f"/tournaments/{cup}"
    assert "12 players" in page(client, base)
    for number in (1, 2, 3):
        answer = send(client, f"{base}/rounds/{number}/begin")
        assert answer.location == f"{base}/rounds/{number}"
        for table in (1, 2, 3):
            path = f"{base}/rounds/{number}/tables/{table}"
            form = worths(club, cup, number, table, "4 000", 3000, "2,000", 0)
            assert send(arbiter, path, seen="0", **form).status_code == HTTPStatus.SEE_OTHER
    path = f"{base}/rounds/1/tables/1"
    form = worths(club, cup, 1, 1, 1000, 3000, 2000, 0)
    answer = send(arbiter, path, seen=seen(arbiter, path), **form)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Give the reason" in words_of(answer.text)
    assert 'value="1000"' in answer.text
    form["why"] = "counted anew"
    assert send(arbiter, path, seen=seen(arbiter, path), **form).status_code == 303
    shown = page(client, path)
    assert "Reason: counted anew" in shown
    assert shown.count("corrected") == 1
    assert send(client, f"{base}/close").status_code == HTTPStatus.SEE_OTHER
    assert "This tournament is closed." in page(client, base)
    shown = get(client, f"{base}/standings").text
    assert EVIL not in shown
    assert LONG in shown
    whole = json.loads(get(client, f"{base}/tournament.json").text)
    assert len(whole["players"]) == 12
    assert len(whole["results"]) == 3 * 12 + 1
    assert sum(not one["counts"] for one in whole["results"]) == 1
    assert "public_key" not in str(whole)
    points = {one["name"]: one["points"] for one in whole["standings"]}
    assert sum(points.values()) == 3 * 3 * (10 + 7 + 5 + 3)
    rows = list(csv.reader(io.StringIO(get(client, f"{base}/standings.csv").text.lstrip("\ufeff"))))
    assert len(rows) == 13
    assert {row[1] for row in rows[1:]} == {*NAMES, "'=1+1"} - {"=1+1"}
    assert {row[1].lstrip("'"): float(row[2]) for row in rows[1:]} == points
    figure = re.compile(r"\d+(\.\d{1,4})?")
    assert all(figure.fullmatch(row[2]) and figure.fullmatch(row[4]) for row in rows[1:])
    rows = list(csv.reader(io.StringIO(get(client, f"{base}/results.csv").text.lstrip("\ufeff"))))
    assert [row[4] for row in rows[1:]].count("no") == 1
    assert {row[5] for row in rows[1:]} == {"arbiter"}
    assert all(re.fullmatch(r"[\d-]{10} [\d:]{8} UTC", row[7]) for row in rows[1:])


def test_only_the_organiser_changes_and_an_arbiter_enters_results(club: ClubRoom, cup: int) -> None:
    base = f"/tournaments/{cup}"
    club.hub.tournaments.begin(cup, 1)
    changes: tuple[tuple[str, dict[str, str]], ...] = (
        ("/tournaments/add", {"name": "X", "edition": "us-classic", "points": "1"}),
        (f"{base}/players", {"names": "New"}),
        (f"{base}/plays", {"player": "1", "plays": "no"}),
        (f"{base}/seat", {"rounds": "4"}),
        (f"{base}/rounds/2/begin", {}),
        (f"{base}/close", {}),
        (f"{base}/delete", {}),
        (f"{base}/public", {"names": "yes"}),
    )
    looks = ("", "/standings", "/rounds/1", "/rounds/1/tables/1", "/results.csv")
    form = {"seen": "0", **worths(club, cup, 1, 1, 4, 3, 2, 1)}
    before = (club.hub.tournaments.all(), club.hub.tournaments.players(cup))
    for role in ("screen", "arbiter"):
        client = club.client(role)
        for path, sent in changes:
            assert send(client, path, **sent).status_code == HTTPStatus.FORBIDDEN
        for path in looks:
            assert get(client, base + path).status_code == HTTPStatus.OK
        assert get(client, f"{base}/players").status_code == HTTPStatus.FORBIDDEN
    assert (club.hub.tournaments.all(), club.hub.tournaments.players(cup)) == before
    assert [one.begun_at is not None for one in rounds(club, cup)] == [True, False, False]
    screen = club.client("screen")
    path = f"{base}/rounds/1/tables/1"
    assert send(screen, path, **form).status_code == HTTPStatus.FORBIDDEN
    assert send(screen, f"{path}/book", told="x").status_code == HTTPStatus.FORBIDDEN
    assert "What is each of them worth?" not in page(screen, path)
    stranger = club.client()
    for look in ("/tournaments", *(base + one for one in looks)):
        assert get(stranger, look).location == "/sign-in"
    assert send(stranger, path, **form).status_code == HTTPStatus.FORBIDDEN
    assert club.hub.results.of(cup) == ()
    assert send(club.client("arbiter"), path, **form).status_code == HTTPStatus.SEE_OTHER
    assert {one.by for one in club.hub.results.of(cup)} == {"arbiter"}


def test_of_two_with_the_same_page_the_second_is_told(club: ClubRoom, cup: int) -> None:
    one, other = club.client("organiser"), club.client("organiser")
    base = f"/tournaments/{cup}"
    for client, status in ((one, HTTPStatus.SEE_OTHER), (other, HTTPStatus.CONFLICT)):
        assert send(client, f"{base}/rounds/1/begin").status_code == status
    path = f"{base}/rounds/1/tables/2"
    first, second = (worths(club, cup, 1, 2, *row) for row in ((4, 3, 2, 1), (1, 2, 3, 4)))
    assert send(one, path, seen="0", **first).status_code == HTTPStatus.SEE_OTHER
    answer = send(other, path, seen="0", **second)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Somebody has entered something here meanwhile." in words_of(answer.text)
    table = rounds(club, cup)[0].tables[1]
    assert [table.worth[one.id] for one in table.players] == [4, 3, 2, 1]
    again = send(other, path, seen=seen(other, path), **first)
    assert "That stands there already." in words_of(again.text)


def test_what_cannot_be_meant_is_said_and_changes_nothing(club: ClubRoom, cup: int) -> None:
    client, base = club.client("organiser"), f"/tournaments/{cup}"
    usual = {"name": "New", "edition": "us-classic", "minutes": "90", "points": "10 5"}
    for change, words in (
        ({"name": " "}, "Give the tournament a name."),
        ({"name": "Cup"}, "A tournament is called so already."),
        ({"minutes": "0"}, "1 to 1440"),
        ({"minutes": "-5"}, "1 to 1440"),
        ({"points": "ten"}, "Points are numbers"),
        ({"points": "NaN"}, "Points are numbers"),
        ({"points": "1e9"}, "Points are numbers"),
        ({"points": ""}, "Points are numbers"),
    ):
        answer = send(client, "/tournaments/add", **{**usual, **change})
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert words in words_of(answer.text)
    assert send(client, "/tournaments/add", **{**usual, "edition": "none"}).status_code == 400
    assert len(club.hub.tournaments.all()) == 1
    for names, words in (
        ("  \n ", "Enter who plays"),
        ("New\nAnn", "Ann stands there twice"),
        ("New\nnew", "new stands there twice"),
        ("\u00c9va\nE\u0301va", "\u00c9va stands there twice"),  # typed on two machines
        ("x" * 41, "at most 40 letters"),
    ):
        answer = send(client, f"{base}/players", names=names)
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert words in words_of(answer.text)
    assert len(club.hub.tournaments.players(cup)) == 12
    for form in ({"rounds": "0"}, {"rounds": "x"}, {"rounds": "3", "tables": "999"}):
        assert send(client, f"{base}/seat", **form).status_code == HTTPStatus.BAD_REQUEST
    answer = send(client, f"{base}/seat", rounds="3", tables="1")
    assert "12 players, tables: 1. At each 2 to 6 can sit." in words_of(answer.text)
    club.hub.tournaments.begin(cup, 1)
    for amount in ("", "-1", "1.5", "ten", "99999999999"):
        form = worths(club, cup, 1, 1, amount, 1, 2, 3)
        answer = send(client, f"{base}/rounds/1/tables/1", seen="0", **form)
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert "Type what each of them is worth" in words_of(answer.text)
    assert club.hub.results.of(cup) == ()
    for path in ("/9", "/rounds/9", "/rounds/1/tables/9"):
        base_of = "/tournaments" if path == "/9" else base
        found = get(client, f"{base_of}{path}{'999' if path == '/9' else ''}")
        assert found.status_code == HTTPStatus.NOT_FOUND


def test_what_a_game_says_is_booked_by_a_person_and_only_as_they_saw_it(
    club: ClubRoom, game: tuple[Parcel, ...]
) -> None:
    table = table_with(club, "Window", game[:10])
    (line,) = club.keeper.lobby.lines
    cup = club.hub.tournaments.add("Cup", line.edition_id)
    assert isinstance(cup, Tournament)
    club.hub.tournaments.enter(cup.id, [seat.name for seat in line.seats])
    club.hub.tournaments.seat(cup.id, 1, tables=1)
    club.hub.tournaments.begin(cup.id, 1)
    client, base = club.client("arbiter"), f"/tournaments/{cup.id}"
    path = f"{base}/rounds/1/tables/1"
    assert "a game says it" not in page(client, base)
    ship(club.hub, table, game[:30], 10)
    with club.hub.database.transaction() as cursor:
        cursor.execute("update round set ends = now()")
    club.keeper.look()
    assert "a game says it" in page(client, base)
    assert "Time is up, but this game still goes on." in page(client, path)
    assert club.hub.results.of(cup.id) == ()
    told = told_on(client, path)
    ship(club.hub, table, game, 30)
    club.keeper.look()
    assert told_on(client, path) != told
    answer = send(client, f"{path}/book", told=told)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "The game has gone on meanwhile." in words_of(answer.text)
    assert club.hub.results.of(cup.id) == ()
    assert send(client, f"{path}/book", told=told_on(client, path)).status_code == 303
    (line,) = club.keeper.lobby.lines
    entered = {one.name: one for one in club.hub.results.of(cup.id)}
    assert {name: one.worth for name, one in entered.items()} == {
        seat.name: int(seat.worth) for seat in line.seats
    }
    assert {(one.by, one.game) for one in entered.values()} == {("arbiter", line.game)}
    assert "from the game" in page(client, path)


def test_a_game_by_other_rules_says_by_which(club: ClubRoom, tmp_path: Path) -> None:
    house = {"jail_fine": 60}
    first = Begin(edition="ru-2004", players=("Ann", "Ben"), first_roll=False, house=house)
    table_with(club, "Window", played(tmp_path, 12, first=first))
    store = club.hub.tournaments
    cup = store.add("Cup", "ru-2004", minutes=90)
    assert isinstance(cup, Tournament)
    store.enter(cup.id, ["Ann", "Ben"])
    store.seat(cup.id, 1, tables=1)
    store.begin(cup.id, 1)
    with club.hub.database.transaction() as cursor:
        cursor.execute("update round set begun = begun - interval '1 hour', ends = now()")
    club.keeper.look()
    said = page(club.client("arbiter"), f"/tournaments/{cup.id}/rounds/1/tables/1")
    assert "This game was played by other rules than the tournament's." in said
    assert "The fine for leaving jail. Here: 60" in said


def told_on(client: FlaskClient, path: str) -> str:
    found = re.search(r'name="told" value="([^"]+)"', get(client, path).text)
    assert found is not None
    return found[1]


def test_the_organiser_sets_when_a_round_ends(club: ClubRoom, cup: int) -> None:
    client, base = club.client("organiser"), f"/tournaments/{cup}"
    assert "Change when it ends" not in page(client, base)
    answer = send(client, f"{base}/rounds/1/end", minutes="30")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "No clock of this round runs." in words_of(answer.text)
    club.hub.tournaments.begin(cup, 1)
    assert page(client, base).count("Change when it ends") == 1
    assert "Change when it ends" not in page(club.client("arbiter"), base)
    for minutes in ("", "-1", "ten", "1441", "1.5"):
        answer = send(client, f"{base}/rounds/1/end", minutes=minutes)
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert "Say in how many minutes the round ends, 0 to 1440." in words_of(answer.text)
    assert send(club.client("arbiter"), f"{base}/rounds/1/end", minutes="1").status_code == 403
    (first, *_) = rounds(club, cup)
    assert first.left_s == pytest.approx(90 * 60, abs=60)
    answer = send(client, f"{base}/rounds/1/end", minutes="30")
    assert answer.status_code == HTTPStatus.SEE_OTHER
    (first, *_) = rounds(club, cup)
    assert first.left_s == pytest.approx(30 * 60, abs=60)


def test_the_next_round_is_not_begun_by_one_press_while_results_are_open(
    club: ClubRoom, cup: int
) -> None:
    client, base = club.client("organiser"), f"/tournaments/{cup}"
    folded = "Results of round 1 are not entered yet."
    assert folded not in page(client, base)
    club.hub.tournaments.begin(cup, 1)
    assert folded in page(client, base)
    assert '<button class="do">Begin round 2' not in get(client, base).text
    for table in (1, 2, 3):
        form = worths(club, cup, 1, table, 4, 3, 2, 1)
        send(client, f"{base}/rounds/1/tables/{table}", seen="0", **form)
    assert folded not in page(client, base)
    assert '<button class="do">Begin round 2' in get(client, base).text


def test_how_well_it_is_seated_is_said(club: ClubRoom, cup: int) -> None:
    client = club.client("organiser")
    shown = page(client, f"/tournaments/{cup}")
    assert "No seating has fewer" in shown or "Nobody meets anybody twice." in shown
    send(client, f"/tournaments/{cup}/seat", rounds="1", tables="3")
    assert "Nobody meets anybody twice." in page(client, f"/tournaments/{cup}")


def test_who_comes_later_or_sits_out_counts_from_the_next_draw(club: ClubRoom, cup: int) -> None:
    client, base = club.client("organiser"), f"/tournaments/{cup}"
    send(client, f"{base}/rounds/1/begin")
    first = rounds(club, cup)[0]
    out = first.tables[0].players[0]
    send(client, f"{base}/plays", player=out.id, plays="no")
    assert "sits out" in page(client, f"{base}/players")
    send(client, f"{base}/players", names="Late\nLater")
    send(client, f"{base}/seat", rounds="3", tables="3")
    now = rounds(club, cup)
    assert [t.players for t in now[0].tables] != []
    for round_ in now[1:]:
        names = {one.name for table in round_.tables for one in table.players}
        assert names == {*NAMES, "Late", "Later"} - {out.name}


def test_the_public_page_shows_names_or_numbers_until_it_is_off(club: ClubRoom, cup: int) -> None:
    client, guest, base = club.client("organiser"), club.client(), f"/tournaments/{cup}"
    send(client, f"{base}/rounds/1/begin")
    send(client, f"{base}/public", names="yes", what="show")
    key = club.hub.tournaments.all()[0].public_key
    assert key is not None
    shown = get(guest, f"/public/{key}")
    assert shown.headers["X-Robots-Tag"] == "noindex"
    assert "Ann" in words_of(shown.text)
    assert EVIL not in shown.text
    assert "/tournaments" not in shown.text
    send(client, f"{base}/public", names="no", what="show")
    assert club.hub.tournaments.all()[0].public_key == key
    shown = get(guest, f"/public/{key}")
    assert "Player 12" in words_of(shown.text)
    for name in ("Ann", "Bob", LONG, "alert(1)"):
        assert name not in shown.text
    send(client, f"{base}/public", names="no", what="renew")
    assert get(guest, f"/public/{key}").status_code == HTTPStatus.NOT_FOUND
    new = club.hub.tournaments.all()[0].public_key
    assert get(guest, f"/public/{new}").status_code == HTTPStatus.OK
    send(client, f"{base}/public", what="off")
    assert get(guest, f"/public/{new}").status_code == HTTPStatus.NOT_FOUND
    for path in ("/public/", "/public/None", f"/public/{'x' * 500}"):
        assert get(guest, path).status_code == HTTPStatus.NOT_FOUND


def test_a_tournament_is_deleted_after_it_was_asked(club: ClubRoom, cup: int) -> None:
    client, base = club.client("organiser"), f"/tournaments/{cup}"
    assert "Delete Cup?" in page(client, f"{base}/delete")
    assert len(club.hub.tournaments.all()) == 1
    assert send(client, f"{base}/delete").location == "/tournaments"
    assert club.hub.tournaments.all() == ()
    assert get(client, base).status_code == HTTPStatus.NOT_FOUND


def test_the_organiser_says_at_which_tables_of_the_club_a_round_sits(
    club: ClubRoom, cup: int
) -> None:
    organiser, base = club.client("organiser"), f"/tournaments/{cup}"
    club.hub.tables.add("Garden")
    ids = [one.id for one in club.hub.tables.all()]
    path = f"{base}/rounds/1/tables"
    for reader in ("arbiter", "screen"):
        refused = send(club.client(reader), path, **{"at-1": ids[0]})
        assert refused.status_code == HTTPStatus.FORBIDDEN
    chosen = {"at-1": "", "at-2": ids[0], "at-3": ""}
    assert send(organiser, path, **chosen).status_code == HTTPStatus.SEE_OTHER
    assert club.hub.round_tables.of(cup)[1, 2][0] == ids[0]
    assert (1, 1) not in club.hub.round_tables.of(cup)
    assert "Table 2 · Garden" in page(club.client("screen"), f"{base}/rounds/1")
    assert re.search(f'value="{ids[0]}" selected', get(organiser, base).text)
    twice = send(organiser, path, **{"at-1": ids[0], "at-2": ids[0]})
    assert twice.status_code == HTTPStatus.CONFLICT
    assert "two tables of one round" in words_of(twice.text)
    assert send(organiser, path, **{"at-1": "99"}).status_code == HTTPStatus.BAD_REQUEST
    assert send(organiser, f"{base}/rounds/9/tables").status_code == HTTPStatus.NOT_FOUND


def test_one_set_of_rules_is_shown_kept_and_exported(club: ClubRoom, cup: int) -> None:
    client, where = club.client("organiser"), f"/tournaments/{cup}"
    form = page(client, f"{where}/rules")
    assert "Double salary for landing on Go" in form
    answer = send(client, f"{where}/rules", go_salary="400", parking_jackpot="yes", houses="many")
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert "So many houses are in the box." in words_of(answer.text)
    answer = send(client, f"{where}/rules", go_salary="400", parking_jackpot="yes", houses="32")
    assert answer.status_code == HTTPStatus.SEE_OTHER
    blank = {"go_salary": "400", "parking_jackpot": "yes", "starting_cash": " "}
    assert send(client, f"{where}/rules", **blank).status_code == HTTPStatus.SEE_OTHER
    kept = club.hub.tournaments.one(cup)
    assert kept is not None
    assert kept.house == {"go_salary": "400", "parking_jackpot": "yes"}
    send(client, f"{where}/public", what="show", names="yes")
    key = club.hub.tournaments.all()[0].public_key
    for path in (where, f"{where}/standings", f"/public/{key}"):
        assert "The salary for passing Go. 400" in page(client, path)
    told = json.loads(get(client, f"{where}/tournament.json").text)["tournament"]
    assert (told["variants"], told["house_rules"]) == ([], kept.house)


@pytest.mark.parametrize("variants", [["no-such"], ["printing-pre-2008", "printing-pre-2008", "x"]])
def test_a_way_to_play_that_there_is_not_is_refused(
    club: ClubRoom, cup: int, variants: list[str]
) -> None:
    client = club.client("organiser")
    answer = send(client, f"/tournaments/{cup}/rules", variant=variants)
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    kept = club.hub.tournaments.one(cup)
    assert kept is not None
    assert kept.variants == ()


def test_rules_stay_once_a_round_has_begun(club: ClubRoom, cup: int) -> None:
    client, where = club.client("organiser"), f"/tournaments/{cup}"
    assert f"{where}/rules" in get(client, where).text
    send(client, f"{where}/rounds/1/begin")
    assert f"{where}/rules" not in get(client, where).text
    answer = send(client, f"{where}/rules", go_salary="400")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "its rules stay" in words_of(answer.text)


def test_a_tournament_has_its_tables_wait_for_the_club(club: ClubRoom, cup: int) -> None:
    client, where = club.client("organiser"), f"/tournaments/{cup}"
    assert "Wait for the club" in page(client, where)
    send(client, f"{where}/kept-too", wanted="yes")
    assert "Do not wait for the club" in page(client, where)
    kept = club.hub.tournaments.one(cup)
    assert kept is not None
    assert kept.kept_too


@pytest.mark.parametrize("role", ["arbiter", "screen"])
@pytest.mark.parametrize("path", ["rules", "kept-too"])
def test_nobody_but_an_organiser_sets_rules(
    club: ClubRoom, cup: int, role: MemberRole, path: str
) -> None:
    answer = send(club.client(role), f"/tournaments/{cup}/{path}", go_salary="1", wanted="yes")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert club.hub.tournaments.one(cup) == club.hub.tournaments.all()[0]
