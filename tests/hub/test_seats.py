"""Seats change after the draw: with who and why on record, and points follow who was there."""

from collections.abc import Mapping

import pytest

from companion.hub.draws import begun_rounds
from companion.hub.hub import Hub
from companion.hub.tournaments import Tournament
from companion.shipping.wire import Refused, TableRound

WHY = "has not come"


@pytest.fixture
def cup(hub: Hub) -> Tournament:
    """Nine on two tables, a round that runs and one that waits, and Late, who has no seat."""
    cup = hub.tournaments.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    hub.tournaments.enter(cup.id, [f"P{number}" for number in range(1, 10)])
    assert hub.tournaments.seat(cup.id, 2, tables=2) is None
    assert hub.tournaments.begin(cup.id, 1) is None
    hub.tournaments.enter(cup.id, ["Late"])
    return cup


def tables(hub: Hub, cup: Tournament, round_: int = 1) -> Mapping[int, list[str]]:
    at = hub.tournaments.rounds(cup.id)[round_ - 1].tables
    return {table.number: [one.name for one in table.players] for table in at}


def ids(hub: Hub, cup: Tournament) -> Mapping[str, int]:
    return {one.name: one.id for one in hub.tournaments.players(cup.id)}


def move(hub: Hub, cup: Tournament, to: Mapping[str, int | None], round_: int = 1) -> object:
    by_name = ids(hub, cup)
    wanted = {by_name[name]: table for name, table in to.items()}
    return hub.seats.move(cup.id, round_, wanted, by="Olga", why=WHY)


def points(hub: Hub, cup: Tournament) -> Mapping[str, tuple[int, int]]:
    return {one.name: (int(one.points), one.rounds) for one in hub.tournaments.standings(cup.id)}


def enter(hub: Hub, cup: Tournament, table: int) -> None:
    """Enter a result in which the names are worth the more the later they come."""
    at = next(one for one in hub.tournaments.rounds(cup.id)[0].tables if one.number == table)
    worth = {one.id: 100 * nth for nth, one in enumerate(at.players)}
    assert hub.results.enter(cup.id, 1, worth, by="Judy") is None


def test_a_substitute_has_the_points_and_both_stand_on_record(hub: Hub, cup: Tournament) -> None:
    gone = tables(hub, cup)[1][-1]
    assert move(hub, cup, {gone: None, "Late": 1}) is None
    assert min(tables(hub, cup)[1]) == "Late"
    assert gone not in tables(hub, cup)[1]
    enter(hub, cup, 1)
    assert points(hub, cup)["Late"] == (10, 1)
    assert points(hub, cup)[gone] == (0, 0)
    told = {(c.name, c.from_table, c.to_table, c.by, c.why) for c in hub.seats.of(cup.id)}
    assert told == {(gone, 1, None, "Olga", WHY), ("Late", None, 1, "Olga", WHY)}


def test_who_does_not_come_has_no_points_and_keeps_no_result_open(
    hub: Hub, cup: Tournament
) -> None:
    gone = tables(hub, cup)[2][0]
    assert move(hub, cup, {gone: None}) is None
    enter(hub, cup, 2)
    (_, second) = hub.tournaments.rounds(cup.id)[0].tables
    assert len(second.worth) == len(second.players) == 3
    assert points(hub, cup)[gone] == (0, 0)


def test_two_change_places_between_tables(hub: Hub, cup: Tournament) -> None:
    before = tables(hub, cup)
    one, other = before[1][0], before[2][0]
    assert move(hub, cup, {one: 2, other: 1}) is None
    after = tables(hub, cup)
    assert (one in after[2], other in after[1]) == (True, True)
    assert [len(after[1]), len(after[2])] == [5, 4]


def test_a_table_is_struck_and_another_added(hub: Hub, cup: Tournament) -> None:
    hub.tables.add("Window")
    first = hub.tables.all()[0].id
    assert hub.round_tables.assign(cup.id, 1, {2: first}) is None
    rest = tables(hub, cup)[2]
    assert move(hub, cup, dict.fromkeys(rest)) is None
    assert [*tables(hub, cup)] == [1]
    assert hub.round_tables.of(cup.id).get((1, 2)) is None
    assert move(hub, cup, dict.fromkeys(rest, 3)) is None
    assert tables(hub, cup)[3] == rest
    assert hub.round_tables.assign(cup.id, 1, {3: first}) is None


def test_the_next_draw_reckons_with_who_really_met(hub: Hub, cup: Tournament) -> None:
    before = tables(hub, cup)
    one, other = before[1][0], before[2][0]
    move(hub, cup, {one: 2, other: 1})
    with hub.database.transaction() as cursor:
        (round_,) = begun_rounds(cursor, cup.id)
    names = {str(number): name for name, number in ids(hub, cup).items()}
    met = {frozenset(names[each] for each in table) for table in round_}
    assert met == {frozenset(each) for each in tables(hub, cup).values()}


