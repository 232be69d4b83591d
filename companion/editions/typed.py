"""A parameter as people read and type it: `yes`, `0.10`, `1, 2, 3`."""

from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.editions.parameters import ByPlayers, Parameters
from companion.errors import EditionError

Form = Literal["yes-no", "word", "whole", "ratio", "list", "by-players"]

_KINDS = MappingProxyType(get_type_hints(Parameters))
_FORMS: MappingProxyType[Any, Form] = MappingProxyType(
    {
        bool: "yes-no",
        int: "whole",
        Decimal: "ratio",
        tuple[int, ...]: "list",
        ByPlayers: "by-players",
    }
)
_MOST_DIGITS = 10


def form_of(name: str) -> Form:
    """Return in which form a parameter is typed."""
    kind = _KINDS[name]
    return "word" if get_origin(kind) is Literal else _FORMS[kind]


def words_of(name: str) -> tuple[str, ...]:
    """Return the words that a parameter may be; none where it is no word."""
    kind = _KINDS[name]
    return get_args(kind) if get_origin(kind) is Literal else ()


def shown(value: object) -> str:
    """Return a parameter's value as people read it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return ", ".join(map(str, value))
        case _:
            return str(value)


def typed(name: str, text: str) -> object:
    """Return the plain value that *text* means for a parameter; bounds are not looked at.

    Raises:
        EditionError: it means none; names the parameter.
    """
    text = text.strip()
    match form_of(name):
        case "yes-no" if text in ("yes", "no"):
            return text == "yes"
        case "word":
            return text
        case "ratio":
            return _ratio(name, text)
        case "whole":
            return _whole(name, text)
        case "list":
            return [_whole(name, part) for part in text.split(",") if text]
        case "by-players" if "," in text:
            return [_whole(name, part) for part in text.split(",")]
        case "by-players":
            return _whole(name, text)
    raise _no_value(name, text)


def _whole(name: str, text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS):
        raise _no_value(name, text)
    return int(digits)


def _ratio(name: str, text: str) -> Decimal:
    percent = text.endswith("%")
    try:
        ratio = Decimal(text.rstrip("% ").replace(",", "."))
    except InvalidOperation:
        raise _no_value(name, text) from None
    return ratio / 100 if percent else ratio


def _no_value(name: str, text: str) -> EditionError:
    wanted = {
        "yes-no": "yes or no",
        "whole": "a whole number",
        "ratio": "0.10, or 10 %",
        "list": "whole numbers with commas between",
        "by-players": "a whole number, or several with commas between",
    }
    kind = wanted.get(form_of(name), "one of the words")
    return EditionError(code="not-of-kind", where=name, value=text, kind=kind)
