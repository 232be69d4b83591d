"""Photographs as phones send them, of dice, deeds and cards: witnesses like the camera."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from msgspec.structs import replace

from companion.errors import LargePictureError, PictureBusyError, PictureError
from companion.game.refusals import Code, Refusal
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer, Broken
from companion.table.check.laid_deeds import PileLook
from companion.table.dice.eyes import dice_due, speed_due
from companion.table.dice.readings import KeptReading
from companion.table.ports import LaidTag
from companion.table.table import Table
from companion.table.witness import kept
from companion.vision.copies import likeness, may_be_alike, mirrored
from companion.vision.frame import Pixels
from companion.vision.jpeg import jpeg
from companion.vision.level_reader import LevelReader
from companion.vision.pictures import decoded, decoded_or_none, is_heic
from companion.vision.readings import DiceFinder, DiceReading
from companion.vision.speed_die import read_beside
from companion.vision.taught_die import UNTAUGHT, ThirdDie
from companion.words import RuleKey, Seat

LONG = 1600
"""Long side, in pixels, of a photograph as it is read and kept; a larger one is made smaller."""

WAIT_S = 4.0
"""So long a photograph waits for those before it to be read, and for any other to be decoded;
then its phone is asked to send it again."""

COMPARED = 20
"""With so many throws before it, at most, a photograph is compared; the newest first."""

PHOTOGRAPH = RuleKey("table/photograph")
"""What a refusal rests on here that is no rule of the game."""


Looked = TypeVar("Looked")


class Photographs:
    """Reads photographs and hands them to a live table; from any thread.

    A photograph proves less than a camera that saw the throw: that the dice lay so, and not when.

    Args:
        table: whose throws they are.
        reader: reads dice of any table and size; used here alone.
        tags: reads the tags of a picture; likewise.
        third: the speed die, as far as it was taught.
        keeps: whether the table wants its pictures kept; without them no copy is known.
    """

    def __init__(
        self,
        table: Table,
        reader: DiceFinder,
        tags: Callable[[Pixels], Sequence[LaidTag]],
        third: ThirdDie = UNTAUGHT,
        keeps: Callable[[], bool] = lambda: True,
    ) -> None:
        self._table, self._reader, self._third = table, LevelReader(reader), third
        self._tags, self._keeps = tags, keeps
        self._lock = threading.Lock()

    def throw(self, coded: bytes, cause: Cause) -> Answer:
        """Roll what a photograph shows, or ask about it; say why it counts for nothing.

        Args:
            coded: the picture as the phone sent it. It is kept coded anew: what else a phone
                writes into it, such as the place, is kept nowhere.
            cause: who sent it, with the right of a camera; when, and as which command.
        """
        looked = self._looked(coded, self._read)
        if isinstance(looked, Refusal):
            return looked
        pixels, reading = looked
        if not reading.dice:
            return Refusal("no-dice-seen", PHOTOGRAPH)
        if any(self._is_copy(pixels, reading, before) for before in self._booked(reading)):
            return Refusal("same-picture", PHOTOGRAPH)
        cause = self._witnessed(cause, pixels)
        return self._answer(self._table.look(cause.mono, lambda eyes: eyes.dice(reading, cause)))

    def things(self, coded: bytes, cause: Cause, own: Collection[Seat]) -> Answer:
        """Do what is meant by photographing deeds or a card, for the seats of whoever sent it.

        A card is drawn, the deed on offer bought, one that was turned over asked about; what is
        shown of one's own leads to its page, and with another player's deeds to a trade.
        """
        found = self._tagged(coded)
        if isinstance(found, Refusal):
            return found
        pixels, seen = found
        if any(tag.valid for tag in seen):
            cause = self._witnessed(cause, pixels)
        done = self._table.look(cause.mono, lambda eyes: eyes.photographed(seen, cause, own))
        if done is False and all(tag.valid for tag in seen):
            return Refusal("nothing-meant", PHOTOGRAPH)
        return self._answer(done)

    def pile(self, coded: bytes, at: float, look: PileLook) -> Answer:
        """Take what a player has laid out for a check, all of it or a part."""
        found = self._tagged(coded)
        if isinstance(found, Refusal):
            return found
        pixels, seen = found
        self._table.laid(at, seen, jpeg(pixels), look, alone=True)
        return self._answer(None)

    def _tagged(self, coded: bytes) -> tuple[Pixels, Sequence[LaidTag]] | Refusal:
        """Return a photograph and the tags in it, or why there is nothing to be had of it."""
        looked = self._looked(coded, self._tags)
        if isinstance(looked, Refusal) or looked[1]:
            return looked
        return Refusal("no-sticker-seen", PHOTOGRAPH)

    def _looked(
        self, coded: bytes, look: Callable[[Pixels], Looked]
    ) -> tuple[Pixels, Looked] | Refusal:
        """Return a photograph, no longer than `LONG`, and what *look* sees in it; or why not.

        One is decoded and looked at after the other: there is room in memory for one.
        """
        if not self._lock.acquire(timeout=WAIT_S):
            return Refusal("picture-busy", PHOTOGRAPH)
        try:
            pixels = decoded(coded, longest=LONG, wait_s=WAIT_S)
        except PictureError as error:
            return Refusal(_why_none(coded, error), PHOTOGRAPH)
        else:
            return pixels, look(pixels)
        finally:
            self._lock.release()

    def _witnessed(self, cause: Cause, pixels: Pixels) -> Cause:
        """Return a cause with its picture."""
        evidence = kept(self._table, jpeg(pixels)) if self._keeps() else None
        return replace(cause, evidence=evidence)

    def _answer(self, came: object) -> Answer:
        """Return that a photograph was taken in, unless the companion has made a mistake."""
        view = self._table.view
        return came if isinstance(came, Broken) else Accepted(view.seq, (), view.game)

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
        then = decoded_or_none(picture)
        if then is None:
            return False
        known = then, before.shown
        ways = (pixels, reading.dice), mirrored(pixels, reading.dice)
        return any(likeness(*way, *known).is_copy for way in ways)


def _why_none(coded: bytes, error: PictureError) -> Code:
    """Return what is said of a picture that cannot be had."""
    match error:
        case LargePictureError():
            return "picture-large"
        case PictureBusyError():
            return "picture-busy"
        case _:
            return "picture-heic" if is_heic(coded) else "no-picture"
