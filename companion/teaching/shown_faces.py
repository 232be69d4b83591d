"""Teaching a die with prints of its own: each face is shown, three looks at each."""

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Generic, Literal, TypeAlias

import cv2
import msgspec
from msgspec.structs import replace

from companion.errors import CompanionError, SettingsError
from companion.files import keep, read_kept, words_of, write_whole
from companion.vision.frame import Pixels
from companion.vision.pictures import decoded_or_none
from companion.vision.pips import SECOND
from companion.vision.readings import DiceReading
from companion.vision.taught_die import SAME, Counts, SideLook, TaughtDie, cut_out
from companion.words import SpeedFace

SIDES: tuple[SpeedFace, ...] = (1, 2, 3, "bus", "mr", "mr")
"""What the sides of a speed die count as, in the order in which they are shown."""
SIX = len(SIDES)
"""So many sides has every die."""
LOOKS = 3
"""So many times each side is looked at."""

Objection: TypeAlias = Literal["", "several", "other-side", "known-side", "other-die"]
"""Why a look was not taken. Several: more than one die lies there. Other side: it is not the one
that was shown before. Known side: it was shown as another. Other die: its colour is another."""

WAVERS = 0.03
"""A look at a side that was shown is as like it as its looks are to each other, but for this."""

_LIST = "looks.json"

_log = logging.getLogger(__name__)


class KeptLook(msgspec.Struct, frozen=True):
    """A look as it is kept: a picture beside the list, and which side it shows."""

    picture: str  # file name
    side: int  # from 0 on, in the order in which they are shown


class FacesShown(msgspec.Struct, frozen=True, kw_only=True):
    """How far the showing is."""

    open: bool = False  # whether sides are being shown now
    looks: tuple[int, ...] = ()  # the sides that were looked at, as often as they were
    objection: Objection = ""  # to what lay there last
    trouble: CompanionError | None = None  # what could not be done

    @property
    def side(self) -> int | None:
        """The side that is to be shown now, from 0 on; None: all were."""
        return next((side for side in range(SIX) if self.looks.count(side) < LOOKS), None)


