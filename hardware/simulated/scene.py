"""Draws the table as it is at one instant: what rests is kept, only what moves is drawn anew."""

import math
from collections.abc import Mapping, Sequence

import cv2
import msgspec
import numpy as np

from calibration.mat import A3, Mat
from cards_qr.tag import Side
from companion.vision.frame import Pixels
from companion.vision.plane import Zone
from hardware.simulated.arm import draw_arm
from hardware.simulated.deed import CardPose, draw_deed, shows
from hardware.simulated.die import EDGE_MM, DieLook, DiePose, box_of, draw_die
from hardware.simulated.ground import FELTS, Felt, draw_ground, light_of, lit
from hardware.simulated.hands import Thing
from hardware.simulated.shadow import die_shadow
from hardware.simulated.troubles import Shine
from hardware.simulated.view import Pinhole, view_over

NOISE = 1.7
"""Grey levels of the simulated sensor's noise (standard deviation)."""

PX_PER_MM = 2.12
_TILT = (3.0, 7.0)  # degrees by which a camera hangs tilted that nobody has tilted
_SHINE = 0.95  # edges of a die from the middle of a mirrored lamp to its near end
_SPARE_ROWS = 96  # by which the noise is taller than a frame: each frame takes another part


class Die(msgspec.Struct, frozen=True):
    """A die to be drawn: one pose at rest, several over the exposure if it moves."""

    look: DieLook
    poses: tuple[DiePose, ...]


class DrawnDeed(msgspec.Struct, frozen=True):
    """A deed or a card to be drawn."""

    thing: Thing
    lying: CardPose
    moves: bool


