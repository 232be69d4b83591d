"""What the colours of groups are called, and the lots that have none."""

from collections.abc import Mapping

from companion.sayings.said import marked as _

FAMILIES: Mapping[str, str] = {
    "brown": _("brown"),
    "light-blue": _("light blue"),
    "pink": _("pink"),
    "orange": _("orange"),
    "red": _("red"),
    "yellow": _("yellow"),
    "green": _("green"),
    "dark-blue": _("dark blue"),
    "purple": _("purple"),
    "station": _("station"),
    "utility": _("utility"),
}
"""By our name for it (`companion.editions.colours.band`)."""
