"""How often both readers look at a find: as often as there is doubt."""

from collections.abc import Sequence
from itertools import cycle, islice

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.cascade import SeenPlace, classified
from companion.vision.detection import Find
from companion.vision.nets import KINDS, Nets
from companion.vision.pips import AGAIN, VIEWS
from companion.vision.runtimes import Floats

PICTURE = np.zeros((100, 100, 3), np.uint8)
FIND = Find(50.0, 50.0, 20.0, 0.9, 1.0)
ALL = (len(VIEWS), len(AGAIN))


class Saying(Nets):
    """Both readers say of one view after another what they are told to."""

    def __init__(self, first: Sequence[Floats], second: Sequence[Floats]) -> None:
        super().__init__()
        self._first, self._again = cycle(first), cycle(second)

    def read(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        return np.stack(list(islice(self._first, len(crops)))), _still(crops)

    def read_again(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        return np.stack(list(islice(self._again, len(crops)))), _still(crops)


def _still(crops: NDArray[np.uint8]) -> Floats:
    return np.zeros((len(crops), 3), np.float32)


def says(pips: int, probability: float) -> Floats:
    """Return what a reader says of a view: *pips* with a probability, else ground."""
    kinds = np.zeros(KINDS, np.float32)
    kinds[[pips, 0]] = probability, 1 - probability
    return kinds


def looked(first: Sequence[Floats], second: Sequence[Floats]) -> SeenPlace:
    (place,) = classified(Saying(first, second), PICTURE, [FIND])
    return place


def looks(place: SeenPlace) -> tuple[int, int]:
    """Return how often each reader has looked."""
    return len(place.first.kinds), 0 if place.second is None else len(place.second.kinds)


def test_a_plain_die_is_looked_at_three_times() -> None:
    assert looks(looked([says(4, 0.97)], [says(4, 0.95)])) == (2, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([says(4, 0.97)], [says(4, 0.8)]),
        ([says(4, 0.97)], [says(5, 0.97)]),
        ([says(4, 0.97), says(5, 0.97)], [says(4, 0.97)]),
        ([says(4, 0.3)], [says(4, 0.5)]),
        ([says(4, 0.97)], [says(4, 0.03)]),
    ],
    ids=["less likely", "another value", "one view differs", "hardly a die", "none at all"],
)
def test_where_there_is_doubt_all_the_views_are_taken(
    first: Sequence[Floats], second: Sequence[Floats]
) -> None:
    assert looks(looked(first, second)) == ALL


def test_what_the_second_reader_takes_for_ground_as_well_is_left() -> None:
    assert looks(looked([says(4, 0.15)], [says(4, 0.1)])) == (2, 1)


def test_plain_ground_is_not_shown_to_the_second_reader() -> None:
    assert looks(looked([says(4, 0.05)], [says(4, 0.99)])) == (2, 0)


def test_only_the_find_in_doubt_is_looked_at_again() -> None:
    sure, unsure = says(2, 0.99), says(3, 0.5)
    nets = Saying([sure, sure, unsure, unsure, unsure, unsure, unsure], [sure, *[unsure] * 4])
    plain, doubted = classified(nets, PICTURE, [FIND, FIND])
    assert (looks(plain), looks(doubted)) == ((2, 1), ALL)
    assert (plain.first.likeliest, doubted.first.likeliest) == (2, 3)
