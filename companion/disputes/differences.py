"""In what two states of one game differ: money, property, positions, what is open."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from companion.game.state import GameState
from companion.words import Seat, Space

Kind: TypeAlias = Literal[
    "cash",
    "owes",
    "at",
    "jailed",
    "laps",
    "cards",
    "out",
    "owner",
    "buildings",
    "mortgaged",
    "pot",
    "turn",
    "winners",
]
"""What of a seat, of a lot, or of the table is otherwise."""


class Deviation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is otherwise: of a seat, of a lot, or of the table if neither is named.

    `jailed` is the number of turns spent in jail, None at liberty; `owner` None is the Bank.
    """

    kind: Kind
    seat: Seat | None = None
    lot: Space | None = None
    was: Any
    would: Any


def differences(was: GameState, would: GameState) -> tuple[Deviation, ...]:
    """Return everything that people would see to be otherwise, players first, then lots."""
    return (*_of_seats(was, would), *_of_lots(was, would), *_of_the_table(was, would))


def _of_seats(was: GameState, would: GameState) -> Iterator[Deviation]:
    for seat in was.seats:
        ours, theirs = _seat(was, seat), _seat(would, seat)
        for kind, value in ours.items():
            if value != theirs[kind]:
                yield Deviation(kind=kind, seat=seat, was=value, would=theirs[kind])


def _seat(state: GameState, seat: Seat) -> dict[Kind, Any]:
    player = state.players[seat]
    return {
        "cash": state.cash(seat),
        "owes": sum(debt.amount for debt in state.debts_of(seat)),
        "at": player.at,
        "jailed": player.jailed,
        "laps": player.laps,
        "cards": state.jail_cards(seat),
        "out": player.out,
    }


def _of_lots(was: GameState, would: GameState) -> Iterator[Deviation]:
    for lot, held in was.lots.items():
        other = would.lots[lot]
        pairs: tuple[tuple[Kind, Any, Any], ...] = (
            ("owner", held.owner, other.owner),
            ("buildings", held.level, other.level),
            ("mortgaged", held.mortgaged, other.mortgaged),
        )
        for kind, ours, theirs in pairs:
            if ours != theirs:
                yield Deviation(kind=kind, lot=lot, was=ours, would=theirs)


def _of_the_table(was: GameState, would: GameState) -> Iterator[Deviation]:
    pairs: tuple[tuple[Kind, Any, Any], ...] = (
        ("pot", was.pot, would.pot),
        ("turn", was.turn.seat, would.turn.seat),
        ("winners", was.winners, would.winners),
    )
    for kind, ours, theirs in pairs:
        if ours != theirs:
            yield Deviation(kind=kind, was=ours, would=theirs)