class DrawnTable:
    """The camera's picture of one table.

    Args:
        seed: for the wood, the felt, the noise and how the camera hangs.
        width: of the picture, in pixels.
        height: of the picture, in pixels.
        felt: the tray's lining; chosen by the seed if it is not given.
        mat: the printed mat.
        tilt: of the camera from straight down, in degrees; chosen by the seed if it is not given.
    """

    def __init__(
        self,
        seed: int,
        *,
        width: int = 1280,
        height: int = 720,
        felt: Felt | None = None,
        mat: Mat = A3,
        tilt: float | None = None,
    ) -> None:
        self._random = np.random.default_rng([seed, 1])
        felt = felt or FELTS[seed % len(FELTS)]
        self.view = _hung(mat, width, height, self._random, tilt)
        self._light = light_of(self.view)
        self._empty = lit(draw_ground(self.view, mat, felt, self._random), self._light)
        self._noise = _noise(width, height, self._random)
        self._still, self._still_key = self._empty, ""

    def draw(
        self,
        dice: Sequence[Die],
        deeds: Sequence[DrawnDeed],
        cards: Mapping[tuple[Thing, Side], Pixels],
        *,
        palm: tuple[float, float] | None = None,
    ) -> Pixels:
        """Return the picture, with fresh noise.

        Args:
            dice: what lies or tumbles in the tray.
            deeds: what lies or moves at the scan field, the lowest first.
            cards: the drawn sides of deeds and cards.
            palm: where a hand is held over the table, millimetres of the mat; None: nowhere.
        """
        resting = [die for die in dice if len(die.poses) == 1]
        lying = [deed for deed in deeds if not deed.moves]
        picture = self._resting(resting, lying, cards).copy()
        for deed in deeds:
            if deed.moves:
                self._add_deed(picture, deed, cards)
        for die in self._farthest_first(dice):
            if len(die.poses) > 1:
                self._add_moving(picture, die)
        if palm is not None:
            draw_arm(picture, self.view, palm)
        return self._grained(picture)

    def shine(self, place: tuple[float, float]) -> Shine:
        """Return where a lamp is mirrored that hides a die at a place of the mat."""
        top = (*place, EDGE_MM)
        x, y = self.view.project(np.array([top]))[0]
        return Shine((float(x), float(y)), _SHINE * EDGE_MM * self.view.px_per_mm(top))

    def _resting(
        self,
        dice: Sequence[Die],
        deeds: Sequence[DrawnDeed],
        cards: Mapping[tuple[Thing, Side], Pixels],
    ) -> Pixels:
        key = repr((dice, deeds))
        if key != self._still_key:
            self._still = self._empty.copy()
            for deed in deeds:
                self._add_deed(self._still, deed, cards)
            for die in dice:
                die_shadow(self._still, self.view, die.poses[0])
            for die in self._farthest_first(dice):
                self._add_die(self._still, die.look, die.poses[0], per_pixel=3)
            self._still_key = key
        return self._still

    def _farthest_first(self, dice: Sequence[Die]) -> list[Die]:
        """Return the dice so that each is drawn over those behind it."""
        return sorted(dice, key=lambda die: -math.dist(self.view.place, die.poses[0].centre))

    def _add_deed(
        self, picture: Pixels, deed: DrawnDeed, cards: Mapping[tuple[Thing, Side], Pixels]
    ) -> None:
        card = cards[deed.thing, shows(deed.lying)]
        light = self._light_at(deed.lying.centre)
        draw_deed(picture, self.view, card, deed.lying, light=light)

    def _add_die(self, picture: Pixels, look: DieLook, pose: DiePose, *, per_pixel: int) -> None:
        light = self._light_at(pose.centre)
        draw_die(picture, self.view, pose, look, light=light, per_pixel=per_pixel)

    def _add_moving(self, picture: Pixels, die: Die) -> None:
        """Draw a die blurred by its motion: the mean of several instants."""
        die_shadow(picture, self.view, die.poses[len(die.poses) // 2])
        box = _around([box_of(self.view, pose) for pose in die.poses])
        part = box.cut(picture)
        behind, total = part.copy(), np.zeros(part.shape, np.uint16)
        for pose in die.poses:
            part[:] = behind
            self._add_die(picture, die.look, pose, per_pixel=1)
            total += part
        part[:] = (total // len(die.poses)).astype(np.uint8)

    def _light_at(self, place: tuple[float, float, float]) -> float:
        x, y = self.view.project(np.array([place]))[0]
        height, width = self._light.shape
        column, row = int(np.clip(x, 0, width - 1)), int(np.clip(y, 0, height - 1))
        return float(self._light[row, column])

    def _grained(self, picture: Pixels) -> Pixels:
        row = int(self._random.integers(_SPARE_ROWS))
        rows = slice(row, row + picture.shape[0])
        more, less = self._noise
        return np.asarray(cv2.subtract(cv2.add(picture, more[rows]), less[rows]), np.uint8)


def _noise(width: int, height: int, random: np.random.Generator) -> tuple[Pixels, Pixels]:
    """Return what is added and what is taken away: two passes of bytes cost least."""
    grain = random.normal(0, NOISE, (height + _SPARE_ROWS, width, 3)).astype(np.float32)
    whole = np.round(grain).astype(np.int8)
    return np.maximum(whole, 0).astype(np.uint8), np.maximum(-whole, 0).astype(np.uint8)


def _around(boxes: Sequence[Zone]) -> Zone:
    left, top = min(b.left for b in boxes), min(b.top for b in boxes)
    right, bottom = max(b.left + b.width for b in boxes), max(b.top + b.height for b in boxes)
    return Zone(left, top, right - left, bottom - top)


def _hung(
    mat: Mat, width: int, height: int, random: np.random.Generator, tilt: float | None
) -> Pinhole:
    across, along = float(random.uniform(-4, 4)), float(random.uniform(-3, 3))
    by_chance = float(random.uniform(*_TILT))
    return view_over(
        (mat.width / 2 + across, mat.depth / 2 + along),
        width=width,
        height=height,
        px_per_mm=PX_PER_MM * min(width / 1280, height / 720),
        tilt=by_chance if tilt is None else tilt,
        roll=float(random.uniform(-1.5, 1.5)),
    )
