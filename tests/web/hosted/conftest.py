"""A worker with two tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hosted import Worker, worker


@pytest.fixture
def hosting(tmp_path: Path) -> Iterator[Worker]:
    """The app of two tables."""
    with worker(tmp_path) as there:
        yield there
