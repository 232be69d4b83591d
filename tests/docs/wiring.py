"""The wiring at the Pi's header of 40 pins, from `hardware/pins.toml`."""

from hardware.pins import load_pins
from hardware.wiring import Wiring
from tests.docs.tables import table


def pins() -> str:
    """Return the table of the seats' pins, as BCM numbers."""
    seats = load_pins()
    head = ("seat", *(str(number) for number in range(1, len(seats) + 1)))
    rows = (("button", *(str(s.button) for s in seats)), ("lamp", *(str(s.lamp) for s in seats)))
    return table(head, rows)


def wiring() -> str:
    """Return the drawing."""
    return Wiring(load_pins(), str.format).drawing
