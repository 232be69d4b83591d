"""Rounds are seated, results entered, and the database's standings are what the rules say."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import chain
from random import Random

import psycopg
import pytest
from msgspec.structs import replace

from companion.hub.hub import Hub
from companion.hub.tournaments import POINTS, Tournament, TournamentRound
from companion.shipping.wire import Refused

NAMES = [f"Player {number:02}" for number in range(20)]


@pytest.fixture
def cup(hub: Hub) -> Tournament:
    cup = hub.tournaments.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    assert hub.tournaments.enter(cup.id, NAMES) is None
    return cup


def rounds_of(hub: Hub, cup: Tournament) -> tuple[TournamentRound, ...]:
    return hub.tournaments.rounds(cup.id)


def names_in(round_: TournamentRound) -> list[list[str]]:
    return [[entrant.name for entrant in table.players] for table in round_.tables]


def test_a_tournament_is_kept_with_its_points(hub: Hub, cup: Tournament) -> None:
    assert cup.points == tuple(map(Decimal, POINTS))
    assert hub.tournaments.all() == (cup,)
    assert hub.tournaments.add("Cup", "disney") == Refused("name-taken")
    assert hub.tournaments.enter(cup.id, ["New", NAMES[0]]) == Refused("name-taken")
    assert [entrant.name for entrant in hub.tournaments.players(cup.id)] == NAMES


def test_everybody_sits_in_every_round_and_few_meet_again(hub: Hub, cup: Tournament) -> None:
    assert hub.tournaments.seat(cup.id, 4, tables=5) is None
    for round_ in rounds_of(hub, cup):
        assert sorted(chain.from_iterable(names_in(round_))) == NAMES
        assert round_.begun_at is None
    met = [
        {one, other}
        for round_ in rounds_of(hub, cup)
        for table in names_in(round_)
        for one in table
        for other in table
        if one < other
    ]
    assert len(met) == len({frozenset(pair) for pair in met})


def test_a_round_that_has_begun_stays_as_it_is(hub: Hub, cup: Tournament) -> None:
    hub.tournaments.seat(cup.id, 3, tables=5)
    assert hub.tournaments.begin(cup.id, 2) == Refused("round-early")
    assert hub.tournaments.begin(cup.id, 1) is None
    assert hub.tournaments.begin(cup.id, 1) == Refused("round-early")
    first, second, _ = rounds_of(hub, cup)
    assert first.begun_at is not None
    assert first.ends_at == pytest.approx(first.begun_at + 90 * 60)
    leaves = hub.tournaments.players(cup.id)[0]
    hub.tournaments.sit_out(cup.id, leaves.id, plays=False)
    hub.tournaments.enter(cup.id, ["Late", "Later"])
    assert hub.tournaments.seat(cup.id, 4, tables=5, seed=1) is None
    again = rounds_of(hub, cup)
    assert len(again) == 4
    assert names_in(again[0]) == names_in(first)
    assert (again[0].begun_at, again[0].ends_at) == (first.begun_at, first.ends_at)
    assert names_in(again[1]) != names_in(second)
    assert sorted(chain.from_iterable(names_in(again[1]))) == [
        *sorted(["Late", "Later"]),
        *NAMES[1:],
    ]


def test_the_organiser_sets_when_a_round_ends(hub: Hub, cup: Tournament) -> None:
    hub.tournaments.seat(cup.id, 2, tables=5)
    hub.tournaments.begin(cup.id, 1)
    for minutes in (5, 1440, 0, 45):
        assert hub.tournaments.end_in(cup.id, 1, minutes) is None
        (first, second) = rounds_of(hub, cup)
        assert first.left_s == pytest.approx(60 * minutes, abs=5)
        assert second.left_s is None
    assert hub.tournaments.end_in(cup.id, 2, 45) == Refused("no-clock")
    assert hub.tournaments.end_in(cup.id, 3, 45) == Refused("no-clock")
    hub.tournaments.close(cup.id)
    assert hub.tournaments.end_in(cup.id, 1, 45) == Refused("tournament-closed")


def test_a_round_without_a_clock_gets_none(hub: Hub) -> None:
    cup = hub.tournaments.add("Long", "us-classic")
    assert isinstance(cup, Tournament)
    hub.tournaments.enter(cup.id, NAMES)
    hub.tournaments.seat(cup.id, 1)
    hub.tournaments.begin(cup.id, 1)
    assert hub.tournaments.end_in(cup.id, 1, 45) == Refused("no-clock")
    assert rounds_of(hub, cup)[0].left_s is None


def test_who_has_no_place_is_said(hub: Hub, cup: Tournament) -> None:
    told = hub.tournaments.seat(cup.id, 3, tables=2)
    assert told == Refused("seats-wrong", {"players": 20, "tables": 2})
    assert rounds_of(hub, cup) == ()


def test_a_correction_counts_and_what_was_said_before_stays(
    hub: Hub, cup: Tournament, address: str
) -> None:
    hub.tournaments.seat(cup.id, 1, tables=5)
    hub.tournaments.begin(cup.id, 1)
    one, other, *_ = rounds_of(hub, cup)[0].tables[0].players
    hub.results.enter(cup.id, 1, {one.id: 900, other.id: 500}, by="0001-us-classic")
    hub.results.enter(cup.id, 1, {other.id: 1000}, by="Judge", why="a deed forgotten")
    standing = {place.name: place for place in hub.tournaments.standings(cup.id)}
    assert standing[other.name].points == 10
    assert standing[one.name].points == 7
    assert rounds_of(hub, cup)[0].tables[0].worth == {one.id: 900, other.id: 1000}
    with psycopg.connect(address) as connection:
        kept = connection.execute("select worth, entered_by from result order by number").fetchall()
    assert kept == [(900, "0001-us-classic"), (500, "0001-us-classic"), (1000, "Judge")]


def test_who_does_not_sit_there_has_no_result(hub: Hub, cup: Tournament) -> None:
    hub.tournaments.seat(cup.id, 1, tables=5)
    hub.tournaments.begin(cup.id, 1)
    entrant = hub.tournaments.players(cup.id)[0]
    assert hub.results.enter(cup.id, 2, {entrant.id: 5}, by="J") == Refused("not-seated")
    assert hub.results.enter(cup.id, 1, {10**6: 5}, by="J") == Refused("not-seated")
    assert {place.rounds for place in hub.tournaments.standings(cup.id)} == {0}


def reckoned(
    points: tuple[Decimal, ...], tables: list[Mapping[str, int]]
) -> Mapping[str, tuple[Decimal, int, float]]:
    """Return points, tables won and share of everybody, as the rules say it."""
    found: dict[str, tuple[Decimal, int, float]] = {}
    for worth in tables:
        order = sorted(worth.values(), reverse=True)
        for name, amount in worth.items():
            first, sharing = order.index(amount), order.count(amount)
            taken = [points[nth] if nth < len(points) else Decimal(0)
                     for nth in range(first, first + sharing)]  # fmt: skip
            share = amount / sum(order) if sum(order) else 0.0
            before = found.get(name, (Decimal(0), 0, 0.0))
            found[name] = (
                before[0] + sum(taken, Decimal(0)) / sharing,
                before[1] + (first == 0),
                before[2] + share,
            )
    return found


@pytest.mark.parametrize("seed", range(5))
def test_the_standings_are_what_the_rules_say(hub: Hub, cup: Tournament, seed: int) -> None:
    """With equals, bankrupts, late players, corrections, and tables of which nothing was told."""
    random = Random(seed)
    hub.tournaments.seat(cup.id, 4, seed=seed)
    told: list[tuple[int, Mapping[int, int]]] = []
    for number in range(1, 5):
        round_ = rounds_of(hub, cup)[number - 1]
        hub.tournaments.begin(cup.id, number)
        for table in round_.tables:
            if random.random() < 0.2:
                continue
            worth = {each.id: random.choice((0, 0, 500, 1500, 1500)) for each in table.players}
            told.append((number, worth))
            assert hub.results.enter(cup.id, number, worth, by="Judge") is None
        for _ in range(2):  # corrections, of any round so far, of one or of all of a table
            at, wrong = random.choice(told)
            some = random.sample(sorted(wrong), random.randint(1, len(wrong)))
            better = {player: random.choice((0, 700, 1500, 3000)) for player in some}
            told.append((at, better))
            assert hub.results.enter(cup.id, at, better, by="Judge", why="counted anew") is None
        if number == 2:
            hub.tournaments.sit_out(cup.id, round_.tables[0].players[0].id, plays=False)
            hub.tournaments.enter(cup.id, ["Late", "Later"])
            hub.tournaments.seat(cup.id, 4, seed=seed + 1)
    expected = reckoned(cup.points, replayed(hub, cup, told))
    standings = hub.tournaments.standings(cup.id)
    assert {place.name for place in standings if place.rounds} == {*expected}
    for place in standings:
        points, won, share = expected.get(place.name, (Decimal(0), 0, 0.0))
        assert abs(place.points - points) < Decimal("1e-9")
        assert place.won == won
        assert float(place.share) == pytest.approx(share)
    keys = [(place.points, place.won, place.share) for place in standings]
    assert keys == sorted(keys, reverse=True)
    for place, key in zip(standings, keys, strict=True):
        assert place.place == keys.index(key) + 1


def replayed(
    hub: Hub, cup: Tournament, told: list[tuple[int, Mapping[int, int]]]
) -> list[Mapping[str, int]]:
    """Return the worth at each table after all that was told, the last word counting."""
    last = {(number, player): amount for number, worth in told for player, amount in worth.items()}
    return [
        {each.name: last[round_.number, each.id] for each in table.players}
        for round_ in rounds_of(hub, cup)
        for table in round_.tables
        if all((round_.number, each.id) in last for each in table.players)
    ]


def test_what_was_entered_is_not_lost_with_a_round_that_is_seated_anew(
    hub: Hub, cup: Tournament
) -> None:
    hub.tournaments.seat(cup.id, 2, tables=5)
    hub.tournaments.begin(cup.id, 1)
    entrant = rounds_of(hub, cup)[0].tables[0].players[0]
    hub.results.enter(cup.id, 1, {entrant.id: 800}, by="game")
    hub.tournaments.seat(cup.id, 2, tables=5, seed=5)
    assert rounds_of(hub, cup)[0].tables[0].worth == {entrant.id: 800}


def test_rules_are_the_tournaments_until_a_round_begins(hub: Hub, cup: Tournament) -> None:
    house = {"go_salary": "400", "auction_on_decline": "no"}
    assert hub.tournaments.play_by(cup.id, ["before-2008"], house) is None
    kept = hub.tournaments.one(cup.id)
    assert kept is not None
    assert (kept.variants, kept.house) == (("before-2008",), house)
    hub.tournaments.seat(cup.id, 1, tables=5)
    hub.tournaments.begin(cup.id, 1)
    assert hub.tournaments.play_by(cup.id, [], {}) == Refused("rules-stay")
    hub.tournaments.close(cup.id)
    assert hub.tournaments.play_by(cup.id, [], {}) == Refused("tournament-closed")
    assert hub.tournaments.one(cup.id) == replace(kept, is_closed=True, stand=1)
