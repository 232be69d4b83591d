"""What every event is: a past fact that says which rule it rests on."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from companion.words import RuleKey, Seat

Party: TypeAlias = Seat | Literal["bank"]
"""Who gives or takes: a seat's number, or the Bank."""

Facts: TypeAlias = Mapping[str, int | str]
"""The arithmetic behind an amount: base, multiplier, dice, count, rounding."""

Reason: TypeAlias = Literal[
    "start", "salary", "tax", "card", "rent", "jail-fine", "estate", "interest"
]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=True):
    """Base of all events; *because* names the rule, *also* further rules that had a say."""

    because: RuleKey
    also: tuple[RuleKey, ...] = ()
