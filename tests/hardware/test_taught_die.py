"""A die that was shown side by side is read beside two white ones, on the drawn table."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.vision.readings import DiceReading
from hardware.simulated.die import FACES, PICTURES, SPEED, Face
from hardware.simulated.emblem import Emblem
from hardware.simulated.thrown import ThrownDice
from tests.support.showing import COUNTS_AS, Shown
from tests.support.stage import lit

OTHERS: tuple[Emblem, ...] = ("key", "boat", "fish", "house", "sun", "tree")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """A table whose speed die was shown."""
    shown = Shown(tmp_path_factory.mktemp("third"))
    shown.teach()
    assert shown.teacher.die is not None
    return shown


def thrown(shown: Shown, light: float | None = None, **how: object) -> DiceReading:
    """Throw two white dice and what else is said; return what is told."""
    assert "dice" in shown.throw(None if light is None else lit(light), **how)
    return shown.stage.reading


@pytest.mark.parametrize("side", FACES)
def test_each_side_is_read_beside_the_white_dice(shown: Shown, side: Face) -> None:
    reading = thrown(shown, show=(4, 2), speed=side)
    assert (reading.verdict, reading.values) == ("sure", (2, 4))
    assert reading.face == COUNTS_AS[side]


def test_what_is_shown_alone_is_told_at_once_and_is_no_throw(shown: Shown) -> None:
    before = len(shown.stage.told.readings)
    shown.teacher.back()
    shown.lay(5)
    assert shown.teacher.die is not None
    (die,) = shown.stage.told.readings[before].dice
    assert shown.stage.told.readings[before].verdict == "unsure"
    assert die.edge > 0


def test_the_first_throw_of_an_evening_is_read(shown: Shown, tmp_path: Path) -> None:
    folder = shutil.copytree(shown.folder, tmp_path / "third")
    reading = thrown(Shown(folder), show=(5, 6), speed=4)
    assert (reading.verdict, reading.values, reading.face) == ("sure", (5, 6), COUNTS_AS[4])


@pytest.mark.parametrize("side", [2, 6])
def test_another_die_of_its_colour_is_a_question(shown: Shown, side: Face) -> None:
    other = replace(SPEED, prints=OTHERS)
    assert thrown(shown, show=(4, 2), speed=side, third=other).face is None


@pytest.mark.parametrize("side", [2, 6])
def test_the_same_prints_in_another_colour_are_a_question(shown: Shown, side: Face) -> None:
    blue = replace(SPEED, body=(170, 80, 30))
    assert thrown(shown, show=(4, 2), speed=side, third=blue).face is None


@pytest.mark.parametrize("side", [1, 6])
@pytest.mark.parametrize("light", [0.4, 1.2])
def test_in_another_light_it_is_right_or_a_question(shown: Shown, side: Face, light: float) -> None:
    shown.stage.see(3.0, lit(light))
    assert thrown(shown, light, show=(4, 2), speed=side).face in (COUNTS_AS[side], None)
    shown.stage.see(3.0)


@pytest.mark.parametrize("side", [2, 5, 6])
def test_a_die_that_leans_is_a_question(shown: Shown, side: Face) -> None:
    reading = thrown(shown, show=(4, 2), speed=side, mishap="cocked")
    assert reading.verdict != "sure" or reading.face in (None, COUNTS_AS[side])
    assert reading.verdict == "unsure" or reading.face is None


def test_without_the_speed_die_nothing_is_sure(shown: Shown) -> None:
    reading = thrown(shown, show=(5, 1))
    assert (reading.verdict, reading.face) == ("unsure", None)


def test_beside_dice_of_its_own_colour_nothing_is_sure(tmp_path: Path) -> None:
    shown = Shown(tmp_path, look="red")
    shown.teach()
    assert shown.teacher.die is not None
    reading = thrown(shown, show=(5, 1), speed=6, third=SPEED)
    assert (reading.verdict, reading.face) == ("unsure", None)


@pytest.mark.parametrize("white", [(4, 2), (4,)])
def test_two_speed_dice_are_a_question(
    shown: Shown, white: tuple[Face, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = ThrownDice.look_of
    monkeypatch.setattr(ThrownDice, "look_of", lambda t, f: SPEED if f.value == 3 else usual(t, f))
    reading = thrown(shown, dice=len(white) + 1, show=(*white, 3), speed=6)
    assert reading.verdict != "sure" or reading.face is None


def test_a_childs_die_with_pictures_is_taught_likewise(tmp_path: Path) -> None:
    shown = Shown(tmp_path, seed=5)
    shown.teach(PICTURES)
    for side in (2, 5, 6):
        reading = thrown(shown, show=(6, 3), speed=side, third=PICTURES)
        assert (reading.verdict, reading.values) == ("sure", (3, 6))
        assert reading.face == COUNTS_AS[side]
    shown.teacher.forget()
    assert thrown(shown, show=(6, 3), speed=1, third=PICTURES).face is None
