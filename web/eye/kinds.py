"""What kinds of eyes are called. One more is a line here, and one where it is opened."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.sayings.said import marked as _


class EyeKind(NamedTuple):
    """A kind, and what it means to choose it."""

    title: str
    hint: str = ""


KINDS: Mapping[str, EyeKind] = {
    "same": EyeKind(
        _("The eye for the dice"), _("It sees the deeds too, where it sees the mat's scan field.")
    ),
    "tapped": EyeKind(_("No eye"), _("Deeds are bought and mortgaged on the phones.")),
    "pi": EyeKind(_("The camera on the ribbon cable")),
    "usb": EyeKind(_("A USB camera")),
    "phone": EyeKind(_("A phone in a stand"), _("It looks down on the table, as a camera does.")),
    "address": EyeKind(_("A camera in the network")),
    "given": EyeKind(_("What the companion was started with")),
    "photographs": EyeKind(
        _("Photographs only"),
        _(
            "No camera looks: players photograph the dice with their phones. A photograph proves"
            " less than a camera that saw the throw."
        ),
    ),
    "none": EyeKind(_("No eye"), _("Dice are typed.")),
    "sim": EyeKind(_("The simulated table"), _("Drawn dice, to try all of it.")),
}
"""Kind -> how it is said."""

TYPED, PHOTOGRAPHED = _("Dice are typed."), _("Dice are photographed.")
"""What is said where no camera looks."""
