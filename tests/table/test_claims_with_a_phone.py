"""A claim before or after a throw that a phone saw: as pressed, but for the stated bound."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Claim
from companion.table.answers import Accepted
from companion.vision.phone_frames import RoundTrip, Stamp
from hardware.cameras.options import CameraOptions
from hardware.cameras.phone import PhoneEye
from tests.hardware.test_phone import jpeg
from tests.support.table import ANN, Hands, hands, rent_is_due

BEHIND = 900.0
"""So much the phone's clock is behind ours."""
JUST = 0.002


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        yield at_table


def motion_seen(at: Hands, *, there: float, back: float, under_way: float) -> tuple[float, float]:
    """Let a phone see a throw begin now; return when it truly began, and the stated bound.

    *there*, *back*: how long its question for our time took, and the answer; *under_way*: frame.
    """
    eye, asked = PhoneEye(at.clock.mono), at.clock.now - BEHIND
    camera, run = eye.camera(CameraOptions()), eye.begin()
    at.clock.now += there
    told = at.clock.now
    at.clock.now += back
    began = at.clock.now
    at.clock.now += under_way
    stamp = Stamp(run, 1, began - BEHIND, began - BEHIND, RoundTrip(asked, told, began - BEHIND))
    assert eye.take(jpeg(), stamp) == "taken"
    bound = eye.state.bound_s
    assert bound is not None
    at.eyes.motion(camera.read().at)
    return began, bound


SLOW_THERE = {"there": 0.3, "back": 0.0, "under_way": 0.4}
SLOW_BACK = {"there": 0.0, "back": 0.3, "under_way": 0.4}


@pytest.mark.parametrize("way", [SLOW_THERE, SLOW_BACK])
def test_a_press_before_the_throw_counts_and_one_after_it_waits(
    at: Hands, way: dict[str, float]
) -> None:
    rent_is_due(at)
    began, bound = motion_seen(at, **way)
    assert at.ask(Claim(by=ANN), at=began + bound + JUST) is None
    at.see_dice(1, 3, began=began + bound)
    assert at.view.claims == ()


@pytest.mark.parametrize("way", [SLOW_THERE, SLOW_BACK])
def test_a_press_just_before_the_throw_is_granted(at: Hands, way: dict[str, float]) -> None:
    rent_is_due(at)
    began, bound = motion_seen(at, **way)
    assert isinstance(at.ask(Claim(by=ANN), at=began - bound - JUST), Accepted)


def test_within_the_bound_it_depends_on_the_network_alone(at: Hands) -> None:
    """That is what the bound says: a press 0.1 s after the throw is still taken for before it."""
    rent_is_due(at)
    began, bound = motion_seen(at, **SLOW_THERE)
    assert bound > 0.1
    assert isinstance(at.ask(Claim(by=ANN), at=began + 0.1), Accepted)
