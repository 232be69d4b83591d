"""What a hub refuses, as it is said at the table. Nothing that it sends is believed to be tidy."""

import re
from collections.abc import Mapping

from companion.errors import ClubError
from companion.words import readable

_SHOWN = 60
"""Letters of a name that came from a hub."""

_ADDRESS = re.compile(
    r"https?://([A-Za-z0-9][A-Za-z0-9.-]{0,80}|\[[0-9a-fA-F:]{2,45}\])(:[0-9]{1,5})?"
)


def is_address(told: object) -> bool:
    """Return whether it is where the pages of a table may be: nothing else is ever led to."""
    return isinstance(told, str) and _ADDRESS.fullmatch(told) is not None


def plain(name: object) -> str:
    """Return a name that came from a hub as it may be shown: one line, not too long."""
    return " ".join(readable(re.sub(r"[\x00-\x1f\x7f\s]+", " ", str(name))).split())[:_SHOWN] or "?"


def refused(code: str, facts: Mapping[str, int | str]) -> ClubError:
    """Return what a hub refused, as it is said; facts that it lacks are put in."""
    seq = facts.get("seq", 0)
    number = seq if isinstance(seq, int) else 0
    match code:
        case "game-elsewhere":
            return ClubError(code="game-elsewhere", table=plain(facts.get("table", "")))
        case "chain-forks":
            return ClubError(code="chain-forks", seq=number)
        case "digest-wrong":
            return ClubError(code="digest-wrong", seq=number)
        case "record-damaged":
            return ClubError(code="record-damaged", seq=number)
        case "token-void":
            return ClubError(code="token-void")
        case "hub-database":
            return ClubError(code="hub-database-away")
        case "code-unknown":
            return ClubError(code="club-code-unknown")
        case "code-used":
            return ClubError(code="club-code-used")
        case "too-many-tries":
            wait = facts.get("wait", 0)
            return ClubError(code="club-tries", wait=wait if isinstance(wait, int) else 0)
    return ClubError(code="hub-refuses", why=plain(code))
