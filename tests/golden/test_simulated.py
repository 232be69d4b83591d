"""Simulated games go as they always went, in every edition, on every machine."""

import pytest

from tests.golden.simulated import Table, fingerprint_of, kept, tables


@pytest.mark.parametrize("table", [*tables()], ids=lambda table: table.name)
def test_the_same_seed_gives_the_same_games(table: Table) -> None:
    mend = "look at why, then: .venv/bin/python -m tests.golden.simulated"
    assert kept().get(table.name) == fingerprint_of(table), mend


def test_the_file_names_no_other_games() -> None:
    assert sorted(kept()) == sorted(table.name for table in tables())
