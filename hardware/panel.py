"""One button and one lamp per seat."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from gpiozero.pins.mock import MockFactory

from companion.errors import SettingsError
from companion.words import Seat
from hardware.keypad import open_keypad
from hardware.lamps import Lamp, LampClock
from hardware.patterns import OFF, Pattern
from hardware.pins import SeatPins, load_pins

DEBOUNCE_S = 0.03
"""A contact that changes again within this time bounces."""

_LATEST_S = 1.0  # an edge that says it is older was stamped by another clock


class Panel(Protocol):
    """One seat's button and lamp."""

    on_press: Callable[[float], None]
    """Called with the monotonic time of the edge, from a thread that is not the caller's."""

    def show(self, pattern: Pattern) -> None:
        """Let the lamp show *pattern* from now on."""
        ...


class PinPanel:
    """A button and a lamp on two pins of a gpiozero factory.

    The button closes its pin to ground; the lamp lights when its pin is high.

    Args:
        factory: gpiozero's pins: `LGPIOFactory` on a Pi, `MockFactory` without one.
        pins: the BCM numbers.
        lamps: switches the lamp.
        on_press: see `Panel`.
    """

    def __init__(
        self,
        factory: Any,
        pins: SeatPins,
        lamps: LampClock,
        on_press: Callable[[float], None] = lambda _at: None,
    ) -> None:
        self.on_press = on_press
        self._factory, self._lamps = factory, lamps
        self._last: float | None = None  # ticks of the edge before
        self._pin = factory.pin(f"GPIO{pins.lamp}")
        self._pin.function = "output"
        self._pin.state = False
        self._lamp = Lamp(self._switch)
        lamps.add(self._lamp)
        self._button = factory.pin(f"GPIO{pins.button}")
        self._button.function = "input"
        self._button.pull = "up"
        self._button.edges = "both"
        self._button.when_changed = self._changed

    def show(self, pattern: Pattern) -> None:
        """Let the lamp show *pattern* from now on."""
        self._lamps.show(self._lamp, pattern)

    def press(self) -> None:
        """Press and let go, where the pins are simulated.

        Raises:
            SettingsError: they are real.
        """
        if not isinstance(self._factory, MockFactory):
            raise SettingsError("a real button is pressed by hand", mend="use --buttons mock")
        self._button.drive_low()
        self._button.drive_high()

    def close(self) -> None:
        """Let go of both pins."""
        self._button.when_changed = None
        self._button.close()
        self._pin.close()

    def _switch(self, lit: bool) -> None:  # noqa: FBT001  # on or off is all there is to say
        self._pin.state = lit

    def _changed(self, ticks: float, state: int) -> None:
        """Take an edge: the first after a quiet time counts, and it is the press itself.

        lgpio's own debouncing does nothing on current kernels, and would come too late.
        """
        last, self._last = self._last, ticks
        if last is not None and self._factory.ticks_diff(ticks, last) < DEBOUNCE_S:
            return
        if not state:
            ago = self._factory.ticks_diff(self._factory.ticks(), ticks)
            self.on_press(time.monotonic() - (ago if 0 <= ago <= _LATEST_S else 0.0))


class Panels:
    """All seats' buttons and lamps; `on_press` gets the seat and the time of the press.

    Args:
        pins: the seats whose buttons and lamps are on pins.
        factory: gpiozero's pins; None: the seats have no pins.
    """

    def __init__(self, pins: Sequence[SeatPins] = (), factory: Any = None) -> None:
        self.on_press: Callable[[Seat, float], None] = lambda _seat, _at: None
        self._shown: dict[Seat, Pattern] = {}
        self._lamps, self._factory = LampClock(), factory
        self._others: list[Callable[[], None]] = []  # what else is to be closed
        self._panels = {
            Seat(number): PinPanel(factory, each, self._lamps, partial(self._tell, Seat(number)))
            for number, each in enumerate(pins)
        }

    def show(self, seat: Seat, pattern: Pattern) -> None:
        """Let the lamp of *seat* show *pattern*; a seat without a lamp remembers it."""
        self._shown[seat] = pattern
        if seat in self._panels:
            self._panels[seat].show(pattern)

    def lamp(self, seat: Seat) -> str:
        """Return the name of the pattern that *seat* shows; never raises."""
        return self._shown.get(seat, OFF).name

    def press(self, seat: Seat) -> None:
        """Press the simulated button of *seat* and let go: the way of a real one.

        Raises:
            SettingsError: the seat has no simulated button.
        """
        if seat not in self._panels:
            raise SettingsError(f"seat {seat + 1} has no button", mend="use --buttons mock")
        self._panels[seat].press()

    def close(self) -> None:
        """Put out all lamps and let go of pins and keys."""
        self._lamps.close()
        for close in (*self._others, *(panel.close for panel in self._panels.values())):
            close()
        if self._factory is not None:
            self._factory.close()

    def listen_to_keys(self, device: str, pins: Sequence[SeatPins]) -> None:
        """Take the keys of a USB keypad for buttons.

        Raises:
            SettingsError: see `open_keypad`.
        """
        seats = {key: Seat(number) for number, each in enumerate(pins) for key in each.keys}
        keypad = open_keypad(device, seats, self._tell)
        self._others.append(keypad.close)

    def _tell(self, seat: Seat, at: float) -> None:
        self.on_press(seat, at)  # looked up at every press: it may be set at any time


def open_panels(kind: str, seats: int, pins: Sequence[SeatPins] | None = None) -> Panels:
    """Return the panels of so many seats.

    Args:
        kind: `gpio` (a Raspberry Pi's pins), `mock` (simulated pins, pressed from a page),
            `usb` or `usb:DEVICE` (the keys 1 to 8 of a keypad; no lamps), or `none`.
        seats: how many, 0 to as many as there are pins for.
        pins: which pins; None: those that ship with the companion.

    Raises:
        SettingsError: there are no such buttons here, or not so many.
    """
    pins = load_pins() if pins is None else pins
    if seats > len(pins):
        raise SettingsError(f"pins are set for {len(pins)} seats, not {seats}", where="pins.toml")
    pins = pins[:seats]
    name, _, device = kind.partition(":")
    match name:
        case "gpio":
            return Panels(pins, _raspberry_pins())
        case "mock":
            return Panels(pins, MockFactory())
        case "usb":
            panels = Panels()
            panels.listen_to_keys(device, pins)
            return panels
        case "none":
            return Panels()
        case _:
            raise SettingsError(f"{kind} are no buttons", mend="write gpio, usb, mock or none")


def _raspberry_pins() -> Any:
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415  # only a Pi has lgpio

        return LGPIOFactory()
    except Exception as problem:  # lgpio raises errors of its own, which exist only on a Pi
        raise SettingsError(
            f"no GPIO pins here: {problem}",
            where="gpio",
            mend="on a Pi: sudo apt install python3-lgpio; elsewhere use --buttons mock",
        ) from problem
