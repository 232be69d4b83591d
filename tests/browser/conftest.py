"""The browser that the tests of a file share, its devices, and a served room for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.chromium import chromium
from tests.support.devices import PATIENCE_MS, Devices
from tests.support.doubtful import tray
from tests.support.house import House
from tests.support.pages import NotedSimulation, living_room


@pytest.fixture(scope="module")
def devices() -> Iterator[Devices]:
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as browser:
        yield Devices(browser)


@pytest.fixture
def house(tmp_path: Path, devices: Devices) -> Iterator[House]:
    with living_room(tmp_path) as room:
        simulation = room.context.parts.simulation
        assert isinstance(simulation, NotedSimulation)
        simulation.jpeg = tray()
        built = House(room, devices)
        try:
            yield built
        finally:
            built.close()
