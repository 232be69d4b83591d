"""A die shown face by face on a drawn table, as a page asks for it."""

from collections.abc import Callable
from pathlib import Path

from companion.teaching.shown_dice import ShownDice
from companion.teaching.shown_faces import LOOKS, SIDES, FaceTeacher
from companion.vision.emblem_reader import Value
from companion.words import SpeedFace
from hardware.simulated.die import FACES, SPEED, DieLook, Face
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import Befalls
from tests.support.stage import Stage
from tests.support.ticks import Ticks

SIDE_UP: tuple[Face, ...] = (1, 2, 3, 6, 4, 5)
"""Which side of a drawn die is up, in the order in which sides are shown."""

FLIES_S = 2.5
"""Longer than a die takes from the hand to its rest."""

COUNTS_AS: dict[Face, SpeedFace] = dict(zip(SIDE_UP, SIDES, strict=True))
"""Side of a drawn die -> what it counts as."""


class Shown:
    """A stage with dice to be taught: the speed die beside white dice, or else emblem dice.

    Args:
        folder: where looks are kept.
        seed: of the table.
        look: of the dice that are thrown.
        speed: whether a speed die is thrown beside them, and taught.
        lay: makes the table, by a clock; then it is asked for neither seed nor look.
    """

    def __init__(
        self,
        folder: Path,
        seed: int = 3,
        look: DieLook | str = "white",
        *,
        speed: bool = True,
        lay: Callable[[Ticks], SimulatedTable] | None = None,
    ) -> None:
        self.folder = folder
        self.dice = ShownDice(folder, lambda: None)
        self.teacher: FaceTeacher[SpeedFace] | FaceTeacher[Value] = (
            self.dice.speed if speed else self.dice.first
        )
        self.stage = Stage(
            seed,
            speed=speed,
            look=look,
            third=self.dice,
            emblems=lambda: self.dice.emblems,
            lay=lay,
        )

    def lay(self, side: Face, die: DieLook = SPEED, befalls: Befalls | None = None) -> None:
        """Lay the die into the tray, alone."""
        told = self.stage.told
        if "dice" in self.throw(befalls, dice=0, speed=side, third=die):
            self.teacher.see(told.readings[-1], told.pictures[-1])

    def throw(self, befalls: Befalls | None = None, **how: object) -> list[str]:
        """Take the dice out, and throw; the frames in which they fly are left out."""
        self.stage.table.take_dice()
        self.stage.ticks.sleep(FLIES_S)
        self.stage.see(0.8, befalls)
        self.stage.table.throw(**how)  # type: ignore[arg-type]
        self.stage.ticks.sleep(FLIES_S)
        return self.stage.see(1.4, befalls)

    def teach(self, die: DieLook = SPEED, looks: int = LOOKS * len(SIDES)) -> None:
        """Show all that is missing, or until there are so many looks."""
        self.teacher.begin()
        for _ in range(2 * looks):
            side = self.teacher.shown.side
            if side is None or len(self.teacher.shown.looks) >= looks:
                break
            is_speed = self.teacher is self.dice.speed
            self.lay(SIDE_UP[side] if is_speed else FACES[side], die)
