"""The lobby as a page: every table in words, found by name, said when the database is away."""

import json
import re
from http import HTTPStatus
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from companion.hub.lobby import Lobby, LobbyLine
from companion.hub.postgres import PostgreSQL
from companion.shipping.wire import Parcel
from companion.table.disputing.commands import RaiseDispute
from companion.table.games.commands import Begin
from companion.table.table import Table
from tests.support.changed_records import rechained
from tests.support.club_rooms import HTTPS, ClubRoom, Shelf, club_room, played, ship, table_with
from tests.support.clubs import cluster, fresh_address, joined
from tests.support.english import english
from tests.support.messages import LANGUAGES
from tests.support.pages import told
from tests.support.player import PLAYERS, banker
from tests.support.waiting import soon
from web.club.lobby import MOST_AS_CARDS
from web.club.render import page
from web.club.view import cards_of, clock_words, seen_words
from web.shared.language import catalogues

Game = tuple[Parcel, ...]
TIMED = Begin(edition="ru-2004", players=PLAYERS, first_roll=False, ends="90 min")


def lobby(room: ClubRoom, query: str = "", language: str = "en") -> str:
    client = room.client("screen")
    answer = client.get(f"/{query}", base_url=HTTPS, headers={"Accept-Language": language})
    assert answer.status_code == HTTPStatus.OK
    return answer.text


def test_a_club_without_games_says_so(club: ClubRoom) -> None:
    assert "No table has sent anything yet." in told(lobby(club))


def test_a_table_shows_who_has_what_who_leads_and_whose_turn_it_is(
    club: ClubRoom, game: Game
) -> None:
    table_with(club, "Window", game)
    said, (line,) = told(lobby(club)), club.keeper.lobby.lines
    assert "1 table" in said
    assert "Window" in said
    assert f"turn {line.turn}" in said
    (card,) = cards_of(catalogues()["en"], club.keeper.lobby, line.kept_at)
    for one in card.seats:
        assert all(" ".join(word.split()) in said for word in (one.name, one.cash, one.worth))
    assert said.count(" on turn ") == 1
    assert said.count(" leads ") == 1 + len(line.leaders)  # beside each, and before all of them


def test_what_comes_is_on_the_page_at_the_next_look(club: ClubRoom, game: Game) -> None:
    table = table_with(club, "Window", game[:10])
    before, tag = lobby(club), club.context.streams.tag
    ship(club.hub, table, game, 10)
    assert club.context.streams.tag == tag
    club.keeper.look()
    assert club.context.streams.tag != tag
    assert lobby(club) != before


def test_who_sees_the_same_shares_a_page_and_nobody_gets_anothers(
    club: ClubRoom, game: Game
) -> None:
    table_with(club, "Window", game)
    with patch("web.club.lobby.page", wraps=page) as drawn:
        first = lobby(club)
        assert lobby(club) == first
        assert drawn.call_count == 1
        for other in (lobby(club, "?find=window"), lobby(club, language="de")):
            assert other != first
        organisers = club.client("organiser").get("/", base_url=HTTPS).text
        assert "/people" in organisers
        assert "/people" not in lobby(club)
        assert drawn.call_count == 4


def test_tables_are_found_by_their_names_and_by_who_sits_there(
    club: ClubRoom, game: Game, tmp_path: Path
) -> None:
    table_with(club, "Window", game)
    table_with(club, "Stove", played(tmp_path, 5, seed=3))
    for find, found in (("win", ["Window"]), ("STOVE", ["Stove"]), ("ann", ["Stove", "Window"])):
        said = lobby(club, f"?find={find}")
        assert [name for name in ("Stove", "Window") if f"<h2>{name}</h2>" in said] == found
    assert "No table has that in it." in told(lobby(club, "?find=nobody"))


def test_who_waits_for_a_ruling_is_seen_at_once(club: ClubRoom, tmp_path: Path) -> None:
    def more(table: Table) -> None:
        table.submit(RaiseDispute(seq=table.view.seq), banker(table))

    table_with(club, "Window", played(tmp_path, 12, more=more))
    page = lobby(club)
    assert 'class="table-card urgent"' in page
    assert "Waits for a ruling: a booking is disputed" in told(page)


@pytest.mark.parametrize(
    ("left", "figures"),
    [(3600, "1:00:00"), (3599.2, "1:00:00"), (754.0, "12:34"), (59.1, "1:00"), (0.4, "0:01")],
)
def test_what_is_left_is_told_as_the_clock_counts_it_down(left: float, figures: str) -> None:
    assert clock_words(left) == figures


