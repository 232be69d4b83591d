"""The wiring at the Pi's header of 40 pins, from `hardware/pins.toml`."""

from typing import NamedTuple

from hardware.pins import load_pins
from tests.docs.svg import Drawing
from tests.docs.tables import table

HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10),
    *("GND", 9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""What each pin of the header is, from pin 1 on: a BCM number, or its supply."""

_GROUNDS = (9, 6)  # of the left and of the right side, above all other wires
_ROW, _TOP, _HALF, _FAR = 27, 92, 500, 470
_BUTTON, _LAMP, _GROUND = "#1f5fa8", "#b3261e", "#222"


class _Part(NamedTuple):
    """What is joined to a pin."""

    seat: int  # from 1 on
    is_lamp: bool


def pins() -> str:
    """Return the table of the seats' pins, as BCM numbers."""
    seats = load_pins()
    head = ("seat", *(str(number) for number in range(1, len(seats) + 1)))
    rows = (("button", *(str(s.button) for s in seats)), ("lamp", *(str(s.lamp) for s in seats)))
    return table(head, rows)


def wiring() -> str:
    """Return the drawing."""
    parts: dict[int, _Part] = {}
    for seat, pins in enumerate(load_pins(), start=1):
        parts[pins.button], parts[pins.lamp] = _Part(seat, False), _Part(seat, True)  # noqa: FBT003
    drawing = Drawing(2 * _HALF, _TOP + 20 * _ROW, "Buttons and lamps at the Pi's header")
    _legend(drawing)
    top, bottom = _TOP - 14, _TOP + 20 * _ROW - 13
    drawing.box(_HALF - 34, top, 68, bottom - top, fill="#e9ecef", round_=4)
    drawing.words(_HALF, top - 8, "pins 1 and 2: the card's end", size=11, anchor="middle")
    for number, use in enumerate(HEADER, start=1):
        _pin(drawing, number, use, parts.get(use) if isinstance(use, int) else None)
    for pin, side in zip(_GROUNDS, (-1, 1), strict=True):
        x, y = _HALF + side * _FAR, _TOP + (pin - 1) // 2 * _ROW
        drawing.line((_HALF + side * 26, y), (x, y), (x, bottom), stroke=_GROUND, width=3)
        drawing.words(
            _HALF + side * 270, y - 6, "ground for all of this side", anchor=_outer(side), bold=True
        )
    return drawing.text


def _legend(drawing: Drawing) -> None:
    drawing.words(20, 26, "Buttons and lamps at the Pi's header", size=18, bold=True)
    says = "button: its pin, the button, ground (no resistor: the pull-up is inside)"
    drawing.line((20, 46), (50, 46), stroke=_BUTTON, width=2.5)
    drawing.words(58, 50, says)
    drawing.line((500, 46), (530, 46), stroke=_LAMP, width=2.5)
    drawing.words(538, 50, "lamp: its pin, 330 ohms, the LED's long leg; its short leg, ground")


def _pin(drawing: Drawing, number: int, use: int | str, part: _Part | None) -> None:
    side = -1 if number % 2 else 1
    x, y = _HALF + side * 16, _TOP + (number - 1) // 2 * _ROW
    colours = {"GND": "#222", "5V": "#b3261e", "3V3": "#e8833a"}
    wired = "#fff" if part is None else (_LAMP if part.is_lamp else _BUTTON)
    fill = colours.get(use, "") if isinstance(use, str) else wired
    drawing.dot(x, y, 10, fill=fill)
    drawing.words(x, y + 4, str(number), size=10, anchor="middle", fill=_ink(fill))
    name = use if isinstance(use, str) else f"GPIO {use}"
    if part is None and number not in _GROUNDS:
        drawing.words(_HALF + side * 66, y + 4, name, size=11, anchor=_outer(side), fill="#777")
    if part is None:
        return
    colour = _LAMP if part.is_lamp else _BUTTON
    near, far = _HALF + side * 26, _HALF + side * _FAR
    drawing.words(_HALF + side * 66, y - 4, name, size=11, anchor=_outer(side))
    drawing.line((near, y), (_HALF + side * 150, y), stroke=colour, width=2)
    (_lamp if part.is_lamp else _button)(drawing, _HALF + side * 150, y, side)
    drawing.line((_HALF + side * 250, y), (far, y), stroke=_GROUND, width=1.5)
    drawing.dot(far, y, 3, fill=_GROUND)
    what = "lamp" if part.is_lamp else "button"
    drawing.words(
        _HALF + side * 270, y - 5, f"seat {part.seat}: {what}", anchor=_outer(side), bold=True
    )


def _button(drawing: Drawing, x: float, y: float, side: int) -> None:
    """Draw an open contact, 100 pixels wide, outwards from a place."""
    drawing.line((x, y), (x + side * 38, y), stroke=_BUTTON, width=2)
    drawing.line((x + side * 38, y), (x + side * 60, y - 10), stroke=_BUTTON, width=2)
    drawing.line((x + side * 62, y), (x + side * 100, y), stroke=_GROUND)
    for place in (38, 62):
        drawing.dot(x + side * place, y, 3, fill="#fff")


def _lamp(drawing: Drawing, x: float, y: float, side: int) -> None:
    """Draw a resistor and an LED, 100 pixels wide, outwards from a place."""
    drawing.line((x, y), (x + side * 100, y), stroke=_LAMP, width=2)
    drawing.box(min(x + side * 4, x + side * 44), y - 6, 40, 12, fill="#f3e3c3")
    drawing.words(x + side * 24, y + 4, "330 Ω", size=10, anchor="middle")
    at = x + side * 62
    drawing.shape((at, y - 8), (at, y + 8), (at + side * 14, y), fill=_LAMP)
    drawing.line((at + side * 14, y - 8), (at + side * 14, y + 8), stroke=_LAMP, width=2.5)
    for up in (0, 7):
        start = (at + side * (4 + up), y - 9)
        drawing.line(start, (start[0] + side * 5, start[1] - 5), stroke="#e0a000")


def _outer(side: int) -> str:
    return "start" if side > 0 else "end"


def _ink(fill: str) -> str:
    return "#111" if fill in ("#fff", "#e8833a") else "#fff"
