"""Evenings by chance, which share nothing but the rules: whatever meets, the game is sound.

The same evenings each time; `COMPANION_EVENINGS=5000` plays so many, from the first on.
"""

import os

import pytest

from companion.editions.load import edition_ids
from tests.support.evenings import Evening
from tests.support.soundness import (
    is_hot,
    why_stuck,
    wrong_with_record,
    wrong_with_rulings,
    wrong_with_state,
    wrong_with_step,
)

EVENINGS = int(os.environ.get("COMPANION_EVENINGS", "160"))
PARTS = 8  # played side by side, where there are several processes
LENGTH = 120  # commands
RULINGS = 6  # said here and there, to see what would come of them


def wrong_with(evening: Evening) -> str | None:
    """Play an evening to its end; return the first thing that was wrong, or None."""
    for number, step in enumerate(evening.steps(LENGTH)):
        for wrong in wrong_with_step(step):
            return f"after {number} commands: {wrong}, by {step.command}"
        if number % 12 == 0 or (is_hot(evening.state) and number % 3 == 0):
            for wrong in (*wrong_with_state(evening), *wrong_with_rulings(evening, RULINGS)):
                return f"after {number} commands: {wrong}"
        if number % 24 == 0:
            stuck = why_stuck(evening)
            if stuck:
                return f"after {number} commands: {stuck}"
    return next(wrong_with_record(evening), None)


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_meets_on_an_evening_the_game_is_sound_and_goes_on(part: int) -> None:
    for seed in range(part, EVENINGS, PARTS):
        evening = Evening(seed)
        assert wrong_with(evening) is None, evening.named


def test_the_evenings_are_of_all_editions() -> None:
    first = {Evening(seed).edition.id for seed in range(EVENINGS)}
    assert first == {*edition_ids()}
