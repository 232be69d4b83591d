"""What accounts begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.table import Hands, hands


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """Yield a table without a game."""
    with hands(tmp_path) as at_table:
        yield at_table
