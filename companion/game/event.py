"""What every event is: a past fact that says which rule it rests on."""

import msgspec

from companion.words import RuleKey


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=True, gc=False
):
    """Base of all events; *because* names the rule, *also* further rules that had a say.

    What is frozen is in no circle of references: the garbage collector need not go through it.
    """

    because: RuleKey
    also: tuple[RuleKey, ...] = ()
