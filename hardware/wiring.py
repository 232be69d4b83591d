"""How buttons and lamps are wired to the Pi's header of 40 pins, as the file of pins has it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from companion.sayings import wiring as said
from hardware.diagram import Diagram
from hardware.pins import SeatPins, file_of, load_pins

Say: TypeAlias = Callable[..., str]
"""Says a sentence, with what stands in its places, in one language."""

HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10),
    *("GND", 9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""What each pin of the header is, from pin 1 on: a BCM number, or its supply."""

LED_MA = 5
"""What an LED takes through 330 ohms."""

_GROUNDS = (9, 6)  # of the left and of the right side, above all other wires
_ROW, _LEGEND, _HALF, _FAR = 27, 22, 500, 470
_BUTTON, _LAMP, _GROUND, _SUPPLY, _PULL = "#1f5fa8", "#b3261e", "#222", "#e8833a", "#777"


class _Part(NamedTuple):
    """What is joined to a pin."""

    seat: int  # from 1 on
    is_lamp: bool
    to_supply: bool  # its other end is at 3.3 volts, not at ground
    floats: bool  # nothing inside pulls the pin


class Wiring:
    """The drawing, and the parts that it takes.

    Args:
        seats: the pins of each.
        say: says its words.
    """

    def __init__(self, seats: Sequence[SeatPins], say: Say) -> None:
        self._seats, self._say = seats, say

    @property
    def parts(self) -> Sequence[tuple[int, str]]:
        """What to buy: how many, and what."""
        seats = len(self._seats)
        floating = sum(pins.pull == "floating" for pins in self._seats)
        parts = [(seats, said.BUTTONS), (seats, said.LEDS), (seats, said.RESISTORS)]
        parts += [(floating, said.PULLS)] if floating else []
        parts += [(4 * seats, said.WIRES)]
        return [(number, self._say(what)) for number, what in parts]

    @property
    def milliamperes(self) -> int:
        """What all lamps together take."""
        return LED_MA * len(self._seats)

    @property
    def drawing(self) -> str:
        """The drawing, as SVG."""
        parts = dict(self._parts())
        legend = tuple(_legend(parts.values()))
        top = 78 + _LEGEND * len(legend)
        title = self._say(said.TITLE)
        drawing = Diagram(2 * _HALF, top + 20 * _ROW + 6, title)
        drawing.words(20, 26, title, size=18, bold=True)
        for line, (colour, sentence) in enumerate(legend):
            y = 46 + _LEGEND * line
            drawing.line((20, y), (50, y), stroke=colour, width=2.5)
            drawing.words(58, y + 4, self._say(sentence))
        bottom = top + 20 * _ROW - 13
        drawing.box(_HALF - 34, top - 14, 68, bottom - top + 14, fill="#e9ecef", round_=4)
        drawing.words(_HALF, top - 22, self._say(said.END), size=11, anchor="middle")
        for number, use in enumerate(HEADER, start=1):
            self._pin(drawing, top, number, parts.get(use) if isinstance(use, int) else None)
        for pin, side in zip(_GROUNDS, (-1, 1), strict=True):
            x, y = _HALF + side * _FAR, _height(top, pin)
            drawing.line((_HALF + side * 26, y), (x, y), (x, bottom), stroke=_GROUND, width=3)
            words = self._say(said.GROUND)
            drawing.words(_HALF + side * 270, y - 6, words, anchor=_outer(side), bold=True)
        return drawing.text

    def _parts(self) -> Iterator[tuple[int, _Part]]:
        for seat, pins in enumerate(self._seats, start=1):
            high, floats = pins.active == "high", pins.pull == "floating"
            yield pins.button, _Part(seat, is_lamp=False, to_supply=high, floats=floats)
            low = pins.lamp_active == "low"
            yield pins.lamp, _Part(seat, is_lamp=True, to_supply=low, floats=False)

    def _pin(self, drawing: Diagram, top: int, number: int, part: _Part | None) -> None:
        side, use = -1 if number % 2 else 1, HEADER[number - 1]
        x, y = _HALF + side * 16, _height(top, number)
        colours = {"GND": _GROUND, "5V": _LAMP, "3V3": _SUPPLY}
        wired = "#fff" if part is None else _colour(part)
        fill = colours.get(use, "") if isinstance(use, str) else wired
        drawing.dot(x, y, 10, fill=fill)
        drawing.words(x, y + 4, str(number), size=10, anchor="middle", fill=_ink(fill))
        name, at = use if isinstance(use, str) else f"GPIO {use}", _HALF + side * 66
        if part is not None:
            drawing.words(at, y - 4, name, size=11, anchor=_outer(side))
            self._wire(drawing, y, side, part)
        elif number not in _GROUNDS:
            drawing.words(at, y + 4, name, size=11, anchor=_outer(side), fill="#777")

    def _wire(self, drawing: Diagram, y: float, side: int, part: _Part) -> None:
        """Draw what is joined to a pin, from the pin to ground or to 3.3 volts."""
        near, middle = _HALF + side * 26, _HALF + side * 150
        other = _SUPPLY if part.to_supply else _GROUND
        far = _HALF + side * (_FAR - 30 if part.to_supply else _FAR)
        drawing.line((near, y), (middle, y), stroke=_colour(part), width=2)
        if part.is_lamp:
            _lamp(drawing, middle, y, side, from_supply=part.to_supply)
        else:
            _button(drawing, middle, y, side, other)
        drawing.line((middle + side * 100, y), (far, y), stroke=other, width=1.5)
        drawing.dot(far, y, 3, fill=other)
        sentence = said.SEATS_LAMP if part.is_lamp else said.SEATS_BUTTON
        words = self._say(sentence, n=part.seat) + (" (3.3 V)" if part.to_supply else "")
        drawing.words(_HALF + side * 270, y - 5, words, anchor=_outer(side), bold=True)
        if part.floats:
            drawing.words(_HALF + side * 110, y + 12, "10 kΩ", size=10, anchor=_outer(side))


