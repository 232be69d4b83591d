"""Throws without a mat, through the watcher: dice alone are no moved camera, a hand is a stand."""

import pytest

from tests.benchmarks.dice.unmatted import SITUATIONS, thrown

WHITE_ON_A_DARK_TABLE = 6


@pytest.mark.parametrize("situation", ["plain", "proposed"])
def test_white_dice_that_are_all_there_is_to_see_are_no_moved_camera(situation: str) -> None:
    throws = [*thrown(SITUATIONS[situation], 4, WHITE_ON_A_DARK_TABLE)]
    assert [throw for throw in throws if throw.outcome in ("missed", "wrong")] == []
    assert [throw.outcome for throw in throws].count("right") >= 2


def test_a_camera_in_a_hand_drifts_and_throws_are_read_where_the_tray_is_then() -> None:
    throws = [*thrown(SITUATIONS["in a hand"], 6, 2)]
    assert [throw for throw in throws if throw.outcome in ("missed", "wrong")] == []


def test_gains_that_hunt_while_dice_roll_make_nothing_wrong_and_lose_nothing() -> None:
    for name in ("exposure hunts", "white balance hunts"):
        outcomes = [throw.outcome for throw in thrown(SITUATIONS[name], 3, 100)]
        assert not {"missed", "wrong"} & {*outcomes}
