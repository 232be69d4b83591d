"""Games of which one field of one record is another: as a forger or a damaged disk makes them."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.journal.record import FIRST_DIGEST, digest_of
from companion.shipping.wire import Parcel

NUMBERS = (-1, 0, 7, 31, 10**12, 1e18)
WORDS = ("", "nobody", "\x1b[2J\x00", "0" * 64)
OTHERS: tuple[Any, ...] = (None, [], {}, [7, 7])


class ChangedGame(NamedTuple):
    """A game, and what is changed in it."""

    seq: int  # of the record
    where: str  # the field, as a path
    parcels: tuple[Parcel, ...]


def rechained(bodies: Sequence[bytes]) -> tuple[Parcel, ...]:
    """Return bodies as a game whose digests are right."""
    before, parcels = FIRST_DIGEST, []
    for body in bodies:
        before = digest_of(before, body)
        parcels.append(Parcel(before, body))
    return tuple(parcels)


def changed_games(
    parcels: Sequence[Parcel], most: int | None = None, seed: int = 1
) -> Iterator[ChangedGame]:
    """Yield games with one field changed, each another way: whole, and as they were just then.

    Args:
        parcels: of a sound game.
        most: so many at most, drawn by chance; None: all.
        seed: of that chance.
    """
    plan = [
        (place, path, value, is_whole)
        for place, parcel in enumerate(parcels)
        for path, before in _leaves(json.loads(parcel.body))
        for value in _instead_of(before)
        for is_whole in (True, False)
    ]
    if most is not None and most < len(plan):
        plan = random.Random(seed).sample(plan, most)
    for place, path, value, is_whole in plan:
        bodies = [one.body for one in parcels]
        told = json.loads(bodies[place])
        _put(told, path, value)
        bodies[place] = json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
        where = f"{'.'.join(map(str, path))} = {value!r}"
        yield ChangedGame(place + 1, where, rechained(bodies if is_whole else bodies[: place + 1]))


def _leaves(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if path and path[-1] == "text":  # an edition's own words: nothing of the game
        return
    inner = told.items() if isinstance(told, dict) else enumerate(told)
    for name, value in inner:
        yield (*path, name), value
        if isinstance(value, dict | list):
            yield from _leaves(value, (*path, name))


def _instead_of(before: Any) -> Iterator[Any]:
    values: tuple[Any, ...] = OTHERS
    if isinstance(before, bool):
        values = (not before, None)
    elif isinstance(before, int | float):
        values = (*NUMBERS, before + 1, before - 1, None)
    elif isinstance(before, str):
        values = (*WORDS, before + "-", None)
    yield from (value for value in values if value != before)


def _put(told: Any, path: tuple[Any, ...], value: Any) -> None:
    for name in path[:-1]:
        told = told[name]
    told[path[-1]] = value
