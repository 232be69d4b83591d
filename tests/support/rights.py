"""Every command once, as plain data; and the table of rights as a page of the documentation.

`python -m tests.support.rights > docs/rights.md`
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from companion.table.roles import EVERY_VERB, MAY, Asker
from companion.words import Seat

Fields = dict[str, Any]

MORE: Mapping[str, Fields] = {
    "first-roll": {"dice": [5, 6]},
    "roll": {"dice": [1, 2]},
    "bid": {"amount": 40},
    "draw": {"card": "chest/bank-error"},
    "choose": {"option": "fine"},
    "build": {"lots": {1: 1}},
    "want": {"lots": {1: 1}},
    "sell": {"lots": {1: 1}},
    "mortgage": {"lots": [1]},
    "redeem": {"lots": [1]},
    "offer": {"to": 2, "give": {"cash": 1}, "take": {"lots": [1]}},
}
"""What a command of a seat says beside whose it is."""

BANKERS: Mapping[str, Callable[[Seat], Fields]] = {
    "hammer": lambda _seat: {},
    "time-up": lambda _seat: {},
    "deal": lambda seat: {"lots": {seat: [1, 3]}},
    "fine": lambda seat: {"player": seat, "for": "out-of-turn"},
    "book-late": lambda seat: {"payer": seat, "payee": 2, "amount": 5, "why": "agreed"},
    "correct": lambda seat: {"cash": {seat: 9000}, "why": "so"},
    "correct-deed": lambda _seat: {"lot": 1, "price": 80, "why": "so"},
    "take-over": lambda seat: {"turn": seat, "cash": {seat: 9000}},
}


def _command(do: str) -> Callable[[Seat], Fields]:
    if do in BANKERS:
        return lambda seat: {"do": do, **BANKERS[do](seat)}
    return lambda seat: {"do": do, "by": seat, **MORE.get(do, {})}


COMMANDS: Mapping[str, Callable[[Seat], Fields]] = {do: _command(do) for do in sorted(EVERY_VERB)}
"""Verb -> the command as a seat sends it, or as the banker does for that seat."""


SENT: Mapping[str, Callable[[Seat], Fields]] = {
    **COMMANDS,
    "hand-over": lambda _seat: {"do": "hand-over", "payments": ["2.0"], "as-banker": True},
}
"""The same, and what is no command of the game but is sent like one."""


def printed() -> str:
    """Return the table of rights as a page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    askers = get_args(Asker)
    yield "# Who may do what"
    yield ""
    yield "Printed from `companion/table/roles.py` by `python -m tests.support.rights`. *own*: for"
    yield "the own seat and what belongs to it; *all*: for everybody's. What is empty is refused."
    yield ""
    yield "A *stranger* is any browser of the network that has not joined, like a table screen."
    yield "A button asks for its own seat, the camera for whoever threw the dice or laid the deed."
    yield ""
    yield f"| asked for | {' | '.join(askers)} |"
    yield "| --- |" + " --- |" * len(askers)
    for what, rights in MAY.items():
        name = f"`{what}`" if what in EVERY_VERB else what
        yield f"| {name} | {' | '.join(rights.get(asker, '') for asker in askers)} |"


if __name__ == "__main__":
    print(printed(), end="")
