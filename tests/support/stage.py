"""A simulated table under a watcher, frame by frame; and what may befall frames on the way."""

from collections.abc import Callable

import numpy as np

from cards_qr.tag_reader import TagReader
from companion.vision.dice import NetReader
from companion.vision.emblem_reader import EmblemDice, EmblemReader
from companion.vision.frame import Frame, Pixels
from companion.vision.readings import DiceReading
from companion.vision.taught_die import UNTAUGHT, ThirdDie
from hardware.field import Locate
from hardware.scan_reader import ToldTags
from hardware.simulated.die import DieLook
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import Befalls
from hardware.watcher import Watcher
from tests.support.keyrings import known_keyring
from tests.support.ticks import Ticks
from tests.support.told import Told


class Stage:
    """A table whose hands the test plays; `told` is what the watcher says of it."""

    def __init__(
        self,
        seed: int = 4,
        *,
        rate: float = 12.0,
        speed: bool = False,
        look: DieLook | str | None = None,
        third: ThirdDie = UNTAUGHT,
        emblems: Callable[[], EmblemDice] = lambda: (),
        reads_cards: Callable[[], bool] = lambda: True,
        told: ToldTags | None = None,
        lay: Callable[[Ticks], SimulatedTable] | None = None,
        find: Locate | None = None,
    ) -> None:
        self.ticks, self.told, keyring = Ticks(), Told(), known_keyring()
        self.table = (
            lay(self.ticks)
            if lay
            else SimulatedTable(seed, keyring=keyring, look=look, clock=self.ticks)
        )
        self._rate, self._number = rate, 0
        self.camera = self.table.camera(rate=rate, sleep=self.ticks.sleep)
        self.watcher = Watcher(
            self.camera,
            witness=self.told,
            dice=EmblemReader(NetReader(), emblems),
            tags=TagReader(keyring),
            dice_expected=lambda: 2,
            speed_expected=lambda: speed,
            third=third,
            reads_cards=reads_cards,
            told=told,
            find=find,
        )
        self.see(1.0)

    def see(self, seconds: float, befalls: Befalls | None = None) -> list[str]:
        """Let time pass; return what was told of the tray meanwhile."""
        self.told.calls.clear()
        for _ in range(round(seconds * self._rate)):
            frame = self.camera.read()
            if befalls is not None:
                frame = Frame(befalls(frame.pixels), frame.at, frame.number)
            self.watcher.see(frame)
            self.shown(frame)
        return self.told.names

    def shown(self, frame: Frame) -> None:
        """Show a frame to others as well."""

    def throw(self, seconds: float = 3.5, **how: object) -> list[str]:
        """Throw and wait until all lies still."""
        self.table.throw(**how)  # type: ignore[arg-type]
        return self.see(seconds)

    @property
    def reading(self) -> DiceReading:
        """The last one that was told."""
        return self.told.readings[-1]


def lit(light: float) -> Befalls:
    """The light is another."""
    return lambda pixels: np.asarray(np.clip(pixels * light, 0, 255), np.uint8)


def garbled(pixels: Pixels) -> Pixels:
    """A frame whose lower half came from elsewhere."""
    half = pixels.shape[0] // 2
    return np.asarray(np.concatenate([pixels[:half], pixels[:half][::-1]])[: pixels.shape[0]])
