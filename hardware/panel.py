"""One button and one lamp per seat."""

import logging
import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from gpiozero.pins.mock import MockFactory

from companion.errors import SettingsError
from companion.words import Seat
from hardware.gpio import SOUND, USES, mend_of, on_a_pi, open_pins
from hardware.keypad import GONE, Keypad, device_named, lasting_name
from hardware.lamps import Lamp, LampClock
from hardware.lengths import ShortOrLong
from hardware.pairing import Pairing
from hardware.patterns import NOTHING, OFF, PATTERNS, Pattern
from hardware.pins import SeatPins, file_of, load_pins, sources
from hardware.presses import PressDetector, Trace

PRESS_S = 0.02
"""How long a simulated press lasts."""

SEEN_S = 1.2
"""How long a simulated lamp is said to show what it shows once."""

SHOWN_MS = 4000
"""A lamp that shows what it can shows each pattern at least so long."""

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
    """All seats' buttons and lamps.

    `on_press` gets the seat and the time of each press at its edge, and returns whether it acts
    only at its end; `on_end` gets the same of each that has ended, and whether it was a long one
    (from 0.7 s on it is, and then is told without waiting for its end).

    A button closes its pin to ground, a lamp lights when its pin is high; the pins' file may say
    otherwise.

    Args:
        pins: the seats whose buttons and lamps are on pins.
        factory: gpiozero's pins: `LGPIOFactory` on a Pi, `MockFactory` without one; None: none.
        keypads: the input devices to read, by path; `""`: the only one there is.
        keys: which of their keys belong to which seat.
        pairing: which button, with its lamp, is whose; None: each seat has its own.
    """

    def __init__(
        self,
        pins: Sequence[SeatPins] = (),
        factory: Any = None,
        keypads: Sequence[str] = (),
        keys: Sequence[SeatPins] = (),
        pairing: Pairing | None = None,
    ) -> None:
        self.pairing = pairing or Pairing(None, 0)
        """Which button is whose."""
        self.on_press: Callable[[Seat, float], object] = lambda _seat, _at: False
        self.on_end: Callable[[Seat, float, bool], None] = lambda _seat, _at, _long: None
        self.taken: list[MissingPin] = []
        """The pins that could not be had."""
        self.reserved = tuple(_reserved(pins))
        """Pins of which something else may want to have them: seat, BCM number, what."""
        self.sticking: frozenset[Seat] = frozenset()
        """Whose simulated buttons stay down until they are let go."""
        self.unplugged = False
        """Whether the simulated buttons are pulled out: then no press reaches anybody."""
        self._trouble: SettingsError | None = None
        self._keypads: list[Keypad] = []
        self._shown: dict[Seat, Pattern] = {}
        self._factory, self._clock = factory, LampClock()
        self._presses = PressDetector(ShortOrLong(self._began, self._ended))
        self._buttons: dict[Seat, Any] = {}
        self._lamps: dict[Seat, Lamp] = {}
        for seat, each in enumerate(pins):
            self._claim(Seat(seat), "button", each)
            self._claim(Seat(seat), "lamp", each)
        for device in keypads:
            self._add_keypad(device, keys)
        if self._buttons or self._keypads:
            self._presses.start()

    @classmethod
    def failed(cls, trouble: SettingsError) -> "Panels":
        """Return panels without any button, because there was trouble."""
        panels = cls()
        panels.fail(trouble)
        return panels

    def fail(self, trouble: SettingsError) -> None:
        """Note why some buttons are not to be had."""
        self._trouble = trouble
        _log.warning("no buttons: %s", trouble)

    @property
    def troubles(self) -> tuple[SettingsError, ...]:
        """Why some buttons are missing now, if they should be there: one of each source."""
        drawn = GONE if self.unplugged else None
        found = (self._trouble, drawn, *(keypad.trouble for keypad in self._keypads))
        return tuple(one for one in found if one is not None)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have a button."""
        keys = (seat for keypad in self._keypads for seat in keypad.known)
        return tuple(sorted(map(self.pairing.seat_of, {*self._buttons, *keys})))

    @property
    def are_real(self) -> bool:
        """Whether a hand can press them: on pins, or on a keypad."""
        return bool(self._keypads) or not isinstance(self._factory, MockFactory)

    @property
    def lit_seats(self) -> tuple[Seat, ...]:
        """The seats that have a lamp that somebody sees: no simulated one."""
        lamps = () if isinstance(self._factory, MockFactory) else self._lamps
        return tuple(sorted(map(self.pairing.seat_of, lamps)))

    @property
    def stuck(self) -> tuple[Seat, ...]:
        """The seats whose buttons are down for longer than anybody presses."""
        return tuple(sorted(map(self.pairing.seat_of, self._presses.stuck)))

    def age(self) -> float:
        """Return how long ago the slowest of its threads last went round, in seconds."""
        pulses = (
            self._presses.pulse if self._buttons or self._keypads else None,
            self._clock.pulse,
            *(keypad.pulse for keypad in self._keypads),
        )
        return max((pulse.age_s for pulse in pulses if pulse is not None), default=0.0)

    def show(self, seat: Seat, pattern: Pattern) -> None:
        """Let the lamp of *seat* show *pattern*; a seat without a lamp remembers it."""
        self._shown[seat] = pattern
        lamp = self._lamps.get(self.pairing.button_of(seat))
        if lamp is not None:
            self._clock.show(lamp, pattern)

    def flash(self, seat: Seat, pattern: Pattern) -> None:
        """Let the lamp of *seat* show *pattern* once, over what it shows."""
        lamp = self._lamps.get(self.pairing.button_of(seat))
        if lamp is not None:
            self._clock.flash(lamp, pattern)

    def demonstrate(self, seat: Seat, name: str) -> None:
        """Let the lamp of *seat* show the pattern of that name for a while, whatever it means."""
        if name == NOTHING.name:
            self.flash(seat, NOTHING)
            return
        pattern = PATTERNS.get(name, OFF)
        times = math.ceil(SHOWN_MS / pattern.period) if pattern.period else 0
        self.flash(seat, Pattern(name, pattern.steps * times or ((0, SHOWN_MS),)))

    def trace(self, seat: Seat) -> Trace | None:
        """Return what was seen of the newest press of *seat*, if there was one."""
        return self._presses.trace(self.pairing.button_of(seat))

    def lamp(self, seat: Seat) -> str:
        """Return the name of the pattern that *seat* shows; never raises.

        A simulated lamp is looked at now and then only: what it shows once is named for a while.
        """
        drawn = isinstance(self._factory, MockFactory)
        lamp = self._lamps.get(self.pairing.button_of(seat)) if drawn else None
        if lamp is not None and time.monotonic() - lamp.once_since < SEEN_S:
            return lamp.once.name
        return self._shown.get(seat, OFF).name

    def press(self, seat: Seat, seconds: float = PRESS_S) -> None:
        """Press the simulated button of *seat* for *seconds* and let go: the way of a real one.

        Raises:
            SettingsError: the seat has no simulated button.
        """
        pin = self._drawn(seat)
        if self.unplugged:
            return
        pin.drive_low()
        time.sleep(seconds)
        if seat not in self.sticking:
            pin.drive_high()

    def stick(self, seat: Seat, *, down: bool) -> None:
        """Let the simulated button of *seat* stay down, or let it go.

        Raises:
            SettingsError: the seat has no simulated button.
        """
        pin = self._drawn(seat)
        if down and not self.unplugged:
            self.sticking |= {seat}
            pin.drive_low()
        else:
            self.sticking -= {seat}
            pin.drive_high()

    def unplug(self, *, out: bool) -> None:
        """Pull the simulated buttons out, or plug them in again; none of them is down then."""
        for seat in self.sticking:
            self.stick(seat, down=False)
        self.unplugged = out

    def _drawn(self, seat: Seat) -> Any:
        pin = self._buttons.get(self.pairing.button_of(seat))
        if pin is None or not isinstance(self._factory, MockFactory):
            raise SettingsError(f"seat {seat + 1} has no such button", mend="use --buttons mock")
        return pin

    def close(self) -> None:
        """Put out all lamps and let go of pins and keys."""
        self._clock.close()
        for keypad in self._keypads:
            keypad.stop()
        self._presses.close()
        try:
            if self._factory is not None:
                self._factory.close()
        except Exception:  # noqa: BLE001  # lgpio raises errors of its own
            _log.exception("the pins cannot be let go")

    def _claim(self, seat: Seat, part: Part, pins: SeatPins) -> None:
        """Take a pin for a button or a lamp; one that cannot be had costs no other."""
        number = pins.button if part == "button" else pins.lamp
        try:
            pin = self._factory.pin(f"GPIO{number}")
            if part == "button":
                name, high = f"GPIO {number}", pins.active == "high"
                self._presses.add(seat, pin, name=name, pull=pins.resting, high=high)
                self._buttons[seat] = pin
            else:
                pin.function = "output"
                dark = pins.lamp_active == "low"
                pin.state = dark
                self._lamps[seat] = lamp = Lamp(lambda lit: setattr(pin, "state", lit != dark))
                self._clock.add(lamp)
        except Exception as problem:  # noqa: BLE001  # lgpio raises errors of its own
            taken = MissingPin(seat, part, number, str(problem).strip("'"))
            self.taken.append(taken)
            _log.warning("%s (%s)", taken, taken.mend)

    def _add_keypad(self, device: str, seats: Sequence[SeatPins]) -> None:
        """Read the keys of one more input device."""
        known = {key: Seat(number) for number, each in enumerate(seats) for key in each.keys}
        keys = {code: self._presses.key(seat, f"key {code}") for code, seat in known.items()}

        def heard(code: int, at: float, down: bool) -> None:  # noqa: FBT001  # as events have it
            keys[code].hear(at, down)

        self._keypads.append(Keypad(partial(device_named, lasting_name(device)), known, heard))

    def _began(self, button: Seat, at: float) -> bool:
        try:
            if self.pairing.takes(button):
                self._show_again()
                return False
            # Looked up at every press: it may be set at any time.
            return bool(self.on_press(self.pairing.seat_of(button), at))
        except Exception:  # noqa: BLE001  # one press's mistake may not end all buttons
            _log.exception("the press of seat %d was lost", self.pairing.seat_of(button) + 1)
            return False

    def _show_again(self) -> None:
        """Show on each lamp what its seat has to show now."""
        for seat, pattern in self._shown.copy().items():
            self.show(seat, pattern)

    def _ended(self, button: Seat, at: float, long: bool) -> None:  # noqa: FBT001  # as `on_end`
        try:
            self.on_end(self.pairing.seat_of(button), at, long)
        except Exception:  # noqa: BLE001  # one press's mistake may not end all buttons
            _log.exception("the press of seat %d was lost", self.pairing.seat_of(button) + 1)


def _reserved(pins: Sequence[SeatPins]) -> Iterator[tuple[Seat, int, str]]:
    """Yield what others are meant for; a sound card's pins are few people's, and all are needed."""
    for seat, each in enumerate(pins):
        for pin in (each.button, each.lamp):
            use = USES.get(pin, SOUND)
            if use != SOUND:
                yield Seat(seat), pin, use


def usual_buttons() -> str:
    """Return the kind of buttons that this machine has, whatever its camera."""
    return "gpio" if on_a_pi() else "mock"


def open_panels(kinds: str, seats: int, home: Path | None = None) -> Panels:
    """Return the panels of so many seats; what cannot be had is said by them and costs no start.

    Args:
        kinds: with commas between: `gpio` (a Raspberry Pi's pins), `mock` (simulated pins, pressed
            from a page), `usb` or `usb:DEVICE` (the keys of a keypad; no lamps); or `none`.
        seats: how many; more than there are pins for have none.
        home: where a file of pins may lie that counts in place of ours.

    Raises:
        SettingsError: there is no such kind.
    """
    named = sources(kinds)
    names = [name for name, _device in named]
    try:
        known = load_pins(None if names == ["mock"] else file_of(home))[:seats]
    except SettingsError as problem:
        return Panels.failed(problem)
    factory: Any = MockFactory() if "mock" in names else None
    trouble: SettingsError | None = None
    if "gpio" in names:
        try:
            factory = open_pins()
        except SettingsError as problem:
            trouble = problem
    keypads = [device for name, device in named if name == "usb"]
    on_pins = known if factory is not None else ()
    panels = Panels(on_pins, factory, keypads, known, Pairing(home, len(known)))
    if trouble is not None:
        panels.fail(trouble)
    return panels
