"""Somebody bumps the camera's arm in the middle of a game: nothing is told of frames in between."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from calibration.mat import A3
from companion.sayings.checks import CHECKS
from companion.vision.frame import Pixels
from hardware.simulated.troubles import Befalls, bumped, dark
from tests.support.stage import Stage
from tests.support.tiers import first_of

SMALL, LARGE = (20.0, -12.0, 0.0), (150.0, 60.0, 0.0)
TURNED = (40.0, 30.0, 9.0)
UNSEEN = f"sim: {CHECKS['place-lost'].found}"


@pytest.fixture
def stage() -> Stage:
    return Stage(rate=8.0)


def with_hands(stage: Stage) -> Befalls:
    """Hands lie over all markers."""
    view = stage.table._scene.view

    def covered(pixels: Pixels) -> Pixels:
        picture = pixels.copy()
        for marker in A3.markers.values():
            corners = np.array([(*corner, 0.0) for corner in marker.corners])
            outline = np.round(view.project(corners)).astype(np.int32)
            cv2.fillConvexPoly(picture, outline, (130, 160, 205))
        return picture

    return covered


def after(first: Befalls, then: Befalls) -> Befalls:
    return lambda pixels: then(first(pixels))


def cards(stage: Stage) -> list[object]:
    return [what for name, what in stage.told.calls if name == "cards"]


def laid(stage: Stage) -> None:
    stage.table.lay_deed(16)
    stage.see(2.5)
    assert cards(stage) == [[16]]


@pytest.mark.parametrize(
    ("bump", "hands"), first_of([(SMALL, True), (TURNED, True), (LARGE, False), (LARGE, True)], 2)
)
def test_dice_and_deeds_that_lie_there_are_not_told_again(
    stage: Stage, bump: tuple[float, float, float], *, hands: bool
) -> None:
    stage.throw(show=(3, 5))
    laid(stage)
    hidden = with_hands(stage) if hands else lambda pixels: pixels
    stage.see(1.0, hidden)
    for befalls in (after(hidden, bumped(*bump)), hidden):
        stage.see(2.5, befalls)
        assert not {"dice", "cards"} & set(stage.told.names)
        assert stage.told.names.count("motion") == stage.told.names.count("calm")


@pytest.mark.parametrize("bump", [LARGE, TURNED])
def test_where_no_marker_shows_how_far_nothing_is_read_until_the_arm_is_back(
    stage: Stage, bump: tuple[float, float, float]
) -> None:
    hidden = with_hands(stage)
    stage.see(1.0, hidden)
    stage.table.throw(show=(3, 5))
    stage.see(0.8, hidden)
    stage.see(3.0, after(hidden, bumped(*bump)))
    assert stage.told.names[-2:] == ["calm", "camera"]
    assert stage.told.calls[-1][1] == (UNSEEN, False)
    assert stage.see(2.0, hidden) == ["camera"]
    assert stage.told.calls[-1][1] == ("sim", True)
    stage.table.throw(show=(2, 6))
    assert stage.see(3.5, hidden) == ["motion", "dice"]
    assert stage.reading.values == (2, 6)


def test_a_throw_while_the_fields_are_lost_is_left_to_people(stage: Stage) -> None:
    hidden = with_hands(stage)
    stage.see(1.0, hidden)
    away = after(hidden, bumped(*LARGE))
    stage.table.throw(show=(3, 5))
    stage.see(4.0, away)
    stage.table.throw(show=(1, 1))
    stage.table.lay_deed(16)
    assert stage.see(4.0, away) == []


def test_it_is_said_again_after_the_light_was_out(stage: Stage) -> None:
    hidden = with_hands(stage)
    stage.see(1.0, hidden)
    away = after(hidden, bumped(*LARGE))
    stage.table.throw(show=(3, 5))
    stage.see(4.0, away)
    stage.see(3.0, dark)
    assert stage.see(0.5, away) == ["camera", "camera"]
    assert stage.told.calls[-1][1] == (UNSEEN, False)


def test_when_the_mat_is_seen_again_all_goes_on_where_it_lies_now(stage: Stage) -> None:
    hidden = with_hands(stage)
    away = bumped(*LARGE)
    stage.see(1.0, hidden)
    stage.table.throw(show=(3, 5))
    stage.see(4.0, after(hidden, away))
    assert stage.see(4.0, away) == ["camera"]
    told = str(stage.told.calls[-1][1])
    assert "has moved by" in told
    assert "True" in told
    stage.table.throw(show=(2, 4))
    assert stage.see(3.5, away) == ["motion", "dice"]
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (2, 4))


def test_a_deed_laid_during_the_bump_is_told_of_the_place_where_it_lies_then(stage: Stage) -> None:
    stage.table.lay_deed(16)
    stage.see(0.3)
    stage.see(4.0, bumped(*LARGE))
    assert [told for told in stage.told.tags if told] != []
    assert {tag.id for told in stage.told.tags for tag in told} == {16}
    assert all(tag.valid for told in stage.told.tags for tag in told)


def answers(stage: Stage, answer: Callable[[], None], befalls: Befalls) -> list[str]:
    answer()
    return stage.see(1.0, befalls)


def test_whoever_says_that_it_lies_right_has_it_read_there(stage: Stage) -> None:
    """The arm was moved on purpose, and the boxes still lie over tray and scan field."""
    hidden = with_hands(stage)
    stage.see(1.0, hidden)
    stage.table.throw(show=(3, 5))
    away = after(hidden, bumped(*LARGE))
    stage.see(4.0, away)
    assert stage.watcher.field.lost
    assert answers(stage, stage.watcher.field.settle, away) == ["camera"]
    assert stage.watcher.field.moved == ""
    assert stage.watcher.field.layout.by == "hand"


def test_whoever_says_that_the_mat_lies_right_hears_no_more_of_it(stage: Stage) -> None:
    away = bumped(*LARGE)
    stage.throw(show=(3, 5))
    stage.see(4.0, away)
    assert stage.watcher.field.strayed == "followed"
    assert answers(stage, stage.watcher.field.settle, away) == ["camera"]
    assert stage.told.calls[-1][1] == ("sim", True)
    assert stage.see(2.0, away) == []
    assert stage.watcher.field.layout.by == "mat"
