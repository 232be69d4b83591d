"""Where a side of a die was read, and its upper face lies above it, a person is asked."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.higher_faces import STRETCHED, Stretched, shows_body, stretched
from companion.vision.pictures import still
from companion.vision.plane import Point
from companion.vision.readings import DieReading
from tests.support.aslant import from_a_chair, only_as_it_is

PICTURES = Path(os.environ.get("COMPANION_PICTURES", "pictures-are-not-here"))
OBLIQUE = PICTURES / "dice-oblique"
EDGE = 40.0
PICTURE = np.zeros((480, 640, 3), np.uint8)


@pytest.fixture(scope="module")
def reader() -> NetReader:
    return NetReader()


def die(x: float = 300.0, y: float = 300.0, edge: float = EDGE) -> DieReading:
    return DieReading(4, (x, y), edge, 0.99, (0.0, 0.0, 0.0, 1.0, 0.0, 0.0))


def is_higher(
    aside: float, up: float, *others: DieReading, size: float = 1.0, of: DieReading | None = None
) -> bool:
    """Return whether a face so many edges beside and above a die may be its upper one."""
    one = of or die()
    views = [Stretched(PICTURE, one, others, times) for times in STRETCHED]
    answers = {view.is_higher(placed(view, one, aside, up), size * view.edge) for view in views}
    (answer,) = answers  # however much it is stretched
    return answer


def placed(view: Stretched, one: DieReading, aside: float, up: float) -> Point:
    """Return where a place beside and above a die, in its edges, is in a stretched view."""
    (x, y), edge = one.centre, one.edge
    return view.there((x + aside * edge, y - up * edge))


@pytest.mark.parametrize("edge", [20.0, 40.0, 150.0])
@pytest.mark.parametrize("place", [(0.0, 0.58), (0.35, 0.6), (-0.35, 0.5), (0.0, 0.75)])
def test_an_upper_face_lies_above_the_side(place: Point, edge: float) -> None:
    assert is_higher(*place, of=die(edge=edge))


@pytest.mark.parametrize("place", [(0.0, 0.0), (0.0, 0.3), (0.0, -0.6), (0.7, 0.6), (0.0, 1.2)])
def test_what_lies_elsewhere_is_none(place: Point) -> None:
    assert not is_higher(*place)


def test_what_is_flat_however_it_is_stretched_is_the_far_side_of_a_die() -> None:
    assert not is_higher(0.0, 0.6, size=0.67)


def test_another_die_that_was_read_is_none() -> None:
    behind = die(y=300.0 - 0.8 * EDGE)
    assert not is_higher(0.0, 0.8, behind)
    assert is_higher(0.0, 0.6, die(x=300.0 + 3 * EDGE))


def test_nor_is_the_side_of_one_that_lies_behind() -> None:
    assert not is_higher(0.1, 0.7, die(y=300.0 - 1.35 * EDGE))


@pytest.mark.parametrize(
    ("place", "edge"), [((2.0, 3.0), 60.0), ((639.0, 479.0), 200.0), ((320.0, 10.0), 9.0)]
)
def test_a_die_at_the_border_has_views_too(place: Point, edge: float) -> None:
    views = list(stretched(PICTURE, [die(*place, edge=edge)]))
    assert len(views) == len(STRETCHED)
    assert all(view.pixels.size for view in views)


@pytest.mark.parametrize("table", [900, 902])
def test_a_side_is_asked_about_and_was_booked_before(reader: NetReader, table: int) -> None:
    for picture, lies in from_a_chair(table, 70.0, 2):
        with only_as_it_is():
            before = reader.read(picture, dice=2)
        assert before.verdict == "sure"
        assert before.values != lies
        now = reader.read(picture, dice=2)
        assert (now.verdict, now.remark) == ("unsure", "aslant")
        assert now.values == before.values  # the question still has its guess
        assert now.confidence <= 0.5


@pytest.mark.parametrize("tilt", [0.0, 30.0, 45.0, 55.0, 62.0, 70.0])
def test_nothing_wrong_is_sure_from_any_height(reader: NetReader, tilt: float) -> None:
    for table in (901, 904, 1001):
        for picture, lies in from_a_chair(table, tilt, 1):
            for dice in (2, None):
                reading = reader.read(picture, dice=dice)
                assert reading.verdict != "sure" or reading.values == lies


@pytest.mark.parametrize("tilt", [0.0, 20.0])
def test_from_above_no_reading_is_lost(reader: NetReader, tilt: float) -> None:
    for table in (900, 901, 902):
        for picture, lies in from_a_chair(table, tilt, 1):
            with only_as_it_is():
                before = reader.read(picture, dice=2)
            assert reader.read(picture, dice=2) == before
            assert (before.verdict, before.values) == ("sure", lies)


class Bodies(NetReader):
    """Finds bodies at some places of every picture."""

    def __init__(self, *places: Point) -> None:
        super().__init__()
        self.places = places

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:  # noqa: ARG002
        return tuple(die(*place, edge=edge or EDGE) for place in self.places)


def test_of_dice_with_pictures_a_body_above_is_enough() -> None:
    one = die()
    for view in stretched(PICTURE, [one]):
        assert shows_body(Bodies(placed(view, one, 0.1, 0.6)), view)
        assert not shows_body(Bodies(placed(view, one, 0.1, 0.1)), view)


def test_no_photo_from_a_chair_is_read_wrongly_and_surely(reader: NetReader) -> None:
    if not OBLIQUE.is_dir():  # there is nothing to read
        return
    with (OBLIQUE / "labels.csv").open(newline="") as file:
        rows = {row["file"]: tuple(map(int, row["values"].split())) for row in csv.DictReader(file)}
    right = 0
    for name, values in rows.items():
        for dice in (len(values), None):
            reading = reader.read(still(OBLIQUE / name), dice=dice)
            assert reading.verdict != "sure" or reading.values == values, name
            right += reading.verdict == "sure"
    assert right >= 19  # as many as were read rightly before anybody looked above
