"""Which pins and keys belong to which seat."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from companion.errors import SettingsError

KINDS = ("gpio", "usb", "mock", "none")
"""What buttons there are; `usb:DEVICE` names an input device."""

FILE = "pins.toml"
"""In a home: pins of one's own."""

_PLACE = re.compile(r" - at `\$\.seat\[(\d+)\](?:\.(\w+))?")
_LACKS = re.compile(r"missing required field `(\w+)`")

FIRST, LAST = 2, 27
"""What there is on the header; 0 and 1 belong to the memory of add-on boards."""


Level: TypeAlias = Literal["low", "high"]


class SeatPins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one seat's button and lamp are connected."""

    button: int  # BCM number
    lamp: int  # BCM number
    active: Level = "low"  # the button's pin while it is pressed: joined to ground, or to 3.3 V
    pull: Literal["up", "down", "floating"] | None = None  # None: away from `active`
    lamp_active: Level = "high"  # the lamp's pin while it is lit
    keys: tuple[int, ...] = ()  # Linux key codes of keypads, clickers, game pads

    @property
    def resting(self) -> str:
        """Return how the button's pin is pulled while nobody presses."""
        return self.pull or ("up" if self.active == "low" else "down")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: tuple[SeatPins, ...]


def load_pins(path: Path | None = None) -> tuple[SeatPins, ...]:
    """Return the seats' pins, from *path* or from the file that ships with the companion.

    Raises:
        SettingsError: the file cannot be read, gives one pin or key to two, or a pin that nobody
            may have.
    """
    place = str(path or FILE)
    try:
        text = path.read_text("utf-8") if path else files("hardware").joinpath(place).read_text()
        seats = msgspec.convert(tomllib.loads(text), _File).seat
    except (OSError, ValueError, msgspec.ValidationError) as problem:
        raise SettingsError(_in_words(problem), where=place, mend="correct the file") from problem
    pins = [pin for seat in seats for pin in (seat.button, seat.lamp)]
    for pin in pins:
        if not FIRST <= pin <= LAST:
            what = f"pin {pin} is not to be had"
            mend = f"use {FIRST} to {LAST}; 0 and 1 belong to the memory of add-on boards"
            raise SettingsError(what, where=place, mend=mend)
    for what, used in (
        ("pin", pins),
        ("key", [key for seat in seats for key in seat.keys]),
    ):
        twice = sorted({number for number in used if used.count(number) > 1})
        if twice:
            raise SettingsError(f"{what} {twice[0]} is used twice", where=place, mend="change one")
    return seats


def _in_words(problem: Exception) -> str:
    """Return what is wrong with a file of pins; what nobody foresaw as the library has it."""
    text = str(problem)
    place = _PLACE.search(text)
    if place is None:
        return text
    seat, field = int(place[1]) + 1, place[2]
    if field:
        return f"seat {seat}: {field}: {text[: place.start()]}"
    missing = _LACKS.search(text)
    said = text[: place.start()]
    return f"seat {seat} has no {missing[1]}" if missing else f"seat {seat}: {said}"


def file_of(home: Path | None) -> Path | None:
    """Return the home's own file of pins; None: it has none, and ours counts."""
    return home / FILE if home is not None and (home / FILE).exists() else None


def sources(kinds: str) -> tuple[tuple[str, str], ...]:
    """Return the kinds of buttons, named with commas between, each with its device or nothing.

    Raises:
        SettingsError: there is no such kind, or two that exclude each other.
    """
    parts = [kind.strip().partition(":") for kind in kinds.split(",")]
    found = tuple((name, device) for name, _, device in parts)
    names = [name for name, _device in found]
    known = all(name in KINDS and (name == "usb" or not device) for name, device in found)
    alone = "none" not in names or len(names) == 1
    if known and alone and not {"gpio", "mock"} <= {*names}:
        return found
    mend = "write gpio, usb, usb:DEVICE, mock or none, or several: gpio,usb"
    raise SettingsError(f"{kinds} are no buttons", mend=mend)
