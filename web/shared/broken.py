"""What is broken, in the reader's language: `companion.sayings` says it, here it is translated."""

from collections.abc import Mapping

from companion.errors import CompanionError
from companion.sayings.errors import said_of
from companion.sayings.said import marked as _
from companion.speaker import Speaker

BROKEN: Mapping[str, str] = {
    "stopped": _("The companion is shutting down."),
    "disk-full": _("The disk is full, so nothing was booked. Make room, then try again."),
    "fault": _("The companion has made a mistake, and nothing was booked. Its log says which."),
}
"""What is said of a command that was not carried out; of other codes, what its text says."""


def error_in_words(speaker: Speaker, error: CompanionError) -> str:
    """Return what is broken, its mend, and where, as the reader hears it."""
    if error.code is None:
        return str(error)
    words = without_place(speaker, error)
    return f"{words} ({error.where})" if error.where else words


def without_place(speaker: Speaker, error: CompanionError) -> str:
    """Return what is broken and its mend."""
    if error.code is None:
        return error.what
    return " ".join(filter(None, said_of(error.code, error.facts, speaker.say)))
