"""What the fields of commands and events hold, by their own types: a seat, a space, money, a card.

Files are read by these types, and sentences are made by them: a new field is known to both.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from companion.game.terms import FACTS
from companion.words import Seat, Space


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


def named_in(told: msgspec.Struct) -> Iterator[tuple[Any, int]]:
    """Yield each seat and space that an event names, however deep: `Seat` or `Space`, number."""
    for name, kind in _naming(type(told)):
        yield from _named(getattr(told, name), kind)


@cache
def _naming(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the fields, with their types, in which a seat or a space may be named."""
    types = get_type_hints(kind, include_extras=True)
    names = (field.name for field in msgspec.structs.fields(kind))
    return tuple((name, types[name]) for name in names if _may_name(types[name]))


@cache
def _may_name(kind: Any) -> bool:
    for one in kinds_of(kind):
        inner = (each for each in get_args(one) if each is not Ellipsis)
        if one in (Seat, Space) or (is_struct(one) and _naming(one)) or any(map(_may_name, inner)):
            return True
        if get_args(one)[:1] == (str,) and isinstance(get_origin(one), type):  # facts
            return issubclass(get_origin(one), Mapping)
    return False


def _named(value: Any, kind: Any) -> Iterator[tuple[Any, int]]:
    for one in kinds_of(kind):
        if one in (Seat, Space):
            if isinstance(value, int):
                yield one, value
        elif is_struct(one):
            if isinstance(value, one):
                yield from named_in(value)
        elif isinstance(value, Mapping):
            for name, each in value.items():
                yield from _in_mapping(name, each, get_args(one))
        elif isinstance(value, tuple | frozenset) and (inner := get_args(one)):
            kinds = inner if inner[-1] is not Ellipsis else inner[:1] * len(value)
            for each, its in zip(value, kinds, strict=False):
                yield from _named(each, its)


def _in_mapping(name: Any, value: Any, kinds: tuple[Any, ...]) -> Iterator[tuple[Any, int]]:
    if isinstance(name, str):
        yield from _named(value, FACTS.get(name, kinds[-1] if kinds else Any))
    elif len(kinds) == 2:
        yield from _named(name, kinds[0])
        yield from _named(value, kinds[1])
