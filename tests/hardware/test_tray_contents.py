"""What is remembered of the dice in the tray."""

import numpy as np
import pytest

from companion.vision.change_detection import Thumb, changed, patches, thumb
from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading, DieReading, Verdict
from hardware.tray_contents import Lying

EDGE = 20
Lies = tuple[tuple[int, int, int], ...]  # pips, x, y of each die's middle
TWO: Lies = ((3, 40, 50), (5, 110, 70))


def tray(dice: Lies = (), over: tuple[int, int, int, int] | None = None) -> Pixels:
    """A grey tray with white dice; *over*: left, top, right and bottom of something on it."""
    picture = np.full((120, 160, 3), 90, np.uint8)
    for _, x, y in dice:
        picture[y - 10 : y + 10, x - 10 : x + 10] = 230
    if over is not None:
        left, top, right, bottom = over
        picture[top:bottom, left:right] = 30
    return picture


def reading(dice: Lies, verdict: Verdict = "sure") -> DiceReading:
    read = tuple(DieReading(n, (x, y), EDGE, 0.95, (1 / 6,) * 6) for n, x, y in dice)
    return DiceReading(verdict if read else "none", read, 0.9)


class Told:
    """Shows a tray at rest, again and again."""

    def __init__(self) -> None:
        self.lying, self.before = Lying(), thumb(tray())

    def rest(
        self,
        dice: Lies,
        *,
        read: Lies | None = None,
        verdict: Verdict = "sure",
        over: tuple[int, int, int, int] | None = None,
    ) -> DiceReading | None:
        now = thumb(tray(dice, over))
        seen = reading(dice if read is None else read, verdict)
        found = patches(changed(self.before, now), now.cell)
        told = self.lying.judge(seen, now, found)
        self.lying.learn(seen, self.before, now)
        self.before = now
        return told

    def moving(self, *pictures: Pixels) -> None:
        for picture in pictures:
            self.lying.watch(thumb(picture))


@pytest.fixture
def at() -> Told:
    told = Told()
    assert told.rest(TWO) == reading(TWO)
    return told


def moved(right: int) -> Lies:
    return tuple((n, x + right, y) for n, x, y in TWO)


def test_dice_that_lie_still_are_told_once(at: Told) -> None:
    assert at.rest(TWO) is None


def test_a_nudge_is_nothing_and_is_remembered(at: Told) -> None:
    for right in (12, 24, 36):
        assert at.rest(moved(right)) is None


def test_the_same_values_far_away_are_asked_about(at: Told) -> None:
    told = at.rest(moved(45))
    assert told is not None
    assert (told.verdict, told.remark) == ("unsure", "moved")


def test_the_same_values_after_an_empty_tray_are_a_throw(at: Told) -> None:
    at.moving(tray(), tray(moved(80)))
    assert at.rest(moved(8)) == reading(moved(8))


def test_even_where_they_lay(at: Told) -> None:
    at.moving(tray())
    assert at.rest(TWO) == reading(TWO)


def test_a_hand_over_an_otherwise_empty_tray_is_not_an_empty_tray(at: Told) -> None:
    at.moving(tray(over=(0, 30, 140, 90)))
    assert at.rest(moved(8)) is None


def test_one_other_value_beside_a_die_that_stayed_was_turned(at: Told) -> None:
    told = at.rest(((3, 40, 50), (6, 110, 70)))
    assert told is not None
    assert (told.verdict, told.remark) == ("unsure", "turned")


def test_a_die_thrown_alone_after_a_doubt_is_a_throw() -> None:
    at = Told()
    at.rest(TWO, verdict="unsure")
    other: Lies = ((3, 40, 50), (6, 90, 30))
    assert at.rest(other) == reading(other)


def test_a_doubt_that_becomes_sure_is_told_and_one_that_stays_is_not() -> None:
    at = Told()
    at.rest(TWO, verdict="unsure")
    assert at.rest(TWO, verdict="unsure") is None
    assert at.rest(TWO) == reading(TWO)


def test_dice_that_were_taken_out_come_back_as_a_throw(at: Told) -> None:
    assert at.rest(()) is None
    assert at.rest(TWO) == reading(TWO)


@pytest.mark.parametrize("times", [1, 3])
def test_dice_under_a_phone_are_there_still(at: Told, times: int) -> None:
    phone = (20, 20, 140, 100)
    for _ in range(times):
        assert at.rest((), over=phone) is None
    assert at.rest(TWO) is None


def test_a_die_under_a_phone_is_there_still(at: Told) -> None:
    assert at.rest(TWO, read=TWO[1:], over=(15, 15, 70, 110)) is None
    assert at.rest(TWO) is None


def test_a_die_that_is_taken_out_alone_is_no_throw(at: Told) -> None:
    assert at.rest(TWO[:1]) is None


def test_other_values_are_a_throw(at: Told) -> None:
    other: Lies = ((1, 60, 20), (2, 120, 90))
    assert at.rest(other) == reading(other)


def test_a_tray_seen_elsewhere_is_learned_anew(at: Told) -> None:
    at.lying.forget_the_tray()
    at.moving(tray())
    assert at.rest(TWO) is None
    assert at.lying.things(thumb(tray((*TWO, (1, 75, 30))))) != []


def test_a_picture_of_another_size_is_nothing_known(at: Told) -> None:
    small = Thumb(np.zeros((10, 10, 3), np.float32), 2.0)
    assert at.lying.things(small) == []
