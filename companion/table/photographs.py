"""Photographs of dice, as phones send them: witnesses like the camera, read one at a time."""

import threading
from collections.abc import Callable, Iterator
from itertools import islice

import cv2
import numpy as np
from msgspec.structs import replace

from companion.errors import PictureError
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Answer
from companion.table.dice.eyes import dice_due, speed_due
from companion.table.dice.readings import KeptReading
from companion.table.table import Table
from companion.table.witness import kept
from companion.vision.copies import COPIED, likeness, may_be_alike
from companion.vision.frame import Pixels
from companion.vision.jpeg import jpeg
from companion.vision.level_reader import LevelReader
from companion.vision.pictures import decoded
from companion.vision.readings import DiceFinder, DiceReading
from companion.vision.speed_die import read_beside
from companion.vision.taught_die import UNTAUGHT, ThirdDie
from companion.words import RuleKey

LONG = 1600
"""Long side, in pixels, of a photograph as it is read and kept; a larger one is made smaller."""

COMPARED = 20
"""With so many throws before it, at most, a photograph is compared; the newest first."""

PHOTOGRAPH = RuleKey("table/photograph")
"""What a refusal rests on here that is no rule of the game."""


class Photographs:
    """Reads photographs and hands them to a live table; from any thread.

    A photograph proves less than a camera that saw the throw: that the dice lay so, and not when.

    Args:
        table: whose throws they are.
        reader: reads dice of any table and size; used here alone.
        third: the speed die, as far as it was taught.
        keeps: whether the table wants its pictures kept; without them no copy is known.
    """

    def __init__(
        self,
        table: Table,
        reader: DiceFinder,
        third: ThirdDie = UNTAUGHT,
        keeps: Callable[[], bool] = lambda: True,
    ) -> None:
        self._table, self._reader, self._third = table, LevelReader(reader), third
        self._keeps = keeps
        self._lock = threading.Lock()

    def throw(self, coded: bytes, cause: Cause) -> Answer:
        """Roll what a photograph shows, or ask about it; say why it counts for nothing.

        Args:
            coded: the picture as the phone sent it. It is kept coded anew: what else a phone
                writes into it, such as the place, is kept nowhere.
            cause: who sent it, with the right of a camera; when, and as which command.
        """
        try:
            pixels = _no_larger(decoded(coded))
        except PictureError:
            return Refusal("no-picture", PHOTOGRAPH)
        with self._lock:
            reading = self._read(pixels)
        if not reading.dice:
            return Refusal("no-dice-seen", PHOTOGRAPH)
        if any(self._is_copy(pixels, reading, before) for before in self._booked(reading)):
            return Refusal("same-picture", PHOTOGRAPH)
        evidence = kept(self._table, jpeg(pixels)) if self._keeps() else None
        return self._table.photographed(reading, replace(cause, evidence=evidence))

    def _read(self, pixels: Pixels) -> DiceReading:
        view = self._table.view
        due = dice_due(view.state)
        if not speed_due(view):
            return self._reader.read(pixels, dice=due)
        return read_beside(self._reader, pixels, dice=due, edge=None, taught=self._third.die)

    def _booked(self, reading: DiceReading) -> Iterator[KeptReading]:
        """Return the throws of this game that lie as these do, the newest first."""
        found = (
            before
            for before in reversed(self._table.readings.all)
            if before.game == self._table.view.game
            and before.fate in ("booked", "answered")
            and before.evidence
            and not before.back
            and may_be_alike(reading.dice, before.shown)
        )
        return islice(found, COMPARED)

    def _is_copy(self, pixels: Pixels, reading: DiceReading, before: KeptReading) -> bool:
        picture = self._table.picture(before.evidence or "")
        if picture is None:
            return False
        alike = likeness(pixels, reading.dice, decoded(picture), before.shown)
        return alike >= COPIED


def _no_larger(pixels: Pixels) -> Pixels:
    """Return a picture no longer than `LONG`."""
    scale = LONG / max(pixels.shape[:2])
    if scale >= 1:
        return pixels
    smaller = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)
