"""What most tests of pages begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.pages import Living, living_room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    """A room with a table at which nobody sits yet."""
    with living_room(tmp_path) as lived_in:
        yield lived_in