class FaceTeacher(Generic[Counts]):
    """Keeps looks at a die's sides; every method may be called from any thread.

    Args:
        folder: where looks are kept; it may be thrown away.
        changed: called after each change of `shown`.
        sides: what the six sides count as, in the order in which they are shown.
    """

    def __init__(self, folder: Path, changed: Callable[[], None], sides: Sequence[Counts]) -> None:
        self._folder, self._changed = folder, changed
        self.sides = sides
        self._lock = threading.RLock()
        self._looks: list[tuple[KeptLook, Pixels]] = []
        self.shown = FacesShown()
        """The newest state; replaced, never changed."""
        self.die: TaughtDie[Counts] | None = None
        """The die, once all its sides were shown."""
        try:
            kept = read_kept(folder / _LIST, list[KeptLook], damaged="looks-damaged") or []
        except SettingsError as error:
            _log.warning("%s", error)
            self.shown = FacesShown(trouble=error.kept())
            return
        read = [(look, _pixels(folder / Path(look.picture).name)) for look in kept]
        self._looks = [(k, p) for k, p in read if p is not None and 0 <= k.side < SIX]
        self.shown = self._counted()
        self.die = self._whole()

    @property
    def watches(self) -> bool:
        """Whether sides are being shown now: what comes to the tray is no throw."""
        return self.shown.open

    def begin(self) -> None:
        """Look at the sides that are missing."""
        with self._lock:
            if self.shown.side is not None:
                self._set(open=True, objection="", trouble=None)

    def stop(self) -> None:
        """Leave it for later; what was shown is kept."""
        self._set(open=False, objection="")

    def see(self, reading: DiceReading, picture: bytes) -> None:
        """Take a look at the side that lies up, if that is the one that is to be shown."""
        with self._lock:
            side = self.shown.side
            if not self.watches or side is None or not reading.dice:
                return
            pixels = decoded_or_none(picture)
            if len(reading.dice) > 1 or pixels is None:
                self._set(objection="several")
                return
            (die,) = reading.dice
            seen = cut_out(pixels, die.centre, die.edge)
            objection = self._objection(seen, side)
            if objection:
                self._set(objection=objection)
            else:
                self._keep(seen, side)

    def back(self, seen: int | None = None) -> None:
        """Forget the last look: the die lay wrong, or a hand over it.

        Args:
            seen: how many looks there were for who asks; another number: nothing is forgotten.
        """
        with self._lock:
            gone_on = seen not in (None, len(self._looks))
            if not gone_on and self._looks and self._write(self._looks[:-1]):
                self.die = None
                self._set(open=True, objection="", trouble=None)

    def forget(self) -> None:
        """Forget the die: people say again what it shows."""
        with self._lock:
            with suppress(OSError):
                for path in (self._folder / _LIST, *self._folder.glob("look-*.png")):
                    path.unlink(missing_ok=True)
                self._folder.rmdir()
            self._looks, self.die = [], None
            self.shown = FacesShown()
            self._set()

    def anew(self) -> None:
        """Forget the die and show it from the first side on."""
        with self._lock:
            self.forget()
            self.begin()

    def picture(self, side: int) -> bytes | None:
        """Return the last look at a side as PNG, None if there is none."""
        seen = [pixels for look, pixels in self._looks if look.side == side]
        return _png(seen[-1]) if seen else None

    def _objection(self, seen: Pixels, side: int) -> Objection:
        """Return what speaks against a look as one at this side."""
        if not self._looks:
            return ""
        die = self._taught()
        if not die.has_colour_of(seen):
            return "other-die"
        like = self._by_side(die.correlations(seen))
        own, others = like[side], [n for n in range(SIX) if self.sides[n] != self.sides[side]]
        if own > -1.0:
            is_other = own < SAME or any(like[n] > own for n in others)
            return "other-side" if is_other else ""
        near = [n for n in others if like[n] >= SAME - WAVERS]
        is_known = any(like[n] >= self._steadiness(n, die) - WAVERS for n in near)
        return "known-side" if is_known else ""

    def _by_side(self, correlations: Sequence[float], but: int | None = None) -> list[float]:
        """Return the highest of the looks' correlations for each side; -1 where there is none."""
        highest = [-1.0] * SIX
        for number, ((look, _), like) in enumerate(zip(self._looks, correlations, strict=True)):
            if number != but:
                highest[look.side] = max(highest[look.side], like)
        return highest

    def _steadiness(self, side: int, die: TaughtDie[Counts]) -> float:
        """Return how like the looks at a side are to each other, the least like of them."""
        looks = [(n, seen) for n, (look, seen) in enumerate(self._looks) if look.side == side]
        like = (self._by_side(die.correlations(seen), but=n)[side] for n, seen in looks)
        return min((one for one in like if one > -1.0), default=SAME)

    def _keep(self, seen: Pixels, side: int) -> None:
        number = 1 + max((int(look.picture[5:8]) for look, _ in self._looks), default=0)
        look = KeptLook(f"look-{number:03}.png", side)
        if not self._write([*self._looks, (look, seen)]):
            return
        self.die = self._whole()
        self._set(open=self.die is None, objection="", trouble=None)

    def _write(self, looks: list[tuple[KeptLook, Pixels]]) -> bool:
        """Keep looks: pictures first, then the list that names them; return whether it could."""
        try:
            for look, pixels in looks[len(self._looks) :]:
                write_whole(self._folder / look.picture, _png(pixels))
            keep([look for look, _ in looks], self._folder / _LIST)
        except OSError as error:
            detail = words_of(error)
            trouble = SettingsError(code="not-written", where=str(self._folder), detail=detail)
            self._set(trouble=trouble.kept())
            return False
        except SettingsError as error:
            self._set(trouble=error.kept())
            return False
        self._looks = looks
        return True

    def _whole(self) -> TaughtDie[Counts] | None:
        """Return the die if all its sides were shown."""
        return self._taught() if self._counted().side is None else None

    def _taught(self) -> TaughtDie[Counts]:
        """Return the die as far as it was shown."""
        looks = (SideLook(self.sides[kept.side], pixels) for kept, pixels in self._looks)
        return TaughtDie(list(looks))

    def _counted(self) -> FacesShown:
        return replace(self.shown, looks=tuple(look.side for look, _ in self._looks))

    def _set(self, **changes: object) -> None:
        with self._lock:
            self.shown = replace(self._counted(), **changes)
        self._changed()


def _png(pixels: Pixels) -> bytes:
    return bytes(cv2.imencode(".png", pixels)[1])


def _pixels(path: Path) -> Pixels | None:
    """Return a kept look, None if it is gone or damaged."""
    try:
        pixels = decoded_or_none(path.read_bytes())
    except OSError:
        return None
    return pixels if pixels is not None and pixels.shape == (SECOND.size, SECOND.size, 3) else None
