"""All ways to play: editions with their rule sets, and house rules at random, for hypothesis."""

from decimal import Decimal
from functools import cache
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


def _values(name: str, kind: Any) -> st.SearchStrategy[Any]:
    if kind is bool:
        return st.booleans()
    if kind is Decimal:
        return st.sampled_from([Decimal(text) for text in ("0", "0.05", "0.10", "0.5", "1")])
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is tuple:
        return st.lists(st.integers(1, 3), unique=True, max_size=3).map(sorted).map(tuple)
    return st.integers(*BOUNDS.get(name, (0, 200)))


def house_rules() -> st.SearchStrategy[dict[str, Any]]:
    """Return up to four parameters with values that they may have."""
    kinds = get_type_hints(Parameters)
    one = {name: _values(name, kind) for name, kind in kinds.items() if name not in APART}
    names = st.lists(st.sampled_from(sorted(one)), unique=True, max_size=4)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: one[name] for name in chosen}))
