"""What hands do in the scan field: what lies there from look to look -> gestures, each once.

A thing is laid when it lies there and did not before, turned when its other side is up, taken when
it is gone. What a hand passes over is hidden and not gone; what lies there still does nothing. Of
the game nothing is known here.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

Kind: TypeAlias = Literal["deed", "card"]
Side: TypeAlias = Literal["front", "back"]
Item: TypeAlias = tuple[Kind, int]
"""What it is, and the number on it: deeds 1 to 28 in board order, cards 1 to 32."""

MOVED = 0.6
"""Of a tag's side: what was hidden and lies farther off than this was laid anew."""

LOOKS_FOR_OLD = 2
"""In so many looks after a start a remembered thing may be missing before it counts as taken."""


class Lies(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing in the scan field."""

    kind: Kind
    number: int
    side: Side = "front"
    at: tuple[float, float] = (0.0, 0.0)  # the middle of its tag, in sides of a tag
    hidden: bool = False  # it is covered, or it cannot be told from a copy
    spent: bool = False  # it was laid for something that is done: it takes part in nothing more

    @property
    def item(self) -> Item:
        """Which thing it is, whichever side is up."""
        return self.kind, self.number


class Laid(msgspec.Struct, frozen=True):
    """A thing was laid into the field."""

    kind: Kind
    number: int
    side: Side
    beside: frozenset[int] = frozenset()  # deeds that are to be seen there too, spent ones not


class Turned(msgspec.Struct, frozen=True):
    """A thing that lay there was turned over."""

    kind: Kind
    number: int
    side: Side  # that is up now


class Taken(msgspec.Struct, frozen=True):
    """A thing that lay there is gone."""

    kind: Kind
    number: int


Gesture: TypeAlias = Laid | Turned | Taken


class Gestures:
    """Remembers what lies in the field, and says what was done.

    Args:
        lying: what lay there when somebody looked last, as after a restart.
    """

    def __init__(self, lying: Iterable[Lies] = ()) -> None:
        # Where it lay is nothing to go by: camera and mat may have been moved meanwhile.
        self._lying = {one.item: replace(one, hidden=False) for one in lying}
        self._missed = dict.fromkeys(self._lying, 0)  # of what has not been seen since the start

    @property
    def lying(self) -> tuple[Lies, ...]:
        """What lies there, hidden things too."""
        return tuple(self._lying[item] for item in sorted(self._lying))

    def see(self, field: Sequence[Lies]) -> tuple[Gesture, ...]:
        """Take all that lies there now; return what was done since, things taken away first."""
        seen = _told_apart(field)
        taken = [item for item in sorted(self._lying) if item not in seen and self._is_gone(item)]
        for item in taken:
            del self._lying[item]
        before = dict(self._lying)
        for item, now in seen.items():
            self._missed.pop(item, None)
            self._take(before.get(item), now)
        done = (self._done(before.get(item), seen[item]) for item in sorted(seen))
        return (*(Taken(*item) for item in taken), *(what for what in done if what))

    def spend(self, item: Item) -> None:
        """Let a thing that lies there take part in nothing until it is laid anew."""
        if item in self._lying:
            self._lying[item] = replace(self._lying[item], spent=True)

    def _take(self, before: Lies | None, now: Lies) -> None:
        """Remember a thing as it lies now; what is hidden lies as it was seen last."""
        if not now.hidden:
            spent = before is not None and before.spent and not _was_laid(before, now)
            self._lying[now.item] = replace(now, spent=spent)
        elif before is not None:
            self._lying[now.item] = replace(before, hidden=True)

    def _is_gone(self, item: Item) -> bool:
        """Return whether a missing thing was taken; a hand may lie over it at the start."""
        missed = self._missed.get(item)
        if missed is None:
            return True
        self._missed[item] = missed + 1
        if missed + 1 < LOOKS_FOR_OLD:
            return False
        del self._missed[item]
        return True

    def _done(self, before: Lies | None, now: Lies) -> Gesture | None:
        if now.hidden:
            return None
        if before is not None and not _was_laid(before, now):
            return None if now.side == before.side else Turned(now.kind, now.number, now.side)
        beside = (
            number
            for (kind, number), one in self._lying.items()
            if kind == "deed"
            and one.item != now.item
            and not (one.hidden or one.spent or one.item in self._missed)
        )
        return Laid(now.kind, now.number, now.side, frozenset(beside))


def _was_laid(before: Lies, now: Lies) -> bool:
    """Return whether a thing that was out of sight lies somewhere else: a hand has laid it there.

    Turned over in its place it is only turned.
    """
    return before.hidden and math.dist(before.at, now.at) > MOVED and before.side == now.side


def _told_apart(field: Sequence[Lies]) -> dict[Item, Lies]:
    """Return what lies there by item; what shows two sides at once is a copy, and tells nothing."""
    seen: dict[Item, Lies] = {}
    for one in sorted(field, key=lambda one: one.hidden):
        known = seen.get(one.item)
        if known is None:
            seen[one.item] = one
        elif not one.hidden:
            seen[one.item] = replace(known, hidden=True)
    return seen
