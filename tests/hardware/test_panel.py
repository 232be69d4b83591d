import queue
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.errors import SettingsError
from companion.words import Seat
from hardware.checks import panel_checks
from hardware.lengths import LONG_S
from hardware.panel import Panels, open_panels
from hardware.patterns import BLINK, ON
from hardware.pins import SeatPins, load_pins

LIMIT_S = 60
"""No figure of speed: who waits longer waits for ever."""


@pytest.fixture
def panels() -> Iterator[Panels]:
    opened = open_panels("mock", 3)
    yield opened
    opened.close()


def test_a_virtual_button_goes_through_the_pin(panels: Panels) -> None:
    pressed: queue.Queue[tuple[Seat, float]] = queue.Queue()
    panels.on_press = lambda seat, at: pressed.put((seat, at))
    before = time.monotonic()
    panels.press(Seat(2))
    seat, at = pressed.get(timeout=LIMIT_S)
    assert seat == 2
    assert before <= at <= time.monotonic()
    levels = [bool(state.state) for state in panels._buttons[Seat(2)].states]
    assert levels[-3:] == [True, False, True]


def test_a_virtual_button_that_sticks_stays_down_whatever_presses_it(panels: Panels) -> None:
    pin = panels._buttons[Seat(1)]
    panels.stick(Seat(1), down=True)
    panels.press(Seat(1))
    assert panels.sticking == {1}
    assert not pin.state
    panels.stick(Seat(1), down=False)
    assert panels.sticking == set()
    assert pin.state
    with pytest.raises(SettingsError, match="no such button"):
        panels.stick(Seat(5), down=True)


def test_an_edge_stamped_by_another_clock_is_taken_as_now(panels: Panels) -> None:
    pressed: queue.Queue[float] = queue.Queue()
    panels.on_press = lambda _seat, at: pressed.put(at)
    before = time.monotonic()
    pin = panels._buttons[Seat(0)]
    pin._last_change -= 1e6
    pin._state = False
    pin._call_when_changed()
    assert before <= pressed.get(timeout=LIMIT_S) <= time.monotonic()


def test_a_press_that_fails_is_said_and_ends_no_button(
    panels: Panels, caplog: pytest.LogCaptureFixture
) -> None:
    pressed: queue.Queue[Seat] = queue.Queue()

    def press(seat: Seat, _at: float) -> None:
        if seat == 0:
            raise RuntimeError("a press that fails")
        pressed.put(seat)

    panels.on_press = press
    panels.press(Seat(0))
    panels.press(Seat(1))
    assert pressed.get(timeout=LIMIT_S) == 1
    assert "the press of seat 1 was lost" in caplog.text


def test_a_lamp_shines_and_its_pattern_has_a_name(panels: Panels) -> None:
    panels.show(Seat(1), ON)
    assert lamp_of(panels, 1).state
    assert panels.lamp(Seat(1)) == "on"
    assert panels.lamp(Seat(0)) == "off"
    assert panels.lamp(Seat(7)) == "off"


def test_closing_puts_the_lamps_out_and_lets_the_pins_go() -> None:
    panels = open_panels("mock", 2)
    panels.show(Seat(0), BLINK)
    pin = lamp_of(panels, 0)
    panels.close()
    assert not pin.states[-1].state


def lamp_of(panels: Panels, seat: int) -> Any:
    return panels._factory.pin(f"GPIO{load_pins()[seat].lamp}")


def test_two_sets_of_mock_panels_share_nothing(panels: Panels) -> None:
    other, pressed = open_panels("mock", 3), list[Seat]()
    other.on_press = lambda seat, _at: pressed.append(seat)
    panels.press(Seat(0))
    other.close()
    assert not pressed


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("gpio", r"no pins for buttons here.*--buttons mock"),
        ("usb:/dev/null/nothing", "may not be read"),
        ("usb:/dev/null", "is no free keyboard"),
    ],
)
def test_buttons_that_cannot_be_had_say_why_and_stop_nothing(
    kind: str, words: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    panels = open_panels(kind, 2)
    panels.show(Seat(0), BLINK)
    assert re.search(words, str(*panels.troubles))
    assert re.search(words, caplog.text)
    panels.close()


def test_of_several_sources_each_that_fails_is_named() -> None:
    panels = open_panels("usb:/dev/null/nothing,usb:/dev/null", 2)
    first, second = panel_checks(panels, "usb", 2)
    assert "may not be read" in first.words
    assert "is no free keyboard" in second.words
    panels.close()


@pytest.mark.parametrize("kind", ["levers", "gpio,mock", "none,usb", "gpio:4", ""])
def test_buttons_of_no_kind_are_refused(kind: str) -> None:
    with pytest.raises(SettingsError, match="write gpio, usb, usb:DEVICE, mock or none"):
        open_panels(kind, 2)


def test_a_damaged_file_of_pins_is_said_and_no_other_pins_are_taken(tmp_path: Path) -> None:
    (tmp_path / "pins.toml").write_text("[[seat]]\nbutton = 5\nlamp = 5\n")
    panels = open_panels("gpio", 8, tmp_path)
    assert "pin 5 is used twice" in str(*panels.troubles)
    panels.close()


def test_without_buttons_lamps_are_remembered_and_presses_refused() -> None:
    panels = open_panels("none", 4)
    panels.show(Seat(0), BLINK)
    assert panels.lamp(Seat(0)) == "blink"
    with pytest.raises(SettingsError, match="seat 1 has no such button"):
        panels.press(Seat(0))
    panels.close()


def test_the_shipped_pins_serve_eight_seats() -> None:
    assert len(load_pins()) == 8


def test_a_button_may_join_its_pin_to_the_supply_and_a_lamp_shine_at_a_low_pin() -> None:
    pins = (SeatPins(button=5, lamp=6, active="high", lamp_active="low"),)
    panels = Panels(pins, MockFactory())
    pressed: queue.Queue[Seat] = queue.Queue()
    panels.on_press = lambda seat, _at: pressed.put(seat)
    button, lamp = (panels._factory.pin(f"GPIO{number}") for number in (5, 6))
    assert (button.pull, lamp.state) == ("down", 1)
    panels.show(Seat(0), ON)
    assert not lamp.state
    button.drive_high()
    assert pressed.get(timeout=LIMIT_S) == 0
    panels.close()
    assert lamp.states[-1].state


def test_a_press_is_short_or_long_and_its_end_is_told_too(panels: Panels) -> None:
    ended: queue.Queue[tuple[Seat, bool]] = queue.Queue()
    panels.on_press = lambda seat, _at: seat == 1
    panels.on_end = lambda seat, _at, long: ended.put((seat, long))
    panels.press(Seat(1), LONG_S + 0.2)
    panels.press(Seat(2))
    assert [ended.get(timeout=LIMIT_S) for _ in range(2)] == [(1, True), (2, False)]