def wiring(home: Path | None, say: Say) -> Wiring:
    """Return the wiring of the home's own file of pins, or of ours.

    Raises:
        SettingsError: its own cannot be read, or is wrong.
    """
    return Wiring(load_pins(file_of(home)), say)


def _legend(parts: Collection[_Part]) -> Iterator[tuple[str, str]]:
    """Yield the colour and the sentence of each kind of part that is there."""
    there = {(part.is_lamp, part.to_supply) for part in parts}
    known = {
        (False, False): said.BUTTON,
        (False, True): said.HIGH_BUTTON,
        (True, False): said.LAMP,
        (True, True): said.LOW_LAMP,
    }
    for kind, sentence in known.items():
        if kind in there:
            yield _LAMP if kind[0] else _BUTTON, sentence
    if any(part.floats for part in parts):
        yield _PULL, said.FLOATING


def _height(top: int, pin: int) -> int:
    return top + (pin - 1) // 2 * _ROW


def _colour(part: _Part) -> str:
    return _LAMP if part.is_lamp else _BUTTON


def _button(drawing: Diagram, x: float, y: float, side: int, other: str) -> None:
    """Draw an open contact, 100 pixels wide, outwards from a place."""
    drawing.line((x, y), (x + side * 38, y), stroke=_BUTTON, width=2)
    drawing.line((x + side * 38, y), (x + side * 60, y - 10), stroke=_BUTTON, width=2)
    drawing.line((x + side * 62, y), (x + side * 100, y), stroke=other)
    for place in (38, 62):
        drawing.dot(x + side * place, y, 3, fill="#fff")


def _lamp(drawing: Diagram, x: float, y: float, side: int, *, from_supply: bool) -> None:
    """Draw a resistor and an LED, 100 pixels wide, outwards from a place.

    The LED points the way that the current flows: outwards, or inwards from the supply.
    """
    drawing.line((x, y), (x + side * 100, y), stroke=_LAMP, width=2)
    drawing.box(min(x + side * 4, x + side * 44), y - 6, 40, 12, fill="#f3e3c3")
    drawing.words(x + side * 24, y + 4, "330 Ω", size=10, anchor="middle")
    at, way = x + side * (76 if from_supply else 62), -side if from_supply else side
    drawing.shape((at, y - 8), (at, y + 8), (at + way * 14, y), fill=_LAMP)
    drawing.line((at + way * 14, y - 8), (at + way * 14, y + 8), stroke=_LAMP, width=2.5)
    for up in (0, 7):
        start = (x + side * (66 + up), y - 9)
        drawing.line(start, (start[0] + side * 5, start[1] - 5), stroke="#e0a000")


def _outer(side: int) -> str:
    return "start" if side > 0 else "end"


def _ink(fill: str) -> str:
    return "#111" if fill in ("#fff", _SUPPLY) else "#fff"
