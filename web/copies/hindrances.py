"""What hinders a copy -> a sentence; where copies are not the reader may do something."""

import time
from collections.abc import Mapping, Sequence

from companion.backups.keeper import Trouble, TroubleCode, Where
from companion.backups.manifest import Why
from companion.sayings.said import marked as _
from companion.speaker import Speaker

TROUBLES: Mapping[tuple[TroubleCode, Where], str] = {
    ("missing", "second"): _("The stick for the copies is not there. The game goes on."),
    ("full", "second"): _("The stick for the copies is full. The game goes on."),
    ("read-only", "second"): _("The stick for the copies cannot be written. The game goes on."),
    ("silent", "second"): _("The stick for the copies does not answer. The game goes on."),
    ("silent", "card"): _("No copy of the games could be made. The game goes on."),
    ("failed", "second"): _("The copy on the stick could not be made. The game goes on."),
    ("full", "card"): _("There is no room left for copies of the games. The game goes on."),
    ("missing", "card"): _("No copy of the games could be made. The game goes on."),
    ("read-only", "card"): _("No copy of the games could be made. The game goes on."),
    ("failed", "card"): _("No copy of the games could be made. The game goes on."),
    ("damaged-game", "card"): _("A kept game is damaged, so the newest copies are without it."),
    ("damaged-game", "second"): _("A kept game is damaged, so the newest copies are without it."),
}
"""What hinders a copy, and where -> sentence."""

WHYS: Mapping[Why, str] = {
    "start": _("a game began or was resumed"),
    "end": _("a game ended"),
    "time": _("made by itself"),
    "asked": _("somebody asked for it"),
}
"""Why a copy was made."""


def trouble_of(speaker: Speaker, troubles: Sequence[Trouble]) -> str:
    """Return what hinders copies, as one line; nothing if nothing does."""
    said = (speaker.say(TROUBLES[trouble.code, trouble.where]) for trouble in troubles)
    return " ".join(dict.fromkeys(said))


def moment(wall: float) -> str:
    """Return day and time of the companion's own clock, which may be wrong."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(wall))
    except (OverflowError, ValueError, OSError):
        return "?"
