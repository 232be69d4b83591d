import time
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from companion.errors import SettingsError
from companion.words import Seat
from hardware.lamps import LampClock
from hardware.panel import Panels, PinPanel, open_panels
from hardware.patterns import BLINK, ON
from hardware.pins import SeatPins, load_pins

PINS = SeatPins(button=4, lamp=23)


class Contact:
    """A panel whose edges carry the times that a test gives them."""

    def __init__(self) -> None:
        self.presses: list[float] = []
        self.panel = PinPanel(MockFactory(), PINS, LampClock(), self.presses.append)

    def edges(self, *edges: tuple[float, int]) -> int:
        """Give edges (seconds, level) and return how many presses were counted."""
        self.presses.clear()
        for at, level in edges:
            self.panel._changed(at, level)
        return len(self.presses)


def test_a_clean_press_counts_once() -> None:
    assert Contact().edges((1.0, 0), (1.2, 1)) == 1


def test_a_bouncing_contact_counts_once_at_its_first_edge() -> None:
    contact, now = Contact(), time.monotonic()
    bounces = [(now - 0.5 + ms / 1000, ms % 2) for ms in range(12)]
    assert contact.edges(*bounces, (now - 0.3, 1), (now - 0.299, 0), (now - 0.298, 1)) == 1
    assert contact.presses[0] == pytest.approx(now - 0.5, abs=0.05)


def test_a_slow_double_press_counts_twice() -> None:
    assert Contact().edges((1.0, 0), (1.1, 1), (1.2, 0), (1.3, 1)) == 2


def test_an_edge_stamped_by_another_clock_is_taken_as_now() -> None:
    contact = Contact()
    contact.edges((time.monotonic() - 1e6, 0))
    assert contact.presses[0] == pytest.approx(time.monotonic(), abs=5.0)


@pytest.fixture
def panels() -> Iterator[Panels]:
    opened = open_panels("mock", 3)
    yield opened
    opened.close()


def test_a_virtual_button_goes_through_the_pin(panels: Panels) -> None:
    pressed: list[tuple[Seat, float]] = []
    panels.on_press = lambda seat, at: pressed.append((seat, at))
    before = time.monotonic()
    panels.press(Seat(2))
    assert [seat for seat, _ in pressed] == [2]
    assert before <= pressed[0][1] <= time.monotonic()
    levels = [bool(state.state) for state in panels._panels[Seat(2)]._button.states]
    assert levels[-3:] == [True, False, True]


def test_a_lamp_shines_and_its_pattern_has_a_name(panels: Panels) -> None:
    panels.show(Seat(1), ON)
    assert panels._panels[Seat(1)]._pin.state
    assert panels.lamp(Seat(1)) == "on"
    assert panels.lamp(Seat(0)) == "off"
    assert panels.lamp(Seat(7)) == "off"


def test_closing_puts_the_lamps_out_and_lets_the_pins_go() -> None:
    panels = open_panels("mock", 2)
    panels.show(Seat(0), BLINK)
    pin = panels._panels[Seat(0)]._pin
    panels.close()
    assert not pin.states[-1].state


def test_two_sets_of_mock_panels_share_nothing(panels: Panels) -> None:
    other, pressed = open_panels("mock", 3), list[Seat]()
    other.on_press = lambda seat, _at: pressed.append(seat)
    panels.press(Seat(0))
    other.close()
    assert not pressed


@pytest.mark.parametrize(
    ("kind", "seats", "words"),
    [
        ("levers", 2, "write gpio, usb, mock or none"),
        ("gpio", 2, "no GPIO pins here.*--buttons mock"),
        ("mock", 9, "pins are set for 8 seats"),
        ("usb:/dev/null/nothing", 2, "cannot be read"),
        ("usb:/dev/null", 2, "is no free keyboard"),
    ],
)
def test_buttons_that_cannot_be_had_say_why(kind: str, seats: int, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        open_panels(kind, seats)


def test_without_buttons_lamps_are_remembered_and_presses_refused() -> None:
    panels = open_panels("none", 4)
    panels.show(Seat(0), BLINK)
    assert panels.lamp(Seat(0)) == "blink"
    with pytest.raises(SettingsError, match="seat 1 has no button"):
        panels.press(Seat(0))
    panels.close()


def test_the_shipped_pins_serve_eight_seats() -> None:
    assert len(load_pins()) == 8
