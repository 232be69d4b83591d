import threading
from collections.abc import Callable

import numpy as np
import pytest

from calibration.mat import A3
from calibration.mat_detection import MatFound, locate
from cards_qr.keyring import Keyring
from companion.errors import CameraError
from companion.vision.frame import Pixels
from hardware.simulated.ground import tray_inside
from hardware.simulated.table import SimulatedTable
from tests.support.keyrings import known_keyring
from tests.support.ticks import Ticks

SETTLED_S = 3.0


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


def seated(ticks: Ticks, keyring: Keyring | None = None, seed: int = 3) -> SimulatedTable:
    return SimulatedTable(seed, keyring=keyring, clock=ticks)


def difference(one: Pixels, other: Pixels) -> int:
    """How many pixels differ by more than noise."""
    return int((np.abs(one.astype(int) - other).max(axis=2) > 25).sum())


def test_the_same_seed_throws_the_same_values(ticks: Ticks) -> None:
    tables = [SimulatedTable(7, size=(320, 180), clock=ticks) for _ in range(2)]
    seen: list[list[tuple[int, ...]]] = [[], []]
    for table, values in zip(tables, seen, strict=True):
        for _ in range(6):
            table.throw()
            values.append(table.lies.dice)
    assert seen[0] == seen[1]
    assert len(set(seen[0])) > 1


def test_laying_deeds_changes_no_throw(ticks: Ticks, keyring: Keyring) -> None:
    one, other = (SimulatedTable(7, size=(320, 180), keyring=keyring, clock=ticks) for _ in "ab")
    other.lay_deed(5)
    for table in (one, other):
        table.throw(3)
    assert one.lies.dice == other.lies.dice


def test_the_mat_is_found_in_the_picture(ticks: Ticks) -> None:
    found = locate(seated(ticks).seen(ticks()))
    assert isinstance(found, MatFound)
    assert len(found.markers) == 4
    assert found.error_mm < 0.5


def test_a_throw_moves_and_then_lies_still(ticks: Ticks) -> None:
    table = seated(ticks)
    empty = table.seen(ticks())
    table.throw(show=(3, 5))
    assert not table.lies.at_rest
    ticks.sleep(0.6)
    flying = table.seen(ticks())
    ticks.sleep(0.1)
    assert difference(flying, table.seen(ticks())) > 500
    ticks.sleep(SETTLED_S)
    assert table.lies.at_rest
    still = table.seen(ticks())
    assert difference(still, table.seen(ticks() + 1.0)) == 0
    assert difference(still, empty) > 1500


def test_no_frame_is_like_another_bit_for_bit(ticks: Ticks) -> None:
    table = seated(ticks)
    pictures = [table.seen(ticks()) for _ in range(4)]
    assert not any(np.array_equal(pictures[0], other) for other in pictures[1:])


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_dice_come_to_rest_in_the_tray_and_apart(ticks: Ticks, dice: int) -> None:
    table = SimulatedTable(11, size=(320, 180), clock=ticks)
    inside = tray_inside(A3)
    for _ in range(20):
        table.throw(dice)
        places = [flight.rests.centre for flight in table._thrown.flights]
        assert len(places) == dice
        for x, y, z in places:
            assert inside.left < x < inside.left + inside.width
            assert inside.near < y < inside.near + inside.depth
            assert z == pytest.approx(8.0)
        gaps = [np.hypot(a[0] - b[0], a[1] - b[1]) for a in places for b in places if a < b]
        assert min(gaps, default=99.0) > 16 * np.sqrt(2)


def test_a_throw_picks_up_the_dice_of_the_one_before(ticks: Ticks) -> None:
    table = seated(ticks)
    table.throw(show=(1, 2))
    ticks.sleep(SETTLED_S)
    before = table.seen(ticks())
    table.throw(show=(6, 6))
    ticks.sleep(0.2)
    assert difference(before, table.seen(ticks())) > 1000
    ticks.sleep(SETTLED_S)
    assert table.lies.dice == (6, 6)


def test_a_deed_is_laid_turned_over_and_taken_away(ticks: Ticks, keyring: Keyring) -> None:
    table = seated(ticks, keyring)
    pictures = [table.seen(ticks())]
    acts: list[Callable[[], None]] = [
        lambda: table.lay_deed(3),
        lambda: table.lay_deed(3, "back"),
        table.take_deed,
    ]
    for act in acts:
        act()
        assert not table.lies.at_rest
        ticks.sleep(SETTLED_S)
        pictures.append(table.seen(ticks()))
    empty, front, back, gone = pictures
    assert difference(empty, front) > 3000
    assert difference(front, back) > 1000
    assert difference(empty, gone) == 0


def test_deeds_find_places_of_their_own_and_a_fifth_takes_the_oldest_ones(
    ticks: Ticks, keyring: Keyring
) -> None:
    table = SimulatedTable(1, size=(320, 180), keyring=keyring, clock=ticks)
    for number in (1, 2, 3, 4):
        table.lay_deed(number)
        ticks.sleep(1.0)
    slots = {(d.slot.column, d.slot.row) for d in table._deeds.values()}
    assert len(slots) == 4
    table.lay_deed(5, "back")
    assert table.lies.deeds == ((2, "front"), (3, "front"), (4, "front"), (5, "back"))


def test_a_card_is_shown_beside_a_deed(ticks: Ticks, keyring: Keyring) -> None:
    table = SimulatedTable(1, size=(320, 180), keyring=keyring, clock=ticks)
    table.lay_deed(3)
    table.lay_card(3)
    assert (table.deeds, table.cards) == (((3, "front"),), (3,))
    table.take_deed(3)
    assert (table.deeds, table.cards) == ((), (3,))
    table.take_deed()
    assert table.cards == ()
    with pytest.raises(CameraError, match="cannot be used: card 33"):
        table.lay_card(33)


@pytest.mark.parametrize("number", [0, 29])
def test_a_deed_that_does_not_exist_is_refused(ticks: Ticks, keyring: Keyring, number: int) -> None:
    with pytest.raises(CameraError, match=f"cannot be used: deed {number}"):
        SimulatedTable(1, size=(320, 180), keyring=keyring, clock=ticks).lay_deed(number)


def test_without_a_keyring_no_deed_can_be_laid(ticks: Ticks) -> None:
    with pytest.raises(CameraError, match=r"cannot be used: deed 3"):
        SimulatedTable(1, size=(320, 180), clock=ticks).lay_deed(3)


def test_it_is_thrown_from_one_thread_and_seen_from_another(keyring: Keyring) -> None:
    table = SimulatedTable(1, size=(320, 180), keyring=keyring)
    camera, wrong = table.camera(rate=60), []

    def play() -> None:
        try:
            for number in range(1, 25):
                table.throw()
                table.lay_deed(number)
                table.take_deed(number)
        except Exception as problem:  # noqa: BLE001  # whatever it is, the test must see it
            wrong.append(problem)

    players = [threading.Thread(target=play) for _ in range(3)]
    for player in players:
        player.start()
    while any(player.is_alive() for player in players):
        assert camera.read().pixels.shape == (180, 320, 3)
    assert not wrong
