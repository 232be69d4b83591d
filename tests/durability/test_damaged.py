"""A cut or flipped file opens at its last whole record, or says exactly what is damaged."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.damage import (
    FILES,
    Damage,
    Sound,
    drawn,
    every_byte_of_the_last,
    in_memory,
    near_boundaries,
    sound,
    tried,
)

OFFSETS, SEED = 300, 20


@pytest.fixture(scope="module")
def whole() -> Iterator[Sound]:
    with in_memory() as folder:
        yield sound(folder, in_file=40, in_log=15)


@pytest.fixture
def folder() -> Iterator[Path]:
    with in_memory() as empty:
        yield empty


def test_at_every_records_boundary_and_beside_it(whole: Sound, folder: Path) -> None:
    ends = tried(whole, near_boundaries(whole), folder)
    assert all(len(whole.boundaries(suffix)) >= 15 for suffix in FILES)
    assert set(ends) == {"whole", "last whole record", "says what is damaged"}


def test_at_three_hundred_drawn_places_of_both_files(whole: Sound, folder: Path) -> None:
    assert tried(whole, drawn(whole, count=OFFSETS, seed=SEED), folder).total() == 2 * OFFSETS


def test_a_log_cut_anywhere_in_its_last_transaction_costs_that_one_alone(
    whole: Sound, folder: Path
) -> None:
    (first, *_rest) = (d for d in every_byte_of_the_last(whole, 1) if d.kind == "cut")
    assert tried(whole, [first], folder) == {"last whole record": 1}


def test_no_game_with_its_mark_is_shortened_in_silence(whole: Sound, folder: Path) -> None:
    drawn_ends = tried(whole, drawn(whole, count=OFFSETS, seed=SEED), folder, marked=True)
    assert set(drawn_ends) == {"whole", "says what is damaged"}


def test_a_damage_that_ends_otherwise_is_noticed(whole: Sound, folder: Path) -> None:
    """Shows that the tests above can fail."""
    other = whole._replace(digests=whole.digests[::-1])
    with pytest.raises(AssertionError, match="other records"):
        tried(other, [Damage("cut", "-wal", 0)], folder)
