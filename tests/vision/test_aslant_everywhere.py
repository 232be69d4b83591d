"""Every way to a reading asks where a side was read, but one that knows how its camera looks."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import cv2
import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.cli.read_dice import TableReader
from companion.hosted_rooms import InTurn
from companion.teaching.batches import Lesson
from companion.teaching.training import trained
from companion.vision.dice import NetReader
from companion.vision.emblem_reader import EmblemReader
from companion.vision.frame import Frame, Pixels
from companion.vision.level_reader import LevelReader
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.readings import DiceReading, ShownDie
from companion.vision.rest_detection import AtRest
from companion.vision.speed_die import read_beside
from hardware.tray import Tray
from tests.support.aslant import from_a_chair, only_as_it_is
from tests.vision.test_level_reader import CORNERS, stand_at

PHOTOS = Path(__file__).parent / "pictures" / "dice"
PLAIN = "nell_20191208_112659.jpg"


@pytest.fixture(scope="module")
def aslant() -> Pixels:
    """Two dice on top of which lie 1 and 4; their sides are 3 and 5."""
    (photographed,) = from_a_chair(900, 70.0, 1)
    assert photographed.lies == (1, 4)
    return photographed.pixels


def taught_reader() -> NetReader:
    """Return a reader that a table has taught its dice."""
    nets, photo = Nets(), still(PHOTOS / PLAIN)
    dice = NetReader(nets=nets).read(photo, dice=2).dice
    lesson = Lesson(photo, tuple(ShownDie(*d.centre, d.edge, d.pips) for d in dice))
    return NetReader(nets=nets, taught=trained(nets, [lesson], steps=2))


def live(pixels: Pixels) -> DiceReading:
    """Read as a camera does of which nobody knows where it stands, nor where the tray lies."""
    tray = Tray(NetReader(), lambda: 2, lambda: False)
    first, again, last = (Frame(pixels, 100.0 + n, n) for n in range(3))
    rest = AtRest(frame=first, again=again, last=last, began=100.0, at=102.0, changed=True)
    return cast("DiceReading", tray.see(rest, patient=False))


READERS: dict[str, Callable[[Pixels], DiceReading]] = {
    "a picture": lambda pixels: NetReader().read(pixels, dice=2),
    "of a known size": lambda pixels: NetReader().read(pixels, dice=2, edge=95.0),
    "of one camera": lambda pixels: TableReader(NetReader(), 95.0, None).read(pixels, dice=2),
    "at a hosted table": lambda pixels: InTurn(NetReader()).read(pixels, dice=2),
    "with emblem dice put away": lambda p: EmblemReader(NetReader(), tuple).read(p, dice=2),
    "through a phone": lambda pixels: LevelReader(NetReader()).read(pixels, dice=2),
    "by a taught reader": lambda pixels: taught_reader().read(pixels, dice=2),
    "live": live,
}


@pytest.mark.parametrize("way", READERS)
def test_a_side_is_asked_about_whoever_reads(aslant: Pixels, way: str) -> None:
    with only_as_it_is():
        before = READERS[way](aslant)
    assert (before.verdict, before.values) == ("sure", (3, 5))  # it would have been booked
    now = READERS[way](aslant)
    assert (now.verdict, now.remark) == ("unsure", "aslant")


def test_so_it_is_beside_the_speed_die() -> None:
    (photographed,) = from_a_chair(907, 68.0, 1, look="white", speed=2)
    reader = LevelReader(NetReader())
    with only_as_it_is():
        before = read_beside(reader, photographed.pixels, dice=2, edge=None)
    assert before.verdict == "sure"
    assert before.values != photographed.lies
    now = read_beside(reader, photographed.pixels, dice=2, edge=None)
    assert (now.verdict, now.remark) == ("unsure", "aslant")


def test_the_command_says_why_it_is_not_sure(
    aslant: Pixels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "throw.png"), aslant)
    assert main(["read", "dice", "--dice", "2", str(tmp_path / "throw.png")]) == 0
    assert "(not sure: a side may have been read, as from a chair)" in capsys.readouterr().out


class Counting(NetReader):
    """Counts how often it looks above dice."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def _is_aslant(self, pixels: Pixels, sure: DiceReading) -> bool:
        self.looks += 1
        return super()._is_aslant(pixels, sure)


@pytest.mark.parametrize(("degrees", "looks"), [(0.0, 0), (20.0, 0), (None, 3)])
def test_who_knows_that_it_looks_from_above_does_not_pay(degrees: float | None, looks: int) -> None:
    photo, counting = still(PHOTOS / PLAIN), Counting()
    reader = LevelReader(counting)
    if degrees is not None:
        reader.look_from(stand_at(degrees), CORNERS, photo.shape, 16.0)
    reading = reader.read(photo, dice=2)
    assert (reading.verdict, reading.values) == ("sure", (2, 4))
    near = replace(reading, dice=tuple(replace(d, edge=40 * d.edge) for d in reading.dice))
    assert reader.looked_again(photo, near, None) == near  # two more looks
    assert counting.looks == looks


def test_nor_who_reads_in_the_plane_of_the_upper_faces(aslant: Pixels) -> None:
    counting = Counting()
    assert counting.read(aslant, dice=2, edge=95.0, foot=lambda _: (0.0, 1.0)).dice
    assert counting.looks == 0
