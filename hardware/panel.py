"""One button and one lamp per seat."""

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from gpiozero.pins.mock import MockFactory

from companion.errors import SettingsError
from companion.words import Seat
from hardware.gpio import mend_of, on_a_pi, open_pins
from hardware.keypad import Keypad, device_named
from hardware.lamps import Lamp, LampClock
from hardware.patterns import OFF, Pattern
from hardware.pins import FILE, KINDS, SeatPins, load_pins
from hardware.presses import PressDetector

PRESS_S = 0.02
"""How long a simulated press lasts."""

Part: TypeAlias = Literal["button", "lamp"]

_log = logging.getLogger(__name__)


class MissingPin(NamedTuple):
    """A pin that could not be had; its seat is without a button or without a lamp."""

    seat: Seat
    part: Part
    pin: int  # BCM number
    why: str

    def __str__(self) -> str:
        return f"the {self.part} of seat {self.seat + 1} is dead: GPIO {self.pin}: {self.why}"

    @property
    def mend(self) -> str:
        """Return what to do."""
        return mend_of(self.pin)


class Panels:
    """All seats' buttons and lamps; `on_press` gets the seat and the time of the press.

    A button closes its pin to ground; a lamp lights when its pin is high.

    Args:
        pins: the seats whose buttons and lamps are on pins.
        factory: gpiozero's pins: `LGPIOFactory` on a Pi, `MockFactory` without one; None: none.
    """

    def __init__(self, pins: Sequence[SeatPins] = (), factory: Any = None) -> None:
        self.on_press: Callable[[Seat, float], None] = lambda _seat, _at: None
        self.taken: list[MissingPin] = []
        """The pins that could not be had."""
        self._trouble: SettingsError | None = None
        self._keypad: Keypad | None = None
        self._shown: dict[Seat, Pattern] = {}
        self._factory, self._presses, self._clock = factory, PressDetector(self._tell), LampClock()
        self._buttons: dict[Seat, Any] = {}
        self._lamps: dict[Seat, Lamp] = {}
        for seat, each in enumerate(pins):
            self._claim(Seat(seat), "button", each.button)
            self._claim(Seat(seat), "lamp", each.lamp)
        if self._buttons:
            self._presses.start()

    @classmethod
    def failed(cls, trouble: SettingsError) -> "Panels":
        """Return panels without any button, because there was trouble."""
        panels = cls()
        panels._trouble = trouble
        _log.warning("no buttons: %s", trouble)
        return panels

    @classmethod
    def keys(cls, device: str, pins: Sequence[SeatPins]) -> "Panels":
        """Return panels whose buttons are the keys of a USB keypad."""
        panels = cls()
        seats = {key: Seat(number) for number, each in enumerate(pins) for key in each.keys}
        panels._keypad = Keypad(partial(device_named, device), seats, panels._tell)
        return panels

    @property
    def trouble(self) -> SettingsError | None:
        """Why there are no buttons now, if they should be there."""
        return self._keypad.trouble if self._keypad else self._trouble

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have a button."""
        return tuple(self._keypad.known if self._keypad else self._buttons)

    @property
    def stuck(self) -> tuple[Seat, ...]:
        """The seats whose buttons are down for longer than anybody presses."""
        return self._presses.stuck

    def age(self) -> float:
        """Return how long ago the slowest of its threads last went round, in seconds."""
        pulses = (
            self._presses.pulse if self._buttons else None,
            self._clock.pulse,
            self._keypad.pulse if self._keypad else None,
        )
        return max((pulse.age_s for pulse in pulses if pulse is not None), default=0.0)

    def show(self, seat: Seat, pattern: Pattern) -> None:
        """Let the lamp of *seat* show *pattern*; a seat without a lamp remembers it."""
        self._shown[seat] = pattern
        if seat in self._lamps:
            self._clock.show(self._lamps[seat], pattern)

    def lamp(self, seat: Seat) -> str:
        """Return the name of the pattern that *seat* shows; never raises."""
        return self._shown.get(seat, OFF).name

    def press(self, seat: Seat) -> None:
        """Press the simulated button of *seat* and let go: the way of a real one.

        Raises:
            SettingsError: the seat has no simulated button.
        """
        pin = self._buttons.get(seat)
        if pin is None or not isinstance(self._factory, MockFactory):
            raise SettingsError(f"seat {seat + 1} has no such button", mend="use --buttons mock")
        pin.drive_low()
        time.sleep(PRESS_S)
        pin.drive_high()

    def close(self) -> None:
        """Put out all lamps and let go of pins and keys."""
        self._clock.close()
        self._presses.close()
        if self._keypad is not None:
            self._keypad.stop()
        try:
            if self._factory is not None:
                self._factory.close()
        except Exception:  # noqa: BLE001  # lgpio raises errors of its own
            _log.exception("the pins cannot be let go")

    def _claim(self, seat: Seat, part: Part, number: int) -> None:
        """Take a pin for a button or a lamp; one that cannot be had costs no other."""
        try:
            pin = self._factory.pin(f"GPIO{number}")
            if part == "button":
                self._presses.add(seat, pin)
                self._buttons[seat] = pin
            else:
                pin.function = "output"
                pin.state = False
                self._lamps[seat] = lamp = Lamp(partial(setattr, pin, "state"))
                self._clock.add(lamp)
        except Exception as problem:  # noqa: BLE001  # lgpio raises errors of its own
            taken = MissingPin(seat, part, number, str(problem).strip("'"))
            self.taken.append(taken)
            _log.warning("%s (%s)", taken, taken.mend)

    def _tell(self, seat: Seat, at: float) -> None:
        try:
            self.on_press(seat, at)  # looked up at every press: it may be set at any time
        except Exception:  # noqa: BLE001  # one press's mistake may not end all buttons
            _log.exception("the press of seat %d was lost", seat + 1)


def usual_buttons() -> str:
    """Return the kind of buttons that this machine has, whatever its camera."""
    return "gpio" if on_a_pi() else "mock"


def open_panels(kind: str, seats: int, home: Path | None = None) -> Panels:
    """Return the panels of so many seats; what cannot be had is said by them and costs no start.

    Args:
        kind: `gpio` (a Raspberry Pi's pins), `mock` (simulated pins, pressed from a page),
            `usb` or `usb:DEVICE` (the keys 1 to 8 of a keypad; no lamps), or `none`.
        seats: how many; more than there are pins for have none.
        home: where a file of pins may lie that counts in place of ours.

    Raises:
        SettingsError: there is no such kind.
    """
    name, _, device = kind.partition(":")
    if name not in KINDS:
        raise SettingsError(f"{kind} are no buttons", mend="write gpio, usb, mock or none")
    own = home / FILE if home and (home / FILE).exists() else None
    try:
        match name:
            case "gpio":
                return Panels(load_pins(own)[:seats], open_pins())
            case "mock":
                return Panels(load_pins()[:seats], MockFactory())
            case "usb":
                return Panels.keys(device, load_pins(own)[:seats])
            case _:
                return Panels()
    except SettingsError as trouble:
        return Panels.failed(trouble)
