"""A round's tables sit at tables of the club, and each of those is told which round is its own."""

import msgspec
import pytest

from companion.hosting.tables import HostedTable, HostedTables
from companion.hub.hub import Hub
from companion.hub.tournaments import Tournament
from companion.shipping.wire import HubHead, Refused, TableRound
from tests.hub.test_ship import app_of
from tests.support.clubs import joined

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]


@pytest.fixture
def tables(hub: Hub) -> tuple[int, int]:
    """Return a table with a box and one without; a third has not joined."""
    box, _ = joined(hub)
    hub.tables.add("Table 8")
    hosted = HostedTables(hub.database).add("Garden")
    assert isinstance(hosted, HostedTable)
    return box, hosted.id


@pytest.fixture
def cup(hub: Hub, tables: tuple[int, int]) -> Tournament:
    assert tables
    cup = hub.tournaments.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    assert hub.tournaments.enter(cup.id, NAMES) is None
    assert hub.tournaments.seat(cup.id, 2, tables=2) is None
    return cup


def told(hub: Hub, table: int) -> TableRound:
    return hub.round_tables.at([table])[table]


def seated(hub: Hub, cup: Tournament, round_: int, place: int) -> list[str]:
    table = hub.tournaments.rounds(cup.id)[round_ - 1].tables[place - 1]
    return sorted(player.name for player in table.players)


def entered(hub: Hub, cup: Tournament, round_: int, place: int) -> None:
    table = hub.tournaments.rounds(cup.id)[round_ - 1].tables[place - 1]
    worth = {player.id: 1 for player in table.players}
    assert hub.results.enter(cup.id, round_, worth, by="Judy") is None


def test_a_draw_proposes_tables_that_can_hear_of_it_in_their_order(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    box, hosted = tables
    assert hub.round_tables.of(cup.id) == {
        (1, 1): (box, "Table 7"),
        (1, 2): (hosted, "Garden"),
        (2, 1): (box, "Table 7"),
        (2, 2): (hosted, "Garden"),
    }


def test_a_round_that_has_not_begun_is_told_without_a_clock(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    heard = told(hub, tables[0])
    assert (heard.tournament, heard.number, heard.edition, heard.minutes, heard.left_s) == (
        "Cup",
        1,
        "us-classic",
        90,
        None,
    )
    assert sorted(heard.players) == seated(hub, cup, 1, 1)


def test_all_its_tables_have_what_is_left_from_one_clock(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    assert hub.tournaments.begin(cup.id, 1) is None
    both = hub.round_tables.at(tables)
    left = [both[table].left_s for table in tables]
    assert all(one is not None and 5000 < one <= 5400 for one in left)
    for place, table in enumerate(tables, 1):
        assert sorted(both[table].players) == seated(hub, cup, 1, place)


def test_the_next_round_is_told_where_the_results_are_entered(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    hub.tournaments.begin(cup.id, 1)
    entered(hub, cup, 1, 1)
    both = hub.round_tables.at(tables)
    assert [both[table].number for table in tables] == [2, 1]
    hub.tournaments.begin(cup.id, 2)  # while one table still plays the one before
    assert [hub.round_tables.at(tables)[table].number for table in tables] == [2, 1]
    hub.tournaments.end_in(cup.id, 1, 0)
    assert [hub.round_tables.at(tables)[table].number for table in tables] == [2, 1]
    with hub.database.transaction() as cursor:
        cursor.execute("update round set ends = ends - interval '15 minutes' where number = 1")
    assert [hub.round_tables.at(tables)[table].number for table in tables] == [2, 2]
    entered(hub, cup, 2, 1)
    entered(hub, cup, 2, 2)
    assert {*hub.round_tables.at(tables)} == {tables[1]}  # whose first result is still awaited


def test_of_a_closed_tournament_nothing_is_told(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    hub.tournaments.close(cup.id)
    assert hub.round_tables.at(tables) == {}
    assert hub.round_tables.assign(cup.id, 1, {1: None}) == Refused("tournament-closed")


def test_the_organiser_changes_who_sits_where(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    box, hosted = tables
    assert hub.round_tables.assign(cup.id, 1, {1: hosted, 2: box}) is None
    assert sorted(told(hub, box).players) == seated(hub, cup, 1, 2)
    before = hub.round_tables.of(cup.id)
    assert hub.round_tables.assign(cup.id, 1, {1: box}) == Refused("table-twice")
    assert hub.round_tables.assign(cup.id, 1, {1: 999}) == Refused("not-seated")
    assert hub.round_tables.assign(cup.id, 9, {1: box}) == Refused("not-seated")
    assert hub.round_tables.of(cup.id) == before
    assert hub.round_tables.assign(cup.id, 1, {1: None, 2: hosted}) is None
    assert told(hub, box).number == 2


def test_a_new_draw_proposes_anew_and_leaves_what_has_begun(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    box, hosted = tables
    hub.round_tables.assign(cup.id, 1, {1: hosted, 2: box})
    hub.tournaments.begin(cup.id, 1)
    assert hub.tournaments.seat(cup.id, 3, tables=2) is None
    at = hub.round_tables.of(cup.id)
    assert [at[1, 1][0], at[1, 2][0], at[3, 1][0]] == [hosted, box, box]


def test_a_table_asks_for_its_round_by_its_token(hub: Hub, cup: Tournament) -> None:
    other = joined(hub, "Table 9")[1]
    client = app_of(hub).test_client()
    assert client.get("/ship/round").status_code == 401
    right = {"Authorization": f"Bearer {other}"}
    assert msgspec.msgpack.decode(client.get("/ship/round", headers=right).data) is None
    assert hub.round_tables.assign(cup.id, 1, {2: hub.tables.of(other).id}) is None  # type: ignore[union-attr]
    answer = client.get("/ship/round", headers=right)
    heard = msgspec.msgpack.decode(answer.data, type=TableRound)
    assert (heard.tournament, sorted(heard.players)) == ("Cup", seated(hub, cup, 1, 2))


def test_a_table_is_told_the_tournaments_rules(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    house = {"go_salary": "400"}
    hub.tournaments.play_by(cup.id, ["before-2008"], house)
    for table in tables:
        assert (told(hub, table).variants, told(hub, table).house) == (("before-2008",), house)


def test_a_tournament_has_its_tables_wait_for_the_club_until_it_is_closed(
    hub: Hub, cup: Tournament, tables: tuple[int, int]
) -> None:
    box, _ = tables

    def waits() -> bool:
        head = hub.records.lease("ab" * 32, box, "0001", "us-classic")
        assert isinstance(head, HubHead)
        return head.kept_too

    def wanted_for() -> str | None:
        return next(one.kept_for for one in hub.tables.all() if one.id == box)

    assert not waits()
    assert wanted_for() is None
    hub.tournaments.keep_too(cup.id, wanted=True)
    assert waits()
    assert wanted_for() == "Cup"
    assert next(one.kept_for for one in hub.tables.all() if not one.joined) is None
    hub.tournaments.close(cup.id)
    assert not waits()
    hub.tables.keep_too(box, wanted=True)
    assert waits()
