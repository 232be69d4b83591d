from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.tournament.seating import (
    FEWEST,
    MOST,
    Round,
    fewest_repeats,
    repeats,
    seated,
    table_sizes,
)

BRIEF = 300


def people(count: int) -> list[str]:
    return [f"player {number}" for number in range(count)]


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, (2,)),
        (6, (6,)),
        (7, (4, 3)),
        (8, (4, 4)),
        (11, (6, 5)),
        (12, (6, 6)),
        (13, (5, 4, 4)),
        (19, (5, 5, 5, 4)),
        (20, (5, 5, 5, 5)),
    ],
)
def test_tables_are_of_about_five(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players) == sizes


@given(st.integers(8, 5000))
def test_from_eight_players_on_tables_are_of_four_to_six(players: int) -> None:
    sizes = table_sizes(players)
    assert sum(sizes) == players
    assert FEWEST <= min(sizes) <= max(sizes) <= MOST
    assert max(sizes) - min(sizes) <= 1


def test_a_club_with_more_tables_has_smaller_ones() -> None:
    assert table_sizes(12, 3) == (4, 4, 4)
    assert table_sizes(12, 2) == (6, 6)


@pytest.mark.parametrize(("players", "tables"), [(13, 2), (5, 3), (1, 1)])
def test_who_has_no_place_is_said(players: int, tables: int) -> None:
    with pytest.raises(ValueError, match=f"{players} players at {tables} tables"):
        table_sizes(players, tables)


@given(st.integers(8, 40), st.integers(1, 8), st.integers(0, 1000))
@example(23, 6, 0)  # rows of five, and a last one of three
def test_everybody_sits_once_in_every_round(players: int, rounds: int, seed: int) -> None:
    sizes = [table_sizes(players)] * rounds
    found = seated(people(players), sizes, seed=seed, steps=50)
    for round_, wanted in zip(found, sizes, strict=True):
        assert sorted(map(len, round_)) == sorted(wanted)
        assert sorted(player for table in round_ for player in table) == sorted(people(players))


@given(st.integers(8, 30), st.integers(2, 5), st.integers(0, 1000))
def test_no_seating_is_below_the_bound(players: int, rounds: int, seed: int) -> None:
    sizes = [table_sizes(players)] * rounds
    assert repeats(seated(people(players), sizes, seed=seed, steps=50)) >= fewest_repeats(
        players, sizes
    )


def test_repeats_are_counted_by_pairs_of_meetings() -> None:
    together: Round = (("a", "b"),)
    assert [repeats([together] * times) for times in range(1, 5)] == [0, 1, 3, 6]


@pytest.mark.parametrize(
    ("players", "tables", "rounds"), [(25, 5, 6), (24, 5, 5), (16, 4, 3), (28, 7, 7), (100, 20, 5)]
)
def test_nobody_meets_again_where_that_is_possible(players: int, tables: int, rounds: int) -> None:
    sizes = [table_sizes(players, tables)] * rounds
    found = seated(people(players), sizes, steps=BRIEF)
    met = [frozenset(p) for r in found for table in r for p in combinations(table, 2)]
    assert len(met) == len(set(met))


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (10, 4), (12, 5), (16, 4), (20, 4)])
def test_few_tables_reach_the_bound(players: int, rounds: int) -> None:
    sizes = [table_sizes(players)] * rounds
    found = seated(people(players), sizes)
    assert repeats(found) == fewest_repeats(players, sizes) > 0


def test_what_was_played_counts_also_with_people_who_left() -> None:
    first = seated(people(20), [table_sizes(20, 5)], steps=BRIEF)
    stayed = people(18)
    then = seated(stayed, [table_sizes(18, 4)], before=first, steps=BRIEF)
    assert sorted(player for table in then[0] for player in table) == sorted(stayed)
    apart = seated(stayed, [table_sizes(18, 4)], steps=BRIEF)
    assert repeats((*first, *then)) < repeats((*first, *apart))


def test_the_same_seed_gives_the_same_tables() -> None:
    sizes = [table_sizes(22)] * 4
    assert seated(people(22), sizes, seed=3, steps=BRIEF) == seated(
        people(22), sizes, seed=3, steps=BRIEF
    )
    assert seated(people(22), sizes, seed=3, steps=1) != seated(people(22), sizes, seed=4, steps=1)


@pytest.mark.parametrize("players", [["a", "b", "a", "c"], ["a", "b", "c"]])
def test_a_list_that_fits_no_tables_is_refused(players: list[str]) -> None:
    with pytest.raises(ValueError, match="one table of each round"):
        seated(players, [(4,)])


def test_no_rounds_are_no_rounds() -> None:
    assert seated(["A", "B"], []) == ()
