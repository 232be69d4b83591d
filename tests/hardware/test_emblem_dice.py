"""Dice with pictures that were shown face by face are read on the drawn table, never guessed."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.vision.readings import DiceReading
from hardware.simulated.die import FACES, LOOKS, OTHER_PICTURES, PICTURES, SPEED, Face
from tests.support.showing import COUNTS_AS, Shown
from tests.support.stage import lit
from tests.support.tiers import first_of


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """A table whose dice were shown: both have the same pictures."""
    shown = Shown(tmp_path_factory.mktemp("dice"), look=PICTURES, speed=False)
    shown.teach(PICTURES)
    assert shown.dice.emblems
    return shown


def thrown(shown: Shown, light: float | None = None, **how: object) -> DiceReading:
    """Throw two dice; return what is told."""
    assert "dice" in shown.throw(None if light is None else lit(light), **how)
    return shown.stage.reading


@pytest.mark.parametrize("face", first_of(FACES, 2))
def test_each_face_counts_as_it_was_shown(shown: Shown, face: Face) -> None:
    reading = thrown(shown, show=(face, FACES[face % 6]))
    assert (reading.verdict, reading.values) == ("sure", tuple(sorted((face, FACES[face % 6]))))
    assert reading.emblems


@pytest.mark.parametrize("look", first_of(sorted(LOOKS)))
def test_dice_with_pips_are_a_question_while_pictures_are_played(shown: Shown, look: str) -> None:
    assert thrown(shown, show=(4, 2), looks=(LOOKS[look],) * 2).verdict == "unsure"
    assert thrown(shown, show=(4, 2), looks=(PICTURES, LOOKS[look])).verdict == "unsure"


def test_they_are_read_by_their_pips_once_these_are_played(shown: Shown) -> None:
    shown.dice.play(pips=True)
    try:
        reading = thrown(shown, show=(4, 2), looks=(LOOKS["white"],) * 2)
    finally:
        shown.dice.play(pips=False)
    assert (reading.verdict, reading.values, reading.emblems) == ("sure", (2, 4), False)


@pytest.mark.parametrize("face", first_of([4, 3]))
def test_four_blobs_are_no_four(tmp_path: Path, face: Face) -> None:
    shown = Shown(tmp_path, seed=7, look=OTHER_PICTURES, speed=False)
    shown.teach(OTHER_PICTURES)
    reading = thrown(shown, show=(face, 3))
    assert (reading.verdict, reading.values) == ("sure", (3, face))


def test_pictures_that_were_never_shown_are_a_question(shown: Shown) -> None:
    reading = thrown(shown, show=(3, 5), looks=(OTHER_PICTURES,) * 2)
    assert reading.verdict == "unsure"
    same_colour = replace(OTHER_PICTURES, body=PICTURES.body, pip=PICTURES.pip)
    assert thrown(shown, show=(3, 5), looks=(same_colour,) * 2).verdict == "unsure"


def test_two_dice_that_differ_are_read_once_both_were_shown(shown: Shown, tmp_path: Path) -> None:
    folder = shutil.copytree(shown.folder, tmp_path / "dice")
    both = Shown(folder, look=PICTURES, speed=False)
    pair = (PICTURES, OTHER_PICTURES)
    assert thrown(both, show=(5, 1), looks=pair).verdict == "unsure"
    both.teacher = both.dice.other
    both.teach(OTHER_PICTURES)
    reading = thrown(both, show=(5, 1), looks=pair)
    assert (reading.verdict, reading.values) == ("sure", (1, 5))
    assert thrown(both, show=(5, 1), looks=pair[:1] * 2).verdict == "unsure"


@pytest.mark.parametrize("light", first_of([0.4, 0.8, 1.2]))
def test_in_another_light_they_are_right_or_a_question(shown: Shown, light: float) -> None:
    shown.stage.see(3.0, lit(light))
    reading = thrown(shown, light, show=(6, 1))
    assert reading.verdict == "unsure" or reading.values == (1, 6)
    shown.stage.see(3.0)


@pytest.mark.parametrize("mishap", ["cocked", "leaning", "stacked"])
def test_a_die_that_leans_or_lies_on_another_is_a_question(shown: Shown, mishap: str) -> None:
    assert thrown(shown, show=(4, 2), mishap=mishap).verdict == "unsure"


@pytest.mark.parametrize("dice", [1, 3])
def test_one_die_or_three_are_a_question(shown: Shown, dice: int) -> None:
    reading = thrown(shown, dice=dice, show=FACES[:dice], looks=(PICTURES,) * dice)
    assert reading.verdict == "unsure"


def test_while_a_face_is_shown_it_is_no_throw(shown: Shown, tmp_path: Path) -> None:
    folder = shutil.copytree(shown.folder, tmp_path / "dice")
    again = Shown(folder, look=PICTURES, speed=False)
    again.teacher.back()
    assert again.dice.watches
    again.lay(6, PICTURES)
    assert again.stage.reading.verdict == "unsure"
    assert again.dice.emblems


def test_the_speed_die_is_told_beside_them(shown: Shown, tmp_path: Path) -> None:
    folder = shutil.copytree(shown.folder, tmp_path / "dice")
    three = Shown(folder, look=PICTURES)
    three.teach()
    reading = thrown(three, show=(4, 2), looks=(PICTURES,) * 2, speed=6, third=SPEED)
    assert (reading.verdict, reading.values) == ("sure", (2, 4))
    assert reading.face == COUNTS_AS[6]
