"""A phone acts for its own seat; the banker for anybody; parts of the table for themselves."""

from collections.abc import Mapping
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.game.commands import command_from
from companion.journal.record import Cause, Role
from companion.table.roles import (
    EVERY_VERB,
    MAY,
    NOBODYS,
    Asker,
    Reach,
    may_govern,
    reach,
    why_not,
)
from tests.support.repository import ROOT
from tests.support.rights import COMMANDS, printed
from tests.support.table import ANN, BOB, some_cause

CAUSES: Mapping[Asker, Cause] = {
    "banker": replace(some_cause(), role="banker", seat=None),
    "seat": replace(some_cause(), role="seat", seat=ANN),
    "button": replace(some_cause(), role="seat", origin="button", seat=ANN),
    "camera": replace(some_cause(), role="camera", origin="camera", seat=None),
    "clock": replace(some_cause(), role="clock", origin="clock", seat=None),
    "start": replace(some_cause(), role="start", origin="start", seat=None),
}
"""Who reaches the table at all: a spectator and a stranger are turned away at the pages' door."""

PLAYERS = EVERY_VERB - NOBODYS
PRESSED = frozenset(
    {
        *("bid", "pass", "claim", "buy", "decline", "accept", "reject", "choose", "jail-pay"),
        *("jail-card", "build", "sell", "mortgage", "redeem", "pay", "bankrupt", "end"),
    }
)
SENT: Mapping[Asker, Mapping[Reach, frozenset[str]]] = {
    "banker": {"own": EVERY_VERB, "all": EVERY_VERB},
    "seat": {"own": PLAYERS, "all": frozenset()},
    "button": {"own": PRESSED, "all": frozenset()},
    "camera": dict.fromkeys(
        ("own", "all"), frozenset({"first-roll", "roll", "buy", "draw", "mortgage", "redeem"})
    ),
    "clock": dict.fromkeys(("own", "all"), frozenset({"hammer"})),
    "start": {"own": frozenset(), "all": frozenset()},
}
"""What goes through, written out once more: for Ann's seat, and for Bob's."""


@pytest.mark.parametrize("asker", CAUSES)
@pytest.mark.parametrize("do", sorted(EVERY_VERB))
def test_every_command_is_tried_by_every_role_for_the_own_seat_and_another(
    do: str, asker: Asker
) -> None:
    for of, seat in (("own", ANN), ("all", BOB)):
        command = command_from(COMMANDS[do](seat))
        refusal = why_not(command, CAUSES[asker])
        assert (refusal is None) == (do in SENT[asker][of])  # type: ignore[index]
        assert refusal is None or (refusal.code, refusal.facts) == ("not-allowed", {"do": do})


@pytest.mark.parametrize("asker", ["spectator", "stranger"])
def test_who_holds_no_seat_sends_no_command(asker: Asker) -> None:
    assert not [do for do in EVERY_VERB if reach(do, asker)]


def test_the_clock_only_lets_the_hammer_fall() -> None:
    """The rulebooks name this test."""
    assert {do for do in EVERY_VERB if reach(do, "clock")} == {"hammer"}


def test_a_phone_without_a_seat_sends_nothing() -> None:
    nobody = replace(some_cause(), role="seat", seat=None)
    commands = [command_from(COMMANDS[do](ANN)) for do in EVERY_VERB]
    assert all(why_not(command, nobody) for command in commands)


def test_every_command_has_its_line_and_every_line_somebody() -> None:
    assert set(MAY) >= EVERY_VERB
    assert all("banker" in rights or rights for rights in MAY.values())
    assert {asker for rights in MAY.values() for asker in rights} == set(get_args(Asker))


@pytest.mark.parametrize("role", get_args(Role))
def test_only_the_banker_and_the_start_change_games(role: Role) -> None:
    refused = may_govern(replace(some_cause(), role=role)) is not None
    assert refused == (role not in ("banker", "start"))


def test_the_printed_table_is_the_one_in_force() -> None:
    """After a change: `python -m tests.support.rights > docs/rights.md`."""
    assert (ROOT / "docs" / "rights.md").read_text() == printed()