def test_once_a_result_is_in_a_table_stays(hub: Hub, cup: Tournament) -> None:
    there = tables(hub, cup)[1]
    enter(hub, cup, 1)
    before = tables(hub, cup)
    for to in ({there[0]: None}, {"Late": 1}, {there[0]: 2}, {tables(hub, cup)[2][0]: 1}):
        assert move(hub, cup, to) == Refused("result-in", {"table": 1})
    assert tables(hub, cup) == before
    assert move(hub, cup, {"Late": 2}) is None


def test_what_cannot_be_is_refused_and_changes_nothing(hub: Hub, cup: Tournament) -> None:
    before, late = tables(hub, cup), ids(hub, cup)["Late"]
    seats = hub.seats
    assert seats.move(cup.id, 1, {late: 1}, by="Olga") == Refused("no-reason")
    assert seats.move(cup.id, 9, {late: 1}, by="Olga", why=WHY) == Refused("not-seated")
    assert seats.move(cup.id, 1, {10**6: 1}, by="Olga", why=WHY) == Refused("not-seated")
    assert seats.move(cup.id, 1, {late: 1}, by="Olga", why=WHY, seen=0) == Refused("seats-other")
    five = [tables(hub, cup)[2][0], "Late"]
    assert move(hub, cup, dict.fromkeys(five, 1)) == Refused("table-full", {"table": 1, "most": 6})
    hub.tournaments.close(cup.id)
    assert seats.move(cup.id, 1, {late: 1}, by="Olga", why=WHY) == Refused("tournament-closed")
    assert tables(hub, cup) == before
    assert hub.seats.of(cup.id) == ()


def test_the_same_press_twice_is_one_change(hub: Hub, cup: Tournament) -> None:
    late = ids(hub, cup)["Late"]
    for _ in range(2):
        assert hub.seats.move(cup.id, 1, {late: 2}, by="Olga", why=WHY, seen=1) is None
    assert len(hub.seats.of(cup.id)) == 1


def test_a_round_that_waits_needs_no_reason_and_a_draw_takes_the_change_back(
    hub: Hub, cup: Tournament
) -> None:
    late = ids(hub, cup)["Late"]
    assert hub.seats.move(cup.id, 2, {late: 2}, by="Olga") is None
    assert "Late" in tables(hub, cup, 2)[2]
    one = hub.tournaments.one(cup.id)
    assert one is not None
    assert hub.tournaments.seat(cup.id, 2, tables=2, seen=one.stand - 1) == Refused("seats-other")
    assert hub.tournaments.seat(cup.id, 2, tables=2, seen=one.stand) is None
    assert len([name for at in tables(hub, cup, 2).values() for name in at]) == 10


def test_a_round_with_somebody_who_sits_out_begins_only_on_purpose(
    hub: Hub, cup: Tournament
) -> None:
    gone = ids(hub, cup)[tables(hub, cup, 2)[1][0]]
    hub.tournaments.sit_out(cup.id, gone, plays=False)
    assert hub.tournaments.begin(cup.id, 2) == Refused("round-absent")
    assert hub.seats.move(cup.id, 2, {gone: None}, by="Olga") is None
    assert hub.tournaments.begin(cup.id, 2) is None


def test_who_is_called_otherwise_stays_one_person(hub: Hub, cup: Tournament) -> None:
    name = tables(hub, cup)[1][-1]
    enter(hub, cup, 1)
    player = ids(hub, cup)[name]
    entrants = hub.tournaments.entrants
    assert entrants.rename(cup.id, player, "Late", by="Olga") == Refused("name-taken")
    assert entrants.rename(cup.id, 10**6, "New", by="Olga") == Refused("not-seated")
    assert entrants.rename(cup.id, player, "Zoe", by="Olga") is None
    assert points(hub, cup)["Zoe"] == (10, 1)
    assert name not in points(hub, cup)
    (change,) = hub.seats.of(cup.id)
    assert (change.called, change.name, change.by, change.round) == (name, "Zoe", "Olga", None)
    (zoe,) = (one for one in hub.tournaments.players(cup.id) if one.name == "Zoe")
    assert zoe.former == (name,)


def test_a_table_hears_who_sat_there_before(hub: Hub, cup: Tournament) -> None:
    """A game that began before the change goes on with the round's clock."""
    hub.tables.add("Window")
    (club_table,) = hub.tables.all()
    assert hub.round_tables.assign(cup.id, 1, {1: club_table.id}) is None
    before = sorted(tables(hub, cup)[1])
    assert told_at(hub, club_table.id).lineups == ()
    gone = before[0]
    assert move(hub, cup, {gone: None, "Late": 1}) is None
    hub.tournaments.entrants.rename(cup.id, ids(hub, cup)[before[1]], "Zoe", by="Olga")
    told = told_at(hub, club_table.id)
    assert sorted(told.players) == sorted([*before[2:], "Late", "Zoe"])
    assert before in [sorted(each) for each in told.lineups]


def told_at(hub: Hub, table: int) -> TableRound:
    return hub.round_tables.at([table])[table]
