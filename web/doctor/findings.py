"""What the doctor found, in the reader's language."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from companion.doctor import Check, Health
from companion.sayings.checks import NAMES, STILL
from companion.speaker import Speaker
from web.shared.broken import error_in_words

WATCHERS = ("watcher", "deeds watcher")

NOTHING_SEEN = frozenset({"dice-unseen", "deeds-unseen", "no-deed-in-picture"})
"""What is neither good nor wrong: nothing lies there."""


class ToldCheck(NamedTuple):
    """A check as the reader hears it."""

    name: str
    health: Health | Literal["none"]
    words: str
    mend: str


def standstill_of(speaker: Speaker, still: Sequence[str]) -> str:
    """Return what is to be said of parts that stand still; nothing if none does.

    Of what watches through a camera it is said as of a camera without pictures.
    """
    said = (part for part in still if part not in WATCHERS)
    parts = [speaker.say(NAMES.get(part, part)) for part in said]
    return speaker.say(STILL, parts=", ".join(parts)) if parts else ""


def in_words(speaker: Speaker, check: Check) -> ToldCheck:
    """Return a check as the reader hears it."""
    said = check.said(speaker.say, lambda error: error_in_words(speaker, error))
    health = "none" if check.code in NOTHING_SEEN else check.health
    return ToldCheck(speaker.say(NAMES.get(check.name, check.name)), health, *said)
