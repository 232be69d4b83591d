"""The banker's page about the club."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import ClubError
from companion.game.commands import Roll
from companion.shipping.membership import ShipState
from companion.shipping.shipper import Shipper
from tests.support.noted_club import (
    AWAY,
    GAMES,
    JOINED,
    NONE,
    STOPPED,
    UNREAD,
    VOID,
    NotedClub,
    NotedMembership,
)
from tests.support.pages import ORIGIN, Living, living_room
from tests.support.shipping import parcels_of
from tests.support.small_hub import small_hub
from tests.support.table import ANN, hands
from tests.support.templates import app_of
from tests.support.waiting import soon

HERE = "/banker/club"
FORM = {"address": "192.168.1.20", "code": "ABCDEFGH-IJKLMNOPQR"}


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


def test_the_club_is_the_bankers_business(room: Living, club: NotedClub) -> None:
    ann = room.client(room.seated("Ann")[0])
    assert ann.get(HERE).status_code == 403
    for path in (HERE, f"{HERE}/again", f"{HERE}/leave"):
        assert ann.post(path, data={**FORM, "sure": "1"}, headers=ORIGIN).status_code == 403
    assert club.asked == []


def test_all_pages_say_since_when_the_club_lacks_what_was_booked_here(
    room: Living, club: NotedClub
) -> None:
    tokens = room.begin()
    club.state = replace(AWAY, kept_too=True)
    words = "Booked here; the club has not got it yet, since"
    pages = [(room.client(tokens[0]), "/seat"), (room.client(), "/table"), (room.banker(), HERE)]
    for client, path in pages:
        assert words not in client.get(path).text
    club.kept.want(wanted=True)
    club.kept.lost(behind=1)
    room.table.refresh()
    assert soon(lambda: words in room.client().get("/table").text)
    for client, path in (*pages, (room.banker(), "/banker")):
        assert words in client.get(path).text
    assert "The club wants to have each entry before it counts" in room.banker().get(HERE).text
    club.kept.came(room.table.view.game, 99, last=True)
    assert words not in room.client(tokens[0]).get("/seat").text


def test_a_table_of_no_club_is_asked_for_address_and_code(room: Living, club: NotedClub) -> None:
    html = room.banker().get(HERE).text
    assert "This table is in none, and needs none." in html
    assert "Leave the club" not in html
    answer = room.banker().post(HERE, data=FORM, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, HERE)
    assert club.asked == [("192.168.1.20", "ABCDEFGH-IJKLMNOPQR")]
    html = room.banker().get(HERE).text
    assert "There this table is called Table 7." in html
    assert "The club has all that was booked here." in html


def test_a_code_that_cannot_be_right_is_said_and_stays_in_its_field(room: Living) -> None:
    form = {"address": "hub.local", "code": "ABC"}
    answer = room.banker().post(HERE, data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "This join code has 3 letters and digits instead of 18." in answer.text
    assert 'value="hub.local"' in answer.text
    assert 'value="ABC"' in answer.text


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (AWAY, "The hub at 192.168.1.20 does not answer."),
        (AWAY, "12 entries are still to be sent."),
        (AWAY, "For 5 minutes now."),
        (VOID, "Join anew, with a code from the organiser."),
        (VOID, "1 entry is still to be sent."),
        (STOPPED, "This game goes on at another table: Table 9."),
        (STOPPED, "The hub has 212 entries of this game, and this table only 97."),
        (STOPPED, "At the hub entry 57 of this game is another than here."),
        (UNREAD, "Which club this table belongs to could not be read."),
    ],
)
def test_what_stands_in_the_way_is_said_with_what_to_do(
    room: Living, club: NotedClub, state: ShipState, said: str
) -> None:
    club.state = state
    assert said in room.banker().get(HERE).text


def test_who_asks_again_asks_now(room: Living, club: NotedClub) -> None:
    club.state = AWAY
    assert f'action="{HERE}/again"' in room.banker().get(HERE).text
    assert room.banker().post(f"{HERE}/again", headers=ORIGIN).status_code == 303
    assert club.asked == [("again",)]


def test_a_club_is_left_only_by_who_is_sure(room: Living, club: NotedClub) -> None:
    club.state = JOINED
    answer = room.banker().post(f"{HERE}/leave", headers=ORIGIN)
    assert (answer.status_code, club.asked) == (409, [])
    assert "Nothing was done: tick that you are sure." in answer.text
    answer = room.banker().post(f"{HERE}/leave", data={"sure": "1"}, headers=ORIGIN)
    assert (answer.status_code, club.asked) == (303, [("leave",)])


@pytest.mark.parametrize("state", [VOID, STOPPED, UNREAD])
def test_the_bankers_page_speaks_of_what_does_not_mend_itself(
    room: Living, club: NotedClub, state: ShipState
) -> None:
    room.begin("Ann", "Ben")
    club.state = state
    html = room.banker().get("/banker").text
    assert "Not everything is sent to the club." in html
    assert f'href="{HERE}"' in html


@pytest.mark.parametrize("state", [NONE, JOINED, AWAY])
def test_the_bankers_page_is_silent_on_what_mends_itself(
    room: Living, club: NotedClub, state: ShipState
) -> None:
    room.begin("Ann", "Ben")
    club.state = state
    html = room.banker().get("/banker").text
    assert "Not everything is sent to the club." not in html
    assert f'href="{HERE}"' in html


def test_the_page_about_pictures_tells_everybody_that_the_hub_gets_them(
    room: Living, club: NotedClub
) -> None:
    said = "This table belongs to a club, Chess &amp; Co.: what is kept is sent to its hub as well."
    ann = room.client(room.seated("Ann")[0])
    assert said not in ann.get("/privacy").text
    club.state = JOINED
    assert said in ann.get("/privacy").text


def test_a_companion_without_shipping_has_no_such_page(tmp_path: Path) -> None:
    with living_room(tmp_path) as bare:
        assert bare.banker().get(HERE).status_code == 404


def test_a_name_that_a_hub_made_up_is_no_markup(room: Living, club: NotedClub) -> None:
    club.state = ShipState(club="<b>Club</b>", table="<i>7</i>", hub="h")
    html = room.banker().get(HERE).text
    assert "<b>Club" not in html
    assert "&lt;b&gt;Club" in html


def test_a_table_is_joined_by_its_page_and_told_where_its_game_goes_on(tmp_path: Path) -> None:
    with small_hub(tmp_path / "hub") as hub, living_room(tmp_path / "room") as lived_in:
        shipper = Shipper(tmp_path / "room", lived_in.table)
        shipper.start()
        parts = replace(lived_in.context.parts, club=shipper)
        lived_in.app = app_of(lived_in.table, lived_in.context.settings, parts)
        lived_in.context = lived_in.app.extensions["companion"]
        try:
            tokens = lived_in.begin("Ann", "Ben")
            hub.elsewhere[lived_in.table.history()[0].digest] = "Table 9"
            form = {"address": hub.address, "code": hub.code.lower()}
            assert lived_in.banker().post(HERE, data=form, headers=ORIGIN).status_code == 303
            said = "This game goes on at another table: Table 9."
            assert soon(lambda: said in lived_in.client(tokens[0]).get("/seat").text)
            assert said in lived_in.banker().get("/banker").text
        finally:
            shipper.stop()


def test_games_that_may_go_on_here_are_listed(room: Living, club: NotedClub) -> None:
    club.membership = NotedMembership(replace(GAMES[0], table="<b>9</b>"), GAMES[1])
    html = room.banker().get(f"{HERE}/games").text
    assert "It is at &lt;b&gt;9&lt;/b&gt; now." in html
    assert "The club has 212 entries of it." in html
    assert "own, and this machine has not got all of it." in html
    assert html.count("Go on with it here") == 2
    club.membership = NotedMembership()
    assert "There is none." in room.banker().get(f"{HERE}/games").text


def test_a_hub_that_does_not_answer_is_said_where_games_are_looked_for(
    room: Living, club: NotedClub
) -> None:
    club.membership = NotedMembership(*GAMES)
    club.membership.trouble = ClubError(code="hub-away", hub="192.168.1.20", detail="refused")
    page = room.banker().get(f"{HERE}/games").text
    assert "does not answer" in page
    assert "There is none." not in page
    form = {"game": GAMES[0].game}
    answer = room.banker().post(f"{HERE}/games", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert club.membership.taken == []


def test_a_game_is_taken_over_and_on_the_table(
    room: Living, club: NotedClub, tmp_path: Path
) -> None:
    with hands(tmp_path / "other") as other:
        other.begin(edition="us-classic")
        other.play(Roll(by=ANN, dice=(1, 2)))
        state = other.view.state
        rows = parcels_of(tmp_path / "other" / "games" / "0001-us-classic.journal")
    game = replace(GAMES[0], game=rows[0].digest, seq=len(rows))
    club.membership = NotedMembership(game)
    club.membership.records[game.game] = rows
    form = {"game": game.game}
    answer = room.banker().post(f"{HERE}/games", data=form, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, "/banker")
    assert room.table.view.game == "0001-us-classic"
    assert room.table.view.state == state
    assert club.asked == [("again",)]
    assert "There is none." in room.banker().get(f"{HERE}/games").text


@pytest.mark.parametrize("given", ["nothing", "the end", "too few", "another game"])
def test_records_that_are_not_the_game_are_not_kept(
    room: Living, club: NotedClub, tmp_path: Path, given: str
) -> None:
    rows = []
    for edition in ("us-classic", "disney"):
        with hands(tmp_path / edition) as other:
            other.begin(edition=edition)
            other.play(Roll(by=ANN, dice=(1, 2)))
            rows.append(parcels_of(tmp_path / edition / "games" / f"0001-{edition}.journal"))
    game = replace(GAMES[0], game=rows[0][0].digest, seq=len(rows[0]))
    club.membership = NotedMembership(game)
    club.membership.head = rows[0]
    records = {"nothing": [], "the end": rows[0][1:], "too few": rows[0][:1]}
    club.membership.records[game.game] = records.get(given, rows[1])
    form = {"game": game.game}
    answer = room.banker().post(f"{HERE}/games", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert room.table.games() == ()


def test_a_game_that_was_not_offered_and_a_table_of_no_club_get_none(
    room: Living, club: NotedClub
) -> None:
    assert room.banker().get(f"{HERE}/games").status_code == 404
    club.membership = NotedMembership(*GAMES)
    answer = room.banker().post(f"{HERE}/games", data={"game": "ef" * 32}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "That game is not to be had any more." in answer.text
    ann = room.client(room.seated("Ann")[0])
    assert ann.get(f"{HERE}/games").status_code == 403
    form = {"game": GAMES[0].game}
    assert ann.post(f"{HERE}/games", data=form, headers=ORIGIN).status_code == 403
    assert club.membership.taken == []
