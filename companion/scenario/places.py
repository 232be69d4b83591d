"""Spaces said by what they are, so that one file serves several boards: `street:first`."""

import re
from collections.abc import Sequence
from typing import TypeVar

from companion.editions.model import Edition
from companion.errors import ScenarioError
from companion.words import Space

CORNERS = ("go", "jail", "parking", "go-to-jail")
KINDS = ("street", "station", "utility", "tax", "chance", "chest")
ORDINALS = ("first", "second", "third", "fourth")

_PLACE = re.compile(r"(?P<kind>[a-z]+):(?P<which>[a-z]+|[1-9][0-9]?)(\.(?P<lot>[1-9]))?")
_MEND = "go, jail, parking, go-to-jail, street:first, street:22, street:last, group:1, group:1.2"

Item = TypeVar("Item")


def is_place(text: object) -> bool:
    """Return whether *text* is written like a place, whether or not there is such a one."""
    return isinstance(text, str) and (text in CORNERS or _PLACE.fullmatch(text) is not None)


def spaces_at(edition: Edition, text: str, where: str) -> tuple[Space, ...]:
    """Return the spaces that a place means: one, or for `group:2` all of that colour.

    Raises:
        ScenarioError: the board has no such place.
    """
    found: Sequence[Space] = ()
    place = _PLACE.fullmatch(text)
    if text in CORNERS:
        found = _of_kind(edition, text)[:1]
    elif place and place["kind"] == "group":
        groups = _nth(edition.street_groups, place["which"])
        found = groups[0] if groups else ()
        found = _nth(found, place["lot"]) if place["lot"] else found
    elif place and place["kind"] in KINDS and not place["lot"]:
        found = _nth(_of_kind(edition, place["kind"]), place["which"])
    if not found:
        mend = f"{_MEND}; likewise {', '.join(KINDS[1:])}"
        raise ScenarioError(f"{edition.id} has no space {text!r}", where=where, mend=mend)
    return tuple(found)


def space_at(edition: Edition, text: str, where: str) -> Space:
    """Return the one space that a place means.

    Raises:
        ScenarioError: the board has no such place, or it is a whole group.
    """
    first, *more = spaces_at(edition, text, where)
    if more:
        mend = f"one lot of it: {text}.1"
        raise ScenarioError(f"{text!r} is a whole group", where=where, mend=mend)
    return first


def _of_kind(edition: Edition, kind: str) -> list[Space]:
    return [space.index for space in edition.spaces if space.kind == kind]


def _nth(items: Sequence[Item], which: str) -> Sequence[Item]:
    """Return the one item that is meant, in a sequence; none, where there is no such."""
    if which == "last":
        return items[-1:]
    number = ORDINALS.index(which) + 1 if which in ORDINALS else 0
    number = int(which) if which.isdecimal() else number
    return items[number - 1 : number] if number else ()
