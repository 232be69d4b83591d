"""The bare tray, and what is printed there like a die."""

import numpy as np
import pytest

from companion.vision.bare_tray import BareTray
from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading, DieReading

EDGE = 20.0
PRINT = (40, 50)
RANDOM = np.random.default_rng(5)


def tray(*squares: tuple[int, int], light: float = 1.0, left: float = 1.0) -> Pixels:
    """A tray with the noise of a sensor; squares like dice lie around these places.

    *light* falls on all of it, *left* on its left half.
    """
    picture = np.full((120, 160, 3), (60, 90, 70), np.float32)
    for x, y in squares:
        picture[y - 10 : y + 10, x - 10 : x + 10] = 200
    picture[:, :80] *= left
    noisy = picture * light + RANDOM.normal(0, 1.5, picture.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def die(x: float, y: float) -> DieReading:
    return DieReading(3, (x, y), EDGE, 0.9, (1 / 6,) * 6)


class SeesSquares:
    """A reader that takes every bright square for a die."""

    def read(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> DiceReading:
        assert (dice or 0) > 2
        assert edge == EDGE
        rows, columns = np.nonzero(pixels.min(axis=2) > 150)
        found = (die(columns.mean() + 0.5, rows.mean() + 0.5),) if rows.size else ()
        return DiceReading("unsure" if found else "none", found, 0.5)


@pytest.fixture
def bare() -> BareTray:
    bare = BareTray(SeesSquares())
    bare.learn(tray(PRINT), EDGE)
    return bare


def places(found: list[DieReading]) -> list[tuple[float, float]]:
    return [(round(one.centre[0]), round(one.centre[1])) for one in found]


@pytest.mark.parametrize("light", [0.5, 1.0, 1.2])
def test_a_print_is_known_again_in_any_light(bare: BareTray, light: float) -> None:
    assert places(bare.printed(tray(PRINT, (120, 60), light=light))) == [PRINT]


@pytest.mark.parametrize("left", [0.6, 1.25])
def test_light_on_one_side_only_makes_it_unknown(bare: BareTray, left: float) -> None:
    assert bare.printed(tray(PRINT, left=left)) == []


def test_what_is_gone_or_moved_is_no_print(bare: BareTray) -> None:
    assert bare.printed(tray()) == []
    assert bare.printed(tray((44, 50))) == []


def test_only_the_print_is_painted_over(bare: BareTray) -> None:
    picture = tray(PRINT, (66, 50))
    painted = bare.without(picture, bare.printed(picture)).astype(int)
    expected = tray((66, 50)).astype(int)
    assert np.abs(painted - expected)[:, :54].max() < 15
    assert (painted[:, 56:] == picture[:, 56:]).all()


def test_a_print_under_a_die_is_not_painted_over(bare: BareTray) -> None:
    picture = tray(PRINT, (50, 60))
    assert bare.without(picture, bare.printed(picture)) is picture


def test_a_slow_change_of_the_light_is_followed(bare: BareTray) -> None:
    for step in range(60):
        bare.follow(tray(PRINT, left=1.0 + step / 150))
    assert places(bare.printed(tray(PRINT, left=1.4))) == [PRINT]


def test_nothing_is_followed_while_something_lies_there(bare: BareTray) -> None:
    for _ in range(60):
        bare.follow(tray(PRINT, (120, 60)))
    under = bare.under(tray(PRINT))
    assert under is not None
    assert np.abs(under - tray(PRINT))[:, 60:].max() < 15


def test_a_die_that_lay_there_from_the_beginning_is_forgotten_when_it_is_gone(
    bare: BareTray,
) -> None:
    bare.heal(tray((120, 60)), [die(120, 60)])
    under = bare.under(tray())
    assert under is not None
    assert np.abs(under - tray()).max() < 15
    assert bare.printed(tray(PRINT)) == []


def test_where_what_lay_there_is_gone_nothing_is_known(bare: BareTray) -> None:
    under = bare.under(tray())
    assert under is not None
    assert np.isnan(under[30:70, 20:60]).all()
    assert np.isfinite(under[:, 80:]).all()


def test_another_tray_or_another_picture_is_not_known(bare: BareTray) -> None:
    other = tray(left=1.4)
    other[60:, 80:] = 20
    assert bare.under(other) is None
    assert bare.under(tray()[:60]) is None
    bare.forget()
    assert not bare.is_known
    assert bare.under(tray()) is None
