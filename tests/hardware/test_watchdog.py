"""A part that stands still is said to, where people look, and that it goes on likewise."""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.compose import Companion
from companion.parts import Options
from hardware.watchdog import STILL_S, Age, Watchdog
from tests.support.ribbon import Ribbon
from tests.support.ticks import Ticks

LOST = "The camera sees no dice now. Type or photograph them until it does."
STUCK = "Nothing has been looked at for a while."


def test_it_says_what_stands_still_and_what_goes_on() -> None:
    ticks, told, beats = Ticks(), list[Sequence[str]](), dict.fromkeys(("watcher", "writer"), 100.0)

    def age_of(name: str) -> Age:
        return lambda: ticks.now - beats[name]

    watchdog = Watchdog({name: age_of(name) for name in beats}, told.append)
    for _ in range(4):
        watchdog.look()
        ticks.sleep(STILL_S)
        beats["writer"] = ticks.now
    assert told == [("watcher",)]
    assert [(check.name, check.health) for check in watchdog.checks()] == [("watcher", "bad")]
    beats["watcher"] = ticks.now
    watchdog.look()
    assert told == [("watcher",), ()]
    assert watchdog.checks() == []


@pytest.fixture
def ribbon(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ribbon]:
    ribbon = Ribbon()
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    monkeypatch.setattr("hardware.watchdog.PERIOD_S", 0.02)
    monkeypatch.setattr("hardware.watchdog.STILL_S", 3.0)
    yield ribbon
    ribbon.goes_on.set()


def page(companion: Companion, path: str) -> str:
    with urlopen(companion.addresses[0] + path, timeout=30) as answer:
        return str(answer.read().decode())


def wait_for(companion: Companion, words: str, *, said: bool) -> None:
    end = time.monotonic() + 30
    while (words in page(companion, "/table")) is not said:
        assert time.monotonic() < end, f"{words}: {said} is waited for"
        time.sleep(0.05)


def test_a_watcher_whose_camera_hangs_is_a_camera_without_pictures(
    ribbon: Ribbon, tmp_path: Path
) -> None:
    options = Options(
        home=tmp_path, camera="pi?width=320", buttons="none", host="127.0.0.1", seed=1
    )
    companion = Companion(options)
    try:
        wait_for(companion, LOST, said=False)
        ribbon.goes_on.clear()
        wait_for(companion, LOST, said=True)
        wait_for(companion, STUCK, said=True)
        assert "Watching the dice" in page(companion, "/doctor")
        ribbon.goes_on.set()
        wait_for(companion, LOST, said=False)
    finally:
        ribbon.goes_on.set()
        companion.stop()
