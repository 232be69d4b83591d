"""The browser that all these tests share, and a served room for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.chromium import chromium
from tests.support.doubtful import tray
from tests.support.house import PATIENCE_MS, House
from tests.support.pages import NotedSimulation, living_room


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as browser:
        yield browser


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    with living_room(tmp_path) as room:
        simulation = room.context.parts.simulation
        assert isinstance(simulation, NotedSimulation)
        simulation.jpeg = tray()
        built = House(room, browser)
        try:
            yield built
        finally:
            built.close()
