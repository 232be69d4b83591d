"""Which function is the home of which rule, so that a catalogue's paragraph can be found."""

from collections.abc import Callable
from typing import TypeVar

from companion.words import RuleKey

Function = TypeVar("Function", bound=Callable[..., object])

homes: dict[RuleKey, str] = {}
"""Rule key -> `module.function`; filled by the decorator when the rules are imported."""


def rule(*keys: str) -> Callable[[Function], Function]:
    """Mark a function as the home of the rules with these keys."""

    def register(function: Function) -> Function:
        for key in keys:
            homes[RuleKey(key)] = f"{function.__module__}.{function.__qualname__}"
        return function

    return register
