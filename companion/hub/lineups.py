"""Who sits, and who sat, at the tables of a round: a game that began with others is the table's."""

from collections.abc import Mapping
from typing import TypeAlias

from companion.hub.database import Cursor
from companion.hub.entrants import entrants

Lineup: TypeAlias = tuple[str, ...]
"""Who sat at a table, by the names that they had."""

MOST_LINEUPS = 8
"""Of a table in a round, the newest; what was before them is not told."""


def lineups(cursor: Cursor, tournament: int, round_: int) -> dict[int, tuple[Lineup, ...]]:
    """Return by table who sat there earlier in a round, the last first, by what they were called.

    A game that began with them is the table's still.
    """
    cursor.execute(
        "select player, from_place, to_place, called from seat_change"
        " where tournament = %s and (round = %s or called is not null) order by number desc",
        (tournament, round_),
    )
    changes = cursor.fetchall()
    if not changes:
        return {}
    sits = places_in(cursor, tournament, round_)
    names = {each.id: each.name for each in entrants(cursor, tournament)}
    found: dict[int, list[Lineup]] = {}
    now = _tables(sits, names)
    for player, from_place, _to_place, called in changes:
        if called is not None:
            names[player] = called
        elif from_place is None:
            sits.pop(player, None)
        else:
            sits[player] = from_place
        for place, lineup in _tables(sits, names).items():
            earlier = found.setdefault(place, [])
            if lineup not in (now.get(place), *earlier):
                earlier.append(lineup)
    return {place: tuple(each[:MOST_LINEUPS]) for place, each in found.items()}


def _tables(sits: Mapping[int, int], names: Mapping[int, str]) -> dict[int, Lineup]:
    tables: dict[int, list[str]] = {}
    for player in sorted(sits):
        tables.setdefault(sits[player], []).append(names[player])
    return {place: tuple(there) for place, there in tables.items()}


def places_in(cursor: Cursor, tournament: int, round_: int) -> dict[int, int]:
    """Return by player the number of the table where they sit."""
    cursor.execute(
        "select player, place from seating where tournament = %s and round = %s",
        (tournament, round_),
    )
    return dict(cursor.fetchall())
