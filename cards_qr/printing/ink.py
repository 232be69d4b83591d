"""Colours on paper: the same as on the pages, by the same names."""

from collections.abc import Mapping
from typing import TypeAlias

Ink: TypeAlias = tuple[float, float, float]
"""Red, green, blue, 0 to 1."""

BLACK: Ink = (0.0, 0.0, 0.0)
WHITE: Ink = (1.0, 1.0, 1.0)
GREY: Ink = (0.55, 0.55, 0.55)
PALE: Ink = (0.86, 0.86, 0.86)

GROUPS: Mapping[str, str] = {
    "brown": "#7b4a2a",
    "light-blue": "#a9d6ec",
    "pink": "#b93a80",
    "orange": "#e58a1f",
    "red": "#c42626",
    "yellow": "#f0d22c",
    "green": "#177a3e",
    "dark-blue": "#24429a",
    "purple": "#6b3f94",
    "station": "#2b2b2b",
    "utility": "#9b9ea2",
}
"""The names of `companion.editions.colours`, as the style sheet of the pages has them."""

DECKS: Mapping[str, str] = {"chance": "#e58a1f", "chest": "#24429a"}
HOUSE, HOTEL = "#177a3e", "#c42626"

_DARK = 0.45  # luminance below which letters on it are white


def ink(colour: str) -> Ink:
    """Return a colour given as `#rrggbb`."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def on(colour: Ink) -> Ink:
    """Return in which ink letters on a colour are read best."""
    red, green, blue = colour
    return WHITE if 0.299 * red + 0.587 * green + 0.114 * blue < _DARK else BLACK
