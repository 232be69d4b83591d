"""Dice on a phone's screen, or on a deed, are never sure: somebody is asked."""

import cv2
import numpy as np
import pytest

from companion.vision.dice import NetReader
from companion.vision.frame import Frame, Pixels
from companion.vision.readings import DiceReading
from hardware.field import Field
from hardware.simulated.table import SimulatedTable
from tests.support.looks import LEFT, Dice, Looks
from tests.support.ticks import Ticks

PHONE, DEED = (9.4, 4.7), (5.5, 3.6)
"""Length and width in edges of a die of 16 mm: 150 x 75 mm, 88 x 57 mm."""
NEAR: Dice = ((3, (110.0, 150.0)), (5, (140.0, 150.0)))


class Covered(Looks):
    """A tray in which something lies, drawn into the picture."""

    thing: tuple[slice, slice, Pixels] | None = None

    def _frame(self) -> Frame:
        frame = super()._frame()
        if self.thing is not None:
            rows, columns, shown = self.thing
            frame.pixels[rows, columns] = shown
        return frame


@pytest.fixture(params=[3, 4])
def looks(request: pytest.FixtureRequest) -> Covered:
    ticks = Ticks()
    table = SimulatedTable(request.param, look="white", felt=0, clock=ticks)
    looks = Covered(table, ticks)
    looks.nothing()
    return looks


def middle_and_edge(looks: Looks) -> tuple[Pixels, tuple[int, int], float]:
    """Return what lies there now, the middle of the dice in the picture, and their edge."""
    field, frame = Field(), looks._frame()
    field.look(frame)
    tray, edge = field.layout.tray, field.layout.die
    assert tray is not None
    assert edge is not None
    dice = NetReader().read(tray.cut(frame.pixels), dice=2, edge=edge).dice
    x, y = np.mean([die.centre for die in dice], axis=0)
    return frame.pixels, (round(x + tray.left), round(y + tray.top)), edge


@pytest.mark.parametrize("magnified", [0.9, 1.0, 1.3, 1.45])
def test_a_photo_of_dice_on_a_phone_is_no_roll(looks: Covered, magnified: float) -> None:
    looks._lay(NEAR)
    shot, (x, y), edge = middle_and_edge(looks)
    width, height = (round(side * edge) for side in PHONE)
    part = [round(side / magnified) for side in (width, height)]
    piece = cv2.getRectSubPix(shot, part, (x, y))
    shown = np.asarray(cv2.resize(piece, (width, height)), np.uint8)
    cv2.rectangle(shown, (0, 0), (width - 1, height - 1), (20, 20, 20), round(0.3 * edge))
    looks.nothing()
    left, top = x - width // 2, y - height // 2
    looks.thing = np.s_[top : top + height], np.s_[left : left + width], shown
    told = looks.tell()
    assert isinstance(told, DiceReading)
    assert (told.verdict, told.remark) == ("unsure", "atop")


def test_dice_on_a_deed_are_asked_for(looks: Covered) -> None:
    looks._lay(NEAR)
    shot, (x, y), edge = middle_and_edge(looks)
    bare = looks.tray._bare.under(looks.tray.cut(Frame(shot, 0.0, 0)))
    assert bare is not None
    width, height = (round(side * edge) for side in DEED)
    at = np.s_[y - height // 2 : y - height // 2 + height], np.s_[x - width // 2 : x + width // 2]
    ground = np.median(shot[at], axis=(0, 1))
    is_ground = np.abs(shot[at] - ground).max(axis=2, keepdims=True) < 25
    card = np.where(is_ground, np.uint8(235), shot[at]).astype(np.uint8)
    looks.nothing()
    looks.thing = (*at, card)
    told = looks.tell()
    assert isinstance(told, DiceReading)
    assert told.verdict == "unsure"


@pytest.mark.parametrize("apart", [17.0, 25.0, 60.0])
def test_dice_alone_lie_on_nothing(looks: Covered, apart: float) -> None:
    x, y = LEFT
    told = looks.come(((3, (x, y)), (5, (x + apart, y))))
    assert isinstance(told, DiceReading)
    assert (told.verdict, told.remark) == ("sure", None)
