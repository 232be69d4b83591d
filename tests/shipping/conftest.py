"""A small hub, a table with its shipper, and waits that are short."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.shipping import hub_link, joining, shipper
from tests.support.shipping import Shipping
from tests.support.small_hub import SmallHub, small_hub


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[SmallHub]:
    with small_hub(tmp_path / "hub") as opened:
        yield opened


@pytest.fixture
def shipping(tmp_path: Path) -> Iterator[Shipping]:
    made = Shipping(tmp_path / "table")
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_link, "EXCHANGE_S", 0.5)
    monkeypatch.setattr(joining, "PATIENCE_S", 1.5)
    monkeypatch.setattr(joining, "LEAST_S", 0.1)
    monkeypatch.setattr(shipper, "FIRST_WAIT_S", 0.02)
    monkeypatch.setattr(shipper, "LAST_WAIT_S", 0.1)
    monkeypatch.setattr(shipper, "NOTE_S", 0.0)
