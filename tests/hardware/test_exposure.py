"""Exposure and white balance are held once the light stands, and let go when it has changed."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hardware.cameras.exposure import CHANGED_S, HELD_S, LET_GO, STANDS_S, Exposure
from tests.support.ribbon import SETTLED

RATE = 10.0
HELD = {
    "AeEnable": False,
    "ExposureTime": 20_000,
    "AnalogueGain": 2.0,
    "AwbEnable": False,
    "ColourGains": (1.5, 2.0),
}


class Light:
    """An exposure that sees frames of a table as bright as it is told."""

    def __init__(self) -> None:
        self.exposure, self._now = Exposure(), 0.0

    def shine(
        self, seconds: float, level: int = 120, hand: int = 120, **metadata: Any
    ) -> list[Mapping[str, Any]]:
        """Give frames for so long; return what was to be set. A *hand* covers two fifths."""
        pixels = np.full((90, 160, 3), level, np.uint8)
        pixels[:, :64] = hand
        told = []
        for _ in range(round(seconds * RATE)):
            self._now += 1 / RATE
            told.append(self.exposure.see({**SETTLED, **metadata}, pixels, self._now))
        return [controls for controls in told if controls]


def test_what_stands_for_a_while_is_held_once() -> None:
    light = Light()
    assert light.shine(STANDS_S) == []
    assert light.shine(10.0) == [HELD]
    assert not light.exposure.follows


def test_what_still_changes_is_not_held() -> None:
    light = Light()
    for step in range(20):
        assert light.shine(STANDS_S / 2, ExposureTime=10_000 + 1_000 * step) == []
    for step in range(20):
        assert light.shine(STANDS_S / 2, ColourGains=(1.5 * 1.2**step, 2.0)) == []
    assert light.exposure.follows


def test_a_camera_that_does_not_say_is_left_alone() -> None:
    exposure, pixels = Exposure(), np.full((90, 160, 3), 120, np.uint8)
    for missing in SETTLED:
        metadata = {name: SETTLED[name] for name in SETTLED if name != missing}
        assert not exposure.follows
        assert [exposure.see(metadata, pixels, at) for at in range(10)] == [{}] * 10


def test_another_light_lets_go_and_is_held_in_turn() -> None:
    light = Light()
    light.shine(STANDS_S + HELD_S + 1.0)
    brighter = light.shine(CHANGED_S + 2 * STANDS_S, level=200, hand=200, ExposureTime=10_000)
    assert brighter == [LET_GO, {**HELD, "ExposureTime": 10_000}]
    darker = light.shine(HELD_S + 1.0, level=120) + light.shine(CHANGED_S + 1.0, level=60, hand=60)
    assert LET_GO in darker


def test_hands_and_a_passing_shadow_change_nothing() -> None:
    light = Light()
    light.shine(STANDS_S + HELD_S + 1.0)
    assert light.shine(10.0, hand=250) == []
    assert light.shine(CHANGED_S - 0.5, level=60, hand=60) == []
    assert light.shine(10.0) == []
