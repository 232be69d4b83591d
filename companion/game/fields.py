"""What the fields of commands and events hold, by their own types: a seat, a space, money, a card.

Files are read by these types, and sentences are made by them: a new field is known to both.
"""

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec


@cache
def fields_of(kind: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the type of each field, with its bounds, by its name in files and journals."""
    types = get_type_hints(kind, include_extras=True)
    return {field.encode_name: types[field.name] for field in msgspec.structs.fields(kind)}


@cache
def kinds_of(kind: Any) -> tuple[Any, ...]:
    """Return what a value of a type may be, bounds left aside: `Seat`, `Money`, `tuple[...]`."""
    if get_origin(kind) in (Union, UnionType):
        return tuple(one for each in get_args(kind) for one in kinds_of(each))
    if get_origin(kind) is not Annotated:
        return (kind,)
    plain, *said = get_args(kind)
    nouns = tuple(one for one in said if isinstance(one, str))
    return (Annotated[(plain, *nouns)],) if nouns else kinds_of(plain)


def is_struct(kind: Any) -> bool:
    """Return whether a type is a Struct: whether it has fields of its own."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
