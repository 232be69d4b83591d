"""Whoever is asked presses, and has that button, with its lamp, from then on."""

import queue
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words import Seat
from hardware.pairing import FILE, Pairing
from hardware.panel import Panels, open_panels
from hardware.patterns import BLINK, ON

LIMIT_S = 60
"""No figure of speed: who waits longer waits for ever."""

AWAY_S = 0.1
"""Longer than the contacts of one press may be open."""

A, B, C = map(Seat, range(3))


@pytest.fixture
def panels(tmp_path: Path) -> Iterator[Panels]:
    opened = open_panels("mock", 3, tmp_path)
    yield opened
    opened.close()


def pushed(panels: Panels, button: Seat) -> None:
    """Push the button that is wired there, whosever it is, and take the finger away."""
    panels.press(panels.pairing.seat_of(button))
    time.sleep(AWAY_S)


def test_a_press_gives_the_button_and_its_lamp_and_does_nothing_else(
    panels: Panels, tmp_path: Path
) -> None:
    pressed: queue.Queue[Seat] = queue.Queue()
    told: queue.Queue[Seat | None] = queue.Queue()
    panels.on_press = lambda seat, _at: pressed.put(seat)
    panels.show(A, BLINK)
    panels.show(C, ON)
    panels.pairing.tell = lambda: told.put(panels.pairing.asked)
    panels.pairing.ask([A])
    assert told.get(timeout=LIMIT_S) == A
    pushed(panels, C)
    assert told.get(timeout=LIMIT_S) is None
    pushed(panels, C)
    pushed(panels, A)
    pushed(panels, B)
    assert [pressed.get(timeout=LIMIT_S) for _ in range(3)] == [A, C, B]
    assert pressed.empty()
    assert panels._lamps[C].pattern is BLINK
    assert panels._lamps[A].pattern is ON
    assert Pairing(tmp_path, 3).seat_of(C) == A


def test_a_button_that_sticks_is_its_new_owners(panels: Panels) -> None:
    panels.pairing.ask([B])
    assert panels.pairing.takes(A)
    assert panels.pairing.button_of(B) == A
    assert panels.seats == (A, B, C)


def test_who_presses_what_somebody_has_just_been_given_is_still_asked() -> None:
    pairing = Pairing(None, 3)
    pairing.ask([A, B])
    assert pairing.takes(C)
    assert pairing.takes(C)
    assert (pairing.asked, pairing.seat_of(C)) == (B, A)
    assert pairing.takes(A)
    assert (pairing.asked, pairing.seat_of(A)) == (None, B)


def test_who_has_none_is_passed_over_and_all_can_be_stopped() -> None:
    pairing = Pairing(None, 2)
    pairing.ask([C, B, A])
    assert pairing.asked == B
    pairing.skip()
    assert pairing.asked == A
    pairing.ask(())
    assert not pairing.takes(A)


@pytest.mark.parametrize("kept", ["{}", '{"seats":[0,0,1]}', '{"seats":[0,1]}', "rubbish"])
def test_a_damaged_file_is_as_none(tmp_path: Path, kept: str) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(kept)
    pairing = Pairing(tmp_path, 3)
    assert [pairing.seat_of(Seat(button)) for button in range(3)] == [A, B, C]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), max_size=20))
def test_each_seat_has_one_button_whatever_is_pressed(presses: list[tuple[int, int]]) -> None:
    pairing = Pairing(None, 4)
    for seat, button in presses:
        pairing.ask([Seat(seat)])
        if pairing.takes(Seat(button)):
            assert pairing.button_of(Seat(seat)) == button
    assert sorted(pairing.seat_of(Seat(button)) for button in range(4)) == [0, 1, 2, 3]
    assert all(pairing.seat_of(pairing.button_of(Seat(seat))) == seat for seat in range(6))
