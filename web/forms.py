"""A form's fields -> plain data of a command; the form's own order and repetitions are kept."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.table.roles import NOBODYS
from companion.words import SpeedFace

Fields = MultiDict[str, str]


SPEED_FACES: Mapping[str, SpeedFace] = {"1": 1, "2": 2, "3": 3, "bus": "bus", "mr": "mr"}


def command_fields(form: Fields, seat: int | None) -> dict[str, Any]:
    """Return the plain data of the command that a form asks for, sent by *seat*.

    Raises:
        ValueError: a number is none.
    """
    do = form.get("do", "")
    fields: dict[str, Any] = {"do": do}
    if seat is not None and do not in NOBODYS:
        fields["by"] = seat
    for name, read in READERS.get(do, {}).items():
        value = read(form, name)
        if value is not None:
            fields[name] = value
    return fields


def _number(form: Fields, name: str) -> int | None:
    text = "".join(form.get(name, "").split())
    return int(text) if text else None


def _amount(form: Fields, name: str) -> int | None:
    """Return an amount as people type it: 1500, 1,500, 1 500."""
    text = "".join(form.get(name, "").split()).replace(",", "").replace(".", "")
    return int(text) if text else None


def _party(form: Fields, name: str) -> int | str:
    text = form.get(name, "")
    return int(text) if text.isdecimal() else text


def _creditor(form: Fields, name: str) -> int | str | None:
    """Return whom a debt is paid to; nobody named means the oldest debt."""
    return _party(form, name) if form.get(name) else None


def _text(form: Fields, name: str) -> str:
    return form.get(name, "")


def _numbers(form: Fields, name: str) -> list[int]:
    return [int(text) for text in form.getlist(name)]


def _so_many(form: Fields, name: str) -> dict[int, int] | None:
    """Return buildings by lot: one for each time that it is named."""
    return dict(Counter(map(int, form.getlist(name)))) or None


def _dice(form: Fields, _name: str) -> list[int]:
    """Return the dice of a form that asks for each by its own name, `die0`, `die1`."""
    return [int(form[f"die{n}"]) for n in range(3) if form.get(f"die{n}")]


def speed_face(form: Fields, name: str = "speed") -> SpeedFace | None:
    """Return the face of the speed die; None where it was not thrown.

    Raises:
        ValueError: it has no such face.
    """
    text = form.get(name, "")
    if text and text not in SPEED_FACES:
        raise ValueError(text)
    return SPEED_FACES.get(text)


def _goods(form: Fields, name: str) -> dict[str, Any]:
    """Return one side of a trade, of fields named `give-cash`, `give-lots`, `give-cards`."""
    return {
        "cash": _number(form, f"{name}-cash") or 0,
        "lots": _numbers(form, f"{name}-lots"),
        "cards": form.getlist(f"{name}-cards"),
    }


def _amounts(form: Fields, name: str) -> dict[int, int] | None:
    """Return amounts by seat, of fields named `cash-0`."""
    found = {
        int(key.removeprefix(f"{name}-")): int("".join(text.split()))
        for key, text in form.items()
        if key.startswith(f"{name}-") and text.strip()
    }
    return found or None


def _hands(form: Fields, name: str) -> dict[int, list[int]]:
    """Return lots by seat, of fields named `lots-0` that stand there once for each lot."""
    keys = [key for key in form if key.startswith(f"{name}-")]
    return {int(key.removeprefix(f"{name}-")): _numbers(form, key) for key in keys}


READERS: Mapping[str, Mapping[str, Callable[[Fields, str], Any]]] = {
    "first-roll": {"dice": _dice},
    "roll": {"dice": _dice, "speed": speed_face},
    "bid": {"amount": _number, "lots": _so_many},
    "claim": {"lot": _number},
    "draw": {"card": _text},
    "choose": {"option": _text},
    "build": {"lots": _so_many},
    "sell": {"lots": _so_many},
    "want": {"lots": _so_many},
    "mortgage": {"lots": _numbers},
    "redeem": {"lots": _numbers},
    "pay": {"to": _creditor},
    "offer": {"to": _number, "give": _goods, "take": _goods},
    "deal": {"lots": _hands},
    "fine": {"player": _number, "for": _text},
    "correct": {"why": _text, "cash": _amounts, "dispute": _number},
    "book-late": {
        "payer": _party,
        "payee": _party,
        "amount": _amount,
        "why": _text,
        "lot": _number,
        "after": _number,
    },
}
"""Which fields a command takes, and how each is read."""
