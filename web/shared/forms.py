"""A form's fields -> plain data of a command, read by the types of the command's own fields.

A field stands in a form by its name. What has parts stands there part by part: `dice-0`, `dice-1`;
`give-cash`, `give-lots`; `cash-2`, the amount of seat 2. Several of a kind may share one name, in
the form's order: `lots` twice is two lots; where so many of each are asked for, once for each.
"""

import re
from collections import Counter
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect
from werkzeug.datastructures import MultiDict

from companion.game.commands import Command
from companion.table.commands import COMMANDS
from companion.words import Seat
from web.phones.chairs import MOST_SEATS

Fields = MultiDict[str, str]

_NUMBER = re.compile(r"\d+|\d{1,3}(?:[., ]\d{3})+")
"""As people type it: 1500, 1,500, 1 500, 1.500."""

_ABSENT = object()


def command_fields(form: Fields, seat: int | None, **given: Any) -> dict[str, Any]:
    """Return the plain data of the command that a form's `do` names, sent by *seat*.

    Raises:
        ValueError: a number is none, or there is no such command.
    """
    kind = COMMANDS.get(form.get("do", ""))
    if kind is None:
        raise ValueError(form.get("do", ""))
    return fields_of(kind, form, seat, **given)


def fields_of(
    kind: type[Command], form: Fields, seat: int | None = None, **given: Any
) -> dict[str, Any]:
    """Return the plain data of a *kind* of command.

    Args:
        kind: what is asked for.
        form: what was sent.
        seat: who asks, where the command says so.
        given: fields that the form has by other names, or not at all.

    Raises:
        ValueError: a number is none.
    """
    told = {"do": str(kind.__struct_config__.tag)}
    shape = _shape(kind)
    for field in shape.fields:
        if field.name in given:
            value: Any = given[field.name]
        elif field.name == "by":
            value = _ABSENT if seat is None else seat
        else:
            value = _read(form, field.encode_name, field.type)
        if value is not _ABSENT:
            told[field.encode_name] = value
    return told


@cache
def _shape(kind: type[msgspec.Struct]) -> inspect.StructType:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return shape


def number(text: str) -> int:
    """Return the number that somebody typed.

    Raises:
        ValueError: it is none.
    """
    text = " ".join(text.split())
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(re.sub("[., ]", "", text))


def _read(form: Fields, name: str, kind: inspect.Type) -> Any:
    """Return what a form says of a field, as plain data; `_ABSENT` where it says nothing."""
    match kind:
        case inspect.StructType():
            parts = ((f.encode_name, _read(form, f"{name}-{f.name}", f.type)) for f in kind.fields)
            return {part: value for part, value in parts if value is not _ABSENT} or _ABSENT
        case inspect.DictType():
            return _table(form, name, kind)
        case inspect.VarTupleType(item_type=item):
            return _row(form, name, item)
        case inspect.TupleType(item_types=(item, *_)):
            return _row(form, name, item)
        case inspect.BoolType():
            return form[name] not in ("", "no") if name in form else _ABSENT
        case inspect.StrType(max_length=most):
            return " ".join(form[name].split())[:most] if name in form else _ABSENT
        case inspect.IntType():
            text = form.get(name, "")
            return number(text) if text.strip() else _ABSENT
        case inspect.LiteralType(values=words):
            return (
                {str(word): word for word in words}.get(form[name], form[name])
                if (form.get(name))
                else _ABSENT
            )
        case inspect.UnionType(types=kinds):
            return _one_of(form, name, kinds)
    raise ValueError(f"{name}: no form can say {kind}")


def _one_of(form: Fields, name: str, kinds: tuple[inspect.Type, ...]) -> Any:
    """Return what a form says of a field that may be absent, or be a number or a word."""
    told = [kind for kind in kinds if not isinstance(kind, inspect.NoneType)]
    if len(told) == 1:
        return _read(form, name, told[0])
    text = form.get(name, "")
    return _ABSENT if not text else int(text) if text.isdecimal() else text


def _row(form: Fields, name: str, item: inspect.Type) -> Any:
    numbered = [form[one] for n in range(len(form)) if (one := f"{name}-{n}") in form]
    told = numbered or form.getlist(name)
    found = (_read(Fields({name: text}), name, item) for text in told)
    return [value for value in found if value is not _ABSENT] or _ABSENT


def _table(form: Fields, name: str, kind: inspect.DictType) -> Any:
    """Return a table: of fields named `cash-0`, or how often each number stands under one name."""
    if name in form:
        return dict(Counter(map(int, form.getlist(name))))
    keys = dict.fromkeys(key for key in form if key.startswith(f"{name}-"))
    told = {int(key[len(name) + 1 :]): _read(form, key, kind.value_type) for key in keys}
    return {key: value for key, value in told.items() if value is not _ABSENT} or _ABSENT


def seat_of(fields: Fields) -> Seat | None:
    """Return the seat that *fields* name, or None."""
    text = fields.get("seat", "")
    seat = int(text) if text.isdecimal() and len(text) < 3 else MOST_SEATS
    return Seat(seat) if seat < MOST_SEATS else None


MOST_AMOUNT = 10**9 - 1


def amount_of(text: str) -> int | None:
    """Return an amount as people type it: 1500, 1,500, 1 500; None if it is none."""
    try:
        amount = number(text)
    except ValueError:
        return None
    return amount if amount <= MOST_AMOUNT else None
