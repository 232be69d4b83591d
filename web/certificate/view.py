"""The steps that a phone asks for, each with its drawing."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.draw.phone import Screen, screen

WARNING, ON = screen("sign", "line", "line", "short", "button", tap=4), screen("page")
UNFOLDED = screen("sign", "line", "short", "button", "line", "line", "link", tap=6)
FILE, SETTINGS = screen("line", "short", "button", tap=2), screen("row", "row", "row", "row", tap=2)
SWITCH = screen("line", "switch", tap=1)


class PhoneStep(NamedTuple):
    """One step: what is on the screen, and what to do."""

    screen: Screen
    words: str


class Way(NamedTuple):
    """The steps of one kind of phone."""

    phone: str
    steps: Sequence[PhoneStep]


ANDROID, IPHONE = _("Android, with Chrome"), _("iPhone, with Safari")

PAST_THE_WARNING: Sequence[Way] = (
    Way(
        ANDROID,
        (
            PhoneStep(WARNING, _("It says: “Your connection is not private”. Tap “Advanced”.")),
            PhoneStep(UNFOLDED, _("Below, tap “Proceed to … (unsafe)”.")),
            PhoneStep(ON, _("The page opens. “Not secure” stays beside its address.")),
        ),
    ),
    Way(
        IPHONE,
        (
            PhoneStep(WARNING, _("It says: “This Connection Is Not Private”. Tap “Show Details”.")),
            PhoneStep(
                UNFOLDED, _("At the end of the text, tap “visit this website”, and once more.")
            ),
            PhoneStep(ON, _("The page opens. “Not Secure” stays beside its address.")),
        ),
    ),
)

INSTALLED: Sequence[Way] = (
    Way(
        ANDROID,
        (
            PhoneStep(FILE, _("Save the file.")),
            PhoneStep(
                SETTINGS,
                _(
                    "In the phone's settings search for “CA certificate”, or go: Security, "
                    "Encryption & credentials, Install a certificate, CA certificate."
                ),
            ),
            PhoneStep(FILE, _("It warns. Tap “Install anyway” and choose the file companion.crt.")),
            PhoneStep(
                ON,
                _(
                    "Open the page over https anew. The phone may say from now on that the network "
                    "may be monitored: it says so of every certificate installed by hand."
                ),
            ),
        ),
    ),
    Way(
        IPHONE,
        (
            PhoneStep(FILE, _("Tap the file in Safari, and allow the profile to be loaded.")),
            PhoneStep(
                SETTINGS,
                _(
                    "In the settings: General, VPN & Device Management. Tap the loaded profile, "
                    "then Install."
                ),
            ),
            PhoneStep(
                SWITCH,
                _(
                    "In the settings: General, About, Certificate Trust Settings, at the end. "
                    "Switch it on for the companion."
                ),
            ),
            PhoneStep(ON, _("Open the page over https anew: it warns no more.")),
        ),
    ),
)


def in_words(speaker: Speaker, ways: Sequence[Way]) -> Sequence[Way]:
    """Return ways in the reader's language."""
    return [
        Way(
            speaker.say(way.phone),
            [PhoneStep(step.screen, speaker.say(step.words)) for step in way.steps],
        )
        for way in ways
    ]


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate, as phones show it: pairs of digits."""
    return sha256(certificate).digest().hex(" ").upper() if certificate else ""
