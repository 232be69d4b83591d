"""What is broken, or no request of ours: `companion.sayings` says it, here it is translated."""

from collections.abc import Callable, Mapping, Sequence

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

AWAY = _("The table cannot be reached just now. Nothing is lost; try again in a moment.")
"""Said at a table without a box while the club's database is away: nobody there can mend it."""

HOSTED: Mapping[str, str] = {
    "hub-database": AWAY,
    "hub-full": _("The club's disk is full, so nothing was booked. Tell its organiser."),
}
"""What is said there of what is broken at the club."""

OTHER_HOST = _("This address is not the companion's.")
OTHER_HOST_LEADS = _("This address is not the companion's. Its pages are at {address}")
OTHER_PAGE = _("This came from another page.")
"""What is said of what the guard refuses."""

NOT_UNDERSTOOD = _("That could not be understood")
FAILED: Mapping[int, tuple[str, str]] = {
    403: ("not-allowed", _("That is not allowed from here")),
    404: ("no-page", _("There is no such page")),
    411: ("no-length", NOT_UNDERSTOOD),
    413: ("too-large", _("That is too much at once")),
}
"""HTTP status -> code and sentence of a request that nobody read."""


def failed_of(status: int, description: str | None = None) -> tuple[str, str]:
    """Return code and English sentence of a request that failed with *status*."""
    if description in (OTHER_HOST, OTHER_PAGE):
        return "other-host" if description == OTHER_HOST else "other-page", description
    if status >= 500:
        return "fault", _("Something is broken")
    return FAILED.get(status, ("bad-command", NOT_UNDERSTOOD))


def led_on(code: str, words: str, addresses: Sequence[str], say: Callable[..., str]) -> str:
    """Return what is said of a request that failed; of an address, which one is right."""
    if code != "other-host" or not addresses:
        return say(words)
    return say(OTHER_HOST_LEADS, address=addresses[0])


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
