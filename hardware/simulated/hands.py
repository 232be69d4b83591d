"""How hands lay deeds into the scan field, turn them over and take them away."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from calibration.mat import Mat, ZoneMm
from cards_qr.tag import Side
from hardware.simulated.deed import CARD_MM, CardPose

Thing: TypeAlias = tuple[Literal["deed", "card"], int]
"""What it is, and the number on it."""

LAY_S, TURN_S, TAKE_S = 0.6, 0.7, 0.5

_AWAY_MM = 260.0  # how far to the right a hand brings a deed from
_GAP_MM = 10.0
_NEAR_MM = 5.0  # between deeds that are laid out, many at once
_BESIDE_MM = 80.0  # of the table beside the mat that the camera sees
_ELSEWHERE = 100  # columns from here on are no places of the scan field


class Slot(msgspec.Struct, frozen=True):
    """A place for one deed in the scan field."""

    column: int
    row: int
    centre: tuple[float, float]  # millimetres of the mat
    yaw: float  # radians


class DeedOnTable(msgspec.Struct, frozen=True):
    """A deed, or a card, and what is being done with it; times are the monotonic clock's."""

    thing: Thing
    slot: Slot
    laid: float
    side: Side
    turned_at: float = -1e9
    taken_at: float = 1e18

    @property
    def leaving(self) -> bool:
        """Whether a hand has taken it."""
        return self.taken_at < 1e17

    def gone(self, at: float) -> bool:
        """Return whether it is out of the picture."""
        return at >= self.taken_at + TAKE_S

    def moves(self, at: float) -> bool:
        """Return whether it is being laid, turned or taken."""
        still = max(self.laid + LAY_S, self.turned_at + TURN_S)
        return at < still or at >= self.taken_at

    def turned(self, side: Side, at: float) -> "DeedOnTable":
        """Return it with *side* up from now on."""
        if side == self.side:
            return self
        return msgspec.structs.replace(self, side=side, turned_at=at)

    def taken(self, at: float) -> "DeedOnTable":
        """Return it on its way out."""
        return self if self.leaving else msgspec.structs.replace(self, taken_at=at)

    def lying(self, at: float) -> CardPose:
        """Return where it is in space."""
        away = 1.0 - _eased((at - self.laid) / LAY_S)
        away = max(away, _eased((at - self.taken_at) / TAKE_S))
        turning = _eased((at - self.turned_at) / TURN_S)
        flip = np.pi * (turning if self.side == "back" else 1.0 - turning)
        x, y = self.slot.centre
        up = 22.0 * away + 30.0 * float(np.sin(np.pi * turning))
        place = (x + _AWAY_MM * away, y - 30.0 * away, up)
        return CardPose(place, self.slot.yaw + 0.5 * away, float(flip))


def free_slot(
    field: ZoneMm, deeds: Iterable[DeedOnTable], random: np.random.Generator
) -> Slot | None:
    """Return a free place of the scan field, the middle ones first, or None if it is full."""
    taken = {(deed.slot.column, deed.slot.row) for deed in deeds if not deed.leaving}
    across = int(field.width // (CARD_MM[0] + _GAP_MM))
    along = int(field.depth // (CARD_MM[1] + _GAP_MM))
    for row in reversed(range(along)):
        for column in range(across):
            if (column, row) not in taken:
                x = field.left + field.width * (column + 0.5) / across
                y = field.near + field.depth * (row + 0.5) / along
                place = (x + float(random.uniform(-3, 3)), y + float(random.uniform(-3, 3)))
                return Slot(column, row, place, float(random.uniform(-0.07, 0.07)))
    return None


def free_place(mat: Mat, deeds: Iterable[DeedOnTable], random: np.random.Generator) -> Slot | None:
    """Return a free place anywhere between the mat's rows of markers, or None if there is none.

    Beside the mat a column of deeds is in the picture still, on either side.
    """
    lying = [deed.slot.centre for deed in deeds if not deed.leaving]
    apart = (CARD_MM[0] + 2.0, CARD_MM[1] + 2.0)
    step = CARD_MM[0] + _NEAR_MM
    across = int((mat.width + 2 * _BESIDE_MM) // step)
    for row, up in enumerate((0.75, 0.25)):
        y = mat.tray.near + mat.tray.depth * up
        for column in range(across):
            x = mat.width / 2 + step * (column - (across - 1) / 2)
            if all(abs(x - u) >= apart[0] or abs(y - v) >= apart[1] for u, v in lying):
                turned = float(random.uniform(-0.01, 0.01))
                return Slot(_ELSEWHERE + column, row, (x, y), turned)
    return None


def _eased(done: float) -> float:
    """Return 0 to 1, slow at both ends."""
    done = min(max(done, 0.0), 1.0)
    return done * done * (3 - 2 * done)