def test_a_table_with_an_end_says_how_much_time_is_left_and_that_it_is_up(
    club: ClubRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_with(club, "Window", played(tmp_path, 5, first=TIMED))
    kept = club.keeper.now()
    assert re.search(r"Window (1:30:00|1:29:[45]\d) ", told(lobby(club)))
    (left,) = re.findall(r'data-ends="(\d+)"', lobby(club))
    assert int(left) / 1000 == pytest.approx(90 * 60, abs=20)
    monkeypatch.setattr(club.keeper, "now", lambda: kept + 40)
    again = lobby(club)  # the same page, for another reader: it is older now
    assert re.findall(r'data-ends="(\d+)"', again) == [left]
    assert re.findall(r'data-age="(\d+)"', again) == ["40000"]
    club.keeper.tell()
    monkeypatch.setattr(club.keeper, "now", lambda: kept + 91 * 60)
    assert "Window Time is up" in told(lobby(club))
    monkeypatch.setattr(club.keeper, "now", lambda: kept)
    table_with(club, "Window 2", played(tmp_path / "b", 5))
    assert lobby(club).count('role="timer"') == 1


def test_a_game_that_cannot_be_read_is_shown_as_such(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    ship_nonsense(club)
    said = told(lobby(club))
    assert "This game cannot be read here. Its table plays on." in said
    assert "Window" in said


def ship_nonsense(club: ClubRoom) -> None:
    number, _token = joined(club.hub, "Stove")
    ship(club.hub, number, rechained([b'{"version": 99}']))
    club.keeper.look()


def test_many_tables_are_drawn_as_rows(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    (line,) = club.keeper.lobby.lines
    club.keeper.lobby.lines = (line,) * MOST_AS_CARDS
    club.keeper.tell()
    assert 'class="lobby-cards"' in lobby(club)
    club.keeper.lobby.lines = (line,) * (MOST_AS_CARDS + 1)
    club.keeper.tell()
    assert 'class="lobby-cards rows"' in lobby(club)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_all_in_the_readers_language(
    club: ClubRoom, game: Game, language: str
) -> None:
    number = table_with(club, "Fenster", game)
    client, own = club.client("organiser"), club.people["organiser"].id
    how = {"base_url": HTTPS, "headers": {"Accept-Language": language}}
    paths = ("/", "/?find=qqq", "/tables", f"/tables/{number}/remove", "/people", f"/people/{own}")
    for path in (*paths, "/nowhere"):
        page = client.get(path, **how)
        assert f'lang="{language}"' in page.text
        assert english(page.text) == [], path
    for path in ("/sign-in", "/first"):
        assert english(club.client().get(path, follow_redirects=True, **how).text) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "just now"),
        (60, "1 minute ago"),
        (119 * 60, "119 minutes ago"),
        (120 * 60, "2 hours ago"),
        (72 * 3600, "3 days ago"),
    ],
)
def test_how_long_ago_is_told_roughly(seconds: float, words: str) -> None:
    assert seen_words(catalogues()["en"], 1e9, 1e9 - seconds) == words


def test_a_table_that_is_silent_for_long_says_so(club: ClubRoom, game: Game) -> None:
    table_with(club, "Window", game)
    (line,) = club.keeper.lobby.lines
    assert quiet(line, 30) == ""
    assert quiet(line, 300) == "5 minutes ago"
    assert quiet(replace(line, is_over=True), 300) == ""


def quiet(line: LobbyLine, seconds: float) -> str:
    lobby = Lobby(Shelf(), set)
    lobby.lines = (line,)
    (card,) = cards_of(catalogues()["en"], lobby, line.kept_at + seconds)
    return card.quiet


@pytest.fixture
def own_postgres() -> object:
    """A PostgreSQL that a test may kill."""
    with cluster() as server:
        yield server


def test_while_the_database_is_away_it_is_said_and_all_comes_back(
    own_postgres: PostgreSQL, game: Game
) -> None:
    with club_room(own_postgres.address) as room:
        table_with(room, "Window", game)
        client, arbiter = room.client("screen"), room.client("arbiter")
        how = {"base_url": HTTPS}
        assert "Nothing waits at any table." in arbiter.get("/arbiter", **how).text
        assert "Window" in client.get("/", **how).text
        own_postgres.kill()
        room.keeper.look()
        page = client.get("/", **how).text
        assert "Window" in page
        assert "The club's database is away. Below stands what came before" in told(page)
        rulings = told(arbiter.get("/arbiter", **how).text)
        assert "The club's database is away. Below stands what came before" in rulings
        assert "Nothing waits" not in rulings
        stranger = room.client().get("/sign-in", **how)
        assert stranger.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert "The club's database is away" in told(stranger.text)
        own_postgres.start()

        def is_back() -> bool:
            room.keeper.look()
            return 'role="alert" hidden' in client.get("/", **how).text

        assert soon(is_back)
        assert room.client("organiser").get("/tables", **how).status_code == HTTPStatus.OK


def test_a_club_that_knows_no_table_says_that_the_database_is_away_and_not_that_nothing_waits(
    own_postgres: PostgreSQL,
) -> None:
    with club_room(fresh_address(own_postgres)) as room:
        client, how = room.client("arbiter"), {"base_url": HTTPS}
        assert "Nothing waits at any table." in client.get("/arbiter", **how).text
        own_postgres.kill()
        room.keeper.look()
        for path in ("/", "/arbiter"):
            text = told(client.get(path, **how).text)
            assert "The hub cannot reach its database just now. This page asks again" in text
            assert "Nothing waits" not in text
            assert "No table has sent anything yet" not in text
        own_postgres.start()

        def is_back() -> bool:
            room.keeper.look()
            return "Nothing waits at any table." in client.get("/arbiter", **how).text

        assert soon(is_back)


def test_what_a_name_of_an_old_record_would_steer_reaches_no_page(
    club: ClubRoom, game: Game
) -> None:
    """A terminal or a browser that reads the page shows it, and obeys nothing in it."""
    bodies = [one.body for one in game]
    name = "\x1b[2J\x9b\u202eAnn\x07"
    bodies[0] = bodies[0].replace(b'"Ann"', json.dumps(name).encode())
    parcels = rechained(bodies)
    table_with(club, "Window", parcels)
    client = club.client("organiser")
    for path in ("/", "/arbiter", f"/arbiter/{parcels[0].digest}/1", f"/moves/{parcels[0].digest}"):
        html = client.get(path, base_url=HTTPS).text
        assert not {*"\x1b\x9b\x07\u202e"} & {*html}, path
    assert "[2J" in client.get("/", base_url=HTTPS).text
