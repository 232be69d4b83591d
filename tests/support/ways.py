"""All ways to play: editions with their rule sets, and house rules at random, for hypothesis."""

import random
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from companion.editions.load import edition_ids, load_edition
from companion.editions.parameters import Parameters

APART = ("players_min", "players_max", "banker_may_abstain_above", "smallest_amount")
"""Parameters of the table and its notes: with others than the edition's own nobody sits down."""

BOUNDS = MappingProxyType(
    {
        "auction_opening_bid": (1, 50),
        "auction_min_raise": (1, 20),
        "build_after_laps": (0, 2),
        "build_limit_per_turn": (0, 4),
        "dealt_deeds": (0, 3),
        "doubles_to_jail": (1, 4),
        "ends_at_bankruptcy": (0, 2),
        "fine_amount": (0, 100),
        "first_roll_dice": (1, 2),
        "group_rent_multiplier": (1, 3),
        "hotels": (0, 12),
        "houses": (0, 32),
        "houses_per_hotel": (1, 4),
        "jail_turns": (1, 4),
        "starting_cash": (0, 1500),
    }
)
"""Where other whole numbers than 0 to 200 make the better games."""


@cache
def ways_to_play() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return every edition alone, with each of its rule sets, and with all that go together."""
    ways = []
    for edition_id in edition_ids():
        sets = [p for p in load_edition(edition_id).printings if p.is_rule_set]
        ways += [(edition_id, ()), *((edition_id, (one.id,)) for one in sets)]
        together = [p.id for p in sets if not any(p.id in q.excludes for q in sets)]
        together = [name for name in together if not _excluded(sets, name, together)]
        ways += [(edition_id, tuple(together))] if len(together) > 1 else []
    return tuple(dict.fromkeys(ways))


def _excluded(sets: list[Any], name: str, others: list[str]) -> bool:
    return any(name == one.id and set(one.excludes) & set(others) for one in sets)


@cache
def _values() -> dict[str, Sequence[Any]]:
    """Return what each parameter is set to by these house rules."""
    kinds = get_type_hints(Parameters)
    return {name: _values_of(name, kind) for name, kind in kinds.items() if name not in APART}


def _values_of(name: str, kind: Any) -> Sequence[Any]:
    if kind is bool:
        return (False, True)
    if kind is Decimal:
        return [Decimal(text) for text in ("0", "0.05", "0.10", "0.5", "1")]
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) is tuple:
        return [some for count in range(4) for some in combinations((1, 2, 3), count)]
    least, most = BOUNDS.get(name, (0, 200))
    return range(least, most + 1)


def house_rules() -> st.SearchStrategy[dict[str, Any]]:
    """Return up to four parameters with values that they may have."""
    one = {name: st.sampled_from(values) for name, values in _values().items()}
    names = st.lists(st.sampled_from(sorted(one)), unique=True, max_size=4)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: one[name] for name in chosen}))


def some_house_rules(pick: random.Random, most: int, among: Sequence[str] = ()) -> dict[str, Any]:
    """Return *most* of them at most by chance, of all or *among* these."""
    names = pick.sample(sorted(among or _values()), pick.randint(0, most))
    return {name: pick.choice(_values()[name]) for name in names}
