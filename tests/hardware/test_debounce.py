"""What edges mean; through the real library: `tests/hardware/gpio`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import STUCK_S, DebouncedContact

MS = 0.001


def test_a_press_is_known_as_soon_as_it_was_held() -> None:
    contact = DebouncedContact(0.0)
    assert contact.edge(1.0, closed=True) is None
    assert contact.asks(1.001) == 1.0
    assert contact.held(1.002) is None
    assert contact.held(contact.known) == 1.0
    assert contact.held(1.5) is None  # once only
    assert contact.edge(2.0, closed=False) is None


def test_a_press_that_nobody_confirmed_in_time_is_known_by_its_end() -> None:
    contact = DebouncedContact(0.0)
    contact.edge(1.0, closed=True)
    assert contact.edge(1.1, closed=False) == 1.0


def test_a_spike_is_forgotten() -> None:
    contact = DebouncedContact(0.0)
    contact.edge(1.0, closed=True)
    assert contact.edge(1.0005, closed=False) is None
    assert contact.asks(1.01) == 1.0  # it may be the first bounce of a press
    assert contact.asks(1.03) is None
    contact.edge(1.04, closed=True)
    assert contact.held(1.05) == 1.04


def test_hum_is_no_beginning_of_a_press() -> None:
    contact = DebouncedContact(0.0)
    for n in range(50):
        contact.edge(1.0 + n * 10 * MS, closed=True)
        contact.edge(1.0 + n * 10 * MS + MS, closed=False)
    contact.edge(1.5, closed=True)
    began = contact.held(1.51)
    assert began is not None
    assert 1.4 <= began <= 1.5


def test_a_finger_that_was_away_presses_again() -> None:
    contact = DebouncedContact(0.0)
    contact.edge(1.0, closed=True)
    contact.edge(1.06, closed=False)
    contact.edge(1.12, closed=True)
    assert contact.held(1.13) == 1.12


@pytest.mark.parametrize("away", [25 * MS, 35 * MS])
def test_a_short_gap_is_the_same_press(away: float) -> None:
    contact = DebouncedContact(0.0)
    contact.edge(1.0, closed=True)
    contact.edge(1.06, closed=False)
    contact.edge(1.06 + away, closed=True)
    assert contact.held(1.3) is None


def test_a_press_after_an_edge_that_was_lost_counts() -> None:
    contact = DebouncedContact(0.0)
    contact.edge(1.0, closed=True)
    assert contact.held(1.01) == 1.0
    contact.edge(2.0, closed=True)  # that it opened was never told
    assert contact.held(2.01) == 2.0


def test_a_contact_that_stays_closed_is_stuck() -> None:
    contact = DebouncedContact(0.0)
    contact.edge(1.0, closed=True)
    assert not contact.stuck(1.0 + STUCK_S - MS)
    assert contact.stuck(1.0 + STUCK_S)
    contact.edge(20.0, closed=False)
    assert not contact.stuck(30.0)


def test_a_contact_that_is_closed_from_the_start_is_no_press_but_stuck() -> None:
    contact = DebouncedContact(5.0, closed=True)
    assert contact.held(6.0) is None
    assert contact.stuck(5.0)
    assert contact.edge(20.0, closed=False) is None
    assert not contact.stuck(20.0)
    contact.edge(21.0, closed=True)
    assert contact.held(21.1) == 21.0


@given(
    st.lists(st.floats(0.0, 0.0199), max_size=12),
    st.floats(0.004, 2.0),
    st.lists(st.floats(0.0, 0.0199), max_size=12),
)
def test_however_a_contact_bounces_within_20_ms_it_is_one_press(
    before: list[float], held: float, after: list[float]
) -> None:
    """At its first edge; bounces in pairs, so that it is closed between and open at last."""
    bounces = [0.0, *sorted(before[: len(before) // 2 * 2])]
    end = bounces[-1] + held
    releases = [end, *(end + each for each in sorted(after[: len(after) // 2 * 2]))]
    contact, presses = DebouncedContact(0.0), []
    for number, at in enumerate(bounces + releases):
        presses.append(contact.edge(1.0 + at, closed=number % 2 == 0))
    assert [press for press in presses if press is not None] == [1.0]
