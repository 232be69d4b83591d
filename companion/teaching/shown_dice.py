"""The dice of a table that are taught by showing: its speed die, and its emblem dice."""

from collections.abc import Callable
from pathlib import Path

from companion.files import Remembered
from companion.teaching.shown_faces import SIDES, FaceTeacher
from companion.vision.emblem_reader import VALUES, EmblemDice, Value
from companion.vision.readings import DiceReading
from companion.vision.taught_die import TaughtDie
from companion.words import SpeedFace

SPEED = "third"
"""The folder of looks at the speed die."""
FIRST, OTHER = "emblems", "emblems-other"
"""Those of looks at the emblem dice: at both, or at each if they differ."""
PIPS = "pips.json"
"""Whether a table with emblem dice plays with pips for now."""


class ShownDice:
    """Shows one die at a time; every method may be called from any thread.

    Implements `companion.vision.taught_die.ThirdDie`.

    Args:
        folder: where looks are kept.
        changed: called after each change.
    """

    def __init__(self, folder: Path, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.speed = FaceTeacher[SpeedFace](folder / SPEED, changed, SIDES)
        """Teaches the speed die."""
        self.first = FaceTeacher[Value](folder / FIRST, changed, VALUES)
        """Teaches the emblem dice, or one of them."""
        self.other = FaceTeacher[Value](folder / OTHER, changed, VALUES)
        """Teaches the other one, if it has other prints."""
        self._with_pips = Remembered(folder / PIPS, blank=False)

    @property
    def watches(self) -> bool:
        """Whether faces of a die are being shown: what comes to the tray is no throw."""
        return any(one.watches for one in (self.speed, self.first, self.other))

    @property
    def die(self) -> TaughtDie[SpeedFace] | None:
        """The speed die, once all its faces were shown."""
        return self.speed.die

    @property
    def plays_with_pips(self) -> bool:
        """Whether emblem dice that were shown lie in their box for now."""
        return self._with_pips.now

    @property
    def emblems(self) -> EmblemDice:
        """The emblem dice that the table plays with; none: its dice have pips."""
        if self.plays_with_pips:
            return ()
        return [one.die for one in (self.first, self.other) if one.die is not None]

    def see(self, reading: DiceReading, picture: bytes) -> None:
        """Take a look at the die that is being shown."""
        for one in (self.speed, self.first, self.other):
            one.see(reading, picture)

    def only(self, wanted: FaceTeacher[SpeedFace] | FaceTeacher[Value]) -> None:
        """Leave all other dice for later: one is shown now."""
        for one in (self.speed, self.first, self.other):
            if one is not wanted and one.watches:
                one.stop()

    def play(self, *, pips: bool) -> None:
        """Play with dice with pips from now on, or with the emblem dice; also after a start."""
        self._with_pips.follow(pips)
        self._changed()
